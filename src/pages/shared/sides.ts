/** What tells empires apart in drawings: their banners, and the side of the viewer. */
import type { Empire } from '../../game/types.ts';

/** The classes `pigment-1` to `pigment-8` set the colours. */
export const pigmentCount = 8;
const cloth = 'M0-30h18l-4 5.75 4 5.75h-18z';
/** Plain, pale, fess, bend, stripe, bar, quarterly, pile. */
const divisions = [
  '',
  'M0-30h8v11.5h-8z',
  'M0-30h18l-4 5.75H0z',
  'M0-30L18-18.5H0z',
  'M5-30h5v11.5h-5z',
  'M0-26h15.2l-1.2 1.75 1.2 1.75H0z',
  'M0-30h8v5.75h-8zM8-24.25h6l4 5.75h-10z',
  'M0-30L8-24.25 0-18.5z',
];

/**
 * Derives from the id, so that a banner never changes. The viewer's own banner is blue, but keeps its division.
 * @param empireId a UUID
 */
export function bannerOf(empireId: string) {
  return {
    pigment: (Number.parseInt(empireId.slice(0, 4), 16) % pigmentCount) + 1,
    /** 0 (plain) to 7: how a second, pale colour divides the cloth. */
    division: Number.parseInt(empireId.slice(4, 8), 16) % divisions.length,
  };
}

/** Those of the banners as far as nobody before has them, else the next ones. @param ids as many as pigments at most */
export function distinctPigments(ids: readonly string[]): number[] {
  const taken = new Set<number>();
  return ids.map((id) => {
    let { pigment } = bannerOf(id);
    while (taken.has(pigment)) pigment = (pigment % pigmentCount) + 1;
    taken.add(pigment);
    return pigment;
  });
}

/** 18 wide and 28 high. The foot of the pole is at 0, -3. */
export function bannerShapes(division: number): string {
  const charge = divisions[division] ?? '';
  return (
    `<path class="pole" d="M0-3V-31"/><path class="cloth" d="${cloth}"/>` +
    (charge === '' ? '' : `<path class="charge" d="${charge}"/><path class="hem" d="${cloth}"/>`)
  );
}

/** Maps mark own things and those of allies with a shape, not by colour alone. */
export type Side = 'own' | 'ally' | 'foreign';

/** @param viewer null without an empire */
export function sideOf(
  viewer: Pick<Empire, 'id' | 'membership'> | null,
  { empire_id: empireId, alliance_id: allianceId }: { empire_id: string; alliance_id: string | null },
): Side {
  if (empireId === viewer?.id) return 'own';
  return allianceId !== null && allianceId === viewer?.membership?.allianceId ? 'ally' : 'foreign';
}

/** The banner of an empire: a pigment and a division, both from its id, so that it is the same everywhere for ever. */

const pigments = 8;
/** Plain, pale, fess, bend, stripe, bar, quarterly, pile. */
const divisions = 8;

export interface Banner {
  /** `own` for one's own, else `pigment-1` to `pigment-8`. */
  colour: string;
  division: number;
}

function numberFrom(id: string, start: number): number {
  return Number.parseInt(id.replaceAll('-', '').slice(start, start + 4), 16);
}

/** A pigment of 1 to 8. */
export function pigmentOf(empireId: string): number {
  return (numberFrom(empireId, 0) % pigments) + 1;
}

export function bannerOf(empireId: string, isOwn: boolean): Banner {
  return {
    colour: isOwn ? 'own' : `pigment-${pigmentOf(empireId)}`,
    division: numberFrom(empireId, 4) % divisions,
  };
}

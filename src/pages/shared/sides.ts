/** Whose a thing is to the viewer. Maps mark what is own and what is an ally's with a shape, not by colour alone. */
import type { Empire } from '../../game/types.ts';

export type Side = 'own' | 'ally' | 'foreign';

/** @param viewer null without an empire */
export function sideOf(
  viewer: Pick<Empire, 'id' | 'membership'> | null,
  { empire_id: empireId, alliance_id: allianceId }: { empire_id: string; alliance_id: string | null },
): Side {
  if (empireId === viewer?.id) return 'own';
  return allianceId !== null && allianceId === viewer?.membership?.allianceId ? 'ally' : 'foreign';
}

/** Types of guards: armies that defend a place of an ally. */
import type { GuardedType } from '../contract/vocabulary.ts';

export interface GuardedPlace {
  type: GuardedType;
  id: string;
}

/** An army that guards a place, or is on the way to do so. */
export interface Guard {
  armyId: string;
  empireId: string;
  placeId: string;
  /** The empire that holds the place; null if the place no longer exists. */
  holderId: string | null;
  /** When it arrives; null if it guards. */
  arrivesAt: number | null;
}

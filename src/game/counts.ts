/** Numbers by resource, by unit and by stack. */
import type { Resource, StackType, UnitType } from '../contract/vocabulary.ts';

export type Amounts = Record<Resource, number>;
export type Units = Record<UnitType, number>;
/** Units of each stack in a battle. */
export type Stacks = Record<StackType, number>;

/** The roles of accounts, and what each may do below /admin. */
import { z } from 'zod';

/** From the lowest to the highest. */
export const role = z.enum(['player', 'moderator', 'operator']);
export type Role = z.output<typeof role>;

export type StaffRole = Exclude<Role, 'player'>;

/** Nobody may act on equals, or on themselves. */
export const outranks = (own: Role, other: Role): boolean =>
  role.options.indexOf(own) > role.options.indexOf(other);

/** Operators may do everything that moderators may. */
export const hasRole = (own: Role, needed: StaffRole): boolean => own === 'operator' || own === needed;

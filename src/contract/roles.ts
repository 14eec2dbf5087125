/** The roles of accounts, and what each may do below /admin. */
import { z } from 'zod';

/** From the lowest to the highest. */
export const role = z.enum(['player', 'moderator', 'operator']);
export type Role = z.output<typeof role>;

/** The role that a page or an act needs. */
export type StaffRole = Exclude<Role, 'player'>;

/** Whether an account with one role may act on an account with the other: nobody acts on equals, or on themselves. */
export const outranks = (own: Role, other: Role): boolean =>
  role.options.indexOf(own) > role.options.indexOf(other);

/** Operators may do everything that moderators may. */
export const hasRole = (own: Role, needed: StaffRole): boolean => own === 'operator' || own === needed;

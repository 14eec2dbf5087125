/** The roles of accounts, and what each may do below /admin. */
import { z } from 'zod';

export const role = z.enum(['player', 'moderator', 'operator']);
export type Role = z.output<typeof role>;

/** The role that a page or an act needs. */
export type StaffRole = Exclude<Role, 'player'>;

/** Operators may do everything that moderators may. */
export const hasRole = (own: Role, needed: StaffRole): boolean => own === 'operator' || own === needed;

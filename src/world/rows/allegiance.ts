/** What protects an empire from attacks, and its tag, in statements that read other empires. */
import { z } from 'zod';
import { moment, uuid } from '../../db/columns.ts';
import type { Allegiance } from '../../game/diplomacy/alliances.ts';
import type { OrderedLeave } from '../../game/types.ts';
import { leave } from './shapes.ts';

export const allegianceRow = {
  alliance_id: uuid.nullable(),
  alliance_tag: z.string().nullable(),
  former_alliance_id: uuid.nullable(),
  alliance_left_at: moment.nullable(),
  leave: leave.nullable(),
};

/** @param empire the name of the table */
export const allegianceColumns = (empire: string): string =>
  Object.keys(allegianceRow)
    .map((column) => `${empire}.${column}`)
    .join(', ');

export type AllegianceRow = {
  [Column in keyof typeof allegianceRow]: z.infer<(typeof allegianceRow)[Column]>;
};

export function toFormerAlliance(row: Omit<AllegianceRow, 'leave'>): Allegiance['formerAlliance'] {
  const { former_alliance_id: allianceId, alliance_left_at: leftAt } = row;
  return allianceId === null || leftAt === null ? null : { allianceId, leftAt };
}

/** The clock ends the memberships of a dissolved alliance within a second; until then, they count. */
export function toAllegiance(row: AllegianceRow): Allegiance & { leave: OrderedLeave | null } {
  const { alliance_id: allianceId } = row;
  return {
    membership: allianceId === null ? null : { allianceId, dissolvedAt: null },
    formerAlliance: toFormerAlliance(row),
    leave: row.leave,
  };
}

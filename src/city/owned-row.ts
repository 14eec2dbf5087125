/** A city or army on the map, with the columns of its owner that decide protection. */
import { z } from 'zod';
import { empireKinds } from '../contract/vocabulary.ts';
import { integer, moment, uuid } from '../db/columns.ts';
import type { DefenderStanding } from '../game/diplomacy/protection.ts';
import { allegianceColumns, allegianceRow, toAllegiance } from '../world/rows/allegiance.ts';

export const ownedRow = z.strictObject({
  id: uuid,
  name: z.string(),
  x: integer,
  y: integer,
  empire_id: uuid,
  empire_name: z.string(),
  empire_kind: z.enum(empireKinds),
  score: integer,
  created_at: moment,
  protection_ended: z.boolean(),
  last_active_at: moment,
  ...allegianceRow,
  is_bot: z.boolean(),
});
export type OwnedRow = z.infer<typeof ownedRow>;

/** SQL of the columns of the owner `e`, without `is_bot`. */
export const ownerColumns = `e.id AS empire_id, e.name AS empire_name, e.kind AS empire_kind, e.score, e.created_at,
  e.protection_ended, e.last_active_at, ${allegianceColumns('e')}`;

export type Defender = DefenderStanding & { id: string };

export function ownerOf(row: Omit<OwnedRow, 'id' | 'name' | 'x' | 'y' | 'is_bot'>): Defender {
  return {
    id: row.empire_id,
    kind: row.empire_kind,
    score: row.score,
    createdAt: row.created_at,
    protectionEnded: row.protection_ended,
    lastActiveAt: row.last_active_at,
    ...toAllegiance(row),
  };
}

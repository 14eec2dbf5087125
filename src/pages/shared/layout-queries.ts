/** Reads what the layout of every page shows besides the empire itself, in one statement. */
import { z } from 'zod';
import { unreadChatSql } from '../../alliance/chat.ts';
import { activeBattlesSql, battleListRow } from '../../battle/queries.ts';
import { count } from '../../db/columns.ts';
import { unreadCountSql } from '../../messages/queries.ts';
import { select, statement, type Db } from '../../db/pool.ts';
import type { Empire } from '../../game/types.ts';
import { contactBattleSql } from '../../world/log/stored-entries.ts';
import { battleColumns, reportRow } from './event-queries.ts';

const maxBattles = 100;
/** The newest unread results come with their battles; a battle takes some kilobytes. */
const withBattle = 10;

const layoutRow = z.strictObject({
  /** Active battles of either side, newest first. */
  battles: z.array(battleListRow),
  /** Unread results, newest first. Only the newest have the columns of their battle. */
  unread: z.array(reportRow),
  unread_messages: count,
  unread_chat: count,
});

// $1 empire, $2 now, $3 its player, $4 its alliance, $5 when it joined. The lists are JSON, because they have no column in common.
const selectLayout = statement(
  'selectLayout',
  `SELECT (
     SELECT coalesce(json_agg(active), '[]') FROM (${activeBattlesSql('$1::uuid', '$2::bigint', String(maxBattles))}
     ) AS active
   ) AS battles, (
     SELECT coalesce(json_agg(entry ORDER BY number DESC), '[]') FROM (
       SELECT entry.number, entry.at, entry.type, entry.data, ${battleColumns}
       FROM event_logs
       CROSS JOIN LATERAL (
         SELECT number, row_number() OVER (ORDER BY number DESC) AS place FROM unnest(unread) AS number
       ) AS unread
       JOIN event_log_entries AS entry ON entry.empire_id = event_logs.empire_id AND entry.number = unread.number
       LEFT JOIN battles ON place <= ${withBattle} AND battles.id = ${contactBattleSql}
       WHERE event_logs.empire_id = $1::uuid
     ) AS entry
   ) AS unread, (${unreadCountSql('$3::uuid')}) AS unread_messages,
   (${unreadChatSql('$4::uuid', '$5::bigint', '$3::uuid')}) AS unread_chat`,
  layoutRow,
);

/** @param now battles whose last round is shown later are active */
export async function selectLayoutRows(
  db: Db,
  { id, ownerId, membership }: Pick<Empire, 'id' | 'ownerId' | 'membership'>,
  now: number,
): Promise<z.infer<typeof layoutRow>> {
  const values = [id, now, ownerId, membership?.allianceId ?? null, membership?.joinedAt ?? null];
  const [rows] = await select(db, selectLayout, values);
  return rows ?? { battles: [], unread: [], unread_messages: 0, unread_chat: 0 };
}

/** Data of the layout around every page of a player with an empire. */
import { z } from 'zod';
import { unreadChatSql } from '../../alliance/chat.ts';
import { activeBattlesSql, battleListRow } from '../../battle/queries.ts';
import { count, uuid } from '../../db/columns.ts';
import { leaveEndsAt } from '../../game/diplomacy/leave.ts';
import { unreadCountSql } from '../../messages/queries.ts';
import { selectOne, statement } from '../../db/pool.ts';
import { contactBattleSql } from '../../world/log/event-log.ts';
import { battleColumns, reportRow } from './event-queries.ts';
import type { Services } from '../../world/services.ts';
import { markResultsRead } from '../../world/log/results.ts';
import type { EmpireState } from '../../world/read.ts';
import { toBattleSummary } from './battle-summary.ts';
import { isAbout, toNews } from './news.ts';
import { toStockBar } from './stock-bar.ts';

const maxBattles = 100;
const maxInvitations = 100;
/** A battle takes some kilobytes. */
const withBattle = 10;

const layoutRow = z.strictObject({
  /** Newest first, as all lists here. */
  battles: z.array(battleListRow),
  unread: z.array(reportRow),
  unread_messages: count,
  unread_chat: count,
  /** The alliances whose invitation has no answer yet. */
  invited_to: z.array(uuid),
});

// $1 empire, $2 now, $3 its player, $4 its alliance, $5 when it joined. The lists have no column in common, so they are
// JSON.
const selectLayout = statement('selectLayout', {
  sql: `SELECT (
     SELECT coalesce(json_agg(active), '[]') FROM (${activeBattlesSql('$1::uuid', '$2::bigint', String(maxBattles))}
     ) AS active
   ) AS battles, (
     SELECT coalesce(json_agg(entry ORDER BY number DESC), '[]') FROM (
       SELECT entry.number, entry.at, entry.type, entry.data, ${battleColumns}
       FROM event_logs
       CROSS JOIN LATERAL (
         SELECT number, row_number() OVER (ORDER BY number DESC) AS ordinal FROM unnest(unread) AS number
       ) AS unread
       JOIN event_log_entries AS entry ON entry.empire_id = event_logs.empire_id AND entry.number = unread.number
       LEFT JOIN battles ON ordinal <= ${withBattle} AND battles.id = ${contactBattleSql}
       WHERE event_logs.empire_id = $1::uuid
     ) AS entry
   ) AS unread, (${unreadCountSql('$3::uuid')}) AS unread_messages,
   (${unreadChatSql('$4::uuid', '$5::bigint', '$3::uuid')}) AS unread_chat, ARRAY(
     SELECT alliance_id FROM alliance_candidates
     WHERE empire_id = $1::uuid AND is_open AND kind = 'invitation' AND NOT withheld ORDER BY at DESC LIMIT ${maxInvitations}
   ) AS invited_to`,
  row: layoutRow,
});

/** Runs one statement. */
export async function readLayout({ pool }: Services, empireState: EmpireState) {
  const { empire, now } = empireState;
  const { id, ownerId, membership } = empire;
  const values = [id, now, ownerId, membership?.allianceId ?? null, membership?.joinedAt ?? null];
  const row = await selectOne(pool, selectLayout, values);
  const { battles, unread, unread_messages, unread_chat, invited_to: invitedTo } = row;
  const running = battles.map((battle) => toBattleSummary(empire, battle, now));
  const against = running.filter(({ role }) => role === 'defender');
  return {
    empire: { id: empire.id, name: empire.name, eventSeq: empire.eventSeq },
    firstCityId: empire.cities[0]?.id ?? null,
    stockBar: toStockBar(empireState),
    leave:
      empire.leave === null
        ? null
        : { noticeEndsAt: empire.leave.noticeEndsAt, endsAt: leaveEndsAt(empire.leave) },
    /** The own alliance of a member, else all alliances. */
    allianceHref: membership?.dissolvedAt !== null ? '/alliances' : `/alliance/${membership.allianceId}`,
    /** On the march, soonest first. */
    alarms: against.filter(({ phase }) => phase === 'marching').sort((a, b) => a.contact_at - b.contact_at),
    /** Being fought, soonest end first. */
    assaults: against
      .filter(({ phase }) => phase === 'fighting')
      .sort((a, b) => (a.ends_at ?? 0) - (b.ends_at ?? 0)),
    /** Of either side, newest first. */
    running,
    unreadMessages: unread_messages,
    /** Up to 100. */
    unreadChat: unread_chat,
    news: toNews(empire, { unread, invitedTo }, now),
    /** The rows behind `news`, newest first. */
    unread,
    invitedTo,
  };
}

export type Layout = Awaited<ReturnType<typeof readLayout>>;

/** Also removes the results from the layout, which was read before that. */
export async function readResultsOf(
  services: Services,
  { empire, now }: EmpireState,
  layout: Layout,
  battleId: string,
): Promise<void> {
  const numbers = layout.unread.filter((row) => isAbout(row, battleId)).map(({ number }) => number);
  if (numbers.length === 0) return;
  await markResultsRead(services, empire.id, numbers);
  const unread = layout.unread.filter((row) => !isAbout(row, battleId));
  layout.news = toNews(empire, { unread, invitedTo: layout.invitedTo }, now);
}

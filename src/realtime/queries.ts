/** The queries of live connections, with the access rules of the REST API. */
import { selectOwnEmpireId } from '../account/queries.ts';
import { selectLatestChat } from '../alliance/chat.ts';
import { toBattleView, toShownBattle } from '../battle/present.ts';
import { selectBattle, selectBattlesOnShow, type BattleDetailRow } from '../battle/queries.ts';
import { combine, crowdPauseMs } from '../db/combine.ts';
import { toCityView } from '../city/present.ts';
import { selectGuards, toPlaceGuard } from '../military/guards.ts';
import {
  readEventLog,
  selectJoins,
  selectLatestNumbers,
  toLogPage,
  type JoinRequest,
} from '../empire/event-log.ts';
import { toEmpireView } from '../empire/present.ts';
import { selectStocks } from '../empire/queries.ts';
import type { ClientEvents, ServerEvents } from '../contract/events.ts';
import { GameError } from '../kernel/errors.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { selectMessage, selectUnread } from '../messages/queries.ts';
import type { Services } from '../world/services.ts';
import { empireUpdate } from '../world/log/notifications.ts';
import { notYours } from '../world/ownership.ts';
import { z } from 'zod';
import { integer, uuid } from '../db/columns.ts';
import { constraintOf } from '../db/constraints.ts';
import { defineQuery, select, statement, type Db } from '../db/pool.ts';

const activeSessionRow = z.strictObject({
  sessionId: uuid,
  empireId: uuid.nullable(),
  /** The socket that the user plays through. */
  socketId: z.string().nullable(),
});

/** Those that have not ended and belong to active users. */
export const selectActiveSessions = defineQuery('selectActiveSessions', {
  sql: `SELECT s.id AS "sessionId", u.empire_id AS "empireId", p.socket_id AS "socketId"
   FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN active_connections p ON p.user_id = u.id
   WHERE s.id = ANY ($1::uuid[]) AND u.is_active`,
  row: activeSessionRow,
  values: (sessionIds: readonly string[]) => [sessionIds],
}).rows;

interface Claim {
  sessionId: string;
  socketId: string;
  /** When the session was read, by the database's clock, with the fraction. */
  arrivedAt: number;
}

// One upsert decides across all instances which connection is newest; a trigger notifies of the replaced one. A stored
// arrival in the future counts as older: the database's clock was set back. The order of the users keeps batches of two
// instances from deadlocking.
const upsertActiveConnections = statement('upsertActiveConnections', {
  sql: `WITH arrivals AS MATERIALIZED (
     SELECT claim.number, s.user_id, u.empire_id, claim.socket_id, claim.arrived_at
     FROM unnest($1::uuid[], $2::text[], $3::float8[])
       WITH ORDINALITY AS claim (session_id, socket_id, arrived_at, number)
     JOIN sessions s ON s.id = claim.session_id JOIN users u ON u.id = s.user_id WHERE u.is_active
   ), newest AS (
     INSERT INTO active_connections AS taken (user_id, socket_id, arrived_at)
     SELECT user_id, socket_id, arrived_at FROM arrivals ORDER BY user_id
     ON CONFLICT (user_id) DO UPDATE SET socket_id = excluded.socket_id, arrived_at = excluded.arrived_at
     WHERE taken.arrived_at <= excluded.arrived_at
       OR taken.arrived_at > extract(epoch FROM clock_timestamp()) * 1000
     RETURNING user_id
   )
   SELECT number::int AS claim, empire_id,
     EXISTS (SELECT 1 FROM newest WHERE newest.user_id = arrivals.user_id) AS is_newest
   FROM arrivals`,
  row: z.strictObject({ claim: integer, empire_id: uuid.nullable(), is_newest: z.boolean() }),
});

interface ConnectionClaim {
  empireId: string | null;
  /** False if another socket of the user arrived later. */
  isNewest: boolean;
}

/**
 * Returns a result for each claim; null means that the session has ended.
 * @param claims at most one for each user
 */
export async function claimConnections(
  db: Db,
  claims: readonly Claim[],
): Promise<(ConnectionClaim | null)[]> {
  try {
    const rows = await select(db, upsertActiveConnections, [
      claims.map(({ sessionId }) => sessionId),
      claims.map(({ socketId }) => socketId),
      claims.map(({ arrivedAt }) => arrivedAt),
    ]);
    const byNumber = new Map(rows.map((row) => [row.claim, row]));
    return claims.map((_, index) => {
      const row = byNumber.get(index + 1);
      return row === undefined ? null : { empireId: row.empire_id, isNewest: row.is_newest };
    });
  } catch (error) {
    // A user was deleted while the statement ran. The claims of the others can succeed one by one.
    if (constraintOf(error) !== 'active_connections_user') throw error;
    if (claims.length === 1) return [null];
    return (await Promise.all(claims.map((claim) => claimConnections(db, [claim])))).flat();
  }
}

/** Per read and message. */
const entriesPerRead = 100;

/** The response of the REST read, and an event. */
type Update = {
  [Name in 'empire_update' | 'battle_update']: { data: unknown; event: Name; payload: ServerEvents[Name] };
}['empire_update' | 'battle_update'];

export type SocketQueries = ReturnType<typeof createSocketQueries>;

export function createSocketQueries(services: Services) {
  const { pool, clock, settings } = services;
  const pause = { ms: crowdPauseMs, time: clock.machine };
  const claim = combine((claims: readonly Claim[]) => claimConnections(pool, claims), pause);
  const readJoin = combine(
    (requests: readonly JoinRequest[]) => selectJoins(pool, requests, clock.now()),
    pause,
  );
  const toShown = (row: BattleDetailRow) => toShownBattle(row, settings.speed);

  const readEmpire = async (userId: string, kind: 'empire' | 'city', id: string): Promise<Update> => {
    const state = await services.readEmpire(kind, id);
    if (state === null) throw new GameError('NOT_FOUND');
    const isOwn = state.empire.ownerId === userId;
    const city = state.empire.cities.find((candidate) => candidate.id === id);
    const data =
      city === undefined
        ? toEmpireView(state, isOwn)
        : {
            ...toCityView(city, settings.speed, isOwn),
            guard: toPlaceGuard((await selectGuards(pool, state.empire)).get(id) ?? null),
          };
    return { data, event: 'empire_update', payload: empireUpdate(state.empire) };
  };

  const readBattle = async (userId: string, id: string): Promise<Update> => {
    const row = await selectBattle(pool, id);
    if (row === null) throw new GameError('NOT_FOUND');
    const ownId = await selectOwnEmpireId(pool, userId);
    if (ownId === null || ![row.attacker_id, row.defender_id, row.ally_id].includes(ownId))
      throw new GameError('FORBIDDEN');
    const data = toBattleView(row, userId, { now: clock.now(), speed: settings.speed });
    const rounds = [...(data.guard?.rounds ?? []), ...data.rounds];
    const events = rounds.at(-1)?.events ?? [];
    const payload = { battle_id: id, round: rounds.length, events, status: data.status };
    return { data, event: 'battle_update', payload };
  };

  return {
    selectActiveSessions: (sessionIds: readonly string[]) => selectActiveSessions(pool, sessionIds),
    claimConnection: ({ sessionId, seenAt }: Pick<Viewer, 'sessionId' | 'seenAt'>, socketId: string) =>
      claim({ sessionId, socketId, arrivedAt: seenAt }),
    /** Throws FORBIDDEN or NOT_FOUND unless this user owns the empire. */
    requireOwnEmpire: async (userId: string, empireId: string) => {
      const ownId = await selectOwnEmpireId(pool, userId);
      if (ownId !== empireId) throw await notYours(pool, 'empire', empireId);
    },
    /** Throws VALIDATION_ERROR for a number that no entry has yet. */
    readEventLog: (empireId: string, after: number) =>
      readEventLog(pool, empireId, { after, limit: entriesPerRead }),
    /**
     * What join_empire sends. Throws FORBIDDEN or NOT_FOUND unless this user owns the empire.
     * @param after null reads only the latest number
     */
    readJoin: async (userId: string, empireId: string, after: number | null) => {
      const join = await readJoin({ userId, empireId, after });
      if (join?.is_own !== true) throw await notYours(pool, 'empire', empireId);
      return { ...toLogPage(join, after), hasBattles: join.has_battles };
    },
    selectLatestNumbers: (empireIds: string[]) => selectLatestNumbers(pool, empireIds),
    readUpdate: (userId: string, { type, id }: ClientEvents['request_update']) =>
      type === 'battle' ? readBattle(userId, id) : readEmpire(userId, type, id),
    selectStocks: (empireIds: string[]) => selectStocks(pool, clock, empireIds),
    selectMessage: (threadId: string, number: number) => selectMessage(pool, threadId, number),
    selectUnread: (userIds: string[]) => selectUnread(pool, userIds),
    selectLatestChat: (userIds: string[]) => selectLatestChat(pool, userIds),
    loadAnnouncement: () => services.announcements.load(pool),
    selectBattle: async (id: string) => {
      const row = await selectBattle(pool, id);
      return row === null ? null : toShown(row);
    },
    /** Whose playback has not ended. */
    selectBattlesOnShow: async (empireId: string) =>
      (await selectBattlesOnShow(pool, empireId, clock.now()))
        .map(toShown)
        .filter((battle) => battle !== null),
  };
}

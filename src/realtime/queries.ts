/** The queries of live connections, built from the features: the same reads and access rules as the REST API. */
import { selectOwnEmpireId } from '../account/queries.ts';
import { selectLatestChat } from '../alliance/chat.ts';
import { roundsShown, toBattleView, toShownBattle, type ShownBattle } from '../battle/present.ts';
import { selectBattleOptional, selectOnShow, type BattleDetailRow } from '../battle/queries.ts';
import { coalesce, crowdPauseMs } from '../db/coalesce.ts';
import { toCityView } from '../city/present.ts';
import { selectGuards } from '../military/guards.ts';
import { readEventLog, selectLatestNumbers } from '../empire/event-log.ts';
import { readJoins, type JoinRequest } from '../empire/join.ts';
import { toEmpireView } from '../empire/present.ts';
import { selectStocks } from '../empire/queries.ts';
import type { ClientEvents, ServerEvents } from '../contract/events.ts';
import { GameError } from '../kernel/errors.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { selectMessage, selectUnread } from '../messages/queries.ts';
import type { Services } from '../world/services.ts';
import { empireUpdate } from '../world/log/notifications.ts';
import { notYours } from '../world/ownership.ts';
import { claimConnections, selectActiveSessions, type Claim } from './active-connection.ts';

/** Event log entries per read and message. */
const entriesPerRead = 100;

/** The result of request_update: the response of the REST read, and the event to send with it. */
type Update = {
  [Name in 'empire_update' | 'battle_update']: { data: unknown; event: Name; payload: ServerEvents[Name] };
}['empire_update' | 'battle_update'];

export type SocketQueries = ReturnType<typeof createSocketQueries>;

export function createSocketQueries(services: Services) {
  const { pool, clock, settings } = services;
  const pause = { ms: crowdPauseMs, time: clock.machine };
  const claim = coalesce((claims: readonly Claim[]) => claimConnections(pool, claims), pause);
  const readJoin = coalesce(
    (requests: readonly JoinRequest[]) => readJoins(pool, requests, clock.now()),
    pause,
  );
  const toShown = (row: BattleDetailRow): ShownBattle | null => toShownBattle(row, settings.speed);

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
            guard: (await selectGuards(pool, state.empire)).get(id) ?? null,
          };
    return { data, event: 'empire_update', payload: empireUpdate(state.empire) };
  };

  const readBattle = async (userId: string, id: string): Promise<Update> => {
    const row = await selectBattleOptional(pool, id);
    if (row === null) throw new GameError('NOT_FOUND');
    const ownId = await selectOwnEmpireId(pool, userId);
    if (ownId === null || ![row.attacker_id, row.defender_id, row.ally_id].includes(ownId))
      throw new GameError('FORBIDDEN');
    const now = clock.now();
    const data = toBattleView(row, userId, { now, speed: settings.speed });
    const round = row.outcome === null ? 0 : roundsShown(row.outcome, now, settings.speed);
    const events = [...(data.guard?.rounds ?? []), ...data.rounds][round - 1]?.events ?? [];
    return { data, event: 'battle_update', payload: { battle_id: id, round, events, status: data.status } };
  };

  return {
    /** The given sessions that have not ended, with the empire and active socket of their users. */
    selectActiveSessions: (sessionIds: readonly string[]) => selectActiveSessions(pool, sessionIds),
    /**
     * Makes this socket the active one of the user unless a newer one exists; the feed reports the replaced socket.
     * Returns the user's current empire; null if the session has ended.
     */
    claimConnection: ({ sessionId, seenAt }: Pick<Viewer, 'sessionId' | 'seenAt'>, socketId: string) =>
      claim({ sessionId, socketId, arrivedAt: seenAt }),
    /** Throws FORBIDDEN or NOT_FOUND unless this user owns the empire. */
    requireOwnEmpire: async (userId: string, empireId: string) => {
      const ownId = await selectOwnEmpireId(pool, userId);
      if (ownId !== empireId) throw await notYours(pool, 'empire', empireId);
    },
    /** One page of entries after a number. Throws VALIDATION_ERROR for a number that no entry has yet. */
    readEventLog: (empireId: string, after: number) =>
      readEventLog(pool, empireId, { after, limit: entriesPerRead }),
    /**
     * What join_empire sends: a page of the event log like readEventLog, and whether a battle of the empire is in
     * playback. Throws FORBIDDEN or NOT_FOUND unless this user owns the empire.
     * @param after null reads only the latest number
     */
    readJoin: async (userId: string, empireId: string, after: number | null) => {
      const join = await readJoin({ userId, empireId, after });
      if (join?.isOwn !== true) throw await notYours(pool, 'empire', empireId);
      return { ...join.page(), hasBattles: join.hasBattles };
    },
    /** The latest entry numbers of these empires' event logs. */
    selectLatestNumbers: (empireIds: string[]) => selectLatestNumbers(pool, empireIds),
    /** With the permissions and refusals of the REST reads. */
    readUpdate: (userId: string, { type, id }: ClientEvents['request_update']) =>
      type === 'battle' ? readBattle(userId, id) : readEmpire(userId, type, id),
    /** The current stock of these empires, computed from their rows only. */
    selectStocks: (empireIds: string[]) => selectStocks(pool, clock, empireIds),
    selectMessage: (threadId: string, number: number) => selectMessage(pool, threadId, number),
    selectUnread: (userIds: string[]) => selectUnread(pool, userIds),
    selectLatestChat: (userIds: string[]) => selectLatestChat(pool, userIds),
    /** Reads the operator's announcement again. */
    loadAnnouncement: () => services.announcements.load(pool),
    selectBattle: async (id: string) => {
      const row = await selectBattleOptional(pool, id);
      return row === null ? null : toShown(row);
    },
    /** Decided battles of an empire whose playback has not ended. */
    selectBattlesOnShow: async (empireId: string) =>
      (await selectOnShow(pool, empireId, clock.now())).map(toShown).filter((battle) => battle !== null),
  };
}

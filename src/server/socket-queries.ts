/** The queries of the socket layer, built from the features: the same reads and access rules as the REST API. */
import { claimConnections, selectActiveSessions, type Claim } from './active-connection.ts';
import { selectOwnEmpireId } from '../account/queries.ts';
import { selectLatestChat } from '../alliance/chat.ts';
import { roundsShown, toBattleView, toRounds } from '../battle/present.ts';
import { selectBattleOptional, selectOnShow, type BattleDetailRow } from '../battle/queries.ts';
import { coalesce, crowdPauseMs } from '../db/coalesce.ts';
import { toCityView } from '../city/present.ts';
import { readEventLog, selectLatestNumbers } from '../empire/event-log.ts';
import { readJoins, type JoinRequest } from '../empire/join.ts';
import { toEmpireView } from '../empire/present.ts';
import { selectStocks } from '../empire/queries.ts';
import { casualtiesOf } from '../game/casualties.ts';
import { roundMs } from '../game/contact.ts';
import { GameError } from '../kernel/errors.ts';
import { selectMessage, selectUnread } from '../messages/queries.ts';
import type { SocketQueries, ShownBattle, Update } from '../realtime/queries.ts';
import type { Services } from '../world/services.ts';
import { empireUpdate } from '../world/log/notifications.ts';
import { notYours } from '../world/ownership.ts';

/** Event log entries per read and message. */
const entriesPerRead = 100;

export function createSocketQueries(services: Services): SocketQueries {
  const { pool, clock, settings } = services;
  const pause = { ms: crowdPauseMs, time: clock.machine };
  const claim = coalesce((claims: readonly Claim[]) => claimConnections(pool, claims), pause);
  const readJoin = coalesce(
    (requests: readonly JoinRequest[]) => readJoins(pool, requests, clock.now()),
    pause,
  );
  const readState = coalesce(
    (requests: readonly { kind: 'empire' | 'city'; id: string }[]) =>
      Promise.all(requests.map(({ kind, id }) => services.readEmpire(kind, id))),
    pause,
  );
  const toShown = (row: BattleDetailRow): ShownBattle | null =>
    row.outcome === null
      ? null
      : {
          id: row.id,
          attackerId: row.attacker_id,
          defenderId: row.defender_id,
          outcome: row.outcome,
          roundEvents: toRounds(row.outcome).map(({ events }) => events),
          casualties: casualtiesOf(row.outcome),
          roundMs: roundMs(settings.speed),
        };

  const readEmpire = async (userId: string, kind: 'empire' | 'city', id: string): Promise<Update> => {
    const state = await readState({ kind, id });
    if (state === null) throw new GameError('NOT_FOUND');
    const isOwn = state.empire.ownerId === userId;
    const city = state.empire.cities.find((candidate) => candidate.id === id);
    const data = city === undefined ? toEmpireView(state, isOwn) : toCityView(city, settings.speed, isOwn);
    return { data, event: 'empire_update', payload: empireUpdate(state.empire) };
  };

  const readBattle = async (userId: string, id: string): Promise<Update> => {
    const row = await selectBattleOptional(pool, id);
    if (row === null) throw new GameError('NOT_FOUND');
    const ownId = await selectOwnEmpireId(pool, userId);
    if (ownId !== row.attacker_id && ownId !== row.defender_id) throw new GameError('FORBIDDEN');
    const now = clock.now();
    const data = toBattleView(row, userId, { now, speed: settings.speed });
    const round = row.outcome === null ? 0 : roundsShown(row.outcome, now, settings.speed);
    const events = data.rounds[round - 1]?.events ?? [];
    return { data, event: 'battle_update', payload: { battle_id: id, round, events, status: data.status } };
  };

  return {
    selectActiveSessions: (sessionIds) => selectActiveSessions(pool, sessionIds),
    claimConnection: ({ sessionId, seenAt }, socketId) => claim({ sessionId, socketId, arrivedAt: seenAt }),
    requireOwnEmpire: async (userId, empireId) => {
      const ownId = await selectOwnEmpireId(pool, userId);
      if (ownId !== empireId) throw await notYours(pool, 'empire', empireId);
    },
    readEventLog: (empireId, after) => readEventLog(pool, empireId, { after, limit: entriesPerRead }),
    readJoin: async (userId, empireId, after) => {
      const join = await readJoin({ userId, empireId, after });
      if (join?.isOwn !== true) throw await notYours(pool, 'empire', empireId);
      return { ...join.page(), hasBattles: join.hasBattles };
    },
    selectLatestNumbers: (empireIds) => selectLatestNumbers(pool, empireIds),
    readUpdate: (userId, { type, id }) =>
      type === 'battle' ? readBattle(userId, id) : readEmpire(userId, type, id),
    selectStocks: (empireIds) => selectStocks(pool, clock, empireIds),
    selectMessage: (threadId, number) => selectMessage(pool, threadId, number),
    selectUnread: (userIds) => selectUnread(pool, userIds),
    selectLatestChat: (userIds) => selectLatestChat(pool, userIds),
    loadAnnouncement: () => services.announcements.load(pool),
    selectBattle: async (id) => {
      const row = await selectBattleOptional(pool, id);
      return row === null ? null : toShown(row);
    },
    selectBattlesOnShow: async (empireId) =>
      (await selectOnShow(pool, empireId, clock.now())).map(toShown).filter((battle) => battle !== null),
  };
}

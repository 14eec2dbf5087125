/** A further page of a ranking shows nothing else. */
import { minuteMs } from '../../kernel/time.ts';
import { toStanding } from '../../seats/present.ts';
import { selectReigns, selectSeats } from '../../seats/queries.ts';
import type { EmpireState } from '../../world/read.ts';
import type { Services } from '../../world/services.ts';
import { definePage } from '../framework/page.ts';
import { selectLatestFight, showFight } from '../shared/latest-fight.ts';
import { shareReads } from '../shared/shared-reads.ts';
import { readWorldMap, toWorldMap } from './map.ts';
import { readQuery, readRanking } from './ranking.ts';
import { maxSeats, toSeatList } from './seats.ts';

const maxListed = 10;

const readFight = shareReads(minuteMs, ({ pool }, now) => selectLatestFight(pool, now));

async function readWorld(services: Services, viewer: EmpireState | null) {
  const { pool, clock, settings } = services;
  const ownId = viewer?.empire.id ?? null;
  const [shared, seats, { standings, ...reign }, fight] = await Promise.all([
    readWorldMap(services),
    selectSeats(pool, { limit: maxSeats }),
    selectReigns({ pool, settings }, { now: clock.now(), limit: maxListed }),
    readFight(services),
  ]);
  return {
    map: toWorldMap(shared, seats, viewer),
    reign: { ...reign, standings: standings.map(toStanding) },
    seatList: toSeatList(services, seats, ownId),
    fight: showFight(fight, ownId),
  };
}

export const worldPage = definePage('/world', {
  section: 'world',
  readers: 'guest',
  read: async ({ services, fields, empireState }) => {
    const { refusal, ...query } = readQuery(fields);
    const [ranking, world] = await Promise.all([
      readRanking(services, query, empireState),
      query.from > 1 ? null : readWorld(services, empireState),
    ]);
    return {
      title: 'World',
      ...(refusal !== null && { status: 400, message: refusal }),
      values: {
        description:
          'The map of the whole world, its reign and its seats, and its empires and alliances by rank.',
        ownId: empireState?.empire.id ?? null,
        ranking,
        world,
      },
    };
  },
});

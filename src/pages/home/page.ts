/** The landing page. */
import { readLeaderboard } from '../../leaderboard/queries.ts';
import type { Services } from '../../world/services.ts';
import { countEmpires } from '../shared/map-queries.ts';
import { definePage } from '../framework/page.ts';
import { showBattle } from './fight.ts';
import { TimedCache } from '../shared/timed-cache.ts';
import { selectShownBattle, type ShownBattleRow } from './queries.ts';

const topRanks = 6;
const cacheMs = 30_000;

interface PublicData {
  empires: number;
  battle: ShownBattleRow | null;
}

/** The public data of a world, cached for 30 s, because strangers open this page often. */
const publicData = new TimedCache<PublicData>(cacheMs);

function readPublicData(services: Services): Promise<PublicData> {
  const now = services.clock.now();
  return publicData.get(services, now, async () => {
    const [empires, battle] = await Promise.all([
      countEmpires(services),
      selectShownBattle(services.pool, now),
    ]);
    return { empires, battle };
  });
}

export const homePage = definePage({
  path: '/',
  section: null,
  readers: 'guest',
  read: async ({ services, empireState }) => {
    const empireId = empireState?.empire.id ?? null;
    const [{ rankings }, { empires, battle }] = await Promise.all([
      readLeaderboard(services, { type: 'score', limit: topRanks, from: 1, empireId: null }),
      readPublicData(services),
    ]);
    return {
      view: 'home',
      title: 'A strategy game that goes on while you sleep',
      values: {
        wide: true,
        description:
          'Found a city, raise an army, and keep both. A multiplayer strategy game for the browser whose world goes on while you sleep, and whose dice are sealed beforehand.',
        rankings: rankings.map((row) => ({ ...row, isMine: row.empire_id === empireId })),
        empires,
        battle: showBattle(battle, empireId),
        speed: services.settings.speed,
      },
    };
  },
});

/** The landing page. */
import { readLeaderboard } from '../../leaderboard/queries.ts';
import { countEmpires } from '../shared/map-queries.ts';
import { definePage } from '../framework/page.ts';
import { showBattle } from './fight.ts';
import { TimedCache } from '../shared/timed-cache.ts';
import { selectShownBattle, type ShownBattleRow } from './queries.ts';

const topRanks = 6;
const cacheMs = 30_000;

/** The public data of a world, cached for 30 s, because strangers open this page often. */
const publicData = new TimedCache<[empires: number, battle: ShownBattleRow | null]>(cacheMs);

export const homePage = definePage({
  path: '/',
  section: null,
  readers: 'guest',
  read: async ({ services, empireState }) => {
    const empireId = empireState?.empire.id ?? null;
    const { pool, clock, settings } = services;
    const now = clock.now();
    const [{ rankings }, [empires, battle]] = await Promise.all([
      readLeaderboard(services, { type: 'score', limit: topRanks, from: 1, empireId: null }),
      publicData.get(services, now, () =>
        Promise.all([countEmpires(services), selectShownBattle(pool, now)]),
      ),
    ]);
    return {
      view: 'home',
      title: 'A strategy game that goes on while you sleep',
      values: {
        wide: true,
        description:
          'Found a city, raise an army, and keep both. A multiplayer strategy game for the browser whose world goes on while you sleep, and whose dice are sealed beforehand.',
        rankings,
        own: rankings.find(({ empire_id: id }) => id === empireId) ?? null,
        empires,
        battle: showBattle(battle, empireId),
        speed: settings.speed,
      },
    };
  },
});

/** The landing page: what the game is, on one screen. */
import { selectLeaderboard } from '../../leaderboard/queries.ts';
import { countEmpires } from '../map/queries.ts';
import { definePage } from '../page.ts';

const topRanks = 10;

export const homePage = definePage({
  path: '/',
  section: null,
  readers: 'everybody',
  read: async ({ game: { pool, clock, settings }, realm }) => {
    const [rankings, empires] = await Promise.all([
      selectLeaderboard(pool, clock, {
        type: 'score',
        limit: topRanks,
        empireId: realm?.empire.id ?? null,
      }),
      countEmpires(pool),
    ]);
    return {
      view: 'home',
      title: 'A strategy game that goes on while you sleep',
      values: { rankings, empires, speed: settings.speed },
    };
  },
});

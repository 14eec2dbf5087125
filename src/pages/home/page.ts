/** The landing page: what the game is, on one screen. */
import { selectLeaderboard } from '../../leaderboard/queries.ts';
import { countEmpires } from '../map/queries.ts';
import { definePage } from '../page.ts';
import { readFight } from './fight.ts';

const topRanks = 6;

export const homePage = definePage({
  path: '/',
  section: null,
  readers: 'everybody',
  read: async ({ game, realm }) => {
    const { pool, clock, settings } = game;
    const empireId = realm?.empire.id ?? null;
    const [{ rankings }, empires, battle] = await Promise.all([
      selectLeaderboard(pool, clock, { type: 'score', limit: topRanks, empireId }),
      countEmpires(pool),
      readFight(game, empireId),
    ]);
    return {
      view: 'home',
      title: 'A strategy game that goes on while you sleep',
      values: {
        wide: true,
        description:
          'Found a city, raise an army, and keep both. A multiplayer strategy game for the browser whose world goes on while you sleep, and whose battles anyone can recompute.',
        rows: rankings.map((row) => ({ ...row, isMine: row.empire_id === empireId })),
        empires,
        battle,
        speed: settings.speed,
      },
    };
  },
});

/** The page of targets that were attacked before or marked: what they hold, the odds, and several raids with one button. */
import { readRaids } from '../../battle/raids.ts';
import { safeOdds } from '../../game/odds.ts';
import { definePage } from '../framework/page.ts';
import { toRaidView } from './plan.ts';

export const raidsPage = definePage({
  path: '/raids',
  section: 'battles',
  readers: 'player',
  read: async ({ services, empireState }) => {
    const raids = (await readRaids(services, empireState)).map((raid) => toRaidView(empireState, raid));
    return {
      view: 'raids',
      title: 'Raid again',
      anchors: ['raids'],
      values: {
        raids,
        safeOdds,
        safeCount: raids.filter(({ order, isSafe }) => order !== null && isSafe).length,
      },
    };
  },
});

/** The page of targets that were attacked before: what they hold now, the odds, and raids on several with one button. */
import { safeOdds } from '../../game/odds.ts';
import type { EmpireState } from '../../world/read.ts';
import { definePage } from '../framework/page.ts';
import { planRaids } from './plan.ts';
import { selectRaidTargets } from './queries.ts';

export const raidsPage = definePage({
  path: '/raids',
  section: 'battles',
  readers: 'player',
  read: async ({ services, empireState }) => {
    const rows = await selectRaidTargets(services.pool, empireState.empire.id);
    const owners = await Promise.all(
      rows.map(({ empire_id: id }): Promise<EmpireState | null> => services.readEmpire('empire', id)),
    );
    const targets = rows.flatMap((row, index) => {
      const owner = owners[index] ?? null;
      return owner === null ? [] : [{ row, owner }];
    });
    const raids = planRaids(empireState, targets);
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

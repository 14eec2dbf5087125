/** The battle report, for its participants. */
import { toBattleView } from '../../battle/present.ts';
import { selectBattleOptional } from '../../battle/queries.ts';
import { battleParams } from '../../contract/battle.ts';
import { maxRounds } from '../../game/battle.ts';
import { GameError } from '../../kernel/errors.ts';
import { parseForm } from '../shared/forms.ts';
import { definePage } from '../framework/page.ts';
import { targetText, toReport } from './report.ts';

/** The round of a link; null if it is missing or impossible. */
function readRound(text: string | undefined): number | null {
  const round = /^\d{1,2}$/.test(text ?? '') ? Number(text) : null;
  return round !== null && round <= maxRounds ? round : null;
}

export const battlePage = definePage({
  path: '/battle/:battle_id',
  section: 'battles',
  readers: 'viewer',
  read: async ({ services, params, fields, empireState, viewer: { empireId } }) => {
    const { battle_id } = parseForm(battleParams, params);
    const row = await selectBattleOptional(services.pool, battle_id);
    if (row === null) throw new GameError('NOT_FOUND');
    if (empireId === null || (empireId !== row.attacker_id && empireId !== row.defender_id)) {
      throw new GameError('FORBIDDEN');
    }
    const view = toBattleView(row, services.clock.now(), services.settings.speed);
    const role = row.attacker_id === empireId ? 'attacker' : 'defender';
    return {
      view: 'battle',
      title: `Battle at ${targetText(view, null)}`,
      scripts: ['battle'],
      ...(view.phase === 'completed' ? { reportedBattle: view.id } : {}),
      values: toReport(view, empireState?.empire ?? null, role, readRound(fields.round)),
    };
  },
});

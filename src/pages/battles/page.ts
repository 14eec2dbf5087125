/** The report of a battle, for those who take part in it. */
import { toBattleView } from '../../battle/present.ts';
import { selectBattleOptional } from '../../battle/queries.ts';
import { battleParams } from '../../contract/battle.ts';
import { GameError } from '../../kernel/errors.ts';
import { parseForm } from '../forms.ts';
import { definePage } from '../page.ts';
import { tileText } from '../words.ts';
import { toBattlePage } from './lines.ts';

export const battlePage = definePage({
  path: '/battle/:battle_id',
  section: 'battles',
  readers: 'viewer',
  read: async ({ game, params, viewer: { empireId } }) => {
    const { battle_id } = parseForm(battleParams, params);
    const row = await selectBattleOptional(game.pool, battle_id);
    if (row === null) throw new GameError('NOT_FOUND');
    if (empireId === null || (empireId !== row.attacker_id && empireId !== row.defender_id)) {
      throw new GameError('FORBIDDEN');
    }
    const view = toBattleView(row, game.clock.now(), game.settings.speed);
    return {
      view: 'battle',
      title: `Battle at ${tileText(view.location)}`,
      values: toBattlePage(view, empireId),
    };
  },
});

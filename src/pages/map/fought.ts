/** The viewer's battles that ended a short while ago, as marks on the map: the outcome, with a link to the report. */
import { toBattleItem } from '../../battle/present.ts';
import type { BattleListRow } from '../../battle/queries.ts';
import { minuteMs } from '../../kernel/time.ts';
import type { EmpireState } from '../../world/read.ts';
import { toBattleSummary } from '../shared/battle-summary.ts';
import { toPoint } from '../shared/land.ts';

/** How long a battle is marked, in real time. */
const markedMs = 30 * minuteMs;

/** The latest battle of each tile. @param rows newest first */
export function toFought({ empire, now }: EmpireState, rows: readonly BattleListRow[]) {
  const marks = rows
    .filter(({ result }) => result !== 'called_off')
    .map((row) => toBattleSummary(empire, toBattleItem(row, now)))
    .filter(({ result, endsAt }) => result !== null && endsAt !== null && endsAt >= now - markedMs)
    .map(({ id, role, enemy, place, tile, result, outcome }) => {
      const text = `${result ?? ''}: your ${role === 'attacker' ? 'attack on' : 'defence against'} ${enemy} at ${place}`;
      return { id, label: result, outcome, text, ...toPoint(tile) };
    });
  return marks.filter(({ x, y }, index) => marks.findIndex((mark) => mark.x === x && mark.y === y) === index);
}

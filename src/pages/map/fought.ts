/** The viewer's battles that ended a short while ago, as marks on the map: the outcome, with a link to the report. */
import { toBattleItem } from '../../battle/present.ts';
import type { BattleListRow } from '../../battle/queries.ts';
import { minuteMs } from '../../kernel/time.ts';
import { tileSize } from '../../terrain/land.ts';
import type { EmpireState } from '../../world/read.ts';
import { toBattleSummary, type BattleSummary } from '../shared/battle-summary.ts';

/** How long a battle is marked, in real time. */
const markedMs = 30 * minuteMs;

export interface FoughtMark {
  id: string;
  x: number;
  y: number;
  /** `Won`, `Lost` or `Draw`. */
  label: string;
  outcome: BattleSummary['outcome'];
  text: string;
}

/** The latest battle of each tile. @param rows newest first */
export function toFought({ empire, now }: EmpireState, rows: readonly BattleListRow[]): FoughtMark[] {
  const marks = new Map<string, FoughtMark>();
  for (const row of rows) {
    const { id, role, enemy, place, tile, endsAt, result, outcome } = toBattleSummary(
      empire,
      toBattleItem(row, now),
    );
    const key = `${tile.x} ${tile.y}`;
    if (result === null || row.result === 'called_off' || endsAt === null) continue;
    if (endsAt < now - markedMs || marks.has(key)) continue;
    const text = `${result}: your ${role === 'attacker' ? 'attack on' : 'defence against'} ${enemy} at ${place}`;
    marks.set(key, { id, label: result, outcome, text, x: tile.x * tileSize, y: -tile.y * tileSize });
  }
  return [...marks.values()];
}

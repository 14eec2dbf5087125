/** What stands around every page of somebody with an empire: the stock, the attacks coming in, the battles under way. */
import { toBattleItem } from '../../battle/present.ts';
import { selectBattles } from '../../battle/queries.ts';
import type { Services } from '../../world/execute-command.ts';
import type { EmpireState } from '../../world/read.ts';
import { toBattleSummary, type BattleSummary } from './battle-summary.ts';
import { toStockBar, type StockBar } from './stock-bar.ts';

const maxBattles = 100;

export interface Layout {
  empire: { id: string; name: string; eventSeq: number };
  /** The capital, where the word "Cities" leads. */
  firstCityId: string | null;
  stockBar: StockBar;
  /** Attacks on their way to the reader, soonest first. */
  alarms: BattleSummary[];
  /** Battles that are marched to or being fought, own attacks and those of others, newest first. */
  running: BattleSummary[];
}

/** One statement beside the realm that was read before. */
export async function readLayout({ pool }: Services, empireState: EmpireState): Promise<Layout> {
  const { empire, now } = empireState;
  const rows = await selectBattles(pool, { empire_id: empire.id, status: 'active', limit: maxBattles }, now);
  const running = rows.map((row) => toBattleSummary(empire, toBattleItem(row, now)));
  return {
    empire: { id: empire.id, name: empire.name, eventSeq: empire.eventSeq },
    firstCityId: empire.cities[0]?.id ?? null,
    stockBar: toStockBar(empireState),
    alarms: running
      .filter(({ role, phase }) => role === 'defender' && phase === 'marching')
      .sort((a, b) => a.contactAt - b.contactAt),
    running,
  };
}

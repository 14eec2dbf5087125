/** Data of the layout around every page of a player with an empire: stock, incoming attacks, active battles. */
import { toBattleItem } from '../../battle/present.ts';
import { selectBattles } from '../../battle/queries.ts';
import { selectUnreadCount } from '../../messages/queries.ts';
import type { Services } from '../../world/services.ts';
import type { EmpireState } from '../../world/read.ts';
import { toBattleSummary, type BattleSummary } from './battle-summary.ts';
import { toStockBar, type StockBar } from './stock-bar.ts';

const maxBattles = 100;

export interface Layout {
  empire: { id: string; name: string; eventSeq: number };
  /** The capital, to which "Cities" links. */
  firstCityId: string | null;
  stockBar: StockBar;
  /** Incoming attacks on the march, soonest first. */
  alarms: BattleSummary[];
  /** Active battles of either side, marching or fighting, newest first. */
  running: BattleSummary[];
  /** The number of unread messages. */
  unreadMessages: number;
}

/** Runs two statements at once; the empire state is already loaded. */
export async function readLayout({ pool }: Services, empireState: EmpireState): Promise<Layout> {
  const { empire, now } = empireState;
  const [rows, unreadMessages] = await Promise.all([
    selectBattles(pool, { empire_id: empire.id, status: 'active', limit: maxBattles }, now),
    selectUnreadCount(pool, empire.ownerId),
  ]);
  const running = rows.map((row) => toBattleSummary(empire, toBattleItem(row, now)));
  return {
    empire: { id: empire.id, name: empire.name, eventSeq: empire.eventSeq },
    firstCityId: empire.cities[0]?.id ?? null,
    stockBar: toStockBar(empireState),
    alarms: running
      .filter(({ role, phase }) => role === 'defender' && phase === 'marching')
      .sort((a, b) => a.contactAt - b.contactAt),
    running,
    unreadMessages,
  };
}

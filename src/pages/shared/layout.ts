/** Data of the layout around every page of a player with an empire: stock, incoming attacks, battles, unread results. */
import { toBattleItem } from '../../battle/present.ts';
import type { Services } from '../../world/services.ts';
import type { EmpireState } from '../../world/read.ts';
import { toBattleSummary, type BattleSummary } from './battle-summary.ts';
import type { ReportRow } from './event-queries.ts';
import { selectLayoutRows } from './layout-queries.ts';
import { toNews, type News } from './news.ts';
import { toStockBar, type StockBar } from './stock-bar.ts';

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
  /** The number of unread messages to the alliance, up to 100. */
  unreadChat: number;
  /** Attacks on the viewer that are being fought, soonest end first. */
  assaults: BattleSummary[];
  news: News;
  /** The rows behind `news`, newest first. */
  unread: readonly ReportRow[];
}

/** Runs one statement; the empire state is already loaded. */
export async function readLayout({ pool }: Services, empireState: EmpireState): Promise<Layout> {
  const { empire, now } = empireState;
  const { battles, unread, unread_messages, unread_chat } = await selectLayoutRows(pool, empire, now);
  const running = battles.map((row) => toBattleSummary(empire, toBattleItem(row, now)));
  const against = running.filter(({ role }) => role === 'defender');
  return {
    empire: { id: empire.id, name: empire.name, eventSeq: empire.eventSeq },
    firstCityId: empire.cities[0]?.id ?? null,
    stockBar: toStockBar(empireState),
    alarms: against.filter(({ phase }) => phase === 'marching').sort((a, b) => a.contactAt - b.contactAt),
    assaults: against
      .filter(({ phase }) => phase === 'fighting')
      .sort((a, b) => (a.endsAt ?? 0) - (b.endsAt ?? 0)),
    running,
    unreadMessages: unread_messages,
    unreadChat: unread_chat,
    news: toNews(empire, unread, now),
    unread,
  };
}

/** The layout after these results were read. */
export function withoutResults(
  layout: Layout,
  { empire, now }: EmpireState,
  numbers: readonly number[],
): Layout {
  const unread = layout.unread.filter(({ number }) => !numbers.includes(number));
  return { ...layout, unread, news: toNews(empire, unread, now) };
}

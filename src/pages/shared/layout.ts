/** Data of the layout around every page of a player with an empire: stock, incoming attacks, battles, unread results. */
import { toBattleItem } from '../../battle/present.ts';
import type { Services } from '../../world/services.ts';
import { markResultsRead } from '../../world/log/results.ts';
import type { EmpireState } from '../../world/read.ts';
import { toBattleSummary } from './battle-summary.ts';
import { selectLayoutRows } from './layout-queries.ts';
import { isAbout, toNews } from './news.ts';
import { toStockBar } from './stock-bar.ts';

/** Runs one statement; the empire state is already loaded. */
export async function readLayout({ pool }: Services, empireState: EmpireState) {
  const { empire, now } = empireState;
  const { battles, unread, unread_messages, unread_chat } = await selectLayoutRows(pool, empire, now);
  const running = battles.map((row) => toBattleSummary(empire, toBattleItem(row, now)));
  const against = running.filter(({ role }) => role === 'defender');
  return {
    empire: { id: empire.id, name: empire.name, eventSeq: empire.eventSeq },
    /** The capital, to which "Cities" links. */
    firstCityId: empire.cities[0]?.id ?? null,
    stockBar: toStockBar(empireState),
    /** Incoming attacks on the march, soonest first. */
    alarms: against.filter(({ phase }) => phase === 'marching').sort((a, b) => a.contactAt - b.contactAt),
    /** Attacks on the viewer that are being fought, soonest end first. */
    assaults: against
      .filter(({ phase }) => phase === 'fighting')
      .sort((a, b) => (a.endsAt ?? 0) - (b.endsAt ?? 0)),
    /** Active battles of either side, marching or fighting, newest first. */
    running,
    unreadMessages: unread_messages,
    /** The number of unread messages to the alliance, up to 100. */
    unreadChat: unread_chat,
    news: toNews(empire, unread, now),
    /** The rows behind `news`, newest first. */
    unread,
  };
}

export type Layout = Awaited<ReturnType<typeof readLayout>>;

/** Marks the results of a finished battle as read. They leave the layout, which was read before that. */
export async function readResultsOf(
  { pool }: Services,
  { empire, now }: EmpireState,
  layout: Layout,
  battleId: string,
): Promise<void> {
  const numbers = layout.unread.filter((row) => isAbout(row, battleId)).map(({ number }) => number);
  if (numbers.length === 0) return;
  await markResultsRead(pool, empire.id, numbers);
  layout.news = toNews(
    empire,
    layout.unread.filter((row) => !isAbout(row, battleId)),
    now,
  );
}

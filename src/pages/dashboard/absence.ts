/** The paragraph that tells a ruler who comes back after many hours what happened meanwhile, and what to do first. */
import type { UnitType } from '../../contract/vocabulary.ts';
import { amounts, sumOf } from '../../game/balance.ts';
import { add } from '../../game/economy/stock.ts';
import { isOnLeave } from '../../game/diplomacy/leave.ts';
import type { Empire } from '../../game/types.ts';
import { wishesOf } from '../../game/economy/wishes.ts';
import { hourMs } from '../../kernel/time.ts';
import { toEmpireEvent } from '../../world/log/event-log.ts';
import { joinAnd } from '../../shared-ui/words.ts';
import type { CityDetails } from '../shared/city-details.ts';
import type { ReportRow } from '../shared/event-queries.ts';
import {
  amountsText,
  kindName,
  capitalise,
  countOf,
  group,
  lasting,
  placeText,
  seatName,
  tagged,
} from '../shared/formatters.ts';
import type { Layout } from '../shared/layout.ts';

/** An absence of this real time deserves the paragraph. */
export const absenceMs = 8 * hourMs;
/** Entries that it counts at most. */
export const maxCounted = 500;
/** Opponents and buildings that it names; the others are numbers. */
const maxNamed = 3;
const maxOrders = 3;

/** `a, b and c`; beyond the most that are named, a number of others. */
function listed(texts: readonly string[], others: string): string {
  const shown = texts.length > maxNamed ? texts.slice(0, maxNamed - 1) : texts;
  const rest = texts.length - shown.length;
  return joinAnd(rest === 0 ? shown : [...shown, `${group(rest)} ${others}`]);
}

const times = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${group(count)} times`;

/** What the entries add up to in sentences, the most important first; none if nothing happened that a ruler asks for. */
function tell(empire: Empire, rows: readonly ReportRow[], now: number): string[] {
  const held: string[] = [];
  const lost: string[] = [];
  const won: string[] = [];
  const beaten: string[] = [];
  const seats: string[] = [];
  const buildings: string[] = [];
  const plundered = amounts(0, 0, 0);
  const brought = amounts(0, 0, 0);
  const trained = new Map<UnitType, number>();
  let deserted = 0;
  for (const row of rows.toReversed()) {
    const { type, data } = toEmpireEvent(row);
    if (type === 'battle_contact' && row.result !== null && Date.parse(data.ends_at) <= now) {
      const opponent = tagged(data.opponent_name, data.opponent_tag ?? null);
      const isWon = row.result === `${data.role}_won`;
      if (data.role === 'attacker') (isWon ? won : beaten).push(opponent);
      else {
        (isWon ? held : lost).push(`${placeText(empire, data.location)} against ${opponent}`);
        if (row.loot !== null) add(plundered, row.loot);
      }
    } else if (type === 'army_arrived') add(brought, data.loot);
    else if (type === 'seat_taken') seats.push(`You took the ${seatName(data.location)}.`);
    else if (type === 'seat_lost') {
      const taker = tagged(data.opponent_name, data.opponent_tag ?? null);
      seats.push(`${capitalise(taker)} took the ${seatName(data.location)} from you.`);
    } else if (type === 'construction_complete')
      buildings.push(
        `${kindName(data.building.type).toLowerCase()} ${data.building.level} in ${data.city_name}`,
      );
    else if (type === 'unit_training_complete') {
      const { type: unit, quantity } = data.units;
      trained.set(unit, (trained.get(unit) ?? 0) + quantity);
    } else if (type === 'desertion')
      deserted += Object.values(data.lost).reduce((sum, count) => sum + count, 0);
  }
  const units = [...trained].map(([type, count]) => countOf(count, type));
  const sentences = [
    lost.length > 0 &&
      `You lost ${times(lost.length)}: ${listed(lost, 'more')}${sumOf(plundered) > 0 ? `, and ${amountsText(plundered)} of yours went with the attackers` : ''}.`,
    held.length > 0 && `You held ${listed(held, 'more')}.`,
    ...seats,
    won.length > 0 && `Your armies beat ${listed([...new Set(won)], 'others')}.`,
    beaten.length > 0 && `They were beaten by ${listed([...new Set(beaten)], 'others')}.`,
    sumOf(brought) > 0 && `They brought home ${amountsText(brought)}.`,
    buildings.length > 0 && `You now have ${listed(buildings, 'more levels')}.`,
    units.length > 0 && `Your barracks trained ${listed(units, 'more')}.`,
    deserted > 0 && `${countOf(deserted, 'units')} deserted, because the food ran out.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

interface Order {
  text: string;
  href: string;
}

/** What matters now, the most urgent first. On leave, no order is taken. */
function ordersOf(empire: Empire, cities: readonly CityDetails[], layout: Layout, now: number): Order[] {
  if (isOnLeave(empire)) return [];
  const [alarm] = layout.alarms;
  const { stock } = layout.stockBar;
  const hungry = stock.find(({ resource, rate }) => resource === 'food' && rate < 0);
  const full = stock.find(({ amount, cap }) => amount >= cap);
  const hasWishes = wishesOf(empire).list.length > 0;
  const idleCity = hasWishes ? undefined : cities.find(({ queue }) => queue.length === 0);
  const idleArmy = empire.armies.find(({ march, guards }) => march === null && guards === null);
  return [
    alarm !== undefined && {
      text: `${alarm.enemy} reaches ${alarm.place} in ${lasting(alarm.contact_at - now)}: strengthen it or move what can be lost`,
      href: `/battle/${alarm.id}`,
    },
    hungry !== undefined && {
      text: 'Your units eat more than your farms yield: build a farm, or dismiss some',
      href: `/city/${cities[0]?.id ?? ''}`,
    },
    full !== undefined && {
      text: `The stores are full of ${full.resource}: list what it shall pay for`,
      href: '/wishes',
    },
    idleCity !== undefined && {
      text: `${idleCity.name} builds nothing: order a level`,
      href: `/city/${idleCity.id}`,
    },
    layout.unreadMessages > 0 && {
      text: `Read ${countOf(layout.unreadMessages, 'messages')}`,
      href: '/messages',
    },
    idleArmy !== undefined && {
      text: `${idleArmy.name} stands still: send it to raid`,
      href: '/reports?show=raids',
    },
  ].filter((order) => order !== false);
}

/** @param rows the entries since the last visit, newest first */
export function tellAbsence(
  empire: Empire,
  rows: readonly ReportRow[],
  {
    cities,
    layout,
    goneAt,
    now,
  }: { cities: readonly CityDetails[]; layout: Layout; goneAt: number; now: number },
) {
  return {
    length: lasting(now - goneAt),
    sentences: tell(empire, rows, now),
    orders: ordersOf(empire, cities, layout, now).slice(0, maxOrders),
  };
}

/** Entries of the event log in words, from the viewer's side. */
import type { EmpireEvent } from '../../contract/event-log.ts';
import type { BattleResult, Role } from '../../contract/vocabulary.ts';
import { sumOf } from '../../game/balance.ts';
import type { Empire, Tile } from '../../game/types.ts';
import { dayMs } from '../../kernel/time.ts';
import { toEmpireEvent } from '../../world/log/event-log.ts';
import { toSides } from './battle-sides.ts';
import {
  amountsText,
  buildingNames,
  countOf,
  group,
  lasting,
  placeText,
  tagged,
  tileText,
  unitsText,
} from './formatters.ts';
import { allianceSummaries } from './alliance-summaries.ts';
import { callOffReasons } from './call-off-reasons.ts';
import { goalTexts, goalTitle } from './goal-texts.ts';
import type { ReportRow } from './event-queries.ts';

interface SummaryText {
  icon: string;
  title: string;
  detail: string;
  /** Link to the details, or null. */
  href: string | null;
  /** By default `none`. */
  tone?: 'gain' | 'foe' | 'none';
}

type Summarizers = {
  [Type in EmpireEvent['type']]: (
    data: Extract<EmpireEvent, { type: Type }>['data'],
    context: { placeOf: (tile: Tile) => string; now: number; row: ReportRow },
  ) => SummaryText;
};

const results = {
  attacker_won: { attacker: 'You won', defender: 'You lost' },
  defender_won: { attacker: 'You lost', defender: 'You won' },
  draw: { attacker: 'Nobody won', defender: 'Nobody won' },
  called_off: { attacker: 'Nobody fought', defender: 'Nobody fought' },
} satisfies Record<BattleResult, Record<Role, string>>;

/** The units of both sides, and the points for those that the viewer destroyed. Empty without a fight. */
function lossesText(row: ReportRow, role: Role): string {
  const { own, foe } = toSides(row, row.last_round, role);
  if (own.units + foe.units === 0) return '';
  const points = foe.points === 0 ? '' : `, worth ${countOf(foe.points, 'points')}`;
  return `You lost ${group(own.lost)} of ${countOf(own.units, 'units')}, and destroyed ${group(foe.lost)} of ${group(foe.units)}${points}.`;
}

/** The end of a battle for one side. It reveals nothing before the last round has been shown. */
function summarizeBattle(
  { role, opponent_name: opponent, location, ends_at }: Parameters<Summarizers['battle_contact']>[0],
  { placeOf, now, row }: Parameters<Summarizers['battle_contact']>[1],
): Omit<SummaryText, 'icon' | 'href'> {
  const { result, loot, sacked_until: until } = row;
  const place = placeOf(location);
  if (result === null || Date.parse(ends_at) > now) {
    return { title: `Battle at ${place}`, detail: `It is being fought against ${opponent}.` };
  }
  const plunder =
    loot === null || sumOf(loot) === 0
      ? ''
      : `${role === 'attacker' ? 'You took' : 'You were plundered of'} ${amountsText(loot)}.`;
  const sack =
    until === null
      ? ''
      : role === 'attacker'
        ? 'You sacked it.'
        : until > now
          ? `It makes half its output for another ${lasting(until - now)}.`
          : 'It was sacked.';
  const tone = result === `${role}_won` ? 'gain' : result === 'draw' ? 'none' : 'foe';
  return {
    title: `${results[result][role]} against ${opponent} at ${place}`,
    detail: `${lossesText(row, role)} ${plunder} ${sack}`.replace(/ +/g, ' ').trim(),
    tone,
  };
}

const summarizers: Summarizers = {
  empire_founded: ({ city_id, city_name, location }) => ({
    icon: 'overview',
    title: 'Your empire was founded',
    detail: `${city_name} is at ${tileText(location)}.`,
    href: `/city/${city_id}`,
  }),
  city_founded: ({ city_id, city_name, location }) => ({
    icon: 'town_hall',
    title: `${city_name} was founded`,
    detail: `at ${tileText(location)}`,
    href: `/city/${city_id}`,
  }),
  city_renamed: ({ city_id, city_name, former_name }) => ({
    icon: 'town_hall',
    title: `${city_name} has a new name`,
    detail: `It was called ${former_name}.`,
    href: `/city/${city_id}`,
  }),
  construction_complete: ({ city_id, city_name, building: { type, level } }) => ({
    icon: type,
    title: `${buildingNames[type]} reached level ${level}`,
    detail: city_name,
    href: `/city/${city_id}`,
  }),
  unit_training_complete: ({ city_id, city_name, units: { type, quantity } }) => ({
    icon: type,
    title: `${countOf(quantity, type)} ${quantity === 1 ? 'is' : 'are'} trained`,
    detail: city_name,
    href: `/city/${city_id}`,
  }),
  army_arrived: ({ army_id, army_name, location, loot }, { placeOf }) => ({
    icon: sumOf(loot) > 0 ? 'loot' : 'march',
    title: `${army_name} arrived at ${placeOf(location)}`,
    detail: sumOf(loot) > 0 ? `It brought ${amountsText(loot)}.` : '',
    href: `/armies#army-${army_id}`,
    tone: sumOf(loot) > 0 ? 'gain' : 'none',
  }),
  desertion: ({ lost }) => ({
    icon: 'food',
    title: 'Hunger: units deserted',
    detail: `${unitsText(lost)} left, as there was no food.`,
    href: '/armies',
    tone: 'foe',
  }),
  sack_ended: ({ city_id, city_name }) => ({
    icon: 'overview',
    title: `${city_name} recovered from its sack`,
    detail: 'It makes its full output again.',
    href: `/city/${city_id}`,
  }),
  goal_reached: ({ goal, reward }) => ({
    icon: goalTexts[goal].icon,
    title: `Goal reached: ${goalTitle(goal).replace(/^./, (letter) => letter.toLowerCase())}`,
    detail: `You received ${amountsText(reward)}.`,
    href: '/dashboard#goals',
    tone: 'gain',
  }),
  seat_taken: ({ seat_number, location, opponent_name }) => ({
    icon: 'seat',
    title: `You took seat ${seat_number}`,
    detail: `from ${opponent_name}, at ${tileText(location)}`,
    href: '/seats',
    tone: 'gain',
  }),
  seat_lost: ({ seat_number, location, opponent_name }) => ({
    icon: 'seat',
    title: `You lost seat ${seat_number}`,
    detail: `to ${opponent_name}, at ${tileText(location)}`,
    href: '/seats',
    tone: 'foe',
  }),
  hegemon: ({ reign, crowns }) => ({
    icon: 'seat',
    title: `You are the Hegemon of reign ${reign}`,
    detail: `with ${countOf(crowns, 'crowns')}`,
    href: '/seats',
    tone: 'gain',
  }),
  ...allianceSummaries,
  battle_start: ({ battle_id, role, opponent_name: opponent, location }, { placeOf }) => ({
    icon: 'attack',
    title:
      role === 'attacker'
        ? `You sent an army against ${opponent}`
        : `${opponent} sent an army against ${placeOf(location)}`,
    detail: role === 'attacker' ? `to ${placeOf(location)}` : '',
    href: `/battle/${battle_id}`,
    tone: role === 'attacker' ? 'none' : 'foe',
  }),
  battle_contact: (data, context) => ({
    ...summarizeBattle(data, context),
    icon: 'report',
    href: `/battle/${data.battle_id}`,
  }),
  battle_called_off: ({ battle_id, role, opponent_name: opponent, reason, count = 1 }) => ({
    icon: 'return',
    title:
      role === 'attacker'
        ? `Your attack on ${opponent} was called off`
        : count === 1
          ? `The attack by ${opponent} was called off`
          : `${count} attacks by ${opponent} were called off within a day`,
    detail: callOffReasons[reason],
    href: `/battle/${battle_id}`,
  }),
};

/**
 * Leaves out attacks by the same attacker that were called off within 24 hours before a newer one, which counts them:
 * their end and, if it is among the rows, their start.
 * @param rows newest first
 */
export function foldCalledOff(rows: readonly ReportRow[]): ReportRow[] {
  const newest = new Map<string, number>();
  const folded = new Set<string>();
  return rows.filter((row) => {
    const { type, data } = toEmpireEvent(row);
    if (type === 'battle_start') return !folded.has(data.battle_id);
    if (type !== 'battle_called_off' || data.role === 'attacker') return true;
    const counting = newest.get(data.opponent_id);
    if (counting !== undefined && row.at > counting - dayMs) {
      folded.add(data.battle_id);
      return false;
    }
    newest.set(data.opponent_id, row.at);
    return true;
  });
}

/** Stands for the opponent's name in the parts; no name contains it. */
const mark = '\u0000';

/** @param now hides the end of a battle whose rounds are still being shown */
export function toEventSummary(empire: Empire, row: ReportRow, now: number) {
  const placeOf = (tile: Tile): string => placeText(empire, tile);
  const { type, data } = toEmpireEvent(row);
  // The table has a function per type, which takes the data of that type.
  const summarize = summarizers[type] as Summarizers['desertion'];
  const opponent =
    'opponent_id' in data
      ? { id: data.opponent_id, name: tagged(data.opponent_name, data.opponent_tag ?? null) }
      : null;
  const marked: object = { ...data, opponent_name: mark };
  const summary = summarize(marked as Parameters<typeof summarize>[0], { placeOf, now, row });
  const [titleParts, detailParts] = [summary.title.split(mark), summary.detail.split(mark)];
  const name = opponent?.name ?? '';
  return {
    number: row.number,
    at: row.at,
    icon: summary.icon,
    href: summary.href,
    tone: summary.tone ?? 'none',
    title: titleParts.join(name),
    detail: detailParts.join(name),
    /** The other empire, if the entry has one. */
    opponent,
    /** Title and detail, cut where the name of the opponent stands. */
    titleParts,
    detailParts,
  };
}

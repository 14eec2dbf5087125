/** Entries of the event log in words, from the viewer's side. */
import type { EmpireEvent } from '../../contract/event-log.ts';
import type { BattleResult, LeaveReason, Role } from '../../contract/vocabulary.ts';
import { sumOf } from '../../game/balance.ts';
import type { Tile } from '../../game/types.ts';
import { callOffReasons, fightOf } from './battle-summary.ts';
import type { ReportRow } from './event-queries.ts';
import {
  amountsText,
  kindName,
  countOf,
  dateText,
  group,
  lasting,
  seatName,
  tileText,
  unitsText,
} from './formatters.ts';
import { goalTexts, goalTitle } from './goal-texts.ts';

interface EventText {
  icon: string;
  title: string;
  detail?: string;
  tone?: 'gain' | 'foe' | 'none';
}

/** Pages show the end of a battle in the line of its contact. */
export type EventTexts = {
  [Type in Exclude<EmpireEvent['type'], 'battle_end'>]: (
    data: Extract<EmpireEvent, { type: Type }>['data'],
    context: { empireId: string; placeOf: (tile: Tile) => string; now: number; row: ReportRow },
  ) => EventText;
};

const results = {
  attacker_won: { attacker: 'You won', defender: 'You lost' },
  defender_won: { attacker: 'You lost', defender: 'You held' },
  draw: { attacker: 'Nobody won', defender: 'Nobody won' },
  called_off: { attacker: 'Nobody fought', defender: 'Nobody fought' },
} satisfies Record<BattleResult, Record<Role, string>>;

/** Empty without a fight. */
function lossesText(row: ReportRow, role: Role, empireId: string): string {
  const { own, foe, isOfGuard } = fightOf(empireId, role, row);
  if (own.units + foe.units === 0) return '';
  if (isOfGuard)
    return `Your guard lost ${group(own.lost)} of ${countOf(own.units, 'units')}, and destroyed ${group(foe.lost)} of ${group(foe.units)}.`;
  const points = foe.points === 0 ? '' : `, worth ${countOf(foe.points, 'points')}`;
  return `You lost ${group(own.lost)} of ${countOf(own.units, 'units')}, and destroyed ${group(foe.lost)} of ${group(foe.units)}${points}.`;
}

/** Reveals nothing before the last round has been shown. */
function summarizeBattle(
  { role, opponent_name: opponent, location, ends_at }: Parameters<EventTexts['battle_contact']>[0],
  { empireId, placeOf, now, row }: Parameters<EventTexts['battle_contact']>[1],
): Omit<EventText, 'icon'> {
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
  const isHeld = role === 'defender' && result === 'defender_won';
  return {
    title: isHeld
      ? `You held ${place} against ${opponent}`
      : `${results[result][role]} against ${opponent} at ${place}`,
    detail: `${lossesText(row, role, empireId)} ${plunder} ${sack}`.replace(/ +/g, ' ').trim(),
    tone,
  };
}

function guardText(
  { army_name, is_own, opponent_name, location }: Parameters<EventTexts['guard_arrived']>[0],
  { placeOf }: { placeOf: (tile: Tile) => string },
  verb: string,
  tone: 'gain' | 'foe' | 'none',
): EventText {
  return {
    icon: 'wall',
    title: `${army_name} ${verb} ${placeOf(location)}`,
    detail: is_own ? `It is a place of ${opponent_name}.` : `It is an army of ${opponent_name}.`,
    tone,
  };
}

const leaveTitles = {
  left: 'You left the alliance',
  expelled: 'You were expelled from the alliance',
  dissolved: 'The alliance was dissolved:',
} satisfies Record<LeaveReason, string>;

export const eventTexts: EventTexts = {
  empire_founded: ({ city_name, location }) => ({
    icon: 'overview',
    title: 'Your empire was founded',
    detail: `${city_name} is at ${tileText(location)}.`,
  }),
  city_founded: ({ city_name, location }) => ({
    icon: 'town_hall',
    title: `${city_name} was founded`,
    detail: `at ${tileText(location)}`,
  }),
  city_renamed: ({ city_name, former_name }) => ({
    icon: 'town_hall',
    title: `${city_name} has a new name`,
    detail: `It was called ${former_name}.`,
  }),
  construction_complete: ({ city_name, building: { type, level } }) => ({
    icon: type,
    title: `${kindName(type)} reached level ${level}`,
    detail: city_name,
  }),
  unit_training_complete: ({ city_name, units: { type, quantity } }) => ({
    icon: type,
    title: `${countOf(quantity, type)} ${quantity === 1 ? 'is' : 'are'} trained`,
    detail: city_name,
  }),
  army_arrived: ({ army_name, location, loot }, { placeOf }) => ({
    icon: sumOf(loot) > 0 ? 'loot' : 'march',
    title: `${army_name} arrived at ${placeOf(location)}`,
    detail: sumOf(loot) > 0 ? `It brought ${amountsText(loot)}.` : '',
    tone: sumOf(loot) > 0 ? 'gain' : 'none',
  }),
  desertion: ({ lost }) => ({
    icon: 'food',
    title: 'Hunger: units deserted',
    detail: `${unitsText(lost)} left, as there was no food.`,
    tone: 'foe',
  }),
  sack_ended: ({ city_name }) => ({
    icon: 'overview',
    title: `${city_name} recovered from its sack`,
    detail: 'It makes its full output again.',
  }),
  goal_reached: ({ goal, reward }) => ({
    icon: goalTexts[goal].icon,
    title: `Goal reached: ${goalTitle(goal).replace(/^./, (letter) => letter.toLowerCase())}`,
    detail: `You received ${amountsText(reward)}.`,
    tone: 'gain',
  }),
  seat_taken: ({ location, opponent_name }) => ({
    icon: 'seat',
    title: `You took the ${seatName(location)}`,
    detail: `from ${opponent_name}, at ${tileText(location)}`,
    tone: 'gain',
  }),
  seat_lost: ({ location, opponent_name }) => ({
    icon: 'seat',
    title: `You lost the ${seatName(location)}`,
    detail: `to ${opponent_name}, at ${tileText(location)}`,
    tone: 'foe',
  }),
  guard_arrived: (guard, context) => guardText(guard, context, 'guards', 'gain'),
  guard_left: (guard, context) => guardText(guard, context, 'no longer guards', 'none'),
  guard_fell: (guard, context) => guardText(guard, context, 'fell as the guard of', 'foe'),
  hegemon: ({ reign, crowns }) => ({
    icon: 'seat',
    title: `You are the Hegemon of reign ${reign}`,
    detail: `with ${countOf(crowns, 'crowns')}`,
    tone: 'gain',
  }),
  alliance_joined: ({ alliance_tag: tag, role }) => ({
    icon: 'overview',
    title: role === 'leader' ? `You founded the alliance [${tag}]` : `You joined the alliance [${tag}]`,
    detail: 'Its members cannot attack each other.',
    tone: 'gain',
  }),
  alliance_role: ({ alliance_tag: tag, role }) => ({
    icon: 'overview',
    title: `You are now ${role} of the alliance [${tag}]`,
  }),
  alliance_left: ({ alliance_tag: tag, reason }) => ({
    icon: 'overview',
    title: `${leaveTitles[reason]} [${tag}]`,
    detail: 'You and its members cannot attack each other for another day of the game.',
    tone: reason === 'left' ? 'none' : 'foe',
  }),
  alliance_invited: ({ alliance_tag: tag }) => ({
    icon: 'overview',
    title: `The alliance [${tag}] invited you`,
    tone: 'gain',
  }),
  alliance_applied: ({ alliance_tag: tag, empire_name }) => ({
    icon: 'overview',
    title: `${empire_name} wants to join the alliance [${tag}]`,
  }),
  leave_begun: ({ ends_at }) => ({
    icon: 'overview',
    title: 'Your leave has begun',
    detail: `Your empire stands still and cannot be attacked until ${dateText(Date.parse(ends_at))}.`,
  }),
  leave_ended: ({ began_at }) => ({
    icon: 'overview',
    title: began_at === null ? 'Your leave was dropped' : 'Your leave is over',
    detail:
      began_at === null
        ? 'It could not begin: an army was away, or you held a seat.'
        : 'Your empire goes on where it stood.',
    tone: began_at === null ? 'foe' : 'none',
  }),
  protection_ended: () => ({
    icon: 'overview',
    title: 'Your newcomer protection has ended',
    detail: 'You attacked an empire or a seat that does not have it. Stronger empires may attack you now.',
    tone: 'foe',
  }),
  battle_start: ({ role, opponent_name: opponent, location }, { placeOf }) => ({
    icon: 'attack',
    title:
      role === 'attacker'
        ? `You sent an army against ${opponent}`
        : `${opponent} sent an army against ${placeOf(location)}`,
    detail: role === 'attacker' ? `to ${placeOf(location)}` : '',
    tone: role === 'attacker' ? 'none' : 'foe',
  }),
  battle_contact: (data, context) => ({
    ...summarizeBattle(data, context),
    icon: 'report',
  }),
  battle_called_off: ({ role, opponent_name: opponent, reason, count = 1 }) => ({
    icon: 'return',
    title:
      role === 'attacker'
        ? `Your attack on ${opponent} was called off`
        : count === 1
          ? `The attack by ${opponent} was called off`
          : `${count} attacks by ${opponent} were called off within a day`,
    detail: callOffReasons[reason],
  }),
};

/** Texts of a battle report, from the reader's side or for readers of a public link. */
import type { BattleView } from '../../contract/battle.ts';
import type { Role } from '../../contract/vocabulary.ts';
import { levelOf } from '../../game/economy/stock.ts';
import type { Empire } from '../../game/types.ts';
import { countOfAll } from '../../shared-ui/strength.ts';
import { group, roundsText } from '../../shared-ui/words.ts';
import { placeText, seatName, tagged } from '../shared/formatters.ts';
import { wallsPayFrom, wallThatPays } from '../shared/walls.ts';

/** Null for a reader of a public link. */
export type Reader = Role | null;

/** The left side first. */
export const sideWords = {
  participant: {
    lines: ['Yours', 'Theirs'],
    hitPoints: ['Your hit points', 'Theirs'],
    lost: ['Lost', 'Destroyed'],
    losing: { own: 'you lose', foe: 'they lose' },
    contact: (own: number, foe: number) => `At contact ${own} units of yours meet ${foe} of theirs.`,
  },
  stranger: {
    lines: ['Attacker', 'Defender'],
    hitPoints: ['Attacker’s hit points', 'Defender’s'],
    lost: ['The attacker lost', 'The defender lost'],
    losing: { own: 'the attacker loses', foe: 'the defender loses' },
    contact: (own: number, foe: number) => `At contact ${group(own)} attackers meet ${group(foe)} defenders.`,
  },
} as const;

export interface Headline {
  text: string;
  tone: 'won' | 'lost' | 'none';
}

const onTheWay = (reader: Reader): string =>
  reader === 'attacker' ? 'Your army is on its way' : 'An army is on its way to you';

export function headlineOf(view: BattleView, reader: Reader): Headline {
  if (view.phase === 'marching') return { text: onTheWay(reader), tone: 'none' };
  if (view.phase === 'fighting') return { text: 'The fight is on', tone: 'none' };
  if (view.called_off !== null) return { text: 'Called off', tone: 'none' };
  if (view.result === null || view.result === 'draw')
    return { text: `A draw after ${roundsText(view.rounds.length)}`, tone: 'none' };
  const how = view.rounds.length === 0 ? 'without a fight' : `in ${roundsText(view.rounds.length)}`;
  const winner = view.result === 'attacker_won' ? 'attacker' : 'defender';
  const { empire_name: name, alliance_tag: tag } = view[winner];
  if (reader === null) return { text: `${tagged(name, tag)} won ${how}`, tone: 'none' };
  return reader === winner
    ? { text: `Your victory ${how}`, tone: 'won' }
    : { text: `Your defeat ${how}`, tone: 'lost' };
}

export const prizeWords = {
  attacker: { seat: 'You took the seat.', sack: 'You sacked the city' },
  defender: { seat: 'You lost the seat.', sack: 'Your city was sacked' },
  stranger: { seat: 'The attacker took the seat.', sack: 'The city was sacked' },
} satisfies Record<Role | 'stranger', { seat: string; sack: string }>;

/** Advice for a defender whose city lost. Null for other readers, and once the wall stands. */
export function remedyOf({ result, defender }: BattleView, reader: Reader, empire: Empire | null) {
  const city = empire?.cities.find(({ id }) => id === defender.city_id);
  if (city === undefined || reader !== 'defender' || result !== 'attacker_won') return null;
  const height = wallThatPays(city);
  if (height > 0 && levelOf(city, 'wall') >= height) return null;
  const rule = `A wall at half the level of a city’s best farm, quarry or market pays against raids, once that building is at level ${wallsPayFrom}.`;
  return {
    href: `/city/${city.id}#build-wall`,
    text:
      height === 0
        ? `${rule} ${city.name} is not there yet: spend your stock before the next raid.`
        : `${rule} In ${city.name} that is level ${height}; it stands at ${levelOf(city, 'wall')}.`,
  };
}

export function placeOf({ seat_number: seat, location }: BattleView, empire: Empire | null): string {
  return seat === null ? placeText(empire, location) : seatName(location);
}

function describe(view: BattleView): string {
  const { attacker, defender } = view;
  const [one, other] = [attacker, defender].map((side) => tagged(side.empire_name, side.alliance_tag));
  const sides = `${one} attacked ${other} at ${placeOf(view, null)}.`;
  if (attacker.units_start === null || defender.units_start === null) return `${sides} Nobody fought.`;
  const [own, foe] = [attacker, defender].map(({ units_start: start, units_end: end }) => ({
    start: group(start === null ? 0 : countOfAll(start)),
    left: group(end === null ? 0 : countOfAll(end)),
  }));
  return `${sides} ${own?.start} units against ${foe?.start}, ${roundsText(view.rounds.length)}; ${own?.left} and ${foe?.left} are left.`;
}

/** @param origin the public address of the server */
export function toOpenGraph(
  view: BattleView,
  title: string,
  { origin, token }: { origin: string; token: string },
) {
  return { title, description: describe(view), url: `${origin}/battle/${view.id}?share=${token}` };
}

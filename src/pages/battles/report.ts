/**
 * View model of a battle report, with the reader's side, else the attacker, on the left. All numbers refer to the
 * chosen round.
 */
import type { BattleView } from '../../contract/battle.ts';
import { resources, stackTypes, type Role, type StackType } from '../../contract/vocabulary.ts';
import { carryOf, guardSeed, noStacks, stacksOf } from '../../game/fight/battle.ts';
import type { Empire, Stacks } from '../../game/types.ts';
import {
  countOfAll,
  hitPointsOf,
  percentLeft,
  pieceSizeFor,
  piecesFor,
  stripOf,
} from '../../shared-ui/strength.ts';
import { leftText, roundTexts, volleyText } from '../../shared-ui/words.ts';
import { callOffReasons, toSides } from '../shared/battle-summary.ts';
import { simulatorAddress } from '../shared/simulator-form.ts';
import { amountsText, kindName, tagged } from '../shared/formatters.ts';
import { drawStrengthChart } from '../shared/strength-chart.ts';
import { headlineOf, placeOf, prizeWords, sideWords, type Reader } from './report-words.ts';

/** Before contact from the viewer's own army. Null if unknown. */
function startOf(view: BattleView, side: Role, role: Reader, empire: Empire | null): Stacks | null {
  const known = view[side].units_start;
  if (known !== null || side !== role || role !== 'attacker' || view.called_off !== null) return known;
  const army = empire?.armies.find(({ id }) => id === view.attacker.army_id);
  return army === undefined ? null : stacksOf(army.units);
}

/** @param standsFor the holder for whom a guard defends */
function rulerText({ kind, username }: BattleView['defender'], standsFor: string | null): string {
  if (standsFor !== null) return `standing in for ${standsFor}`;
  return {
    player: `led by ${username}`,
    village: 'a village without a ruler',
    keeper: 'the keeper of the seat',
  }[kind];
}

function toSide(
  view: BattleView,
  side: Role,
  reader: Reader,
  { start, round, standsFor }: { start: Stacks | null; round: number; standsFor: string | null },
) {
  const steps = start === null ? [] : [start, ...view.rounds.map((shown) => shown[side].units)];
  const left = steps[round] ?? start ?? noStacks();
  const toStack = (type: StackType) => ({
    type,
    name: kindName(type),
    start: start?.[type] ?? 0,
    left: left[type],
    /** At contact and after each round. */
    steps: steps.map((stacks) => stacks[type]),
  });
  return {
    side,
    isLeft: side === (reader ?? 'attacker'),
    empireId: view[side].empire_id,
    name: tagged(view[side].empire_name, view[side].alliance_tag),
    ruler: side === reader ? 'led by you' : rulerText(view[side], side === 'defender' ? standsFor : null),
    start: start ?? noStacks(),
    steps,
    left,
    stacks: start === null ? [] : stackTypes.filter((type) => start[type] > 0).map(toStack),
    strength: steps.map(hitPointsOf),
  };
}

type SideView = ReturnType<typeof toSide>;
type SideWords = (typeof sideWords)[keyof typeof sideWords];

/** Contact with the volley comes first. */
function sentencesOf(
  [own, foe]: readonly [SideView, SideView],
  { contact, losing }: SideWords,
  view: BattleView,
): string[] {
  const start =
    own.side === 'attacker'
      ? { attacker: own.start, defender: foe.start }
      : { attacker: foe.start, defender: own.start };
  const met = contact(countOfAll(own.start), countOfAll(foe.start));
  return [
    `${met} ${volleyText(start.attacker, view.volley)}`.trim(),
    ...roundTexts(start, view, own.side, losing),
  ];
}

function plunderOf(view: BattleView, role: Reader, empire: Empire | null) {
  const { loot, sack } = view;
  if (loot === null || (amountsText(loot) === '' && sack === null)) return null;
  const left = view.attacker.units_end ?? noStacks();
  const army = empire?.armies.find(({ id }) => id === view.attacker.army_id);
  const { march } = army ?? { march: null };
  const fromStock = { ...loot };
  for (const resource of resources) fromStock[resource] -= sack?.loot[resource] ?? 0;
  return {
    loot,
    fromStock,
    sack,
    survivors: countOfAll(left),
    carry: carryOf(left),
    homeAt: role === 'attacker' && march?.kind === 'return' ? march.arrivesAt : null,
  };
}

/** Unknown values stay empty. */
function toSimulatorUrl(view: BattleView, attacker: Stacks | null, defender: Stacks | null): string {
  return simulatorAddress({
    attacker: attacker ?? noStacks(),
    defender: defender ?? noStacks(),
    wall: view.wall?.before ?? 0,
    morale: view.morale,
    seed: view.seed,
  });
}

export type AskedFight = 'guard' | 'holder' | null;

/** By default the fight with the holder; for the owner of the guard, and if the guard held, that of the guard. */
function toShownFight(
  view: BattleView,
  empireId: string | null,
  asked: AskedFight = null,
): { fight: BattleView; isOfGuard: boolean } {
  const { guard, attacker, defender } = view;
  if (guard === null) return { fight: view, isOfGuard: false };
  const last = guard.rounds.at(-1);
  if (view.rounds.length > 0 && (asked ?? (guard.empire_id === empireId ? 'guard' : 'holder')) === 'holder') {
    const start = last?.attacker.units ?? attacker.units_start;
    return { fight: { ...view, attacker: { ...attacker, units_start: start } }, isOfGuard: false };
  }
  const { rounds, morale, ...side } = guard;
  const standIn = { ...defender, ...side, city_id: null };
  const hasFallen = view.result !== null && view.rounds.length > 0;
  return {
    fight: {
      ...{ ...view, defender: standIn, rounds, morale, wall: null, volley: null, loot: null, sack: null },
      result: hasFallen ? 'attacker_won' : view.result,
    },
    isOfGuard: true,
  };
}

/**
 * @param role null for a reader of a public link
 * @param requestedRound by default the last round that is shown
 * @param ally the other empire on the side of the defender
 */
export function toReport(
  battle: BattleView,
  empire: Empire | null,
  role: Reader,
  requestedRound: number | null,
  { asked = null, ally = null }: { asked?: AskedFight; ally?: string | null } = {},
) {
  const { fight: view, isOfGuard } = toShownFight(battle, empire?.id ?? null, asked);
  const { guard } = battle;
  const seed = isOfGuard && view.seed !== null ? guardSeed(view.seed) : view.seed;
  // Then the battle names the owner of the guard as its defender.
  const hasHeld = guard !== null && guard.empire_id === battle.defender.empire_id;
  const holder =
    hasHeld && ally !== null ? ally : tagged(battle.defender.empire_name, battle.defender.alliance_tag);
  // The holder reads the fight of the guard as that of another empire.
  const isOfOther = battle.guard !== null && view.defender.empire_id !== empire?.id;
  const reader = role === 'defender' && isOfOther ? null : role;
  const shown = view.rounds.length;
  const round = requestedRound !== null && requestedRound <= shown ? requestedRound : shown;
  const starts = {
    attacker: startOf(view, 'attacker', reader, empire),
    defender: startOf(view, 'defender', reader, empire),
  };
  const [ownRole, foeRole] =
    reader === 'defender' ? (['defender', 'attacker'] as const) : (['attacker', 'defender'] as const);
  const standsFor = isOfGuard ? holder : null;
  const own = toSide(view, ownRole, reader, { start: starts[ownRole], round, standsFor });
  const foe = toSide(view, foeRole, reader, { start: starts[foeRole], round, standsFor });
  const words = sideWords[reader === null ? 'stranger' : 'participant'];
  const isMet = view.attacker.units_start !== null && countOfAll(own.start) + countOfAll(foe.start) > 0;
  const largestStack = Math.max(0, ...[own, foe].flatMap(({ stacks }) => stacks.map(({ start }) => start)));
  const pieceSize = pieceSizeFor(largestStack);
  const atStart = { attacker_start: starts.attacker, defender_start: starts.defender };
  const shownSides = toSides(atStart, view.rounds[round - 1] ?? null, ownRole);
  const leftOf = ({ strength: { start, left } }: typeof shownSides.own): string =>
    leftText(percentLeft(left, start));
  return {
    view,
    reader,
    words: { ...words, ...prizeWords[reader ?? 'stranger'] },
    headline: headlineOf(view, reader),
    /** The guard that fell before. */
    guard:
      guard === null || battle.rounds.length === 0
        ? null
        : { name: tagged(guard.empire_name, guard.alliance_tag), empireId: guard.empire_id, holder },
    /** Null if there is only one. */
    fight: guard === null ? null : isOfGuard ? ('guard' as const) : ('holder' as const),
    reason: view.called_off === null ? null : callOffReasons[view.called_off],
    place: placeOf(view, empire),
    isMet,
    /** 0 is contact. */
    round,
    isChosen: requestedRound !== null && requestedRound === round,
    own,
    foe,
    sentences: isMet ? sentencesOf([own, foe], words, view) : [],
    losses: toSides(atStart, view.rounds.at(-1) ?? null, ownRole),
    stripSides: {
      own: { name: own.name, empireId: own.empireId, left: leftOf(shownSides.own) },
      foe: { name: foe.name, empireId: foe.empireId, left: leftOf(shownSides.foe) },
    },
    strip: stripOf(shownSides.own.strength, shownSides.foe.strength),
    chart: drawStrengthChart(
      { name: words.lines[0], values: own.strength },
      { name: words.lines[1], values: foe.strength },
      round,
    ),
    pieceSize,
    piecesFor,
    plunder: plunderOf(view, reader, empire),
    isForSeat: view.seat_number !== null,
    simulatorUrl: toSimulatorUrl({ ...view, seed }, starts.attacker, starts.defender),
  };
}

/** Attacks of a mind, for plunder or in retaliation. `estimateOdds` of the game fights each candidate in advance. */
import { resources, unitTypes, type TargetType } from '../../contract/vocabulary.ts';
import { unitRules, vaultOf } from '../../game/balance.ts';
import { carryOf, moraleOf, stacksOf } from '../../game/battle.ts';
import { sameTile } from '../../game/map.ts';
import { cityAt, tileOf, travelMs } from '../../game/marching.ts';
import { estimateOdds } from '../../game/odds.ts';
import { memoryMs } from '../../game/plunder.ts';
import { protectionOf, unplunderedMs } from '../../game/protection.ts';
import { scoresOf, valueOf } from '../../game/scoring.ts';
import type { Army, Stacks, Tile, Units } from '../../game/types.ts';
import { dayMs, hourMs } from '../../kernel/time.ts';
import type { Chance } from './chance.ts';
import { sendShare, shareOf } from './defending.ts';
import { toDefender, type Draft } from './draft.ts';
import type { Neighbour } from './sight.ts';
import { styleRules, type Temperament } from './temperament.ts';

const trials = 8;
/** Share of the trial fights that must be won. */
const minWonShare = 0.99;
/** Below this share of won trial fights, a marching attack is recalled. */
const recallBelow = 0.3;
/** Divided by the world's speed. */
const maxMarchMs = 4 * hourMs;
/** Divided by the world's speed: how long an empire remembers an attack or the result of one. */
const grudgeMs = dayMs;
/** An army below this value stays at home. */
const minValue = 1_500;
/** Share of the army that styles without raids send; the rest stays at home. */
const shareSent = 0.7;
/** Time an attack costs in addition to the march both ways: until the player's next turn. */
const idleHours = 0.25;
/** Minimum gain of an attack, as a share of the army's value. */
const minGain = 0.02;
/** Trial fights run for this many targets; a rough estimate rules out the others. */
const maxTried = 5;
/** Extra gain of a retaliation, as a share of the army's value. */
const retaliationBonus = 0.05;
/** Victories and defeats that are assumed before the first attack on an empire. */
const prior = { won: 6, lost: 1 };
/** Share of the visible plunder that is assumed to remain at arrival. */
const plunderLeft = 0.7;
/** Weight of losses against plunder: fallen units must be replaced, and are missing until then. */
const lossWeight = 1.3;

interface AttackOption {
  neighbour: Neighbour;
  target: { type: TargetType; id: string };
  tile: Tile;
  wall: number;
  defender: Stacks;
  /** The defender with all units of its empire, in case its owner sends help. */
  helped: Stacks;
  /** Probability that no help comes, from the results of earlier attacks on this empire. */
  aloneProbability: number;
  /** Plunder of a victory, in whole units, summed over all resources. */
  plunder: number;
  /** Whether its owner attacked this empire within `grudgeMs`. */
  isRetaliation: boolean;
}

/** Recalls attacks that would fail, then sends armies from home to attack if the style allows it. */
export function launchAttacks(draft: Draft, { style }: Temperament, chance: Chance): void {
  recallHopeless(draft);
  const { raids, strikesBack } = styleRules[style];
  const options = attackOptions(draft).filter(({ isRetaliation }) => raids || (strikesBack && isRetaliation));
  if (options.length === 0 || draft.sight.threats.length > 0) return;
  for (const army of [...draft.empire.armies]) {
    if (army.march !== null || cityAt(draft.empire, army) === null) continue;
    const share = raids ? 1 : shareSent;
    const units = shareOf(army.units, share);
    if (valueOf(units) < minValue) continue;
    const best = bestFor(draft, army, units, options, chance);
    if (best === null) continue;
    sendShare(draft, army, share, (armyId) => ({ kind: 'attack', armyId, target: best.target }));
    options.splice(options.indexOf(best), 1);
  }
}

function recallHopeless(draft: Draft): void {
  const all = attackOptions(draft, true);
  for (const army of [...draft.empire.armies]) {
    if (army.march?.kind !== 'attack') continue;
    const { to } = army.march;
    const target = all.find(({ tile }) => sameTile(tile, to));
    if (target === undefined) continue;
    if (fightOut(draft, army.units, target, target.defender).won < recallBelow * trials) {
      draft.tryOrder({ kind: 'recall', armyId: army.id });
    }
  }
}

/** Every visible target that may be attacked. @param all includes targets of attacks that are under way */
function attackOptions(draft: Draft, all = false): AttackOption[] {
  const { empire, sight } = draft;
  const score = scoresOf(empire).total;
  const since = sight.now - grudgeMs / sight.speed;
  const options: AttackOption[] = [];
  for (const neighbour of sight.neighbours) {
    const isRetaliation = sight.battles.some(
      ({ attackerId, at, result }) => attackerId === neighbour.id && result !== 'called_off' && at > since,
    );
    const attacker = { score, attackedByTargetAt: null };
    if (protectionOf(attacker, toDefender(neighbour, sight.now), sight.now) !== null) continue;
    const common = { neighbour, isRetaliation, aloneProbability: aloneProbability(draft, neighbour.id) };
    const isYoung = sight.now < neighbour.createdAt + unplunderedMs / sight.speed;
    for (const { id, tile, wall, warehouse, militia, units } of neighbour.cities) {
      if (!all && isMarchedOn(draft, tile)) continue;
      const plunder = isYoung ? 0 : plunderOf(neighbour, warehouse) / 2 ** defeatsOf(draft, tile);
      const defender = stacksOf(units, militia);
      const helped = stacksOf(neighbour.units, militia);
      options.push({ ...common, target: { type: 'city', id }, tile, wall, defender, helped, plunder });
    }
    for (const { id, tile, units } of neighbour.armies) {
      if (!all && isMarchedOn(draft, tile)) continue;
      const defender = stacksOf(units);
      options.push({
        ...common,
        target: { type: 'army', id },
        tile,
        wall: 0,
        defender,
        helped: defender,
        plunder: 0,
      });
    }
  }
  return options;
}

/** Probability (0 to 1) that the neighbour's army does not help the attacked city. */
function aloneProbability({ empire, sight }: Draft, neighbourId: string): number {
  const since = sight.now - grudgeMs / sight.speed;
  const attacks = sight.battles.filter(
    ({ attackerId, defenderId, at }) => attackerId === empire.id && defenderId === neighbourId && at > since,
  );
  const wins = prior.won + attacks.filter(({ result }) => result === 'attacker_won').length;
  const losses =
    prior.lost + attacks.filter(({ result }) => result === 'defender_won' || result === 'draw').length;
  return wins / (wins + losses);
}

function isMarchedOn({ empire }: Draft, tile: Tile): boolean {
  return empire.armies.some(({ march }) => march?.kind === 'attack' && sameTile(march.to, tile));
}

/** Plunder of a first victory, in whole units, before the limit of what the army can carry. */
function plunderOf({ stock, cityCount }: Neighbour, warehouse: number): number {
  let sum = 0;
  for (const resource of resources) {
    sum += Math.max(0, Math.floor(stock[resource] / cityCount) - vaultOf(warehouse)) / 2;
  }
  return sum;
}

/** How often this empire has won there within `memoryMs`; each victory halves the plunder. */
function defeatsOf({ empire, sight }: Draft, tile: Tile): number {
  const since = sight.now - memoryMs / sight.speed;
  return sight.battles.filter(
    (battle) =>
      battle.attackerId === empire.id &&
      battle.result === 'attacker_won' &&
      battle.at > since &&
      sameTile(battle.tile, tile),
  ).length;
}

/** The option with the highest gain per hour, or null if none is worth an attack. */
function bestFor(
  draft: Draft,
  army: Army,
  units: Units,
  options: readonly AttackOption[],
  chance: Chance,
): AttackOption | null {
  const { speed, now } = draft.sight;
  const strength = strengthOf(stacksOf(units));
  const near = options
    .map((target) => ({ target, ms: travelMs(tileOf(army, now), target.tile, units, speed) * speed }))
    .filter(
      ({ target, ms }) =>
        ms <= maxMarchMs && strengthOf(target.defender) * (1 + 0.04 * target.wall) < strength,
    )
    .map(({ target, ms }) => ({
      target,
      hours: idleHours + (2 * ms) / hourMs,
      maxGain: target.plunder + valueOf(target.defender) / 4,
    }))
    .sort((a, b) => b.maxGain / b.hours - a.maxGain / a.hours)
    .slice(0, maxTried);
  let best: { target: AttackOption; worth: number } | null = null;
  for (const { target, hours } of near) {
    const { won, gain: gainAlone } = fightOut(draft, units, target, target.defender);
    const { gain: gainHelped } = fightOut(draft, units, target, target.helped);
    const gain = target.aloneProbability * gainAlone + (1 - target.aloneProbability) * gainHelped;
    const worth =
      (gain + (target.isRetaliation ? valueOf(units) * retaliationBonus : 0)) * (0.8 + 0.4 * chance());
    if (won < minWonShare * trials || worth <= valueOf(units) * minGain) continue;
    if (best === null || worth / hours > best.worth) best = { target, worth: worth / hours };
  }
  return best?.target ?? null;
}

/** Expected gain of an attack: plunder and a quarter of the destroyed value, less the weighted losses. */
function fightOut(
  draft: Draft,
  units: Units,
  { neighbour, wall, plunder }: AttackOption,
  defender: Stacks,
): { won: number; gain: number } {
  const attacker = stacksOf(units);
  const morale = moraleOf(scoresOf(draft.empire).total, neighbour.score);
  const odds = estimateOdds({ attacker, defender, wall, morale }, trials);
  const fallen = valueOf(attacker) - valueOf(odds.attackerLeft);
  const destroyed = valueOf(defender) - valueOf(odds.defenderLeft);
  return {
    won: odds.won,
    gain: Math.min(plunderLeft * plunder, carryOf(odds.attackerLeft)) + destroyed / 4 - lossWeight * fallen,
  };
}

/** Rough strength of a side without a trial fight: its value, plus 40 for each militiaman. */
function strengthOf(stacks: Stacks): number {
  let strength = 40 * stacks.militia;
  for (const type of unitTypes) strength += stacks[type] * unitRules[type].value;
  return strength;
}

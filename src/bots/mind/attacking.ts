/** When and where a mind attacks: for plunder, or to strike back; by the odds of the game's own trial fights. */
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
import { partOf, sendPart } from './defending.ts';
import { standingOf, type Draft } from './draft.ts';
import type { Neighbour } from './sight.ts';
import { styleRules, type Temperament } from './temperament.ts';

const trials = 8;
/** Part of the trial fights that must be won. */
const sure = 0.99;
/** Below this the army turns round. */
const lost = 0.3;
/** Divided by the world's speed. */
const maxMarchMs = 4 * hourMs;
/** Divided by the world's speed: for how long an attack is not forgiven. */
const grudgeMs = dayMs;
/** An army below this value stays at home. */
const minValue = 1_500;
/** What is sent of an army that does not live on plunder; the rest stays at home. */
const partSent = 0.7;
/** What an attack costs in time beside the march there and back: until somebody looks again. */
const hoursLost = 0.25;
/** What an attack must promise at least, as a part of the army's value. */
const minGain = 0.02;
/** How many targets are tried out with dice; the others are judged by their looks. */
const maxTried = 5;
/** What striking back is worth beside what it brings, as a part of the army's value. */
const worthOfRevenge = 0.05;
/** How many earlier victories and defeats a stranger is judged by. */
const prior = { won: 6, lost: 1 };
/** Part of the plunder in sight that is reckoned to be still there. */
const partLeft = 0.7;
/** What the fallen count beside plunder: they must be trained anew, and are missing meanwhile. */
const priceOfLoss = 1.3;

interface Prey {
  neighbour: Neighbour;
  target: { type: TargetType; id: string };
  tile: Tile;
  wall: number;
  defender: Stacks;
  /** The same with all that its empire has elsewhere, should its owner be awake. */
  helped: Stacks;
  /** How likely it is to stand alone, by what became of earlier attacks on this empire. */
  alone: number;
  /** What can be taken, in whole units of all resources. */
  within: number;
  /** Whether it is struck for what its owner did, not for what it has. */
  isGrudge: boolean;
}

/** Sends armies from home to attack, as the style has it; and turns round those that march to their ruin. */
export function strike(draft: Draft, { style }: Temperament, chance: Chance): void {
  turnRound(draft);
  const { raids, strikesBack } = styleRules[style];
  const prey = preyOf(draft).filter(({ isGrudge }) => raids || (strikesBack && isGrudge));
  if (prey.length === 0 || draft.sight.threats.length > 0) return;
  for (const army of [...draft.empire.armies]) {
    if (army.march !== null || cityAt(draft.empire, army) === null) continue;
    const part = raids ? 1 : partSent;
    const units = partOf(army.units, part);
    if (valueOf(units) < minValue) continue;
    const best = bestFor(draft, army, units, prey, chance);
    if (best === null) continue;
    sendPart(draft, army, part, (armyId) => ({ kind: 'attack', armyId, target: best.target }));
    prey.splice(prey.indexOf(best), 1);
  }
}

/** Recalls attacks that would now be lost. */
function turnRound(draft: Draft): void {
  const all = preyOf(draft, true);
  for (const army of [...draft.empire.armies]) {
    if (army.march?.kind !== 'attack') continue;
    const { to } = army.march;
    const target = all.find(({ tile }) => sameTile(tile, to));
    if (target === undefined) continue;
    if (fightOut(draft, army.units, target, target.defender).won < lost * trials) {
      draft.wish({ kind: 'recall', armyId: army.id });
    }
  }
}

/** Everything in sight that may be attacked and is not being attacked already. @param all whether that, too */
function preyOf(draft: Draft, all = false): Prey[] {
  const { empire, sight } = draft;
  const score = scoresOf(empire).total;
  const since = sight.now - grudgeMs / sight.speed;
  const prey: Prey[] = [];
  for (const neighbour of sight.neighbours) {
    const isGrudge = sight.battles.some(
      ({ attackerId, at, result }) => attackerId === neighbour.id && result !== 'called_off' && at > since,
    );
    const attacker = { score, attackedByTargetAt: null };
    if (protectionOf(attacker, standingOf(neighbour, sight.now), sight.now) !== null) continue;
    const common = { neighbour, isGrudge, alone: chanceAlone(draft, neighbour.id) };
    const isYoung = sight.now < neighbour.createdAt + unplunderedMs / sight.speed;
    for (const { id, tile, wall, warehouse, militia, units } of neighbour.cities) {
      if (!all && isMarchedOn(draft, tile)) continue;
      const spoils = isYoung ? 0 : spoilsOf(neighbour, warehouse) / 2 ** defeatsOf(draft, tile);
      const defender = stacksOf(units, militia);
      const helped = stacksOf(neighbour.units, militia);
      prey.push({ ...common, target: { type: 'city', id }, tile, wall, defender, helped, within: spoils });
    }
    for (const { id, tile, units } of neighbour.armies) {
      if (!all && isMarchedOn(draft, tile)) continue;
      const defender = stacksOf(units);
      prey.push({
        ...common,
        target: { type: 'army', id },
        tile,
        wall: 0,
        defender,
        helped: defender,
        within: 0,
      });
    }
  }
  return prey;
}

/** From 0 to 1: how likely its army is not to come to a city's help. */
function chanceAlone({ empire, sight }: Draft, neighbourId: string): number {
  const since = sight.now - grudgeMs / sight.speed;
  const met = sight.battles.filter(
    ({ attackerId, defenderId, at }) => attackerId === empire.id && defenderId === neighbourId && at > since,
  );
  const wins = prior.won + met.filter(({ result }) => result === 'attacker_won').length;
  const losses =
    prior.lost + met.filter(({ result }) => result === 'defender_won' || result === 'draw').length;
  return wins / (wins + losses);
}

function isMarchedOn({ empire }: Draft, tile: Tile): boolean {
  return empire.armies.some(({ march }) => march?.kind === 'attack' && sameTile(march.to, tile));
}

/** What a first victory finds within reach. */
function spoilsOf({ stock, cityCount }: Neighbour, warehouse: number): number {
  let sum = 0;
  for (const resource of resources) {
    sum += Math.max(0, Math.floor(stock[resource] / cityCount) - vaultOf(warehouse)) / 2;
  }
  return sum;
}

/** How often this empire has won there of late. */
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

/** The prey that promises most an hour of marching, or null when none is worth it. */
function bestFor(draft: Draft, army: Army, units: Units, prey: readonly Prey[], chance: Chance): Prey | null {
  const { speed, now } = draft.sight;
  const strength = strengthOf(stacksOf(units));
  const near = prey
    .map((target) => ({ target, ms: travelMs(tileOf(army, now), target.tile, units, speed) * speed }))
    .filter(
      ({ target, ms }) =>
        ms <= maxMarchMs && strengthOf(target.defender) * (1 + 0.04 * target.wall) < strength,
    )
    .map(({ target, ms }) => ({
      target,
      hours: hoursLost + (2 * ms) / hourMs,
      hope: target.within + valueOf(target.defender) / 4,
    }))
    .sort((a, b) => b.hope / b.hours - a.hope / a.hours)
    .slice(0, maxTried);
  let best: { target: Prey; worth: number } | null = null;
  for (const { target, hours } of near) {
    const { won, gain: gainAlone } = fightOut(draft, units, target, target.defender);
    const { gain: gainHelped } = fightOut(draft, units, target, target.helped);
    const gain = target.alone * gainAlone + (1 - target.alone) * gainHelped;
    const worth = (gain + (target.isGrudge ? valueOf(units) * worthOfRevenge : 0)) * (0.8 + 0.4 * chance());
    if (won < sure * trials || worth <= valueOf(units) * minGain) continue;
    if (best === null || worth / hours > best.worth) best = { target, worth: worth / hours };
  }
  return best?.target ?? null;
}

/** What an attack is likely to bring: plunder and a quarter of what it destroys, less what falls. */
function fightOut(
  draft: Draft,
  units: Units,
  { neighbour, wall, within }: Prey,
  defender: Stacks,
): { won: number; gain: number } {
  const attacker = stacksOf(units);
  const morale = moraleOf(scoresOf(draft.empire).total, neighbour.score);
  const odds = estimateOdds({ attacker, defender, wall, morale }, trials);
  const fallen = valueOf(attacker) - valueOf(odds.attackerLeft);
  const destroyed = valueOf(defender) - valueOf(odds.defenderLeft);
  return {
    won: odds.won,
    gain: Math.min(partLeft * within, carryOf(odds.attackerLeft)) + destroyed / 4 - priceOfLoss * fallen,
  };
}

/** How a side looks at a glance: value, and a little for the militia. */
function strengthOf(stacks: Stacks): number {
  let strength = 40 * stacks.militia;
  for (const type of unitTypes) strength += stacks[type] * unitRules[type].value;
  return strength;
}

/** The visible cities that may be attacked, with what a victory brings and what it meets. */
import { resources } from '../../contract/vocabulary.ts';
import { amounts, vaultOf } from '../../game/balance.ts';
import { stacksOf } from '../../game/fight/battle.ts';
import { capOf } from '../../game/economy/stock.ts';
import { outputLostToSack } from '../../game/contact/sack.ts';
import { axisDistance, sameTile } from '../../game/march/map.ts';
import { maxHalvings, memoryMs } from '../../game/contact/plunder.ts';
import { recallPauseMs } from '../../game/orders/recalls.ts';
import { protectionOf, unplunderedMs } from '../../game/diplomacy/protection.ts';
import { scoresOf } from '../../game/diplomacy/scoring.ts';
import type { Amounts, Empire, Stacks, Tile } from '../../game/types.ts';
import { dayMs } from '../../kernel/time.ts';
import { toDefender, type Draft } from './draft.ts';
import { latestBattles, type Neighbour, type NeighbourCity } from './sight.ts';
import { shareOf } from './stationing.ts';
import { levelRules, type BotLevel } from './temperament.ts';

/** For so long, an empire remembers an attack and its result; divided by the world's speed. */
const grudgeMs = dayMs;
/** From any city: farther villages are left to others. */
const maxVillageTiles = 12;
/**
 * Assumed before the first attack on an empire: help comes to one city in 60. With 6 : 1, that one case outweighed
 * every loot, and bots hardly raided.
 */
const prior = { won: 12, lost: 0.2 };
/** Share of the visible stock at arrival: players spend theirs. */
const stockLeft = { player: 0.7, village: 1, keeper: 0 };
/** While the own stock of food is above half the cap. */
const surplusFoodWorth = 0.5;

export interface AttackOption {
  neighbour: Neighbour;
  city: NeighbourCity;
  isVillage: boolean;
  defender: Stacks;
  /** With all units of the empire, in case it sends help. */
  helped: Stacks;
  /** Probability that no help comes, by the results of earlier attacks. */
  aloneProbability: number;
  /** Expected, in whole units, before the limit of what the army can carry. */
  loot: number;
  /** Of one unit: below 1 if the loot contains food that is not needed. */
  lootWorth: number;
  isRetaliation: boolean;
}

/** @param all includes targets of attacks that are under way or were recalled */
export function attackOptions(draft: Draft, level: BotLevel, all = false): AttackOption[] {
  const { empire, sight } = draft;
  const score = scoresOf(empire).total;
  const since = sight.now - grudgeMs / sight.speed;
  const options: AttackOption[] = [];
  for (const neighbour of sight.neighbours) {
    const isVillage = neighbour.kind === 'village';
    if (isVillage && !neighbour.cities.some(({ tile }) => isInReach(empire, tile))) continue;
    if (!all && isRecentlyRecalled(draft, neighbour.id)) continue;
    const attacker = { ...empire, score, attackedByTargetAt: null };
    const protection = protectionOf(attacker, toDefender(neighbour, sight.now), sight);
    if (protection !== null && !isVillage) continue;
    const isRetaliation = sight.battles.some(
      ({ attackerId, at, result }) => attackerId === neighbour.id && result !== 'called_off' && at > since,
    );
    const expects = neighbour.isPerson ? levelRules[level].expects : 1;
    for (const city of neighbour.cities) {
      if (!all && draft.marchesOn(city.tile)) continue;
      options.push({
        neighbour,
        city,
        isVillage,
        isRetaliation,
        aloneProbability: isVillage ? 1 : aloneProbability(draft, neighbour.id),
        defender: stacksOf(shareOf(city.units, expects), city.militia),
        helped: stacksOf(shareOf(neighbour.units, expects), city.militia),
        ...lootOf(draft, neighbour, city),
      });
    }
  }
  return options;
}

export function isInReach(empire: Empire, tile: Tile): boolean {
  return empire.cities.some((city) => axisDistance(city, tile) <= maxVillageTiles);
}

/**
 * Whether its level keeps the bot from this person. Counted in its battles, so that a restart forgets nothing; where
 * these do not reach back a day, it waits.
 */
export function isOffLimits(
  { empire, sight, orders }: Draft,
  level: BotLevel,
  { id, isPerson, score, cities }: Neighbour,
): boolean {
  const { attacksADay, minScore } = levelRules[level];
  if (!isPerson || attacksADay === Infinity) return false;
  const since = sight.now - dayMs / sight.speed;
  const recent = sight.battles.filter(({ at }) => at > since);
  const known = recent.filter(({ attackerId, defenderId }) => attackerId === empire.id && defenderId === id);
  const ordered = orders.filter(
    (order) => order.kind === 'attack' && cities.some((city) => city.id === order.target.id),
  );
  return (
    score < minScore * scoresOf(sight.own).total ||
    recent.length >= latestBattles ||
    known.length + ordered.length >= attacksADay
  );
}

/** So recently that another attack may be refused. */
export function isRecentlyRecalled({ empire, sight }: Draft, neighbourId: string): boolean {
  const since = sight.now - recallPauseMs / sight.speed;
  return sight.battles.some(
    ({ attackerId, defenderId, at, result }) =>
      attackerId === empire.id && defenderId === neighbourId && result === 'called_off' && at > since,
  );
}

/** From 0 to 1. */
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

function lootOf(
  draft: Draft,
  { kind, createdAt, stock, cityCount }: Neighbour,
  { tile, warehouse, output, isSacked }: NeighbourCity,
): Pick<AttackOption, 'loot' | 'lootWorth'> {
  const { sight } = draft;
  const isYoung = kind === 'player' && sight.now < createdAt + unplunderedMs / sight.speed;
  if (isYoung) return { loot: 0, lootWorth: 1 };
  const share = stockLeft[kind] * 0.5 ** (1 + victoriesAt(draft, tile));
  const sacked = kind === 'player' && !isSacked ? outputLostToSack(output) : amounts(0, 0, 0);
  const worthOf = worthOfResources(draft);
  let loot = 0;
  let worth = 0;
  for (const resource of resources) {
    const unprotected = Math.floor(stock[resource] / cityCount) - vaultOf(warehouse);
    const taken = share * Math.max(0, unprotected) + sacked[resource];
    loot += taken;
    worth += taken * worthOf[resource];
  }
  return { loot, lootWorth: loot > 0 ? worth / loot : 1 };
}

function worthOfResources({ empire, stock }: Draft): Amounts {
  const hasSurplus = stock.food > capOf(empire) / 2;
  return { gold: 1, food: hasSurplus ? surplusFoodWorth : 1, materials: 1 };
}

/** Within `memoryMs`, at most four; each victory halves the plunder. */
function victoriesAt({ empire, sight }: Draft, tile: Tile): number {
  const since = sight.now - memoryMs / sight.speed;
  const won = sight.battles.filter(
    (battle) =>
      battle.attackerId === empire.id &&
      battle.result === 'attacker_won' &&
      battle.at > since &&
      sameTile(battle.tile, tile),
  );
  return Math.min(maxHalvings, won.length);
}

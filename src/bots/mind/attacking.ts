/** Attacks of a mind, for plunder or in retaliation, each tried in advance by `estimateOdds`. */
import { unitTypes } from '../../contract/vocabulary.ts';
import { sumOf, unitRules } from '../../game/balance.ts';
import {
  carryOf,
  moraleOf,
  stacksOf,
  volleyPerWallLevel,
  wardPerWallLevel,
} from '../../game/fight/battle.ts';
import { sameTile } from '../../game/march/map.ts';
import { isShielded } from '../../game/diplomacy/leave.ts';
import { standsAt, tileOf, travelMs } from '../../game/march/marching.ts';
import { estimateOdds } from '../../game/fight/odds.ts';
import { scoresOf, valueOf } from '../../game/diplomacy/scoring.ts';
import type { Army, Stacks, Units } from '../../game/types.ts';
import { hourMs, minuteMs } from '../../kernel/time.ts';
import type { Chance } from './chance.ts';
import type { Draft } from './draft.ts';
import { guardOn } from './sight.ts';
import { armiesInCities, freeShare, sendShare, shareOf } from './stationing.ts';
import { attackOptions, isOffLimits, type AttackOption } from './targets.ts';
import { styleRules, type BotLevel, type Style, type Temperament } from './temperament.ts';

/** Per candidate; all must be won. */
const trials = 6;
/** Share of won trial fights below which an attack is recalled. */
const recallBelow = 0.3;
/** Divided by the world's speed. */
const maxMarchMs = 4 * hourMs;
/** Age of an empire at its first attack; divided by the world's speed. */
const firstAttackMs = 3 * minuteMs;
/** An attack costs this in addition to the march both ways: until the next turn. */
const idleHours = 0.25;
/** Targets with trial fights, those with the best possible gains per hour. */
const maxTried = 5;
/** Of one army. */
const maxAttacks = 3;
/**
 * By kind of target, minima: value of an attack, gain relative to the empire's own output per hour, strength relative
 * to the defender, and loot relative to the expected losses. Villages send no help and do not strike back. For players,
 * the style has the last two.
 */
const demands = {
  village: { value: 300, ofOutput: 0.1, strength: 1.5, gain: 1.3 },
  player: { value: 1_500, ofOutput: 0.07 },
};
/** Minimum gain relative to the army. */
const minYield = 0.02;
/** More than the estimate is sent: the target may grow until the contact. */
const reserve = 1.1;
/** From this share on, the complete army is sent. */
const wholeFrom = 0.8;

interface Raid {
  option: AttackOption;
  /** Of the army. */
  share: number;
  worth: number;
}

/** Recalls attacks that would fail, then sends armies from home. */
export function launchAttacks(
  draft: Draft,
  { style, level }: Temperament,
  chance: Chance,
  onLook: () => void = () => undefined,
): void {
  recallHopeless(draft, level);
  const { sight, empire } = draft;
  if (sight.threats.length > 0 || sight.now < empire.createdAt + firstAttackMs / sight.speed) return;
  const { raids, raidsVillages, strikesBack } = styleRules[style];
  const armies = armiesInCities(empire);
  if (armies.length === 0) return;
  const options = attackOptions(draft, level).filter(({ isVillage, isRetaliation }) =>
    isVillage ? raidsVillages : raids || (strikesBack && isRetaliation),
  );
  if (options.length === 0) return;
  for (const army of armies) {
    const tile = tileOf(army, draft.sight.now);
    for (let attack = 0; attack < maxAttacks && standsAt(army, tile); attack += 1) {
      const units = shareOf(army.units, freeShare(draft, style, army));
      if (valueOf(units) < demands.village.value) break;
      const onFirst = attack === 0 ? onLook : () => undefined;
      const open = options.filter(({ neighbour }) => !isOffLimits(draft, level, neighbour));
      const raid = bestFor(draft, style, army, units, open, chance, onFirst);
      if (raid === null) break;
      const share = raid.share * (valueOf(units) / valueOf(army.units));
      const { id } = raid.option.city;
      sendShare(draft, army, share, (armyId) => ({ kind: 'attack', armyId, target: { type: 'city', id } }));
      options.splice(options.indexOf(raid.option), 1);
    }
  }
}

function recallHopeless(draft: Draft, level: BotLevel): void {
  if (!draft.empire.armies.some(({ march }) => march?.kind === 'attack')) return;
  const all = attackOptions(draft, level, true);
  for (const army of [...draft.empire.armies]) {
    if (army.march?.kind !== 'attack') continue;
    const { to } = army.march;
    const target = all.find(({ city }) => sameTile(city.tile, to));
    if (target === undefined) continue;
    if (fightOut(draft, army.units, target, target.defender).won < recallBelow * trials) {
      draft.tryOrder({ kind: 'recall', armyId: army.id });
    }
  }
}

/** By gain per hour; null if no attack is worth it. */
function bestFor(
  draft: Draft,
  style: Style,
  army: Army,
  units: Units,
  options: readonly AttackOption[],
  chance: Chance,
  onLook: () => void,
): Raid | null {
  const { speed, now } = draft.sight;
  const inReach = options
    .map((option) => ({ option, ms: travelMs(tileOf(army, now), option.city.tile, units, speed) * speed }))
    .filter(({ ms }) => ms <= maxMarchMs)
    // Contact must be before the end of a notice.
    .filter(({ option, ms }) => {
      const contactAt = now + Math.ceil(ms / speed);
      return !isShielded(option.neighbour.leave, { orderedAt: now, contactAt });
    });
  const output = Math.max(0, sumOf(draft.rates)) / speed;
  const isWorth = (option: AttackOption, sent: Units, loot: number, lost: number): boolean => {
    const demand = demandsOn(option, style);
    const value = valueOf(sent);
    return (
      value >= demand.value &&
      loot >= demand.gain * lost &&
      loot - lost >= Math.max(minYield * value, demand.ofOutput * output)
    );
  };
  const near = inReach
    .map(({ option, ms }) => {
      const share = neededShare(units, option, demandsOn(option, style));
      const sent = shareOf(units, Math.min(1, share));
      const { loot, lost } = bestCase(sent, option);
      const hours = idleHours + (2 * ms) / hourMs;
      return { option, share, sent, hours, isHopeful: isWorth(option, sent, loot, lost), gain: loot - lost };
    })
    .filter(({ share, isHopeful }) => share <= 1 && isHopeful)
    .sort((a, b) => b.gain / b.hours - a.gain / a.hours)
    .slice(0, maxTried);
  let best: Raid | null = null;
  for (const { option, share, sent, hours } of near) {
    if (!option.isVillage) onLook();
    const alone = fightOut(draft, sent, option, option.defender);
    const helped = option.aloneProbability < 1 ? fightOut(draft, sent, option, option.helped) : alone;
    const expected = (of: 'loot' | 'lost'): number =>
      option.aloneProbability * alone[of] + (1 - option.aloneProbability) * helped[of];
    const [loot, lost] = [expected('loot'), expected('lost')];
    if (alone.won < trials || !isWorth(option, sent, loot, lost)) continue;
    const worth = ((loot - lost) * (0.8 + 0.4 * chance())) / hours;
    if (best === null || worth > best.worth) best = { option, share, worth };
  }
  return best;
}

type Demand = (typeof demands)['village'];

function demandsOn({ isVillage }: AttackOption, style: Style): Demand {
  if (isVillage) return demands.village;
  const { raidStrength: strength, raidGain: gain } = styleRules[style];
  return { ...demands.player, strength, gain };
}

/** Strong enough, and carrying the loot; above 1 if the units are too weak. */
function neededShare(units: Units, option: AttackOption, demand: Demand): number {
  const { defender, loot } = option;
  const { wall } = option.city;
  const strength = demand.strength * strengthOf(defender) * (1 + (wardPerWallLevel / 1000) * wall);
  const room = loot / (1 - (volleyPerWallLevel / 1000) * wall);
  const forStrength = (reserve * strength) / Math.max(1, strengthOf(stacksOf(units)));
  const forRoom = (reserve * room) / Math.max(1, carryOf(units));
  const forValue = demand.value / Math.max(1, valueOf(units));
  const needed = Math.max(forStrength, Math.min(1, Math.max(forRoom, reserve * forValue)));
  return needed > wholeFrom && needed < 1 ? 1 : needed;
}

/** If only the wall fells units: no trial fight is better. */
function bestCase(sent: Units, { city, loot, lootWorth }: AttackOption): { loot: number; lost: number } {
  const standing = Math.max(0, city.wall - Math.floor(Math.sqrt(sent.catapults)));
  const felled = (volleyPerWallLevel / 1000) * standing;
  return {
    loot: Math.min(loot, (1 - felled) * carryOf(sent)) * lootWorth,
    lost: felled * valueOf(sent),
  };
}

/** Expected: the loot that is carried home, and the value of the losses. */
function fightOut(
  draft: Draft,
  units: Units,
  { neighbour, city: { tile, wall }, loot, lootWorth }: AttackOption,
  defender: Stacks,
): { won: number; loot: number; lost: number } {
  const own = scoresOf(draft.empire).total;
  const moraleAgainst = (score: number): number => moraleOf(own, score);
  const guard = guardOn(draft.sight, tile, neighbour, moraleAgainst);
  const terms = { wall, morale: moraleAgainst(neighbour.score), guard };
  const odds = estimateOdds({ attacker: stacksOf(units), defender, ...terms }, trials);
  return {
    won: odds.won,
    loot: (odds.won / trials) * Math.min(loot, carryOf(odds.attackerLeft)) * lootWorth,
    lost: valueOf(units) - valueOf(odds.attackerLeft),
  };
}

/** Roughly, without a trial fight: the value, plus 40 for each militiaman. */
function strengthOf(stacks: Stacks): number {
  let strength = 40 * stacks.militia;
  for (const type of unitTypes) strength += stacks[type] * unitRules[type].value;
  return strength;
}

/**
 * Plans raids by mean loot less the price of mean losses, an hour of march. Each army goes to one target; of a city's
 * last army a part stays, so that no raid leaves a city without defence.
 */
import { unitTypes } from '../../contract/vocabulary.ts';
import { armyLimit } from '../balance.ts';
import { cityAt, standsAt, tileOf, travelMs } from '../march/marching.ts';
import { stacksOf } from '../fight/battle.ts';
import { minWarningMs } from './attack.ts';
import { estimateRaid, goodOdds, safeOdds, type RaidOutcome, type TrialBattle } from '../fight/odds.ts';
import { hourMs } from '../../kernel/time.ts';
import type { Army, Empire, Tile } from '../types.ts';
import { type Units, countUnits, noUnits } from '../counts.ts';

export interface RaidTarget extends Tile {
  id: string;
  defence: Omit<TrialBattle, 'attacker'>;
  /** What a victory could take, all resources added; 0 for a seat. */
  spoils: number;
  /** Only if no other target wants the armies: a raid is under way, or it would end a protection. */
  isLast: boolean;
}

export interface PlannedRaid extends RaidOutcome {
  army: Army;
  units: Units;
  isPart: boolean;
  marchMs: number;
  /** Loot less losses, an hour of march. */
  gainPerHour: number;
}

/** For a target, the nearest first. */
const maxTried = 3;
/** Of each type in a city's last army, one of so many units stays, rounded up. */
const staying = 4;

/** It wins almost surely, and brings more than it costs. */
export const isWorthwhile = ({ won, loot, losses }: RaidOutcome): boolean => won >= safeOdds && loot > losses;

function unitsThatGo(army: Army): Units {
  const units = noUnits();
  for (const type of unitTypes) units[type] = army.units[type] - Math.ceil(army.units[type] / staying);
  return units;
}

/** Worthwhile raids first, by gain; else the shorter march. */
function compare(a: PlannedRaid, b: PlannedRaid): number {
  if (isWorthwhile(a) && isWorthwhile(b)) return b.gainPerHour - a.gainPerHour;
  return Number(isWorthwhile(b)) - Number(isWorthwhile(a)) || a.marchMs - b.marchMs;
}

/**
 * By the ids of the targets; those for which no army is left that would win are missing.
 * @param armies those that can set out
 */
export function planRaids(
  empire: Empire,
  armies: readonly Army[],
  targets: readonly RaidTarget[],
  { now, speed }: { now: number; speed: number },
): Map<string, PlannedRaid> {
  const planned = new Map<string, PlannedRaid>();
  const free = new Set(armies);
  let armyCount = empire.armies.length;
  const trials = new Map<string, PlannedRaid | null>();

  /** In a city of the empire, counting what stays of armies that go. */
  const isLastOf = (army: Army): boolean =>
    army.march === null &&
    cityAt(empire, army) !== null &&
    !empire.armies.some((other) => {
      const raid = [...planned.values()].find(({ army: sent }) => sent === other);
      return other !== army && standsAt(other, army) && raid?.isPart !== false;
    });

  const tryArmy = (target: RaidTarget, army: Army): PlannedRaid | null => {
    const isPart = isLastOf(army);
    const units = isPart ? unitsThatGo(army) : army.units;
    if (countUnits(units) === 0 || (isPart && armyCount >= armyLimit)) return null;
    const key = `${target.id} ${army.id} ${isPart}`;
    const known = trials.get(key);
    if (known !== undefined) return known;
    const marchMs = Math.max(
      travelMs(tileOf(army, now), target, units, speed),
      Math.ceil(minWarningMs / speed),
    );
    const outcome = estimateRaid({ ...target.defence, attacker: stacksOf(units) }, target.spoils);
    const gainPerHour = ((outcome.loot - outcome.losses) * hourMs) / marchMs;
    const raid = outcome.won < goodOdds ? null : { ...outcome, army, units, isPart, marchMs, gainPerHour };
    trials.set(key, raid);
    return raid;
  };

  const bestOf = (target: RaidTarget): PlannedRaid | undefined =>
    [...free]
      .map((army) => ({ army, marchMs: travelMs(tileOf(army, now), target, army.units, speed) }))
      .sort((a, b) => a.marchMs - b.marchMs || (a.army.id < b.army.id ? -1 : 1))
      .slice(0, maxTried)
      .flatMap(({ army }) => tryArmy(target, army) ?? [])
      .sort(compare)[0];

  for (const isLast of [false, true]) {
    let open = targets.filter((target) => target.isLast === isLast);
    while (free.size > 0 && open.length > 0) {
      const [best] = open
        .flatMap((target) => {
          const raid = bestOf(target);
          return raid === undefined ? [] : [{ target, raid }];
        })
        .sort((a, b) => compare(a.raid, b.raid) || (a.target.id < b.target.id ? -1 : 1));
      if (best === undefined) break;
      planned.set(best.target.id, best.raid);
      free.delete(best.raid.army);
      if (best.raid.isPart) armyCount += 1;
      open = open.filter((target) => target !== best.target);
    }
  }
  return planned;
}

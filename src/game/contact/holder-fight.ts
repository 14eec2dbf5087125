/** The fight with the holder of a target, which may breach the wall, plunder and sack. */
import { amounts, militiaOf, sumOf } from '../balance.ts';
import {
  breachedLevel,
  carryOf,
  resolveFight,
  roundMs,
  stacksOf,
  type BattleRandom,
  type Fight,
} from '../fight/battle.ts';
import { currentResolver, type Battle, type GuardFight, type Sack } from '../battle-types.ts';
import { dropEmptySites } from '../economy/construction.ts';
import { add, levelOf, populationOf } from '../economy/stock.ts';
import { applyFight, leaveField, moraleAt } from './fight.ts';
import { cityAt, dropEmptyArmies, standsAt, stayAt } from '../march/marching.ts';
import { plunder } from './plunder.ts';
import { sack } from './sack.ts';
import { keeperMilitia, seatAt } from './seats.ts';
import type { Army, City, Empire, HeldSeat, Stacks } from '../types.ts';
import { sumUnits } from '../counts.ts';

/** All stationary armies and the militia of a city or a seat, or one army in the field. */
interface Defence {
  city: City | null;
  seat: HeldSeat | null;
  armies: Army[];
  militia: number;
}

export function defenceOfCity(defender: Empire, city: City): Defence {
  const armies = defender.armies.filter((army) => standsAt(army, city));
  return { city, seat: null, armies, militia: militiaOf(populationOf(city), defender.kind) };
}

/** What defends the target, or would; null if it is gone. */
export function defenceOf(defender: Empire, battle: Pick<Battle, 'target' | 'x' | 'y'>): Defence | null {
  const { type, id } = battle.target;
  const seat = seatAt(defender, battle);
  const armies = defender.armies.filter((army) => standsAt(army, battle));
  if (type === 'seat')
    return { city: null, seat, armies, militia: defender.kind === 'keeper' ? keeperMilitia : 0 };
  if (seat !== null) return null;
  const targets = armies.filter((army) => army.id === id && army.guards === null);
  if (type === 'army' && targets.length === 0) return null;
  const city = cityAt(defender, battle);
  if (city !== null) return defenceOfCity(defender, city);
  return type === 'city' ? null : { city, seat, armies: targets, militia: 0 };
}

export const termsOf = ({ city, armies, militia }: Defence): Pick<Fight, 'defender' | 'wall'> => ({
  defender: stacksOf(sumUnits(armies), militia),
  wall: city === null ? 0 : levelOf(city, 'wall'),
});

interface HolderFightOptions {
  at: number;
  random: BattleRandom;
  speed: number;
  /** Before the fight of the guard. */
  attackerStart: Stacks;
  /** Which the attacker has won; null without a guard. */
  guard: GuardFight | null;
}

export function fightHolder(
  { attacker, army, holder }: { attacker: Empire; army: Army; holder: Empire },
  battle: Battle,
  { at, random, speed, attackerStart, guard }: HolderFightOptions,
): void {
  const tile = { x: battle.x, y: battle.y };
  const defence = defenceOf(holder, battle);
  if (defence === null) throw new Error('contact: the target is gone');
  const { city, seat, armies } = defence;
  const morale = moraleAt(attacker, holder, { heldSince: seat?.heldSince ?? null, at, speed });
  const start = stacksOf(army.units);
  const { defender: defenderStart, wall: wallBefore } = termsOf(defence);
  const rolls = random(battle.seed);
  const fight = resolveFight({ attacker: start, defender: defenderStart, wall: wallBefore, morale, rolls });
  applyFight(
    { empire: attacker, armies: [army], start },
    { empire: holder, armies, start: defenderStart },
    fight,
    { battleId: battle.id, at },
  );
  const isWon = fight.winner === 'attacker';
  if (isWon) attacker.victories += 1;

  const loot = amounts(0, 0, 0);
  let sacked: Sack | null = null;
  if (city !== null && isWon) {
    breachWall(city, fight.attacker.catapults);
    const carry = carryOf(army.units);
    add(loot, plunder(holder, city, { carry, battleId: battle.id, at, speed }));
    sacked = sack(holder, city, { room: carry - sumOf(loot), at, speed });
    if (sacked !== null) add(loot, sacked.loot);
    army.loot = { ...loot };
  }
  const roundCount = fight.rounds.length + (guard?.rounds.length ?? 0);
  const endsAt = at + roundCount * roundMs(speed);
  dropEmptyArmies(holder);
  if (seat !== null && isWon) stayAt(army, tile, endsAt);
  else leaveField(attacker, army, tile, endsAt, speed);
  if (army.march !== null && sumOf(loot) > 0) army.march.lootBattleId = battle.id;

  battle.outcome = {
    resolver: currentResolver,
    volley: fight.volley,
    result: fight.winner === 'draw' ? 'draw' : `${fight.winner}_won`,
    at,
    endsAt,
    reason: null,
    morale,
    wall: city === null ? null : { before: wallBefore, after: levelOf(city, 'wall') },
    ...(guard === null ? {} : { guard }),
    attackerStart,
    defenderStart,
    rounds: fight.rounds,
    loot,
    ...(sacked === null ? {} : { sack: sacked }),
  };
}

/** A wall of level 0 is removed. */
function breachWall(city: City, catapults: number): void {
  const wall = city.buildings.find(({ type }) => type === 'wall');
  if (wall === undefined) return;
  wall.level = breachedLevel(wall.level, catapults);
  dropEmptySites(city);
}

/**
 * Contact, the only moment at which two empires interact: the outcome is computed and applied to both. Both must
 * be advanced exactly to that moment, not past it.
 */
import { unitTypes } from '../contract/vocabulary.ts';
import { amounts, militiaOf, sumOf } from './balance.ts';
import { breachedLevel, carryOf, noStacks, resolveFight, stacksOf, type RollTable } from './battle.ts';
import { entryFor, post } from './ledger.ts';
import { dropEmptySites } from './construction.ts';
import { add, levelOf, populationOf } from './economy.ts';
import { asLoss, noUnits, sumUnits } from './units.ts';
import type { Emit } from './events.ts';
import { cityAt, dropEmptyArmies, sendHome, standsAt, stayAt } from './marching.ts';
import { plunder, shareOut } from './plunder.ts';
import { sack } from './sack.ts';
import { noteScore, protectionOf, retaliationMs } from './protection.ts';
import { scoresOf, valueOf } from './scoring.ts';
import { keeperMilitia, moraleAgainst, seatAt, seatRefusal } from './seats.ts';
import { currentResolver, type Battle, type Outcome, type Sack } from './battle-types.ts';
import type { Army, City, Empire, HeldSeat, Stacks, Units } from './types.ts';

/** Milliseconds between two rounds in the playback: max(3 s / speed, 0.5 s). */
export function roundMs(speed: number): number {
  return Math.max(Math.ceil(3_000 / speed), 500);
}

/** Ends a battle without a fight. */
export function callOff(battle: Battle, at: number, reason: Outcome['reason'], emit: Emit): void {
  battle.outcome = {
    resolver: currentResolver,
    volley: null,
    result: 'called_off',
    at,
    endsAt: at,
    reason,
    morale: 1000,
    wall: null,
    attackerStart: noStacks(),
    defenderStart: noStacks(),
    rounds: [],
    loot: amounts(0, 0, 0),
  };
  emit({
    kind: 'battle_decided',
    at,
    battleId: battle.id,
    attackerId: battle.attackerId,
    defenderId: battle.defenderId,
  });
}

/** The defenders: all stationary armies and the militia of a city or a seat, or one army in the field. */
interface Defence {
  city: City | null;
  seat: HeldSeat | null;
  armies: Army[];
  militia: number;
}

function defenceOf(defender: Empire, battle: Battle): Defence | null {
  const { type, id } = battle.target;
  const seat = seatAt(defender, battle);
  if (type === 'seat') {
    const armies = defender.armies.filter((army) => standsAt(army, battle));
    return { city: null, seat, armies, militia: defender.kind === 'keeper' ? keeperMilitia : 0 };
  }
  if (seat !== null) return null;
  if (type === 'army' && !defender.armies.some((army) => army.id === id && standsAt(army, battle)))
    return null;
  const city = cityAt(defender, battle);
  const armies = defender.armies.filter(
    (army) => standsAt(army, battle) && (city !== null || army.id === id),
  );
  if (city === null) return type === 'city' ? null : { city, seat, armies, militia: 0 };
  return { city, seat, armies, militia: militiaOf(populationOf(city), defender.kind) };
}

/**
 * Resolves a battle at its contact and applies it: losses, wall, plunder, scores, the march home. The battle is
 * called off if the army or its target is gone, if the target is protected (as an ally, too), or if the seat cannot
 * change hands.
 */
export function resolveContact(
  attacker: Empire,
  defender: Empire,
  battle: Battle,
  { at, speed, rolls, emit }: { at: number; speed: number; rolls: RollTable; emit: Emit },
): void {
  const army = attacker.armies.find(({ march }) => march?.battleId === battle.id);
  if (army === undefined) {
    callOff(battle, at, 'army_gone', emit);
    return;
  }
  const tile = { x: battle.x, y: battle.y };
  const isSeat = battle.target.type === 'seat';
  const seatReason = isSeat ? seatRefusal(attacker, defender, battle, { at, speed }) : null;
  const defence = seatReason === null ? defenceOf(defender, battle) : null;
  const scores = { attacker: scoresOf(attacker).total, defender: scoresOf(defender).total };
  const protection = protectionOf(
    { ...attacker, score: scores.attacker, attackedByTargetAt: attacker.attackedBy[defender.id] ?? null },
    { ...defender, score: scores.defender },
    { now: at, speed, isSeat },
  );
  if (defence === null || protection !== null) {
    const reason = protection === 'allied' ? 'allied' : 'protected';
    callOff(battle, at, seatReason ?? (defence === null ? 'target_gone' : reason), emit);
    sendHome(attacker, army, tile, at, speed);
    return;
  }
  const { city, seat, armies } = defence;
  const morale = moraleAgainst(scores, { isSeat, heldSince: seat?.heldSince ?? null, at, speed });
  const attackerStart = stacksOf(army.units);
  const defenderStart = stacksOf(sumUnits(armies), defence.militia);
  const wallBefore = city === null ? 0 : levelOf(city, 'wall');
  const fight = resolveFight({
    attacker: attackerStart,
    defender: defenderStart,
    wall: wallBefore,
    morale,
    rolls,
  });

  const attackerLost = removeLosses([army], attackerStart, fight.attacker);
  const defenderLost = removeLosses(armies, defenderStart, fight.defender);
  const subject = entryFor('battle', { battleId: battle.id });
  post(attacker, subject, { units: asLoss(attackerLost) });
  post(defender, subject, { units: asLoss(defenderLost) });
  attacker.destroyedValue += valueOf(defenderLost);
  defender.destroyedValue += valueOf(attackerLost);
  if (fight.winner === 'attacker') attacker.victories += 1;

  const loot = amounts(0, 0, 0);
  let sacked: Sack | null = null;
  if (city !== null && fight.winner === 'attacker') {
    breachWall(city, fight.attacker.catapults);
    const carry = carryOf(army.units);
    add(loot, plunder(defender, city, { carry, battleId: battle.id, at, speed }));
    sacked = sack(defender, city, { room: carry - sumOf(loot), at, speed });
    if (sacked !== null) add(loot, sacked.loot);
    army.loot = { ...loot };
  }
  const endsAt = at + fight.rounds.length * roundMs(speed);
  dropEmptyArmies(attacker);
  dropEmptyArmies(defender);
  if (attacker.armies.includes(army)) {
    if (seat !== null && fight.winner === 'attacker') stayAt(army, tile, endsAt);
    else sendHome(attacker, army, tile, endsAt, speed);
    if (army.march !== null && sumOf(loot) > 0) army.march.lootBattleId = battle.id;
  }

  noteAttacker(defender, attacker, at);
  noteScore(attacker, scoresOf(attacker).total);
  noteScore(defender, scoresOf(defender).total);

  battle.outcome = {
    resolver: currentResolver,
    volley: fight.volley,
    result: fight.winner === 'draw' ? 'draw' : `${fight.winner}_won`,
    at,
    endsAt,
    reason: null,
    morale,
    wall: city === null ? null : { before: wallBefore, after: levelOf(city, 'wall') },
    attackerStart,
    defenderStart,
    rounds: fight.rounds,
    loot,
    ...(sacked === null ? {} : { sack: sacked }),
  };
  emit({ kind: 'battle_decided', at, battleId: battle.id, attackerId: attacker.id, defenderId: defender.id });
}

/** Stores the contact for the right to strike back, which an empire without a player does not use. */
function noteAttacker({ kind, attackedBy }: Empire, attacker: Empire, at: number): void {
  if (kind !== 'player') return;
  for (const [id, moment] of Object.entries(attackedBy)) {
    if (at >= moment + retaliationMs) Reflect.deleteProperty(attackedBy, id);
  }
  attackedBy[attacker.id] = at;
}

/** Removes the lost units from the armies, each type in proportion (ties to the smaller id), and returns them. */
function removeLosses(armies: readonly Army[], start: Stacks, left: Stacks): Units {
  const lost = noUnits();
  const byId = [...armies].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const type of unitTypes) {
    lost[type] = start[type] - left[type];
    const shares = shareOut(
      lost[type],
      byId.map((army) => army.units[type]),
    );
    byId.forEach((army, index) => {
      army.units[type] -= shares[index] ?? 0;
    });
  }
  return lost;
}

/** Lowers the wall after a victory of the attacker. A wall of level 0 is removed. */
function breachWall(city: City, catapults: number): void {
  const wall = city.buildings.find(({ type }) => type === 'wall');
  if (wall === undefined) return;
  wall.level = breachedLevel(wall.level, catapults);
  dropEmptySites(city);
}

/** Common to the fights at a contact: morale, and the changes of both empires. */
import { unitTypes } from '../../contract/vocabulary.ts';
import type { FightResult } from '../fight/battle.ts';
import { entryFor, post } from '../economy/ledger.ts';
import { shareOut } from './plunder.ts';
import { noteScore, retaliationMs } from '../diplomacy/protection.ts';
import { scoresOf, valueOf } from '../diplomacy/scoring.ts';
import { asLoss, noUnits } from '../counts.ts';
import type { Army, Empire, Stacks, Tile, Units } from '../types.ts';
import { dropEmptyArmies, sendHome } from '../march/marching.ts';
import { moraleAgainst } from './seats.ts';

export interface FightSide {
  empire: Empire;
  armies: readonly Army[];
  start: Stacks;
}

/** Armies without units stay until `dropEmptyArmies`. */
export function applyFight(
  attacker: FightSide,
  defender: FightSide,
  fight: FightResult,
  { battleId, at }: { battleId: string; at: number },
): void {
  const attackerLost = removeLosses(attacker.armies, attacker.start, fight.attacker);
  const defenderLost = removeLosses(defender.armies, defender.start, fight.defender);
  const subject = entryFor('battle', { battleId });
  post(attacker.empire, subject, { units: asLoss(attackerLost) });
  post(defender.empire, subject, { units: asLoss(defenderLost) });
  attacker.empire.destroyedValue += valueOf(defenderLost);
  defender.empire.destroyedValue += valueOf(attackerLost);
  noteAttacker(defender.empire, attacker.empire, at);
  for (const { empire } of [attacker, defender]) noteScore(empire);
}

/** For the right to strike back, which empires without a player do not use. */
function noteAttacker({ kind, attackedBy }: Empire, attacker: Empire, at: number): void {
  if (kind !== 'player') return;
  for (const [id, moment] of Object.entries(attackedBy)) {
    if (at >= moment + retaliationMs) Reflect.deleteProperty(attackedBy, id);
  }
  attackedBy[attacker.id] = at;
}

/** Each type in proportion, ties to the smaller id. Returns the lost units. */
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

export function leaveField(attacker: Empire, army: Army, tile: Tile, departsAt: number, speed: number): void {
  dropEmptyArmies(attacker);
  if (attacker.armies.includes(army)) sendHome(attacker, army, tile, departsAt, speed);
}

/** At a seat, the weariness of the holder adds to the morale. */
export function moraleAt(
  attacker: Empire,
  defender: Empire,
  hold: { heldSince: number | null; at: number; speed: number },
): number {
  return moraleAgainst({ attacker: scoresOf(attacker).total, defender: scoresOf(defender).total }, hold);
}

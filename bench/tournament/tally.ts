/** Counts what happens in a match, for each player. */
import { resources, unitTypes, type Resource } from '../../src/contract/vocabulary.ts';
import { sumOf } from '../../src/game/balance.ts';
import { fullOutput, stockScale } from '../../src/game/economy/stock.ts';
import { outputLostToSack } from '../../src/game/contact/sack.ts';
import { sumUnits } from '../../src/game/counts.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { crownScale } from '../../src/game/diplomacy/reigns.ts';
import { cityAt } from '../../src/game/march/marching.ts';
import { valueOf } from '../../src/game/diplomacy/scoring.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type { Empire, Posting } from '../../src/game/types.ts';
import type { PlayerResult } from './result.ts';

/** Adds an event of a player's own empire. */
export function addEvent(gameEvent: GameEvent, result: PlayerResult): void {
  if (gameEvent.kind === 'desertion') result.deserted += valueOf(gameEvent.lost);
  if (gameEvent.kind === 'reign_ended') result.crowns += gameEvent.crownParts / crownScale;
  if (gameEvent.kind === 'seat_taken') result.seatsTaken += 1;
}

/**
 * Adds a fought battle to the results of both sides.
 * @param defender the empire that was attacked; after a won attack on a seat, the battle names the new holder
 * @param resultOf returns the result of an empire's player, or undefined for villages and keepers
 */
export function addBattle(
  { attackerId, outcome, target, x, y }: Battle,
  defender: Empire,
  resultOf: (empireId: string) => PlayerResult | undefined,
): void {
  if (outcome === null || outcome.result === 'called_off') return;
  const own = resultOf(attackerId);
  const enemy = resultOf(defender.id);
  const loot = sumOf(outcome.loot);
  const last = outcome.rounds.at(-1);
  if (own !== undefined) {
    const tally = { attacker_won: 'won', defender_won: 'lost', draw: 'drawn' } as const;
    const kind =
      target.type === 'seat' ? 'seatAttacks' : defender.kind === 'village' ? 'villageRaids' : 'attacks';
    own[kind][tally[outcome.result]] += 1;
    own[defender.kind === 'village' ? 'villageLoot' : 'plunderWon'] += loot;
    if (last !== undefined)
      own.fallenAttacking += valueOf(outcome.attackerStart) - valueOf(last.attacker.units);
  }
  if (enemy !== undefined) {
    const tally = { attacker_won: 'lost', defender_won: 'won', draw: 'drawn' } as const;
    if (target.type !== 'seat') enemy.defences[tally[outcome.result]] += 1;
    enemy.plunderLost += loot;
    if (last !== undefined)
      enemy.fallenDefending += valueOf(outcome.defenderStart) - valueOf(last.defender.units);
    const city = cityAt(defender, { x, y });
    if (outcome.sack !== undefined && city !== null)
      enemy.sackLost += sumOf(outputLostToSack(fullOutput(city)));
  }
}

/** The ledger of one empire: adds its postings up, and keeps the sums that a result needs. */
export class Bookkeeper {
  readonly #empire: Empire;
  #stock: Record<Resource, number>;
  #units: ReturnType<typeof sumUnits>;
  /** Whole units that were produced, all resources added. */
  produced = 0;

  /** Starts with the present stock and units of the empire. */
  constructor(empire: Empire) {
    this.#empire = empire;
    this.#stock = { ...empire.stock };
    this.#units = sumUnits(empire.armies);
    empire.postings = [];
  }

  /** Checks and removes the postings since the last call. Throws an Error if stock or units do not add up. */
  close(): void {
    const { postings } = this.#empire;
    if (postings === null) throw new Error('ledger: the empire keeps none');
    for (const posting of postings) this.#enter(posting);
    this.#empire.postings = [];
    const units = sumUnits(this.#empire.armies);
    const isComplete =
      resources.every((resource) => this.#stock[resource] === this.#empire.stock[resource]) &&
      unitTypes.every((type) => this.#units[type] === units[type]);
    if (!isComplete) throw new Error(`invalid world: the ledger of ${this.#empire.id} misses a change`);
  }

  #enter({ cause, stock, units }: Posting): void {
    for (const resource of resources) {
      this.#stock[resource] += stock[resource];
      if (cause === 'production') this.produced += Math.max(0, stock[resource] / stockScale);
    }
    for (const type of unitTypes) this.#units[type] += units[type];
  }
}

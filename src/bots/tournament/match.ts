/**
 * One match of a tournament: bots on one map of the pure core. Time jumps from one turn of a player to the next. The
 * same settings and seed give the same match.
 */
import { advance } from '../../game/advance.ts';
import { nearestFreeTile, tileTowards, tilesAnEmpire } from '../../game/map.ts';
import { newEmpire } from '../../game/founding.ts';
import type { GameEvent } from '../../game/events.ts';
import { scoresOf, valueOf } from '../../game/scoring.ts';
import { sumOf } from '../../game/balance.ts';
import type { Battle, Empire, Tile, WorldSlice } from '../../game/types.ts';
import { GameError } from '../../kernel/errors.ts';
import { dayMs, hourMs, minuteMs } from '../../kernel/time.ts';
import { battleRandomOf } from '../../world/battle-random.ts';
import { makeChance, type Chance } from '../mind/chance.ts';
import { decide } from '../mind/decide.ts';
import { noMemory, rememberRefusal, type Memory } from '../mind/orders.ts';
import { applyOrder } from '../mind/apply-order.ts';
import type { Temperament } from '../mind/temperament.ts';
import { checkWorld } from './invariants.ts';
import { findTargetIn, observe } from './observe.ts';
import { emptyResult, type MatchResult, type PlayerResult } from './result.ts';

export interface MatchSettings {
  players: readonly Temperament[];
  /** Days of the world, each 24 hours / speed. */
  days: number;
  speed: number;
  /** Mean time between two turns of a player, divided by the speed. Each interval varies by up to a half. */
  lookMinutes: number;
  /** Hours without turns per day, at the same time of every day of a player; divided by the speed. */
  nightHours: number;
  seed: number;
}

interface Participant {
  empire: Empire;
  chance: Chance;
  memory: Memory;
  /** Battles of the participant, oldest first. */
  battles: Battle[];
  nextTurnAt: number;
  /** Start of the nights, after the start of a day. */
  bedtimeMs: number;
  result: PlayerResult;
}

/** Start of every match; a fixed time makes matches repeatable. */
const startMs = Date.UTC(2026, 0, 1);
const radius = 1000;

/** Plays a match to its end. Throws an Error if the world then violates an invariant. */
export function playMatch(settings: MatchSettings): MatchResult {
  return new Match(settings).play();
}

class Match {
  readonly #settings: MatchSettings;
  readonly #world: WorldSlice;
  readonly #participants: Participant[] = [];
  #idCount = 0;
  #battles = 0;

  constructor(settings: MatchSettings) {
    this.#settings = settings;
    this.#world = { speed: settings.speed, radius, empires: new Map(), battles: new Map() };
    const chance = makeChance(settings.seed);
    const tiles: Tile[] = [];
    settings.players.forEach((temperament, index) => {
      const preferred = tileTowards({ x: 0, y: 0 }, chance(), tilesAnEmpire * Math.sqrt(index));
      const tile = nearestFreeTile(preferred, tiles, radius) ?? preferred;
      tiles.push(tile);
      const id = `empire-${index + 1}`;
      const empire = newEmpire({ id, name: id, ownerId: id, tile }, startMs, this.#newId);
      empire.postings = null;
      this.#world.empires.set(id, empire);
      this.#participants.push({
        empire,
        chance: makeChance(Math.floor(chance() * 2 ** 32)),
        memory: noMemory,
        battles: [],
        nextTurnAt: startMs + Math.floor((chance() * minuteMs) / settings.speed),
        bedtimeMs: Math.floor((chance() * dayMs) / settings.speed),
        result: emptyResult(temperament),
      });
    });
  }

  readonly #newId = (): string => `${this.#settings.seed}-${(this.#idCount += 1)}`;

  play(): MatchResult {
    const { days, speed } = this.#settings;
    for (let day = 1; day <= days; day += 1) {
      const end = startMs + Math.ceil((day * dayMs) / speed);
      for (;;) {
        const participant = this.#nextParticipant();
        if (participant.nextTurnAt >= end) break;
        this.#advanceTo(participant.nextTurnAt);
        this.#takeTurn(participant);
      }
      this.#advanceTo(end);
      for (const { empire, result } of this.#participants) result.daily.push(scoresOf(empire).total);
    }
    checkWorld(this.#world);
    return this.#conclude();
  }

  #nextParticipant(): Participant {
    return this.#participants.reduce((first, participant) =>
      participant.nextTurnAt < first.nextTurnAt ? participant : first,
    );
  }

  #participantOf(empireId: string): Participant {
    const participant = this.#participants.find(({ empire }) => empire.id === empireId);
    if (participant === undefined) throw new Error(`empire ${empireId} has no participant`);
    return participant;
  }

  #advanceTo(until: number): void {
    for (const gameEvent of advance(this.#world, until, battleRandomOf)) this.#record(gameEvent);
    for (const [id, { outcome }] of this.#world.battles) if (outcome !== null) this.#world.battles.delete(id);
  }

  #record(gameEvent: GameEvent): void {
    if (gameEvent.kind === 'desertion') {
      this.#participantOf(gameEvent.empireId).result.deserted += valueOf(gameEvent.lost);
    }
    if (gameEvent.kind !== 'battle_decided') return;
    const battle = this.#world.battles.get(gameEvent.battleId);
    const outcome = battle?.outcome;
    if (battle == null || outcome == null || outcome.result === 'called_off') return;
    this.#battles += 1;
    const attacker = this.#participantOf(battle.attackerId).result;
    const defender = this.#participantOf(battle.defenderId).result;
    const attackTally = { attacker_won: 'won', defender_won: 'lost', draw: 'drawn' } as const;
    const defenceTally = { attacker_won: 'lost', defender_won: 'won', draw: 'drawn' } as const;
    attacker.attacks[attackTally[outcome.result]] += 1;
    defender.defences[defenceTally[outcome.result]] += 1;
    attacker.plunderWon += sumOf(outcome.loot);
    defender.plunderLost += sumOf(outcome.loot);
    const last = outcome.rounds.at(-1);
    if (last === undefined) return;
    attacker.fallenAttacking += valueOf(outcome.attackerStart) - valueOf(last.attacker.units);
    defender.fallenDefending += valueOf(outcome.defenderStart) - valueOf(last.defender.units);
  }

  #takeTurn(participant: Participant): void {
    const { lookMinutes, speed } = this.#settings;
    const now = participant.nextTurnAt;
    const pauseMs = Math.ceil((lookMinutes * minuteMs * (0.5 + participant.chance())) / speed);
    const nextTurnMs = this.#wakeAfter(participant, now + pauseMs) - now;
    const sight = observe(this.#world, participant.empire, participant.battles, now, nextTurnMs);
    const context = {
      ...{ world: this.#world, empire: participant.empire, now, newId: this.#newId },
      cities: sight.cities,
      emit: (gameEvent: GameEvent) => {
        this.#record(gameEvent);
      },
      findTarget: (target: Battle['target']) => findTargetIn(this.#world, target),
      splits: new Map<string, string>(),
      newArmyId: this.#newId,
    };
    for (const order of decide(participant.result, sight, participant.memory, participant.chance)) {
      try {
        applyOrder(context, order);
        participant.result.orders[order.kind] += 1;
      } catch (error) {
        if (!(error instanceof GameError)) throw error;
        participant.result.refusals[error.code] = (participant.result.refusals[error.code] ?? 0) + 1;
        participant.memory = rememberRefusal(participant.memory, order, now, nextTurnMs);
      }
    }
    this.#registerBattles();
    participant.empire.lastActiveAt = now;
    participant.nextTurnAt = now + nextTurnMs;
  }

  /** Returns `at`, or the end of the night that contains it. */
  #wakeAfter({ bedtimeMs }: Participant, at: number): number {
    const { speed, nightHours } = this.#settings;
    const asleepMs = (at - startMs - bedtimeMs) % (dayMs / speed);
    const nightMs = (nightHours * hourMs) / speed;
    return asleepMs >= 0 && asleepMs < nightMs ? Math.ceil(at + nightMs - asleepMs) : at;
  }

  /** Numbers the battles of the last turn and adds them to both participants. */
  #registerBattles(): void {
    for (const battle of this.#world.battles.values()) {
      if (battle.number > 0) continue;
      battle.number = this.#idCount += 1;
      this.#participantOf(battle.attackerId).battles.push(battle);
      this.#participantOf(battle.defenderId).battles.push(battle);
    }
  }

  #conclude(): MatchResult {
    const scores = this.#participants.map(({ empire }) => scoresOf(empire));
    const players = this.#participants.map(({ empire, result }, index): PlayerResult => {
      const own = scores[index] ?? scoresOf(empire);
      const place = 1 + scores.filter(({ total }) => total > own.total).length;
      return {
        ...result,
        score: own.total,
        ...{ economic: own.economic, military: own.military },
        place,
        cities: empire.cities.length,
      };
    });
    const { days, speed } = this.#settings;
    return { players, battles: this.#battles, simulatedMs: (days * dayMs) / speed };
  }
}

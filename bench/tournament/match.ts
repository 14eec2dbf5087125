/**
 * One match of a tournament: bots on one map of the pure core. Time jumps from one turn of a player to the next. The
 * same settings and seed give the same match.
 */
import { advance, decideMeeting } from '../../src/game/advance.ts';
import { joinAlliance } from '../../src/game/diplomacy/alliances.ts';
import { meetingsDue } from '../../src/game/contact/meetings.ts';
import { crownPartsAt, crownScale } from '../../src/game/diplomacy/reigns.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import type { ErrorCode } from '../../src/kernel/errors.ts';
import { dayMs, hourMs, minuteMs } from '../../src/kernel/time.ts';
import { battleRandomOf } from '../../src/world/battle-random.ts';
import { makeChance, type Chance } from '../../src/bots/mind/chance.ts';
import { decide } from '../../src/bots/mind/decide.ts';
import { noMemory, rememberRefusal, type Memory, type Order } from '../../src/bots/mind/orders.ts';
import { isInReach } from '../../src/bots/mind/targets.ts';
import type { OrderContext } from '../../src/bots/mind/apply-order.ts';
import { contextIn, giveOrder } from './give-order.ts';
import { nextLook, Person } from './person.ts';
import { observe } from './observe.ts';
import type { Chronicle, MatchSettings } from './settings.ts';
import { medianOf } from './estimate.ts';
import { emptyResult, sumOfOrders, type MatchResult, type PlayerResult } from './result.ts';
import { addBattle, addEvent, Bookkeeper } from './tally.ts';
import { foundWorld } from './world.ts';

interface Participant {
  empire: Empire;
  /** Null for a bot. */
  person: Person | null;
  bookkeeper: Bookkeeper;
  chance: Chance;
  memory: Memory;
  /** Battles of the participant, oldest first. */
  battles: Battle[];
  nextTurnAt: number;
  /** Start of the nights, after the start of a day. */
  bedtimeMs: number;
  result: PlayerResult;
}

/** A fixed time makes matches repeatable. */
const usualStartMs = Date.UTC(2026, 0, 1);

export class Match {
  readonly #settings: MatchSettings;
  readonly #chronicle: Chronicle | null;
  readonly #startMs: number;
  readonly #world: WorldSlice;
  /** By the ids of their empires. */
  readonly #participants = new Map<string, Participant>();
  /** Villages and keepers. */
  readonly #others: { bookkeeper: Bookkeeper }[] = [];
  #idCount = 0;
  #battles = 0;

  constructor(settings: MatchSettings, chronicle: Chronicle | null) {
    const { seed, speed, players } = settings;
    this.#settings = settings;
    this.#chronicle = chronicle;
    const startMs = chronicle?.startMs ?? usualStartMs;
    this.#startMs = startMs;
    const chance = makeChance(seed);
    const found = chronicle?.found ?? foundWorld;
    const founded = found(players.length, { now: startMs, speed, chance, newId: this.#newId });
    this.#world = founded.world;
    const joining = { now: startMs, speed, emit: this.#record };
    players.forEach((player, index) => {
      const empire = founded.empires[index];
      if (empire === undefined) throw new Error(`player ${index} has no empire`);
      const { alliance } = player;
      if (alliance !== null) joinAlliance(empire, { id: alliance, tag: alliance }, 'member', joining);
      const result = emptyResult(player);
      const apply = (order: Order): boolean =>
        this.#give(this.#contextOf(empire, empire.advancedAt, []), order, result) === null;
      const options = { world: founded.world, empire, apply, newId: this.#newId, exchanges: true };
      this.#participants.set(empire.id, {
        empire,
        person: player.isPerson ? new Person(options) : null,
        bookkeeper: new Bookkeeper(empire),
        chance: makeChance(Math.floor(chance() * 2 ** 32)),
        memory: noMemory,
        battles: [],
        nextTurnAt: startMs + Math.floor((chance() * minuteMs) / speed),
        bedtimeMs: Math.floor((chance() * dayMs) / speed),
        result,
      });
    });
    for (const empire of founded.world.empires.values()) {
      if (empire.kind !== 'player') this.#others.push({ bookkeeper: new Bookkeeper(empire) });
    }
  }

  readonly #newId = (): string =>
    this.#chronicle?.newId() ?? `${this.#settings.seed}-${(this.#idCount += 1)}`;

  /** Yields each look of a person, which the caller takes. */
  *play(): Generator<{ person: Person; now: number }, MatchResult> {
    const { days, speed } = this.#settings;
    for (let day = 1; day <= days; day += 1) {
      const end = this.#startMs + Math.ceil((day * dayMs) / speed);
      for (;;) {
        const participant = this.#nextParticipant();
        if (participant.nextTurnAt >= end) break;
        const { empire } = participant;
        this.#advanceTo(participant.nextTurnAt, ({ kind, cities }) =>
          kind === 'village' ? cities.some((city) => isInReach(empire, city)) : kind === 'player',
        );
        if (participant.person === null) this.#takeTurn(participant);
        else {
          yield { person: participant.person, now: participant.nextTurnAt };
          this.#registerBattles();
          participant.empire.lastActiveAt = participant.nextTurnAt;
          participant.nextTurnAt = nextLook(participant.nextTurnAt, this.#startMs, this.#settings.speed);
        }
        this.#chronicle?.onPause(this.#world, participant.empire.lastActiveAt);
      }
      this.#advanceTo(end, () => true);
      this.#chronicle?.onPause(this.#world, end);
      for (const { empire, result } of this.#participants.values()) {
        result.daily.push(scoresOf(empire).total);
        result.ordersByDay.push(
          sumOfOrders(result) - result.ordersByDay.reduce((sum, count) => sum + count, 0),
        );
      }
      for (const { bookkeeper } of [...this.#participants.values(), ...this.#others]) bookkeeper.close();
    }
    return this.#conclude();
  }

  #nextParticipant(): Participant {
    return [...this.#participants.values()].reduce((first, participant) =>
      participant.nextTurnAt < first.nextTurnAt ? participant : first,
    );
  }

  /**
   * Decides all contacts until then, and advances the empires that `isSeen` accepts to that moment. The others follow
   * when they are seen or attacked; when an empire is advanced does not change its history.
   */
  #advanceTo(until: number, isSeen: (empire: Empire) => boolean): void {
    const world = this.#world;
    for (const meeting of meetingsDue(world, until))
      decideMeeting(world, meeting, battleRandomOf, this.#record);
    for (const [id, { outcome }] of world.battles) if (outcome !== null) world.battles.delete(id);
    const seen = new Map([...world.empires].filter(([, empire]) => isSeen(empire)));
    for (const gameEvent of advance({ ...world, empires: seen }, until, battleRandomOf))
      this.#record(gameEvent);
  }

  readonly #record = (gameEvent: GameEvent): void => {
    this.#chronicle?.onEvent(this.#world, gameEvent);
    const resultOf = (id: string): PlayerResult | undefined => this.#participants.get(id)?.result;
    if (gameEvent.kind !== 'battle_decided') {
      const result = 'empireId' in gameEvent ? resultOf(gameEvent.empireId) : undefined;
      if (result !== undefined) addEvent(gameEvent, result);
      return;
    }
    const battle = this.#world.battles.get(gameEvent.battleId);
    if (battle?.outcome == null) return;
    if (battle.outcome.result === 'called_off') {
      const attacker = resultOf(battle.attackerId);
      const isRecalled = battle.outcome.reason === 'recalled';
      if (attacker !== undefined && battle.target.type === 'seat' && !isRecalled)
        attacker.seatsCalledOff += 1;
      return;
    }
    this.#battles += 1;
    const defender = this.#world.empires.get(gameEvent.defenderId);
    if (defender !== undefined) addBattle(battle, defender, resultOf);
  };

  #takeTurn(participant: Participant): void {
    const { lookMinutes, speed } = this.#settings;
    const now = participant.nextTurnAt;
    const pauseMs = Math.ceil((lookMinutes * minuteMs * (0.5 + participant.chance())) / speed);
    const nextTurnMs = this.#wakeAfter(participant, now + pauseMs) - now;
    const { empire, battles, result, memory, chance } = participant;
    const isPerson = (id: string): boolean => this.#participants.get(id)?.result.isPerson === true;
    const sight = observe(this.#world, empire, battles, now, nextTurnMs, isPerson);
    const context = this.#contextOf(empire, now, sight.cities);
    const onLook = (): void => {
      result.looks += 1;
    };
    for (const order of decide(result, sight, memory, chance, onLook)) {
      const refusal = this.#give(context, order, result);
      if (refusal !== null) participant.memory = rememberRefusal(participant.memory, order, now, nextTurnMs);
    }
    this.#registerBattles();
    participant.empire.lastActiveAt = now;
    participant.nextTurnAt = now + nextTurnMs;
  }

  #contextOf(empire: Empire, now: number, cities: OrderContext['cities']): OrderContext {
    return contextIn({ world: this.#world, empire, now, cities, newId: this.#newId, emit: this.#record });
  }

  #give(context: OrderContext, order: Order, result: PlayerResult): ErrorCode | null {
    const refusal = giveOrder(context, order);
    if (refusal !== null) result.refusals[refusal] = (result.refusals[refusal] ?? 0) + 1;
    else result.orders[order.kind] += 1;
    const isCity = order.kind === 'attack' && order.target.type === 'city';
    // The city of a village has the id of its empire.
    if (refusal === null && isCity && !this.#world.empires.has(order.target.id)) result.cityAttacks += 1;
    return refusal;
  }

  /** Returns `at`, or the end of the night that contains it. */
  #wakeAfter({ bedtimeMs }: Participant, at: number): number {
    const { speed, nightHours } = this.#settings;
    const asleepMs = (at - this.#startMs - bedtimeMs) % (dayMs / speed);
    const nightMs = (nightHours * hourMs) / speed;
    return asleepMs >= 0 && asleepMs < nightMs ? Math.ceil(at + nightMs - asleepMs) : at;
  }

  /** Numbers the battles of the last turn and adds them to both participants. */
  #registerBattles(): void {
    for (const battle of this.#world.battles.values()) {
      if (battle.number > 0) continue;
      battle.number = this.#idCount += 1;
      this.#participants.get(battle.attackerId)?.battles.push(battle);
      this.#participants.get(battle.defenderId)?.battles.push(battle);
    }
  }

  #conclude(): MatchResult {
    const { days, speed } = this.#settings;
    const players = [...this.#participants.values()].map(({ empire, result, bookkeeper }): PlayerResult => {
      const { economic, military, total } = scoresOf(empire);
      return {
        ...result,
        score: total,
        economic,
        military,
        produced: bookkeeper.produced,
        cities: empire.cities.length,
        crowns: result.crowns + crownPartsAt(empire, empire.advancedAt, speed) / crownScale,
      };
    });
    const median = medianOf(players.map(({ score }) => score));
    for (const player of players) {
      player.ofMedian = player.score / median;
      player.rank = 1 + players.filter(({ score }) => score > player.score).length;
    }
    return { players, battles: this.#battles, simulatedMs: (days * dayMs) / speed };
  }
}

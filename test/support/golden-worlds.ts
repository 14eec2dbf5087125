/**
 * Golden worlds: recorded orders, and what came of them. Recording and replay give the orders through the same function,
 * `GoldenWorld.give`; the recording also decides which.
 */
import { createHash, type Hash } from 'node:crypto';
import { advance, decideMeeting } from '../../src/game/advance.ts';
import { joinAlliance } from '../../src/game/diplomacy/alliances.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { meetingsDue } from '../../src/game/contact/meetings.ts';
import type { Empire, GuardedPlace, WorldSlice } from '../../src/game/types.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { applyOrder } from '../../src/bots/mind/apply-order.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { decide } from '../../src/bots/mind/decide.ts';
import { noMemory, rememberRefusal, type Order } from '../../src/bots/mind/orders.ts';
import { mixes, openings, styles } from '../../src/bots/mind/temperament.ts';
import { findTargetIn, observe, placeToGuardIn } from '../../bench/tournament/observe.ts';
import { foundWorld } from '../../bench/tournament/world.ts';
import { momentOf, perform, type Command } from './random-games.ts';
import { battleRandomOf, dayMs, dump, hourMs, idMaker, ignoreEvents, t0, the } from './worlds.ts';

/** An order of a bot, or a command of a random game. */
export type Step = { at: number; by: string; order: Order } | { command: Command };

export interface Game {
  /** The world at first, as `dump` writes it. */
  world: string;
  steps: Step[];
  /** By day: how often what happened, and a digest of everything that happened. */
  outcome: Record<string, string>;
}

function load(text: string): WorldSlice {
  const world = JSON.parse(text) as Omit<WorldSlice, 'empires' | 'battles'> & {
    empires: [string, Empire][];
    battles: [string, Battle][];
  };
  return { ...world, empires: new Map(world.empires), battles: new Map(world.battles) };
}

export class GoldenWorld {
  readonly world: WorldSlice;
  /** Everything that has happened, by its name. */
  readonly reached = new Set<string>();
  /** All battles, also those that are decided. */
  readonly battles: Battle[] = [];
  readonly #newId = idMaker();
  readonly #days = new Map<string, { counts: Map<string, number>; digest: Hash }>();
  readonly #splits = new Map<string, string>();
  #turn = '';
  #now = t0;

  constructor(text: string) {
    this.world = load(text);
  }

  /** Decides what meets until then, and advances these empires to that moment; the others follow when they are seen. */
  advanceTo(until: number, isSeen: (empire: Empire) => boolean = () => true): void {
    const { world } = this;
    this.#now = until;
    const record = (gameEvent: GameEvent): void => this.#record(gameEvent);
    for (const meeting of meetingsDue(world, until)) decideMeeting(world, meeting, battleRandomOf, record);
    for (const [id, { outcome }] of world.battles) {
      if (outcome === null) continue;
      this.#enter(until, outcome.reason ?? outcome.result, JSON.stringify(outcome));
      world.battles.delete(id);
    }
    const seen = new Map([...world.empires].filter(([, empire]) => isSeen(empire)));
    advance({ ...world, empires: seen }, until, battleRandomOf).forEach(record);
  }

  /** Gives an order. Returns the code of its refusal, or null. */
  give(step: Step): string | null {
    try {
      if ('command' in step) {
        const at = momentOf(step.command, this.#now, this.world.speed);
        this.advanceTo(at);
        perform(this.world, step.command, at, this.#newId);
      } else {
        this.#order(step);
      }
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      this.#enter(this.#now, `refused: ${error.code}`, 'by' in step ? step.by : '');
      return error.code;
    } finally {
      for (const battle of this.world.battles.values())
        if (battle.number === 0) battle.number = this.battles.push(battle);
    }
    return null;
  }

  /** Brings everything to an end. Returns the outcome. */
  finish(): Record<string, string> {
    const growing = [...this.world.empires.values()].map(({ id, growsAt }) => [id, growsAt] as const);
    this.advanceTo(this.#now + Math.ceil((3 * dayMs) / this.world.speed));
    for (const [id, growsAt] of growing)
      if (growsAt !== this.world.empires.get(id)?.growsAt) this.reached.add('village_grown');
    this.#enter(this.#now, 'end', dump(this.world));
    return Object.fromEntries(
      [...this.#days].map(([day, { counts, digest }]) => [
        day,
        [
          ...[...counts].sort().map(([name, count]) => `${count} ${name}`),
          digest.digest('hex').slice(0, 16),
        ].join(', '),
      ]),
    );
  }

  #order({ at, by, order }: Extract<Step, { at: number }>): void {
    const { world } = this;
    const empire = the(world.empires.get(by));
    const turn = `${by} ${at}`;
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.#splits.clear();
      this.advanceTo(at, ({ kind }) => kind === 'player');
    }
    const places = [...world.empires.values()].flatMap(({ id, cities, seats }) =>
      id === by ? seats : [...cities, ...seats],
    );
    empire.lastActiveAt = at;
    const context = {
      ...{ world, empire, now: at, newId: this.#newId, cities: places, splits: this.#splits },
      emit: (gameEvent: GameEvent) => this.#record(gameEvent),
      findTarget: (target: GuardedPlace) => findTargetIn(world, target),
      findPlace: (place: GuardedPlace) => placeToGuardIn(world, place),
      newArmyId: this.#newId,
    };
    applyOrder(context, order);
  }

  #record(gameEvent: GameEvent): void {
    this.#enter(gameEvent.at, gameEvent.kind, JSON.stringify(gameEvent));
  }

  #enter(at: number, name: string, details: string): void {
    this.reached.add(name);
    const day = `day ${1 + Math.floor(((at - t0) * this.world.speed) / dayMs)}`;
    const entry = this.#days.get(day) ?? { counts: new Map<string, number>(), digest: createHash('sha256') };
    this.#days.set(day, entry);
    entry.counts.set(name, 1 + (entry.counts.get(name) ?? 0));
    entry.digest.update(`${at} ${name} ${details}\n`);
  }
}

/** Plays a recorded game again. */
export function replay({ world, steps }: Pick<Game, 'world' | 'steps'>): GoldenWorld {
  const golden = new GoldenWorld(world);
  for (const step of steps) golden.give(step);
  return golden;
}

/** Plays bots of all styles in two alliances for ten days, each with a turn about every third hour. */
export function playBots(): Omit<Game, 'outcome'> {
  const chance = makeChance(1);
  const founded = foundWorld(styles.length, { now: t0, speed: 1, chance, newId: idMaker() });
  const bots = founded.empires.map(({ id }, index) => ({
    id,
    temperament: {
      style: the(styles[index % styles.length]),
      opening: the(openings[index % openings.length]),
      mix: the(mixes[(index * 3) % mixes.length]),
    },
    chance: makeChance(index),
    memory: noMemory,
    nextAt: t0 + index * 1_000,
  }));
  const joining = { now: t0, speed: 1, emit: ignoreEvents };
  founded.empires.forEach((empire, index) => {
    const id = `alliance ${index % 3}`;
    if (index % 3 > 0) joinAlliance(empire, { id, tag: id }, 'member', joining);
  });
  const world = dump(founded.world);
  const golden = new GoldenWorld(world);
  const steps: Step[] = [];
  for (;;) {
    const bot = bots.reduce((first, other) => (other.nextAt < first.nextAt ? other : first));
    const { id: by, nextAt: at, temperament } = bot;
    if (at >= t0 + 10 * dayMs) return { world, steps };
    golden.advanceTo(at, ({ kind }) => kind !== 'keeper');
    const pauseMs = Math.ceil(3 * hourMs * (0.5 + bot.chance()));
    const battles = golden.battles.filter(({ attackerId, defenderId }) =>
      [attackerId, defenderId].includes(by),
    );
    const sight = observe(golden.world, the(golden.world.empires.get(by)), battles, at, pauseMs);
    for (const order of decide({ ...temperament, level: 'hard' }, sight, bot.memory, bot.chance)) {
      const step = { at, by, order };
      steps.push(step);
      if (golden.give(step) !== null) bot.memory = rememberRefusal(bot.memory, order, at, pauseMs);
    }
    bot.nextAt = at + pauseMs;
  }
}

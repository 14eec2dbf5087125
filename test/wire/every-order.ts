/**
 * Plays two requests, on an instance each, in every order of their round trips to Postgres, as its own tests of isolation
 * play sessions. What an instance receives and what it sends then is one step.
 */
import type { WorldSlice } from '../../src/game/types.ts';
import { Instance } from './instance.ts';
import { findFaults } from '../support/sound.ts';
import { advanceTogether, checkReplay, readEntries } from './oracles.ts';
import type { Playground } from './playground.ts';
import type { Wire } from './wire.ts';

/** Resolves with its outcome in words, and never rejects. */
export type Request = (instance: Instance) => Promise<unknown>;

export interface Race {
  world: WorldSlice;
  /** What has happened before, one after the other. */
  before?: readonly Request[];
  /** The first one on the first instance, the second one on the other. */
  requests: readonly [Request, Request];
  /** What happens after both. */
  after?: Request;
  /** Whether each statement is a step, also of those that travel together: a server may be slow between them. */
  isPiecewise?: boolean;
}

export interface Ending {
  /** Of the two requests. */
  outcomes: unknown[];
  /** What the oracles say; empty: all is well. */
  wrong: string[];
}

/** More steps than two requests ever take. */
const maxSteps = 200;

/** A choice at each step that both instances can take: 0, the one that went last; 1, the other one. */
type Order = readonly number[];

const canGoOn = ({ connections }: Wire, instance: Instance): boolean =>
  connections.some(
    ({ owner, replies, held, backend }) =>
      owner === instance && (replies.length > 0 || (held.length > 0 && backend !== null)),
  );

/** Gives an instance what Postgres has answered, and Postgres what it sends then: all of it, or `most` statements. */
async function goOn(wire: Wire, instance: Instance, most: number): Promise<void> {
  const own = wire.connections.filter(({ owner }) => owner === instance);
  for (const connection of own.filter(({ replies }) => replies.length > 0)) {
    await wire.run(instance, () => {
      wire.delivering = connection;
      return connection.deliver(connection.replies.length);
    });
  }
  for (const connection of own.filter(({ held, backend }) => held.length > 0 && backend !== null))
    await wire.run(null, () => connection.release(Math.min(most, connection.held.length)));
}

/** Runs requests, each on its instance, until all have their outcome. Returns the outcomes, and the choices that were taken. */
async function run(
  wire: Wire,
  started: readonly [Request, Instance][],
  order: Order = [],
  isPiecewise = false,
) {
  const outcomes: unknown[] = [];
  const choices: number[] = [];
  for (const [index, [request, instance]] of started.entries())
    await wire.run(instance, () => {
      void request(instance).then((outcome) => {
        outcomes[index] = outcome;
      });
    });
  let [last, other] = started.map(([, instance]) => instance);
  for (let steps = 0; Object.keys(outcomes).length < started.length; steps++) {
    if (steps > maxSteps) throw new Error(`after ${maxSteps} steps, a request has no outcome`);
    const [isFree, isOtherFree] = [last, other].map((each) => each !== undefined && canGoOn(wire, each));
    if (isFree === true && isOtherFree === true) choices.push(order[choices.length] ?? 0);
    if (isOtherFree === true && (isFree !== true || choices.at(-1) === 1)) [last, other] = [other, last];
    const [timer] = wire.time.timers;
    if (last !== undefined && (isFree === true || isOtherFree === true))
      await goOn(wire, last, isPiecewise ? 1 : Infinity);
    else if (timer !== undefined) {
      await wire.setTime(Math.max(timer.at, wire.time.now));
      await wire.run(timer.owner, () => wire.time.fire(timer));
    }
  }
  return { outcomes, choices };
}

/** Plays a race in one order. Returns the choices that it took, too. */
async function play({ wire, reset }: Playground, race: Race, order: Order) {
  const { world, before = [], requests, after, isPiecewise } = race;
  await reset(world);
  const instances: Instance[] = [];
  for (const number of [1, 2])
    await wire.run(null, () => instances.push(new Instance(wire, number, { seed: 1, world, poolSize: 1 })));
  const [first, second] = instances as [Instance, Instance];
  await run(wire, [[({ services }) => services.pool.query('SELECT'), second]]);
  for (const request of before) await run(wire, [[request, first]]);
  const { outcomes, choices } = await run(
    wire,
    [
      [requests[0], first],
      [requests[1], second],
    ],
    order,
    isPiecewise,
  );
  if (after !== undefined) await run(wire, [[after, first]]);
  await run(wire, [[(instance) => advanceTogether(instance, world), first]]);
  const wrong = [
    ...(await findFaults(wire.pool)),
    ...(await checkReplay(wire, world, await readEntries(wire))),
  ];
  for (const instance of instances) wire.time.forget(instance);
  await wire.clear();
  return { outcomes, wrong, choices };
}

/** The next order, in which the instances take turns `most` times at most; null: it was the last. */
function nextOrder(choices: Order, most: number): Order | null {
  const index = choices.findLastIndex(
    (choice, at) => choice === 0 && choices.slice(0, at).filter((earlier) => earlier === 1).length < most,
  );
  return index < 0 ? null : [...choices.slice(0, index), 1];
}

/** Plays a race in every order. @param most how often the instances take turns without need, at most */
export async function playEveryOrder(playground: Playground, race: Race, most = Infinity): Promise<Ending[]> {
  const endings: Ending[] = [];
  for (let order: Order | null = []; order !== null;) {
    const { choices, ...ending } = await play(playground, race, order);
    endings.push(ending);
    order = nextOrder(choices, most);
  }
  return endings;
}

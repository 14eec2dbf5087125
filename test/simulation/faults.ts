/** What goes wrong: connections, instances and clocks. */
import { applicationNames } from '../../src/db/names.ts';
import { minuteMs } from '../support/worlds.ts';
import type { Connection } from './connection.ts';
import type { Action, Draw } from './history.ts';
import type { Instance } from './instance.ts';
import type { Simulation } from './simulation.ts';

type Run = (draw: Draw) => void | Promise<void>;

/** Faults of one connection: what it loses in which direction. */
function connectionFaults(simulation: Simulation, connection: Connection): [string, Run][] {
  const { held, running, replies, status } = connection;
  const { wire, time } = simulation.playground;
  const faults: [string, Run][] = [];
  if (held.length > 0)
    faults.push([
      'lost before it sends',
      () => {
        held.splice(0);
        connection.cut();
      },
    ]);
  if (held.length > 0 || running.length > 0)
    faults.push([
      'lost, but everything sent arrives',
      () => {
        connection.cut();
      },
    ]);
  if (held.length > 0 && running.length === 0)
    faults.push([
      'response lost',
      async () => {
        await wire.run(null, () => {
          connection.release(held.length, time.now);
        });
        connection.cut();
      },
    ]);
  const isFeed = connection.applicationName === applicationNames.feed;
  if (replies.length > 0 || (isFeed && status === 'I'))
    faults.push([
      isFeed ? 'the feed, lost' : 'lost with what Postgres has sent',
      () => {
        connection.cut();
      },
    ]);
  return faults;
}

function instanceFaults(simulation: Simulation, instance: Instance): [string, Run][] {
  const { time, wire } = simulation.playground;
  const isLast = simulation.running.length < 2;
  if (instance.isPaused)
    return [
      [
        'continues',
        () => {
          instance.isPaused = false;
        },
      ],
    ];
  const faults: [string, Run][] = [
    [
      'has a wrong clock',
      (draw) => {
        instance.offsetMs = draw.pick([0, -30_000, 30_000, 90 * minuteMs, -90 * minuteMs]);
      },
    ],
    [
      'is killed',
      async () => {
        simulation.drop(instance);
        await wire.settle();
      },
    ],
  ];
  if (!isLast)
    faults.push([
      'is paused, and 20 s pass',
      async () => {
        instance.isPaused = true;
        await wire.setTime(time.now + 20_000);
      },
    ]);
  return faults;
}

const holding = 'everything is held for 3 s';

/** Everything that can go wrong next. */
export function faultsOf(simulation: Simulation): Action[] {
  const { instances, plan, playground } = simulation;
  const connections = playground.wire.connections.filter(
    ({ writable, backend }) => writable && backend !== null,
  );
  const found: [string, Run][] = [
    ...connections.flatMap((connection) =>
      connectionFaults(simulation, connection).map(([words, run]): [string, Run] => [
        `${connection.words}, ${words}`,
        run,
      ]),
    ),
    ...instances.flatMap((instance) =>
      instanceFaults(simulation, instance).map(([words, run]): [string, Run] => [
        `${instance.name} ${words}`,
        run,
      ]),
    ),
    [
      holding,
      async () => {
        await playground.wire.setTime(playground.time.now + 3_100);
      },
    ],
  ];
  const { favourite, weights } = plan;
  const { fault } = weights;
  const isWaiting = connections.some(({ isBlocked }) => isBlocked);
  const weightOf = (words: string): number => (words.endsWith(favourite) ? 8 : 1);
  const total = found.reduce((sum, [words]) => sum + weightOf(words), 0);
  return found.map(([words, run]) => ({
    words,
    // What waits for a lock may wait too long.
    weight: words === holding && isWaiting ? 60 * fault : (fault * weightOf(words)) / total,
    run: async (draw) => {
      await run(draw);
      return undefined;
    },
  }));
}

/** What goes wrong: connections, instances and clocks. */
import { minuteMs } from '../support/worlds.ts';
import type { Connection } from './connection.ts';
import type { Action, Draw } from './history.ts';
import type { Instance } from './instance.ts';
import type { Simulation } from './simulation.ts';

/** Null: it is not possible. */
type Run = ((draw: Draw) => unknown) | null;

/** What ends the wait of a batch for a lock. */
const ends = { timeout: 'everything is held for 3 s', deadlock: 'chosen to end a deadlock' };

/** What can happen to a connection. */
function connectionFaults({ wire }: Simulation, connection: Connection): Record<string, Run> {
  const { held, running, replies, status, isFeed } = connection;
  const cut = (): void => connection.cut();
  return {
    'lost before it sends':
      held.length === 0
        ? null
        : () => {
            held.splice(0);
            cut();
          },
    'lost, but everything sent arrives': held.length === 0 && running.length === 0 ? null : cut,
    'response lost':
      held.at(-1)?.name !== 'COMMIT' || running.length > 0
        ? null
        : async () => {
            await wire.run(null, () => connection.release(held.length));
            cut();
          },
    [ends.deadlock]: connection.isBlocked && status === 'T' ? () => wire.cancel(connection, '40P01') : null,
    [isFeed ? 'the feed, lost' : 'lost with what Postgres has sent']:
      replies.length > 0 || (isFeed && status === 'I') ? cut : null,
  };
}

function instanceFaults(simulation: Simulation, instance: Instance): Record<string, Run> {
  const { wire } = simulation;
  if (instance.isPaused) return { continues: () => (instance.isPaused = false) };
  return {
    'has a wrong clock': (draw) => {
      instance.offsetMs = draw.pick([0, -30_000, 30_000, 90 * minuteMs, -90 * minuteMs]);
    },
    'is killed': () => {
      simulation.drop(instance);
      return wire.settle();
    },
    'is paused, and 20 s pass':
      simulation.running.length < 2
        ? null
        : () => {
            instance.isPaused = true;
            return wire.setTime(wire.time.now + 20_000);
          },
  };
}

/** Everything that can go wrong next. */
export function faultsOf(simulation: Simulation): Action[] {
  const { instances, plan, wire } = simulation;
  const connections = wire.connections.filter(({ writable, backend }) => writable && backend !== null);
  const named = (name: string, faults: Record<string, Run>): [string, Run][] =>
    Object.entries(faults).map(([words, run]) => [`${name}${words}`, run]);
  const found = [
    ...connections.flatMap((each) => named(`${each.words}, `, connectionFaults(simulation, each))),
    ...instances.flatMap((each) => named(`${each.name} `, instanceFaults(simulation, each))),
    ...named('', { [ends.timeout]: () => wire.setTime(wire.time.now + 3_100) }),
  ].flatMap(([words, run]) => (run === null ? [] : [{ words, run }]));
  const { favourite, weights } = plan;
  const { fault } = weights;
  const isWaiting = connections.some(({ isBlocked }) => isBlocked);
  const weightOf = (words: string): number => (words.endsWith(favourite) ? 8 : 1);
  const total = found.reduce((sum, { words }) => sum + weightOf(words), 0);
  return found.map(({ words, run }) => ({
    ...{ words, run, isFault: true },
    weight:
      isWaiting && Object.values(ends).some((end) => words.endsWith(end))
        ? 10 * fault
        : (fault * weightOf(words)) / total,
  }));
}

/** What goes wrong: connections, instances and clocks. */
import { minuteMs } from '../support/worlds.ts';
import type { Connection } from '../wire/connection.ts';
import type { Draw } from '../wire/draw.ts';
import type { Action } from './history.ts';
import type { Server } from './server.ts';
import type { Simulation } from './simulation.ts';

type Fault = [words: string, isPossible: boolean, run: Action['run']];

/** What ends the wait of a batch for a lock. */
const ends = { timeout: 'everything is held for 3 s', deadlock: 'chosen to end a deadlock' };

function connectionFaults({ wire }: Simulation, connection: Connection): Fault[] {
  const { held, running, replies, status, isFeed, isBlocked } = connection;
  const cut = (): void => connection.cut();
  const loseUnsent = (): void => {
    held.splice(0);
    cut();
  };
  const loseResponse = async (): Promise<void> => {
    await wire.run(null, () => connection.release(held.length));
    cut();
  };
  return [
    ['lost before it sends', held.length > 0, loseUnsent],
    ['lost, but everything sent arrives', held.length + running.length > 0, cut],
    ['response lost', held.at(-1)?.name === 'COMMIT' && running.length === 0, loseResponse],
    [ends.deadlock, isBlocked && status === 'T', () => wire.cancel(connection, '40P01')],
    ['the feed, lost', isFeed && (replies.length > 0 || status === 'I'), cut],
    ['lost with what Postgres has sent', !isFeed && replies.length > 0, cut],
  ];
}

function instanceFaults(simulation: Simulation, instance: Server): Fault[] {
  const { wire, running } = simulation;
  const { isPaused } = instance;
  const setClock = (draw: Draw): void => {
    instance.offsetMs = draw.pick([0, -30_000, 30_000, 90 * minuteMs, -90 * minuteMs]);
  };
  const kill = (): Promise<void> => {
    simulation.drop(instance);
    return wire.settle();
  };
  const pause = (): Promise<void> => {
    instance.isPaused = true;
    return wire.setTime(wire.time.now + 20_000);
  };
  return [
    ['continues', isPaused, () => (instance.isPaused = false)],
    ['has a wrong clock', !isPaused, setClock],
    ['is killed', !isPaused, kill],
    ['is paused, and 20 s pass', !isPaused && running.length >= 2, pause],
  ];
}

/** Everything that can go wrong next. */
export function faultsOf(simulation: Simulation): Action[] {
  const { instances, plan, wire } = simulation;
  const connections = wire.connections.filter(({ writable, backend }) => writable && backend !== null);
  const possible = (name: string, faults: Fault[]) =>
    faults.flatMap(([words, isPossible, run]) => (isPossible ? [{ words: `${name}${words}`, run }] : []));
  const found = [
    ...connections.flatMap((each) => possible(`${each.words}, `, connectionFaults(simulation, each))),
    ...instances.flatMap((each) => possible(`${each.name} `, instanceFaults(simulation, each))),
    ...possible('', [[ends.timeout, true, () => wire.setTime(wire.time.now + 3_100)]]),
  ];
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

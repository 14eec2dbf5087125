/** How time passes: the timers of the instances, and machines that are busy. */
import { hourMs, minuteMs } from '../support/worlds.ts';
import type { Action } from './history.ts';
import { stateOf } from './players.ts';
import type { Simulation } from './simulation.ts';

/** While something is under way, no timer is so far ahead. */
const longestWaitMs = 10_000;
/** A network and a database usually answer before a longer wait ends. */
const shortWaitMs = 20;

/** The next timer of each instance, the earliest first. */
export function timersOf(simulation: Simulation): Action[] {
  const { wire } = simulation;
  const { time } = wire;
  const next = new Map(time.timers.reverse().map((timer) => [timer.owner, timer]));
  const isFree = wire.connections.every(({ isQuiet }) => isQuiet);
  return [...next.values()]
    .filter(({ at }) => isFree || at - time.now <= longestWaitMs)
    .sort((a, b) => a.at - b.at)
    .map((timer) => ({
      words: `${timer.owner.name}, timer`,
      weight:
        (simulation.plan.weights.timer / next.size) *
        (isFree || timer.at - time.now <= shortWaitMs ? 1 : 0.02),
      run: async (draw) => {
        // Nothing is free of time, so that timers without a delay do not hold up the others.
        const waitedMs = Math.max(1, timer.at - time.now);
        await wire.setTime(time.now + waitedMs);
        // Due work often wakes all instances at once.
        const others = [...next.values()].filter((other) => other !== timer && other.at <= time.now);
        for (const fired of [timer, ...(draw.isOneIn(2) ? others : [])])
          await wire.run(fired.owner, () => time.fire(fired));
        return `after ${waitedMs} ms`;
      },
    }));
}

/** Time passes without a timer: the machine is busy. Hours pass only while nothing is under way or unknown. */
export function jumpOf(simulation: Simulation): Action {
  const { wire, requests, isResting } = simulation;
  const isFree =
    requests.every((request) => !['waiting', 'unknown'].includes(stateOf(request))) &&
    wire.connections.every(({ isQuiet }) => isQuiet) &&
    simulation.jumpedAfter < requests.length;
  const frequency = isFree ? (isResting ? 30 : 3) : isResting ? 0.1 : 1;
  return {
    words: 'time passes',
    weight: frequency * simulation.plan.weights.time,
    run: async (draw) => {
      if (isFree) {
        simulation.jumpedAfter = requests.length;
        simulation.jumpedAt = simulation.history.steps;
      }
      const ms = isFree
        ? draw.pick([minuteMs, 10 * minuteMs, hourMs, 3 * hourMs, 6 * hourMs]) / simulation.plan.speed
        : draw.pick([1, 1, 20, 300]);
      const passed = Math.ceil(ms) + draw.integer(0, 3);
      await wire.setTime(wire.time.now + passed);
      return `${passed} ms`;
    },
  };
}

/**
 * Due work of one empire, by kind. Contacts and arrivals of guards concern several empires: `advance.ts` decides them.
 */
import { leaveAlliance } from './diplomacy/alliances.ts';
import { completeLevel } from './economy/construction.ts';
import { ratesOf } from './economy/stock.ts';
import type { Emit } from './events.ts';
import { nextGoal, reachGoal } from './economy/goals.ts';
import { endReign } from './diplomacy/reigns.ts';
import { desert, nextDesertionAt } from './economy/hunger.ts';
import { beginOrDropLeave, endLeave, isOnLeave, leaveEndsAt, nextLeaveAt } from './diplomacy/leave.ts';
import { arrive } from './economy/arrival.ts';
import { endSack } from './contact/sack.ts';
import { completeBatch } from './economy/training.ts';
import type { Amounts, Empire, WorldSlice } from './types.ts';
import { growVillage } from './founding/villages.ts';
import { nextWish, orderWish } from './economy/wishes.ts';

/** The caller has advanced the stock of the empire to `at`. */
type Apply = (at: number, emit: Emit, world: WorldSlice) => void;

interface DueHandler {
  /** Order at the same millisecond, within a kind by id. */
  rank: number;
  /** The rest waits for the end of a leave. */
  isDueOnLeave?: true;
  /**
   * Calls `offer` for each item; the time is null if it is not yet known.
   * `rates` are those of `ratesOf`, computed once for all kinds.
   */
  offer: (
    empire: Empire,
    speed: number,
    offer: (at: number | null, id: string, apply: Apply) => void,
    rates: Amounts,
  ) => void;
}

export interface Due {
  at: number;
  rank: number;
  id: string;
  apply: Apply;
}

export const contactRank = 6;

const dueHandlers = {
  // Everything that waited for it comes after it.
  leaveEnd: {
    rank: -2,
    isDueOnLeave: true,
    offer: (empire, _speed, offer) =>
      offer(leaveEndsAt(empire.leave), empire.id, (at, emit) => endLeave(empire, at, emit)),
  },
  // A change is complete with the goals that it reaches, so these come first.
  goal: {
    rank: -1,
    offer: (empire, speed, offer) => {
      const goal = nextGoal(empire, speed);
      if (goal === null) return;
      offer(goal.at, goal.name, (at, emit) => reachGoal(empire, goal.name, at, emit));
    },
  },
  construction: {
    rank: 0,
    offer: (empire, speed, offer) => {
      for (const city of empire.cities) {
        const level = city.construction[0];
        if (level === undefined) continue;
        offer(level.completesAt, city.id, (at, emit) => completeLevel(empire, city, at, speed, emit));
      }
    },
  },
  training: {
    rank: 1,
    offer: (empire, speed, offer) => {
      for (const city of empire.cities) {
        for (const batch of city.training) {
          offer(batch.completesAt, batch.id, (at, emit) =>
            completeBatch(empire, city, batch, at, speed, emit),
          );
        }
      }
    },
  },
  arrival: {
    rank: 2,
    offer: (empire, _speed, offer) => {
      for (const army of empire.armies) {
        if (army.march === null || army.march.kind === 'attack' || army.guards !== null) continue;
        offer(army.march.arrivesAt, army.id, (at, emit) => arrive(empire, army, at, emit));
      }
    },
  },
  sack: {
    rank: 3,
    offer: (empire, _speed, offer) => {
      for (const city of empire.cities) {
        offer(city.sackedUntil, city.id, (at, emit) => endSack(empire, city, at, emit));
      }
    },
  },
  growth: {
    rank: 4,
    offer: (empire, speed, offer) => offer(empire.growsAt, empire.id, (at) => growVillage(empire, at, speed)),
  },
  dissolution: {
    rank: 5,
    isDueOnLeave: true,
    offer: (empire, speed, offer) => {
      const { membership } = empire;
      if (membership === null) return;
      offer(membership.dissolvedAt, empire.id, (at, emit, world) =>
        leaveAlliance(world, empire, membership.allianceId, 'dissolved', { now: at, speed, emit }),
      );
    },
  },
  leave: {
    rank: 7,
    offer: (empire, speed, offer) =>
      offer(nextLeaveAt(empire, speed), empire.id, (at, emit) => beginOrDropLeave(empire, at, emit)),
  },
  desertion: {
    rank: 8,
    offer: (empire, speed, offer, rates) =>
      offer(nextDesertionAt(empire, speed, rates), empire.id, (at, emit, world) =>
        desert(world, empire, at, emit),
      ),
  },
  reign: {
    rank: 9,
    isDueOnLeave: true,
    offer: (empire, speed, offer) =>
      offer(empire.reignEndsAt, empire.id, (at, emit) => endReign(empire, at, speed, emit)),
  },
  wish: {
    rank: 10,
    offer: (empire, speed, offer, rates) => {
      const next = nextWish(empire, rates);
      if (next === null) return;
      offer(next.at, next.wish.id, (at, emit) => orderWish(empire, next.wish, at, speed, emit));
    },
  },
} satisfies Record<string, DueHandler>;

export function nextDue(empire: Empire, speed: number): Due | null {
  let first: Due | null = null;
  const rates = ratesOf(empire, speed);
  const isPaused = isOnLeave(empire);
  for (const { rank, isDueOnLeave = false, offer } of Object.values<DueHandler>(dueHandlers)) {
    if (isPaused && !isDueOnLeave) continue;
    const consider: Parameters<typeof offer>[2] = (at, id, apply) => {
      if (at === null) return;
      if (
        first === null ||
        at < first.at ||
        (at === first.at && (rank < first.rank || (rank === first.rank && id < first.id)))
      ) {
        first = { at, rank, id, apply };
      }
    };
    offer(empire, speed, consider, rates);
  }
  return first;
}

/**
 * Due work of one empire, by kind. A new kind needs a member of `DueKind` and an entry of `dueHandlers`.
 * Contacts are not included: they concern two empires, and `advance.ts` decides them.
 */
import { completeLevel } from './construction.ts';
import type { Emit } from './events.ts';
import { desert, nextDesertionAt } from './hunger.ts';
import { arrive } from './marching.ts';
import { completeBatch } from './training.ts';
import type { Empire } from './types.ts';

type DueKind = 'construction' | 'training' | 'arrival' | 'desertion';

/** Applies due work at `at`. The caller has advanced the stock of the empire to that moment. */
type Apply = (at: number, emit: Emit) => void;

interface DueHandler {
  /** Order at the same millisecond. Within a kind, the smaller id is first. */
  rank: number;
  /** Calls `offer` for each item of this kind with its due time; null if the time is not yet known. */
  offer: (
    empire: Empire,
    speed: number,
    offer: (at: number | null, id: string, apply: Apply) => void,
  ) => void;
}

export interface Due {
  at: number;
  rank: number;
  id: string;
  apply: Apply;
}

/** The rank of contacts at the same millisecond. */
export const contactRank = 3;

const dueHandlers = {
  construction: {
    rank: 0,
    offer: (empire, speed, offer) => {
      for (const city of empire.cities) {
        const level = city.construction[0];
        if (level === undefined) continue;
        offer(level.completesAt, city.id, (at, emit) => {
          completeLevel(empire, city, at, speed, emit);
        });
      }
    },
  },
  training: {
    rank: 1,
    offer: (empire, speed, offer) => {
      for (const city of empire.cities) {
        for (const batch of city.training) {
          offer(batch.completesAt, batch.id, (at, emit) => {
            completeBatch(empire, city, batch, at, speed, emit);
          });
        }
      }
    },
  },
  arrival: {
    rank: 2,
    offer: (empire, _speed, offer) => {
      for (const army of empire.armies) {
        if (army.march === null || army.march.kind === 'attack') continue;
        offer(army.march.arrivesAt, army.id, (at, emit) => {
          arrive(empire, army, at, emit);
        });
      }
    },
  },
  desertion: {
    rank: contactRank + 1,
    offer: (empire, speed, offer) => {
      offer(nextDesertionAt(empire, speed), empire.id, (at, emit) => {
        desert(empire, at, emit);
      });
    },
  },
} satisfies Record<DueKind, DueHandler>;

const handlers: readonly DueHandler[] = Object.values(dueHandlers);

/** The next due work of this empire, or null. */
export function nextDue(empire: Empire, speed: number): Due | null {
  let first: Due | null = null;
  for (const { rank, offer } of handlers) {
    offer(empire, speed, (at, id, apply) => {
      if (at === null) return;
      if (
        first === null ||
        at < first.at ||
        (at === first.at && (rank < first.rank || (rank === first.rank && id < first.id)))
      ) {
        first = { at, rank, id, apply };
      }
    });
  }
  return first;
}

import { keeperMilitia, seatLimit } from '../../game/contact/seats.ts';
import { toSeatView } from '../../seats/present.ts';
import type { SeatListRow } from '../../seats/queries.ts';
import { sumUnits } from '../../game/counts.ts';
import type { Services } from '../../world/services.ts';
import { toSeatQueue } from '../shared/seat-queue.ts';

export const maxSeats = 200;

/** @param ownId the viewer's empire, whose seats come first */
export function toSeatList(
  { clock, settings: { speed } }: Services,
  rows: readonly SeatListRow[],
  ownId: string | null,
) {
  const now = clock.now();
  const seats = rows.map((row) => ({
    ...toSeatView(row, now, speed),
    queue: toSeatQueue(
      row.attacks,
      {
        heldSince: row.held_since,
        score: row.score,
        units: sumUnits(row.garrison.map((units) => ({ units }))),
        guard: row.guard,
      },
      speed,
    ),
  }));
  seats.sort((a, b) => Number(b.holder?.empire_id === ownId) - Number(a.holder?.empire_id === ownId));
  return {
    seats,
    seatLimit,
    keeperMilitia,
    crownsPerHour: speed,
    isCut: rows.length === maxSeats,
  };
}

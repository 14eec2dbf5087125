/** The page of the seats: the reign and its standings, all seats with their holders, and the Hegemons. */
import { keeperMilitia, seatLimit } from '../../game/seats.ts';
import { toSeatView, toStanding } from '../../seats/present.ts';
import { selectReigns, selectSeats } from '../../seats/queries.ts';
import { sumUnits } from '../../game/units.ts';
import { definePage } from '../framework/page.ts';
import { toSeatQueue } from '../shared/seat-queue.ts';

const maxSeats = 200;
const maxStandings = 50;

export const seatsPage = definePage('/seats', {
  section: 'seats',
  readers: 'guest',
  read: async ({ services, empireState }) => {
    const { pool, clock, settings } = services;
    const now = clock.now();
    const ownId = empireState?.empire.id ?? null;
    const [rows, reign] = await Promise.all([
      selectSeats(pool, { limit: maxSeats }),
      selectReigns({ pool, settings }, { now, limit: maxStandings }),
    ]);
    const views = rows.map((row) => ({
      ...toSeatView(row, now, settings.speed),
      queue: toSeatQueue(
        row.attacks,
        {
          heldSince: row.held_since,
          score: row.score,
          units: sumUnits(row.garrison.map((units) => ({ units }))),
          guard: row.guard,
        },
        settings.speed,
      ),
    }));
    // Own seats first, so that their holder finds them at once.
    views.sort((a, b) => Number(b.holder?.empire_id === ownId) - Number(a.holder?.empire_id === ownId));
    return {
      title: 'Seats',
      values: {
        description:
          'The seats of this world, the crowns of the current reign, and the Hegemons of earlier ones.',
        reign: { number: reign.number, endsAt: reign.endsAt },
        ownId,
        alliances: reign.alliances,
        standings: reign.standings.map(toStanding),
        hegemons: reign.hegemons,
        seats: views,
        seatLimit,
        keeperMilitia,
        crownsPerHour: settings.speed,
        isCut: rows.length === maxSeats,
      },
    };
  },
});

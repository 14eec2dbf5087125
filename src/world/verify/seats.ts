/** Invariants of seats: rows of holders and table agree, attacks name the holder, crowns are possible. */
import { z } from 'zod';
import { uuid } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import { reignEnd, crownPartsAt, reignMs } from '../../game/reigns.ts';
import { seatLimit, truceUntil } from '../../game/seats.ts';
import { checkEachEmpire, type Violation, type WholeWorld } from './invariant.ts';

const violationRow = z.strictObject({ id: uuid, sentence: z.string() }) satisfies z.ZodType<Violation>;

/** What the row of an empire says of its seats and crowns is possible. */
export const checkSeatsOfEmpire = checkEachEmpire(({ empire }, { settings }) => {
  const { kind, seats, crownOffset, reignEndsAt, settledAt, cities, armies } = empire;
  const found: string[] = [];
  if (seats.length > seatLimit) found.push(`it holds ${seats.length} seats.`);
  if (kind !== 'player') {
    if (reignEndsAt !== null || crownOffset !== 0) found.push('it has crowns without being a player.');
    if (kind === 'keeper' && (cities.length > 0 || armies.length > 0))
      found.push('it is a keeper with a city or an army.');
    return found;
  }
  if (reignEndsAt === null) {
    if (seats.length > 0 || crownOffset !== 0) found.push('it has seats or crowns, but no end of its reign.');
    return found;
  }
  const sinceStart = reignEndsAt - settings.firstReignAt;
  if (
    sinceStart <= 0 ||
    reignEnd(sinceStart / reignMs(settings.speed), settings) !== reignEndsAt ||
    !Number.isInteger(sinceStart / reignMs(settings.speed))
  )
    found.push('its reign ends at a moment at which no reign ends.');
  const start = reignEndsAt - reignMs(settings.speed);
  const parts = crownPartsAt(empire, Math.max(settledAt, start), settings.speed);
  if (parts < 0 || parts > seatLimit * settings.speed * (Math.max(settledAt, start) - start))
    found.push('its crowns are not possible in the time of the reign.');
  for (const { number, heldSince } of seats) {
    if (heldSince === null || heldSince > settledAt || truceUntil(heldSince, settings.speed) === null)
      found.push(`it holds seat ${number} since an impossible moment.`);
  }
  return found;
});

const selectWrongSeats = statement(
  'selectWrongSeats',
  `SELECT s.holder_id AS id, 'Seat ' || s.number || ': the row of its holder does not list it alike.' AS sentence
   FROM seats s JOIN empires e ON e.id = s.holder_id
   WHERE (
     SELECT count(*) FROM jsonb_to_recordset(e.seats) AS held (id uuid, number int, x int, y int, "heldSince" bigint)
     WHERE held.id = s.id AND held.number = s.number AND held.x = s.x AND held.y = s.y
       AND held."heldSince" IS NOT DISTINCT FROM s.held_since
   ) <> 1
   UNION ALL
   SELECT e.id, e.name || ': it lists a seat that it does not hold.'
   FROM empires e CROSS JOIN LATERAL jsonb_array_elements(e.seats) AS held
   WHERE e.seats <> '[]'
     AND NOT EXISTS (SELECT FROM seats s WHERE s.id = (held ->> 'id')::uuid AND s.holder_id = e.id)
   UNION ALL
   SELECT b.id, 'Battle ' || b.number || ': it does not name the holder of its seat.'
   FROM battles b LEFT JOIN seats s ON s.id = b.target_id
   WHERE b.outcome IS NULL AND b.target_type = 'seat' AND s.holder_id IS DISTINCT FROM b.defender_id
   UNION ALL
   SELECT s.holder_id, 'Seat ' || s.number || ' is nearer than 3 tiles to a city.'
   FROM seats s WHERE EXISTS (
     SELECT FROM cities c WHERE box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1))
       && box(point(s.x - 1, s.y - 1), point(s.x + 1, s.y + 1))
   )`,
  violationRow,
);

const selectWrongHegemons = statement(
  'selectWrongHegemons',
  `SELECT r.empire_id AS id, 'Reign ' || r.number || ': another empire had more crowns.' AS sentence
   FROM reigns r WHERE r.empire_id IS NOT NULL
     AND EXISTS (SELECT FROM reign_crowns c WHERE c.reign = r.number AND c.parts > r.parts)`,
  violationRow,
);

/** The table of seats, the rows of holders and undecided attacks agree; no Hegemon had fewer crowns than another. */
export async function checkSeats({ db }: WholeWorld): Promise<Violation[]> {
  return [...(await select(db, selectWrongSeats, [])), ...(await select(db, selectWrongHegemons, []))];
}

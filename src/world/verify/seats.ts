import { allianceCrownsAt, reignEnd, crownPartsAt, reignMs } from '../../game/diplomacy/reigns.ts';
import { seatLimit, truceUntil } from '../../game/contact/seats.ts';
import { checkBySql, checkEachEmpire, type WholeWorld } from './invariant.ts';

export const checkSeatsOfEmpire = checkEachEmpire(({ empire }, { settings }) => {
  const { kind, seats, crownOffset, allianceCrowns, reignEndsAt, advancedAt, cities, armies } = empire;
  const hasAllianceCrowns = Object.keys(allianceCrowns).length > 0;
  const found: string[] = [];
  if (seats.length > seatLimit) found.push(`it holds ${seats.length} seats.`);
  if (kind !== 'player') {
    if (reignEndsAt !== null || crownOffset !== 0 || hasAllianceCrowns)
      found.push('it has crowns without being a player.');
    if (kind === 'keeper' && (cities.length > 0 || armies.length > 0))
      found.push('it is a keeper with a city or an army.');
    return found;
  }
  if (reignEndsAt === null) {
    if (seats.length > 0 || crownOffset !== 0 || hasAllianceCrowns)
      found.push('it has seats or crowns, but no end of its reign.');
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
  const parts = crownPartsAt(empire, Math.max(advancedAt, start), settings.speed);
  if (parts < 0 || parts > seatLimit * settings.speed * (Math.max(advancedAt, start) - start))
    found.push('its crowns are not possible in the time of the reign.');
  const ofAlliances = Object.values(allianceCrownsAt(empire, Math.max(advancedAt, start), settings.speed));
  if (ofAlliances.some((part) => part < 0) || ofAlliances.reduce((sum, part) => sum + part, 0) > parts)
    found.push('the crowns that count for alliances are not a part of its crowns.');
  const earned = seats.map(({ heldSince }) => advancedAt - Math.max(heldSince ?? advancedAt, start));
  if (parts < settings.speed * earned.reduce((sum, ms) => sum + Math.max(0, ms), 0))
    found.push('its crowns are fewer than those of the seats that it holds.');
  for (const { number, heldSince } of seats) {
    if (heldSince === null || heldSince > advancedAt || truceUntil(heldSince, settings.speed) === null)
      found.push(`it holds seat ${number} since an impossible moment.`);
  }
  return found;
});

export const checkSeats = checkBySql<WholeWorld>('checkSeats', {
  sql: `SELECT s.holder_id AS id, 'Seat ' || s.number || ': the row of its holder does not list it alike.' AS sentence
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
   WHERE b.outcome IS NULL AND b.target_type = 'seat' AND s.holder_id IS DISTINCT FROM coalesce(b.ally_id, b.defender_id)
   UNION ALL
   SELECT s.holder_id, 'Seat ' || s.number || ' is nearer than 3 tiles to a city.'
   FROM seats s WHERE EXISTS (
     SELECT FROM cities c WHERE box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1))
       && box(point(s.x - 1, s.y - 1), point(s.x + 1, s.y + 1))
   )
   UNION ALL
   SELECT s.holder_id, 'Seat ' || s.number || ': its holder is a village, which cannot hold seats.'
   FROM seats s JOIN empires e ON e.id = s.holder_id WHERE e.kind = 'village'`,
});

// $1 the crowns that one seat earns in a reign. Deleted empires leave no crowns; a deleted Hegemon leaves its name
// only.
export const checkReigns = checkBySql<WholeWorld>('checkReigns', {
  sql: `SELECT best.id, 'Reign ' || r.number || ': its Hegemon is not the empire with the most crowns.' AS sentence
   FROM reigns r CROSS JOIN LATERAL (
     SELECT e.id, c.parts FROM reign_crowns c JOIN empires e ON e.id = c.empire_id
     WHERE c.reign = r.number ORDER BY c.parts DESC, e.created_at, e.id LIMIT 1
   ) AS best
   WHERE (r.empire_id IS NOT NULL OR r.empire_name IS NULL OR best.parts > r.parts)
     AND (best.id IS DISTINCT FROM r.empire_id OR best.parts <> r.parts)
   UNION ALL
   SELECT r.empire_id, 'Reign ' || r.number || ': its Hegemon has no crowns.'
   FROM reigns r WHERE r.empire_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM reign_crowns c WHERE c.reign = r.number AND c.empire_id = r.empire_id)
   UNION ALL
   SELECT a.empire_id, 'Reign ' || a.reign || ': more crowns count for alliances than the empire has.'
   FROM (
     SELECT reign, empire_id, sum(parts) AS parts FROM reign_alliance_crowns GROUP BY reign, empire_id
   ) AS a LEFT JOIN reign_crowns c ON c.reign = a.reign AND c.empire_id = a.empire_id
   WHERE a.parts > coalesce(c.parts, 0)
   UNION ALL
   SELECT c.empire_id, 'Reign ' || c.reign || ': an empire has more crowns than ${seatLimit} seats earn.'
   FROM reign_crowns c WHERE c.parts > ${seatLimit} * $1::bigint
   UNION ALL
   SELECT min(c.empire_id::text)::uuid, 'Reign ' || c.reign || ': it has more crowns than all seats earn.'
   FROM reign_crowns c GROUP BY c.reign HAVING sum(c.parts) > (SELECT count(*) FROM seats) * $1::bigint`,
  values: ({ settings: { speed } }) => [speed * reignMs(speed)],
});

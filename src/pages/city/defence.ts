/** The defence of a city: what an attacker needs, and who could be one. */
import type { z } from 'zod';
import { unitTypes } from '../../contract/vocabulary.ts';
import { select, statement, type Db } from '../../db/pool.ts';
import { unitRules } from '../../game/balance.ts';
import { moraleOf, stacksOf } from '../../game/fight/battle.ts';
import { estimateOdds, reinforcementOf, type GuardInWay } from '../../game/fight/odds.ts';
import { protectionOf } from '../../game/diplomacy/protection.ts';
import { scoresOf } from '../../game/diplomacy/scoring.ts';
import type { City } from '../../game/types.ts';
import { noUnits } from '../../game/counts.ts';
import { selectGuards, toPlaceGuard } from '../../military/guards.ts';
import type { EmpireState } from '../../world/read.ts';
import { units } from '../../world/rows/shapes.ts';
import { fightAgainst } from '../../battle/city-fights.ts';
import { ownedRow, ownerColumns, ownerOf } from '../../city/owned-row.ts';
import { tagged } from '../shared/formatters.ts';

/** Tiles to each side. */
const reachTiles = 20;
const maxShown = 3;
/** More than are shown, because some may not attack. */
const maxRead = 12;
const maxSoldiers = 100_000;

const strongestRow = ownedRow
  .omit({ id: true, name: true, x: true, y: true, is_bot: true })
  .extend({ units });

const sums = unitTypes.map((type) => `'${type}', sum((units ->> '${type}')::bigint)`).join(', ');
const value = unitTypes.map((type) => `${unitRules[type].value} * (units ->> '${type}')::bigint`).join(' + ');

// $1 and $2 the tile, $3 the empire of the reader.
const selectStrongestNeighbours = statement('selectStrongestNeighbours', {
  sql: `SELECT ${ownerColumns}, standing.units
   FROM (
     SELECT DISTINCT empire_id FROM cities c
     WHERE box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1))
       && box(point($1::int - ${reachTiles - 1}, $2::int - ${reachTiles - 1}), point($1::int + ${reachTiles - 1}, $2::int + ${reachTiles - 1}))
   ) AS near
   JOIN empires e ON e.id = near.empire_id AND e.kind = 'player' AND e.id <> $3::uuid
   CROSS JOIN LATERAL (
     SELECT json_build_object(${sums}) AS units, sum(${value}) AS value FROM armies
     WHERE empire_id = e.id AND march IS NULL
   ) AS standing
   WHERE standing.value > 0 ORDER BY standing.value DESC, e.id LIMIT ${maxRead}`,
  row: strongestRow,
});

/**
 * The present guard, the soldiers that an attacker of the same score needs (null for more than any army has), and the
 * strongest neighbours that may attack.
 */
export async function readDefence(db: Db, { empire, world, now }: EmpireState, city: City) {
  const [rows, guards] = await Promise.all([
    select(db, selectStrongestNeighbours, [city.x, city.y, empire.id]),
    selectGuards(db, empire),
  ]);
  const guard = guards.get(city.id) ?? null;
  const { defender, wall } = fightAgainst(empire, { army: null }, empire, city);
  const own = { ...empire, score: scoresOf(empire).total };
  const guardAgainst = (score: number): GuardInWay | null =>
    guard && { stacks: stacksOf(guard.units), morale: moraleOf(score, guard.score) };
  const equal = { defender, wall, morale: 1000, guard: guardAgainst(own.score) };
  const needed = reinforcementOf(
    (soldiers) => ({ attacker: stacksOf({ ...noUnits(), soldiers }), ...equal }),
    maxSoldiers,
  );
  const mayAttack = (row: z.infer<typeof strongestRow>): boolean =>
    protectionOf({ ...ownerOf(row), attackedByTargetAt: null }, own, { now, speed: world.speed }) === null;
  return {
    guard: toPlaceGuard(guard),
    reachTiles,
    needed: needed?.quantity ?? null,
    neighbours: rows
      .filter(mayAttack)
      .slice(0, maxShown)
      .map((row) => {
        const terms = { wall, morale: moraleOf(row.score, own.score), guard: guardAgainst(row.score) };
        const { won, trials } = estimateOdds({ attacker: stacksOf(row.units), defender, ...terms });
        return {
          id: row.empire_id,
          name: tagged(row.empire_name, row.alliance_tag),
          units: row.units,
          won,
          trials,
        };
      }),
  };
}

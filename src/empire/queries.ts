import { z } from 'zod';
import type { EmpireItem, EmpiresQuery } from '../contract/empire.ts';
import type { ServerEvents } from '../contract/events.ts';
import { count, databaseMoment, integer, nowMsSql } from '../db/columns.ts';
import { advisoryLocks } from '../db/names.ts';
import { select, selectOne, statement, type Db } from '../db/pool.ts';
import type { Tx, Writer } from '../db/transaction.ts';
import { cityDistance, eachResource } from '../game/balance.ts';
import { accrue, wholeUnits } from '../game/economy/stock.ts';
import { countUnits } from '../game/counts.ts';
import { foundingSearchRadius } from '../game/march/map.ts';
import type { Amounts, Tile } from '../game/types.ts';
import type { OccupiedTile } from '../game/founding/villages.ts';
import type { Clock } from '../kernel/clock.ts';
import { isoOf } from '../kernel/time.ts';
import type { WorldDeps } from '../world/deps.ts';
import { isPlayer, limitSql, totalSql } from '../world/figures/rankings.ts';
import { empireRow } from '../world/rows/rows.ts';
import { tile } from '../world/rows/shapes.ts';

const counted = { total: count, now_ms: databaseMoment };
const stockRow = empireRow.pick({
  ...({ gold: true, food: true, materials: true, advanced_at: true } as const),
  ...({ gold_rate: true, food_rate: true, materials_rate: true, cap: true } as const),
});
type StockRow = z.infer<typeof stockRow>;
const listed = empireRow
  .pick({
    id: true,
    kind: true,
    name: true,
    name_key: true,
    alliance_tag: true,
    owner_id: true,
    created_at: true,
  })
  .extend({ ...empireRow.pick({ description: true, units: true }).shape, ...stockRow.shape, score: integer });
const listRow = listed.extend({ ...counted, ordinal: count });
/** Past the end of the list, one row carries the count alone. */
const listedRow = z.union([listRow, z.object({ ...counted, id: z.null() })]);

const columns = Object.keys(listed.shape).join(', ');

type Sort = EmpiresQuery['sort'];

const orders = {
  score: ['score DESC, id', 'score, id DESC'],
  name: ['name_key', 'name_key DESC'],
  created_at: ['created_at, id', 'created_at DESC, id DESC'],
} satisfies Record<Sort, [string, string]>;

// $1 limit, $2 entries before the first one. The first page is live.
function listStatement(name: string, sort: Sort, isBackwards: boolean) {
  const order = orders[sort][isBackwards ? 1 : 0];
  const first = `SELECT row_number() OVER (ORDER BY ${order}) AS ordinal, id FROM empires
    WHERE $2::bigint = 0 AND ${isPlayer} ORDER BY ${order}`;
  const ordinal = isBackwards ? '1 + total - position' : 'position';
  const later = `SELECT ${ordinal} AS ordinal, empire_id FROM ranked_by_${sort}
    WHERE $2 > 0 AND position ${isBackwards ? '<= total - $2 ORDER BY position DESC' : '> $2 ORDER BY position'}`;
  return statement(name, {
    sql: `SELECT page.*, total, ${nowMsSql}
     FROM (SELECT ${totalSql(`ranked_by_${sort}`)} AS total) AS counted LEFT JOIN LATERAL (
       SELECT ordinal, ${columns} FROM (
         SELECT * FROM ${limitSql(first, '$1')} AS first
         UNION ALL SELECT * FROM ${limitSql(later, '$1')} AS later
       ) AS listed JOIN empires USING (id)
     ) AS page ON true
     ORDER BY ordinal`,
    row: listedRow,
  });
}

const listStatements = {
  score: {
    desc: listStatement('selectStrongestEmpires', 'score', false),
    asc: listStatement('selectWeakestEmpires', 'score', true),
  },
  name: {
    desc: listStatement('selectEmpiresFromZ', 'name', true),
    asc: listStatement('selectEmpiresFromA', 'name', false),
  },
  created_at: {
    desc: listStatement('selectNewestEmpires', 'created_at', true),
    asc: listStatement('selectOldestEmpires', 'created_at', false),
  },
};

/** Stock is accrued from the columns alone; the count is that of the last refresh. */
export async function readEmpires(
  { pool, clock }: Pick<WorldDeps, 'pool' | 'clock'>,
  { page, limit, sort, order }: EmpiresQuery,
): Promise<{ empires: EmpireItem[]; total: number }> {
  const direction = order ?? (sort === 'name' ? 'asc' : 'desc');
  const offset = (page - 1) * limit;
  const rows = await select(pool, listStatements[sort][direction], [limit, offset]);
  const now = clock.at(rows[0]?.now_ms ?? 0);
  const empires = rows.filter((row) => row.id !== null).map((row) => toItem(row, now));
  const seen = empires.length === 0 ? 0 : offset + empires.length;
  return { total: Math.max(rows[0]?.total ?? 0, seen), empires };
}

function ratesOfRow(row: StockRow): Amounts {
  return { gold: row.gold_rate, food: row.food_rate, materials: row.materials_rate };
}

/** Whole units. */
function stockAt(row: StockRow, now: number): Amounts {
  const rates = ratesOfRow(row);
  const elapsed = now - row.advanced_at;
  return eachResource((resource) => wholeUnits(accrue(row[resource], rates[resource], row.cap, elapsed)));
}

function toItem(row: z.infer<typeof listRow>, now: number): EmpireItem {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    alliance_tag: row.alliance_tag,
    owner_id: row.owner_id,
    created_at: isoOf(row.created_at),
    description: row.description,
    resources: stockAt(row, now),
    military: { total_units: countUnits(row.units), units_by_type: row.units },
    score: row.score,
  };
}

// $1 to $4 left, bottom, right, top.
const inRectangle = `box(point(x - 1, y - 1), point(x + 1, y + 1))
     && box(point($1::int, $2::int), point($3::int, $4::int))`;
const selectCityTilesNear = statement('selectCityTilesNear', {
  sql: `SELECT x, y, id = empire_id AS "isVillage" FROM cities WHERE ${inRectangle}
   UNION ALL
   SELECT x, y, false FROM seats WHERE ${inRectangle}`,
  row: tile.extend({ isVillage: z.boolean() }),
});

/** Also one tile around the rectangle. */
export function selectCitiesIn(
  db: Db,
  { left, bottom, right, top }: { left: number; bottom: number; right: number; top: number },
): Promise<OccupiedTile[]> {
  return select(db, selectCityTilesNear, [left, bottom, right, top]);
}

/** Axis distance from the wish of the farthest cities that `selectCitiesAround` reads. */
export const citiesReach = foundingSearchRadius + cityDistance;

/** Those that can block a tile within the search radius of the wish. */
export function selectCitiesAround(db: Db, { x, y }: Tile): Promise<OccupiedTile[]> {
  const [left, right] = [x - citiesReach, x + citiesReach];
  return selectCitiesIn(db, { left, right, bottom: y - citiesReach, top: y + citiesReach });
}

const lockFoundings = statement('lockFoundings', {
  sql: `SELECT ${nowMsSql}
   FROM pg_advisory_xact_lock(${advisoryLocks.founding})`,
  row: z.strictObject({ now_ms: databaseMoment }),
});

/** Serialises foundings until the transaction ends. Returns the database's time in milliseconds. */
export async function lockFounding(tx: Tx): Promise<number> {
  return (await selectOne(tx, lockFoundings, [])).now_ms;
}

const selectFoundings = statement('selectFoundings', {
  sql: `SELECT coalesce((SELECT value::text::int FROM settings WHERE key = 'foundings'), 0) AS foundings`,
  row: z.strictObject({ foundings: count }),
});

/** It decides when a seat is due. The lock of foundings must be held. */
export async function countFoundings(tx: Tx): Promise<number> {
  return (await selectOne(tx, selectFoundings, [])).foundings;
}

const updateUserEmpire = statement('updateUserEmpire', {
  sql: `WITH counted AS (
     INSERT INTO settings (key, value) VALUES ('foundings', '1')
     ON CONFLICT (key) DO UPDATE SET value = to_jsonb(settings.value::text::int + 1)
   )
   UPDATE users SET empire_id = $2 WHERE id = $1`,
});

/** Also counts the founding. */
export const linkEmpireToUser = (tx: Writer, userId: string, empireId: string): void =>
  tx.write(updateUserEmpire, [userId, empireId]);

const selectStockRows = statement('selectStockRows', {
  sql: `SELECT *, ${nowMsSql}
   FROM empires WHERE id = ANY ($1::uuid[])`,
  row: empireRow.extend({ now_ms: databaseMoment }),
});

export async function selectStocks(
  db: Db,
  clock: Clock,
  empireIds: readonly string[],
): Promise<ServerEvents['resource_update'][]> {
  const rows = await select(db, selectStockRows, [empireIds]);
  return rows.map((row) => {
    const now = clock.at(row.now_ms);
    return {
      empire_id: row.id,
      resources: stockAt(row, now),
      production_rates: ratesOfRow(row),
      timestamp: isoOf(now),
      seq: row.event_seq,
    };
  });
}

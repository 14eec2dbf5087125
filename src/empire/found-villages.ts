/**
 * Founds the villages of empires that are older than the rule. migrations/0015_villages.sql names the empires: those of
 * players that were founded between two moments. Each batch commits its villages with its position, so that the work
 * continues after any interruption.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import { integer, moment, uuid } from '../db/columns.ts';
import { systemUserId } from '../db/names.ts';
import { execute, select, selectOptional, statement } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { Empire, WorldSlice } from '../game/types.ts';
import { newVillage, placeVillages } from '../game/villages.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { emptySnapshot } from '../world/changes.ts';
import type { WorldSettings } from '../world/load.ts';
import { isPlayer } from '../world/positions.ts';
import { save } from '../world/save.ts';
import { lockFounding, selectCitiesAround } from './queries.ts';
import { villageDraftsOf } from './village-drafts.ts';

const empiresPerBatch = 10;
const retryMs = 5_000;

/** Empires that were founded after `at` (or at it, with a greater id) and until `until`. */
const position = z.strictObject({ at: moment, id: uuid, until: moment });

const lockVillagePosition = statement(
  'lockVillagePosition',
  `SELECT value AS position FROM settings WHERE key = 'villages_to_found' FOR UPDATE`,
  z.strictObject({ position }),
);

const selectYoungCapitals = statement(
  'selectYoungCapitals',
  `SELECT e.id, e.created_at AS at, capital.x, capital.y
   FROM empires e CROSS JOIN LATERAL (
     SELECT x, y FROM cities WHERE empire_id = e.id ORDER BY founded_at, id LIMIT 1
   ) AS capital
   WHERE e.${isPlayer} AND (e.created_at, e.id) > ($1, $2) AND e.created_at <= $3
   ORDER BY e.created_at, e.id LIMIT ${empiresPerBatch}`,
  z.strictObject({ id: uuid, at: moment, x: integer, y: integer }),
);

const updateVillagePosition = statement(
  'updateVillagePosition',
  `UPDATE settings SET value = value || $1 WHERE key = 'villages_to_found'`,
);
const deleteVillagePosition = statement(
  'deleteVillagePosition',
  `DELETE FROM settings WHERE key = 'villages_to_found'`,
);

interface VillageDeps {
  pool: pg.Pool;
  clock: Clock;
  settings: WorldSettings;
}

/** Founds the villages of a few empires. Returns whether more may remain. Throws if a city is founded in their place. */
async function foundBatch({ pool, clock, settings }: VillageDeps): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const now = clock.at(await lockFounding(tx));
    const found = await selectOptional(tx, lockVillagePosition, []);
    if (found === null) return { value: false, writes: null };
    const { at, id, until } = found.position;
    const capitals = await select(tx, selectYoungCapitals, [at, id, until]);
    const last = capitals.at(-1);
    if (last === undefined) return { value: false, writes: [execute(tx, deleteVillagePosition, [])] };
    const villages: Empire[] = [];
    for (const capital of capitals) {
      const around = await selectCitiesAround(tx, capital);
      const occupied = [
        ...around,
        ...villages.flatMap(({ cities }) => cities.map((city) => ({ ...city, isVillage: true }))),
      ];
      const placed = placeVillages(capital, villageDraftsOf(capital.id), occupied, settings.radius);
      const options = { now, speed: settings.speed, newId: randomUUID };
      villages.push(...placed.map((village) => newVillage(village, systemUserId, options)));
    }
    const ids = new Set(villages.map((village) => village.id));
    const world: WorldSlice = {
      ...settings,
      empires: new Map(villages.map((village) => [village.id, village])),
      battles: new Map(),
    };
    const saved = save(tx, world, emptySnapshot(), ids, { events: [], entries: [] });
    const moved = execute(tx, updateVillagePosition, [{ at: last.at, id: last.id }]);
    return { value: true, writes: [saved, moved] };
  });
}

/**
 * Founds all missing villages in the background, and repeats a batch in whose place a player founds a city at the same
 * time. Returns the function that stops it.
 */
export function foundMissingVillages(deps: VillageDeps & { log: Log }): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        if (!(await foundBatch(deps))) return;
      } catch (error) {
        deps.log.warn({ err: error }, 'villages: founding failed, retrying');
        await delay(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const running = run();
  return () => {
    stopped.abort();
    return running;
  };
}

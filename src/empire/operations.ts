/** Operations on empires: found one, change its name and description. */
import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type {
  foundEmpireAnswer,
  foundEmpireBody,
  updateEmpireAnswer,
  updateEmpireBody,
} from '../contract/empire.ts';
import { constraintOf, translateConstraint } from '../db/constraints.ts';
import { toStoredResponse } from '../idempotency/store.ts';
import type { IdempotencyKey } from '../idempotency/key.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import { newEmpire } from '../game/founding.ts';
import { nearestFreeTile, requireInWorld } from '../game/map.ts';
import type { Tile, WorldSlice } from '../game/types.ts';
import { isoOf } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import type { Services } from '../world/services.ts';
import { foundingLogEntry } from '../world/event-log.ts';
import { notYours } from '../world/ownership.ts';
import { emptySnapshot, save } from '../world/save.ts';
import { capitalOf, toEmpireView } from './present.ts';
import { linkEmpireToUser, lockFounding, selectCitiesAround } from './queries.ts';

type FoundAnswer = z.infer<typeof foundEmpireAnswer>;

const searches = 5;
const drawnTiles = 20;

/**
 * Founds the caller's empire and stores the response for the idempotency key. The capital gets the legal tile nearest
 * to the requested one. This is the one write without an empire to lock: foundings run one after the other, and the
 * database's constraints decide. Refusals: VALIDATION_ERROR (outside the world), EMPIRE_EXISTS, NAME_TAKEN,
 * WORLD_FULL, BUSY.
 */
export async function foundEmpire(
  services: Services,
  owner: { userId: string; empireId: string | null },
  { name, starting_location }: z.infer<typeof foundEmpireBody>,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<FoundAnswer> {
  requireInWorld(starting_location, services.settings.radius, 'starting_location');
  if (owner.empireId !== null) throw new GameError('EMPIRE_EXISTS');
  const id = randomUUID();
  for (let search = 1; search <= searches; search++) {
    try {
      const answer = await services.foundingSemaphore(() =>
        insertEmpire(services, { id, name, ownerId: owner.userId }, starting_location, idempotencyKey),
      );
      if (answer === null) break;
      return answer;
    } catch (error) {
      // Another empire has just founded a further city there; search again.
      if (!isPlaceTaken(error)) throw translateConstraint(error);
    }
  }
  throw new GameError('WORLD_FULL');
}

function isPlaceTaken(error: unknown): boolean {
  return ['cities_location_unique', 'cities_distance'].includes(constraintOf(error) ?? '');
}

/** Finds a tile and founds the empire there in one transaction. Returns null when no tile is free. */
function insertEmpire(
  { pool, settings, clock }: Services,
  identity: { id: string; name: string; ownerId: string },
  wish: Tile,
  idempotencyKey: IdempotencyKey | null,
): Promise<FoundAnswer | null> {
  return transaction(pool, async (tx) => {
    const now = clock.at(await lockFounding(tx));
    const tile = await findTile(tx, identity.id, wish, settings.radius);
    if (tile === null) return { value: null, writes: null };
    const empire = newEmpire({ ...identity, tile }, now, randomUUID);
    const world: WorldSlice = { ...settings, empires: new Map([[empire.id, empire]]), battles: new Map() };
    const { id, name, ownerId: owner_id, createdAt } = empire;
    const capital = capitalOf(empire);
    const value: FoundAnswer = {
      success: true,
      empire: { id, name, owner_id, created_at: isoOf(createdAt), capital },
    };
    const saved = save(tx, world, emptySnapshot(), new Set([id]), {
      events: [],
      entries: [foundingLogEntry(empire)],
      answers: idempotencyKey === null ? [] : [toStoredResponse(idempotencyKey, value, now)],
    });
    return { value, writes: [saved, linkEmpireToUser(tx, owner_id, id)] };
  });
}

/** The legal tile nearest to the wish, or else to a tile drawn from the empire's id; null when none is free. */
async function findTile(tx: Tx, empireId: string, wish: Tile, radius: number): Promise<Tile | null> {
  for (let draw = 0; draw <= drawnTiles; draw++) {
    const centre = draw === 0 ? wish : drawTile(empireId, draw, radius);
    const tile = nearestFreeTile(centre, await selectCitiesAround(tx, centre), radius);
    if (tile !== null) return tile;
  }
  return null;
}

/** The tile that the SHA-256 of `id:draw` selects. */
function drawTile(id: string, draw: number, radius: number): Tile {
  const digest = createHash('sha256').update(`${id}:${draw}`).digest();
  const along = (offset: number): number => (digest.readUInt32BE(offset) % (2 * radius + 1)) - radius;
  return { x: along(0), y: along(4) };
}

/** Changes name or description. Refusals: NOT_FOUND, FORBIDDEN, NAME_TAKEN. */
export async function updateEmpire(
  services: Services,
  ownEmpireId: string | null,
  empireId: string,
  { name, description }: z.infer<typeof updateEmpireBody>,
): Promise<z.infer<typeof updateEmpireAnswer>> {
  if (ownEmpireId !== empireId) throw await notYours(services.pool, 'empire', empireId);
  return services.executeCommand(empireId, ({ world, empire, now }) => {
    if (name !== undefined) empire.name = name;
    if (description !== undefined) empire.description = description === '' ? null : description;
    return { success: true as const, empire: toEmpireView({ world, empire, now }, true) };
  });
}

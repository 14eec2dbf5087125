/** What can be done with empires: found one, and change its name and description. */
import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type {
  foundEmpireAnswer,
  foundEmpireBody,
  updateEmpireAnswer,
  updateEmpireBody,
} from '../contract/empire.ts';
import { constraintOf, translateConstraint } from '../db/constraints.ts';
import { execute } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { newEmpire } from '../game/founding.ts';
import { nearestFreeTile, requireInWorld } from '../game/map.ts';
import type { Empire, Tile, World } from '../game/types.ts';
import { isoOf } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import type { Game } from '../world/act.ts';
import { selectPresent } from '../world/contacts.ts';
import { notYours } from '../world/ownership.ts';
import { emptySnapshot, save } from '../world/save.ts';
import { capitalOf, toEmpireView } from './present.ts';
import { linkEmpireToUser, selectCitiesAround } from './queries.ts';

const searches = 5;
const drawnTiles = 20;

/**
 * Founds the caller's empire; its capital stands on the legal tile nearest to the wish. The one write with no
 * empire to lock: the database's constraints decide. Refusals: VALIDATION_ERROR (outside the world),
 * EMPIRE_EXISTS, NAME_TAKEN, WORLD_FULL.
 */
export async function foundEmpire(
  game: Game,
  owner: { userId: string; empireId: string | null },
  { name, starting_location }: z.infer<typeof foundEmpireBody>,
): Promise<z.infer<typeof foundEmpireAnswer>> {
  requireInWorld(starting_location, game.settings.radius, 'starting_location');
  if (owner.empireId !== null) throw new GameError('EMPIRE_EXISTS');
  const id = randomUUID();
  for (let search = 1; search <= searches; search++) {
    const tile = await findTile(game, id, starting_location);
    if (tile === null) break;
    const { now } = await selectPresent(game);
    const empire = newEmpire({ id, name, ownerId: owner.userId, tile }, now, randomUUID);
    try {
      await insertEmpire(game, empire);
    } catch (error) {
      // Somebody has just settled there: look again.
      if (['cities_location_unique', 'cities_distance'].includes(constraintOf(error) ?? '')) continue;
      throw translateConstraint(error);
    }
    const { ownerId: owner_id, createdAt } = empire;
    return {
      success: true,
      empire: { id, name, owner_id, created_at: isoOf(createdAt), capital: capitalOf(empire) },
    };
  }
  throw new GameError('WORLD_FULL');
}

/** The legal tile nearest to the wish, else to one of the tiles drawn from the empire's id; null when all are full. */
async function findTile(
  { pool, settings: { radius } }: Game,
  empireId: string,
  wish: Tile,
): Promise<Tile | null> {
  for (let draw = 0; draw <= drawnTiles; draw++) {
    const centre = draw === 0 ? wish : drawTile(empireId, draw, radius);
    const tile = nearestFreeTile(centre, await selectCitiesAround(pool, centre), radius);
    if (tile !== null) return tile;
  }
  return null;
}

/** The `draw`-th tile that the SHA-256 of `id:draw` stands for. */
function drawTile(id: string, draw: number, radius: number): Tile {
  const digest = createHash('sha256').update(`${id}:${draw}`).digest();
  const along = (offset: number): number => (digest.readUInt32BE(offset) % (2 * radius + 1)) - radius;
  return { x: along(0), y: along(4) };
}

function insertEmpire({ pool, settings }: Game, empire: Empire): Promise<void> {
  const world: World = { ...settings, empires: new Map([[empire.id, empire]]), battles: new Map() };
  return transaction(pool, (tx) => {
    const saved = save(tx, world, emptySnapshot(), new Set([empire.id]), []);
    const linked = execute(tx, linkEmpireToUser, [empire.ownerId, empire.id]);
    return Promise.resolve({ value: undefined, writes: [saved, linked] });
  });
}

/** Changes name or description. Refusals: NOT_FOUND, FORBIDDEN, NAME_TAKEN. */
export async function updateEmpire(
  game: Game,
  ownEmpireId: string | null,
  empireId: string,
  { name, description }: z.infer<typeof updateEmpireBody>,
): Promise<z.infer<typeof updateEmpireAnswer>> {
  if (ownEmpireId !== empireId) throw await notYours(game.pool, 'empire', empireId);
  return game.act(empireId, ({ world, empire, now }) => {
    if (name !== undefined) empire.name = name;
    if (description !== undefined) empire.description = description === '' ? null : description;
    return { success: true as const, empire: toEmpireView({ world, empire, now }, true) };
  });
}

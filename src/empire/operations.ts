import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { foundEmpireResponse, foundEmpireBody, updateEmpireBody } from '../contract/empire.ts';
import { defaultCityName } from '../city/city-names.ts';
import { constraintOf, translateConstraint } from '../db/constraints.ts';
import { systemUserId } from '../db/names.ts';
import { completeFor } from '../world/idempotency/complete.ts';
import type { Tx } from '../db/transaction.ts';
import { newEmpire } from '../game/founding/founding.ts';
import { axisDistance, nearestFreeTile, requireInWorld } from '../game/march/map.ts';
import type { Tile } from '../game/types.ts';
import {
  newVillage,
  placeVillages,
  placingReach,
  type OccupiedTile,
  villageRules,
  type VillageDraft,
} from '../game/founding/villages.ts';
import { foundingsPerSeat } from '../game/contact/seats.ts';
import { isoOf } from '../kernel/time.ts';
import { GameError } from '../kernel/errors.ts';
import { requireUnmuted } from '../messages/mute.ts';
import type { Context, Services } from '../world/services.ts';
import { foundingLogEntry } from '../world/log/event-log.ts';
import { appendLogEntries } from '../world/log/log-statements.ts';
import { executeEmpireCommand } from '../world/ownership.ts';
import { attempt } from '../world/attempt.ts';
import { makeKeeper, readDueSeat } from './found-seats.ts';
import { capitalOf, toEmpireView } from './present.ts';
import {
  citiesReach,
  countFoundings,
  linkEmpireToUser,
  lockFounding,
  selectCitiesAround,
} from './queries.ts';

const firstParts =
  `Alder Ash Barley Beech Birch Bram Broad Clay Clover Cold Crane Deer Elder Elm Fern Flax Fox Goose Hay
  Hazel Heath Heron Honey Kings Lamb Lark Linden Long Maple Marsh Mill Moss Nettle North Oak Otter Plum Rush Sedge South
  Stag Stone Swan Thorn Wheat White Willow Wood`.split(/\s+/);
const lastParts =
  `bank beck bourne bridge brook bury combe cote croft dale dean den field ford gate grove ham hill holm
  hurst ley mead mere moor ridge stead stoke stow thorpe ton well wick`.split(/\s+/);

const partOf = (parts: readonly string[], bits: number): string => parts[bits % parts.length] ?? '';

/** The ids of villages follow from the empire's: the primary key of empires keeps them from being founded twice. */
export function villageDraftsOf(empireId: string): VillageDraft[] {
  return villageRules.map((_, number) => {
    const digest = createHash('sha256').update(`${empireId}:village:${number}`).digest();
    const hex = digest.toString('hex', 16);
    const id = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20),
    ].join('-');
    return {
      id,
      name: partOf(firstParts, digest.readUInt16BE(4)) + partOf(lastParts, digest.readUInt16BE(6)),
      turns: digest.readUInt32BE(0) / 2 ** 32,
    };
  });
}

type FoundResponse = z.infer<typeof foundEmpireResponse>;

const searches = 5;
const drawnTiles = 20;

/**
 * At the legal tile nearest to the requested one. It locks no empire: foundings run one after the other. Refusals:
 * VALIDATION_ERROR (outside the world), MUTED, EMPIRE_EXISTS, NAME_TAKEN, WORLD_FULL, BUSY.
 */
export async function foundEmpire(
  { services, viewer: owner }: Context,
  { name, capital_name: capitalName, starting_location }: z.infer<typeof foundEmpireBody>,
): Promise<FoundResponse> {
  requireInWorld(starting_location, services.settings.radius, 'starting_location');
  requireUnmuted(owner, services.clock.now());
  if (owner.empireId !== null) throw new GameError('EMPIRE_EXISTS');
  const id = services.random.uuid();
  for (let search = 1; search <= searches; search++) {
    try {
      const founded = await services.foundingSemaphore(() =>
        insertEmpire(services, { id, name, capitalName, ownerId: owner.userId }, starting_location),
      );
      if (founded === null) break;
      return founded;
    } catch (error) {
      // Another empire has just founded a further city there; search again.
      if (!isSiteTaken(error)) throw translateConstraint(error);
    }
  }
  throw new GameError('WORLD_FULL');
}

function isSiteTaken(error: unknown): boolean {
  const constraint = constraintOf(error) ?? '';
  return [
    'cities_location_unique',
    'cities_distance',
    'cities_not_on_seats',
    'cities_distance_to_seats',
    'seats_distance_to_cities',
  ].includes(constraint);
}

/** With its villages and the seat that is then due, in one transaction. Null when no tile is free. */
async function insertEmpire(
  services: Services,
  {
    capitalName,
    ...identity
  }: { id: string; name: string; capitalName: string | undefined; ownerId: string },
  wish: Tile,
): Promise<FoundResponse | null> {
  const { settings, clock, random, caller = null } = services;
  const lockOthers = async (tx: Tx) => {
    const now = clock.at(await lockFounding(tx));
    const [site, foundings] = await Promise.all([
      findSite(tx, identity.id, wish, settings.radius),
      countFoundings(tx),
    ]);
    const seatNumber = (foundings + 1) / foundingsPerSeat;
    const dueSeat = Number.isInteger(seatNumber) ? await readDueSeat(tx, seatNumber) : null;
    return { now, site, dueSeat };
  };
  return attempt(services, { lock: [], lockOthers }, ({ world, tx, others: { now, site, dueSeat } }) => {
    if (site === null) return { value: null, savedIds: new Set() };
    const { tile, cities } = site;
    const named = { ...identity, capitalName: capitalName ?? defaultCityName(tile, []) };
    const empire = newEmpire({ ...named, tile }, now, random.uuid);
    const options = { now, speed: settings.speed, newId: random.uuid };
    const villages = placeVillages(tile, villageDraftsOf(empire.id), cities, settings.radius).map((village) =>
      newVillage(village, systemUserId, options),
    );
    const tiles = [empire, ...villages].flatMap(({ cities: founded }) => founded);
    const keeper = dueSeat === null ? null : makeKeeper(services, dueSeat, tiles, now);
    for (const founded of [empire, ...villages, ...(keeper === null ? [] : [keeper])])
      world.empires.set(founded.id, founded);
    const { id, name, ownerId: owner_id, createdAt } = empire;
    const value: FoundResponse = {
      success: true,
      empire: { id, name, owner_id, created_at: isoOf(createdAt), capital: capitalOf(empire) },
    };
    appendLogEntries(tx, [foundingLogEntry(empire)]);
    linkEmpireToUser(tx, owner_id, id);
    completeFor(tx, [{ caller, value }], now);
    return { value, savedIds: new Set(world.empires.keys()) };
  });
}

interface Site {
  tile: Tile;
  /** All within `placingReach` of the tile. */
  cities: OccupiedTile[];
}

/** The legal tile nearest to the wish, or else to a tile drawn from the empire's id; null when none is free. */
async function findSite(tx: Tx, empireId: string, wish: Tile, radius: number): Promise<Site | null> {
  for (let draw = 0; draw <= drawnTiles; draw++) {
    const centre = draw === 0 ? wish : drawTile(empireId, draw, radius);
    const cities = await selectCitiesAround(tx, centre);
    const tile = nearestFreeTile(centre, cities, radius);
    if (tile === null) continue;
    const isCovered = axisDistance(centre, tile) + placingReach <= citiesReach;
    return { tile, cities: isCovered ? cities : await selectCitiesAround(tx, tile) };
  }
  return null;
}

/** By the SHA-256 of `id:draw`. */
function drawTile(id: string, draw: number, radius: number): Tile {
  const digest = createHash('sha256').update(`${id}:${draw}`).digest();
  const along = (offset: number): number => (digest.readUInt32BE(offset) % (2 * radius + 1)) - radius;
  return { x: along(0), y: along(4) };
}

/** Refusals: NOT_FOUND, FORBIDDEN, MUTED, NAME_TAKEN. */
export async function updateEmpire(
  context: Context,
  empireId: string,
  { name, description }: z.infer<typeof updateEmpireBody>,
) {
  return executeEmpireCommand(context, empireId, ({ world, empire, now }) => {
    requireUnmuted(context.viewer, now);
    if (name !== undefined) empire.name = name;
    if (description !== undefined) empire.description = description === '' ? null : description;
    return { success: true as const, empire: toEmpireView({ world, empire, now }, true) };
  });
}

/** A window of the world, and the chosen tile with its orders. */
import { unitRules } from '../../game/balance.ts';
import type { Tile } from '../../game/types.ts';
import { GameError } from '../../kernel/errors.ts';
import { minuteMs } from '../../kernel/time.ts';
import {
  chosenAddress,
  extentOf,
  isInside,
  mapAddress,
  spareTiles,
  widen,
} from '../../shared-ui/map-view.ts';
import type { TileRectangle } from '../../shared-ui/terrain/svg.ts';
import type { Services } from '../../world/services.ts';
import type { EmpireState } from '../../world/read.ts';
import { selectCitiesAround, selectCitiesIn } from '../../empire/queries.ts';
import { nearestFreeTile, requireInWorld } from '../../game/march/map.ts';
import { legalTiles, shadeOf } from '../shared/land.ts';
import { sentenceOf, type Fields, type Message, parseTile } from '../shared/forms.ts';
import { definePage } from '../framework/page.ts';
import { tileText } from '../shared/formatters.ts';
import { toFought } from '../shared/map-marches.ts';
import { findNearbyPlaces } from '../shared/nearby-places.ts';
import { labelReach, selectMapWindow } from '../shared/map-queries.ts';
import { toScene } from '../shared/map-scene.ts';
import { toNeighbours } from '../shared/neighbours.ts';
import { unitField } from './senders.ts';
import { toTileView } from './target.ts';
import { selectCapital, selectMapTile } from './tile-queries.ts';
import { navigationLinks, readView } from './view.ts';
import { readMapOfVisitor } from './visitor.ts';
import { searchQuery } from '../../contract/search.ts';
import { nameKey } from '../../contract/text.ts';
import { searchNames } from '../../empire/search.ts';
import type { Db } from '../../db/pool.ts';

/** Throws VALIDATION_ERROR for a tile outside the world, NOT_FOUND for an unknown name. */
async function findTile(db: Db, { empire, world }: EmpireState, text: string): Promise<Tile> {
  const typed = parseTile(text);
  if (typed !== null) {
    requireInWorld(typed, world.radius, null);
    return typed;
  }
  const { data: query } = searchQuery.safeParse({ name: text });
  const key = query === undefined ? null : nameKey(query.name);
  const own = empire.cities.find(({ name }) => nameKey(name) === key);
  if (own !== undefined) return { x: own.x, y: own.y };
  // As the page of the search finds it.
  const capital = empire.cities[0] ?? { x: 0, y: 0 };
  const [nearby, { results }] =
    query === undefined
      ? [[], { results: [] }]
      : await Promise.all([findNearbyPlaces(db, capital, query.name), searchNames(db, query)]);
  const same = nearby.find(({ name }) => nameKey(name) === key);
  if (same !== undefined) return same.tile;
  const [found] = results;
  const place = found === undefined ? null : (found.location ?? (await selectCapital(db, found.empire_id)));
  const tile = place ?? nearby[0]?.tile;
  if (tile === undefined)
    throw new GameError('NOT_FOUND', 'no place, empire or player has a name that begins so');
  return tile;
}

const nearestShown = 8;

async function findView({ pool }: Services, empireState: EmpireState, fields: Fields) {
  const { empire, world } = empireState;
  const { view, refusal } = readView(fields, world.radius, empire.cities[0] ?? { x: 0, y: 0 });
  if (view.founding === true && view.at === null && refusal === null) {
    const [capital = view] = empire.cities;
    const at = nearestFreeTile(capital, await selectCitiesAround(pool, capital), world.radius);
    if (at !== null)
      return { view: { ...view, ...(fields.x === undefined ? at : {}), at }, status: 200, refusal };
  }
  const searchText = fields.find?.trim() ?? '';
  if (searchText === '') return { view, status: refusal === null ? 200 : 400, refusal };
  try {
    const tile = await findTile(pool, empireState, searchText);
    return { view: { ...view, x: tile.x, y: tile.y, at: tile }, status: 200, refusal: null };
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    return { view, status: error.status, refusal: sentenceOf(error) };
  }
}

/** The times are those of soldiers and knights. */
function toScaleBar(scale: number, speed: number) {
  const tiles = scale > 24 ? 5 : scale > 12 ? 10 : 20;
  const minutes = (tilesPerHour: number): number => (tiles * 60 * minuteMs) / (tilesPerHour * speed);
  return {
    tiles,
    width: tiles * scale,
    soldiersMs: minutes(unitRules.soldiers.tilesPerHour),
    knightsMs: minutes(unitRules.knights.tilesPerHour),
  };
}

/**
 * With the tiles around the area if asked for, unless these are too many.
 * @returns spare: the tiles to each side of the area whose rows were read
 */
async function readRows(db: Db, area: TileRectangle, zoom: number, empireId: string, isWide: boolean) {
  const spare = isWide ? spareTiles(zoom) : 0;
  const rows = await selectMapWindow(db, widen(area, spare), zoom, empireId);
  return rows.isCut && isWide
    ? { rows: await selectMapWindow(db, area, zoom, empireId), spare: 0 }
    : { rows, spare };
}

export const mapPage = definePage('/map', {
  section: 'map',
  isMap: true,
  readers: 'guest',
  read: async (context) => {
    const { services, empireState, fields, message } = context;
    if (empireState === null) return readMapOfVisitor(context);
    const { world, empire } = empireState;
    const { view, status, refusal } = await findView(services, empireState, fields);
    const { tiles, scale } = extentOf(view);
    const area = widen(tiles, labelReach);
    // The script draws the land itself, and moves the map without asking for each part.
    const isWide = fields.land === 'none';
    const [{ rows, spare }, tileRow, occupied] = await Promise.all([
      // Only the tiles of the view are shaded.
      readRows(services.pool, area, view.zoom, empire.id, isWide && view.founding !== true),
      view.at === null ? null : selectMapTile(services.pool, view.at, empire.id),
      view.founding === true ? selectCitiesIn(services.pool, area) : null,
    ]);
    const isInView = (row: Tile): boolean => isInside(area, row);
    const defenderId = tileRow?.city?.empire_id ?? empire.id;
    const defender = defenderId === empire.id ? null : await services.readEmpire('empire', defenderId);
    const chosenTile =
      view.at === null || tileRow === null
        ? null
        : toTileView(empireState, tileRow, view.at, { defender, fields });
    const scene = toScene(empireState, rows, view, {
      land: isWide ? null : tiles,
      list: fields.list === 'all',
      spare,
    });
    const searchMessage: Message | null =
      refusal === null ? null : { kind: 'refusal', anchor: 'map-find', text: refusal, fields };
    return {
      title: chosenTile === null ? `Map around ${tileText(view)}` : `${chosenTile.name}, map`,
      scripts: ['map'],
      // A refused form keeps its own status and message.
      ...(searchMessage === null || message?.kind === 'refusal' ? {} : { status, message: searchMessage }),
      values: {
        // The address names the found position, so that refreshes do not repeat a search.
        ...(message?.kind === 'refusal' ? {} : { ownAddress: mapAddress(view) }),
        view,
        address: mapAddress(view),
        searchText: fields.find ?? '',
        scene,
        fought: toFought(empireState, rows.battles),
        legal: occupied === null ? null : shadeOf(legalTiles(tiles, occupied, world.radius)),
        links: {
          ...navigationLinks(view, world.radius),
          home: mapAddress({ ...view, ...(empire.cities[0] ?? view) }),
          unchosen: mapAddress({ ...view, at: null }),
        },
        addressOf: ({ x, y }: Tile) => chosenAddress({ ...view, x, y, at: { x, y } }),
        scaleBar: toScaleBar(scale, world.speed),
        chosenTile,
        unitField,
        chosenArmyName: empire.armies.find(({ id }) => id === view.army)?.name ?? null,
        nearest:
          chosenTile === null
            ? toNeighbours(
                empireState,
                { cities: rows.cities.filter(isInView), armies: rows.armies.filter(isInView) },
                nearestShown,
              )
            : [],
        spare,
        radius: world.radius,
      },
    };
  },
});

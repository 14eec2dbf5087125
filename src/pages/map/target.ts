/** View model of the chosen tile: owner, targets, whether they may be attacked, armies to send, and founding a city. */
import { cityDistance, maxCities, militiaOf, nextCityCost } from '../../game/balance.ts';
import { moraleOf, stacksOf } from '../../game/battle.ts';
import { levelOf, populationOf } from '../../game/economy.ts';
import { countUnits, sumUnits } from '../../game/units.ts';
import { distance, sameTile } from '../../game/map.ts';
import { estimateOdds } from '../../game/odds.ts';
import { travelMs } from '../../game/marching.ts';
import { unplunderedMs } from '../../game/protection.ts';
import { scoresOf } from '../../game/scoring.ts';
import type { City, Tile, Units } from '../../game/types.ts';
import type { EmpireState } from '../../world/read.ts';
import { toArmyDetails, type ArmyDetails } from '../shared/army-details.ts';
import { pricesOf } from '../shared/prices.ts';
import { group, tileText, unitsText } from '../shared/formatters.ts';
import { refusalToAttack } from '../shared/neighbours.ts';
import type { TileRow } from './tile-queries.ts';

export interface Target {
  /** `city:<id>` or `army:<id>`, as the form sends it. */
  value: string;
  name: string;
  owner: string;
  /** The owner's score. */
  score: number;
  /** Why the rules forbid an attack at present, or null. */
  refusal: string | null;
  /** Whether its empire is too young to be plundered. */
  isTooYoungToPlunder: boolean;
  /** In thousandths: the strength of the attacker's units against this defender. */
  morale: number;
  /** The defending units. */
  units: Units;
  militia: number;
  wall: number;
}

export interface ArmyOption {
  army: ArmyDetails;
  units: string;
  travelMs: number;
  arrivesAt: number;
  distance: number;
  /** Why the army cannot go, or null. */
  reason: string | null;
  /** Result of trial fights against the first target; null if it may not be attacked. */
  odds: { won: number; trials: number } | null;
}

/** The targets of the tile: a foreign city with all its owner's armies, and each other foreign army. */
function targetsOf(empireState: EmpireState, { city, armies }: TileRow): Target[] {
  const { empire } = empireState;
  const score = scoresOf(empire).total;
  const common = (row: NonNullable<TileRow['city']> | TileRow['armies'][number]) => ({
    name: row.name,
    owner: row.empire_name,
    score: row.score,
    refusal: refusalToAttack(empireState, row),
    isTooYoungToPlunder: empireState.now < row.created_at + unplunderedMs / empireState.world.speed,
    morale: moraleOf(score, row.score),
  });
  const inCity = armies.filter(({ empire_id }) => empire_id === city?.empire_id);
  const targets: Target[] = [];
  if (city !== null && city.empire_id !== empire.id) {
    const builtCity = city as Pick<City, 'buildings'> as City;
    targets.push({
      ...common(city),
      value: `city:${city.id}`,
      units: sumUnits(inCity),
      militia: militiaOf(populationOf(builtCity)),
      wall: levelOf(builtCity, 'wall'),
    });
  }
  for (const army of armies) {
    if (army.empire_id === empire.id || inCity.includes(army)) continue;
    targets.push({ ...common(army), value: `army:${army.id}`, units: army.units, militia: 0, wall: 0 });
  }
  return targets;
}

/** The target to offer first: the first that may be attacked, else the first of all. */
function foremostOf(targets: readonly Target[]): Target | null {
  return targets.find(({ refusal }) => refusal === null) ?? targets[0] ?? null;
}

/** The ruling on an attack, with the score it depends on. @param against names the target, or is empty */
function rulingOn({ refusal, score }: Target, against: string): string {
  return refusal === null
    ? `The rules allow this attack${against}: its score is ${group(score)}.`
    : `The rules do not allow this attack${against}: ${refusal}.`;
}

/** The odds against the present defence. Later training, building and marches change them. */
function oddsOf(units: Units, { units: garrison, militia, wall, morale }: Target): ArmyOption['odds'] {
  const { won, trials } = estimateOdds({
    attacker: stacksOf(units),
    defender: stacksOf(garrison, militia),
    wall,
    morale,
  });
  return { won, trials };
}

/** Every own army: those that can go first, then by travel time. */
function armyOptionsFor(empireState: EmpireState, tile: Tile, target: Target | null): ArmyOption[] {
  const { empire, world, now } = empireState;
  return empire.armies
    .map((army): ArmyOption => {
      const details = toArmyDetails(empireState, army);
      const durationMs = travelMs(details.tile, tile, army.units, world.speed);
      const isAlreadyHere = army.march === null && sameTile(army, tile) && target === null;
      const reason = details.reason ?? (isAlreadyHere ? 'It stands here.' : null);
      return {
        army: details,
        units: unitsText(army.units),
        travelMs: durationMs,
        arrivesAt: now + durationMs,
        distance: distance(details.tile, tile),
        reason,
        odds: reason === null && target?.refusal === null ? oddsOf(army.units, target) : null,
      };
    })
    .sort((a, b) => Number(a.reason !== null) - Number(b.reason !== null) || a.travelMs - b.travelMs);
}

/** The price of founding a city on the tile, or the refusal; null if there is a city. */
function foundingAt({ empire }: EmpireState, { city, closest }: TileRow) {
  if (city !== null) return null;
  const refusal =
    closest !== null
      ? `${closest.name} of ${closest.empire_name} is too close: cities keep ${cityDistance} tiles apart.`
      : empire.cities.length >= maxCities
        ? `An empire has at most ${maxCities} cities.`
        : null;
  return { refusal, cost: pricesOf(empire, nextCityCost(empire.cities.length)) };
}

interface Owner {
  /** Id of the empire. */
  id: string;
  empire: string;
  username: string;
  isBot: boolean;
  rank: number;
  score: number;
  isOwn: boolean;
}

/** Everything that the panel shows of a tile. */
export function toTileView(empireState: EmpireState, row: TileRow, tile: Tile) {
  const { empire } = empireState;
  const { city, armies } = row;
  const [capital] = empire.cities;
  const foremost = city ?? armies[0] ?? null;
  const owner: Owner | null =
    foremost === null
      ? null
      : {
          id: foremost.empire_id,
          empire: foremost.empire_name,
          username: foremost.username,
          isBot: foremost.is_bot,
          rank: row.rank ?? 1,
          score: foremost.score,
          isOwn: foremost.empire_id === empire.id,
        };
  const builtCity = city as Pick<City, 'buildings'> as City;
  const garrison = armies.filter(({ empire_id }) => empire_id === city?.empire_id);
  const targets = targetsOf(empireState, row);
  const target = foremostOf(targets);
  // A single target needs no name.
  const against = target === null || targets.length < 2 ? '' : ` against ${target.name} of ${target.owner}`;
  return {
    tile,
    name: foremost?.name ?? `Open land at ${tileText(tile)}`,
    owner,
    city:
      city === null
        ? null
        : {
            id: city.id,
            isOwn: city.empire_id === empire.id,
            isCapital: city.is_capital,
            wall: levelOf(builtCity, 'wall'),
            garrison: unitsText(sumUnits(garrison)),
            militia: militiaOf(populationOf(builtCity)),
          },
    standing: armies
      .filter((army) => !garrison.includes(army))
      .map(({ id, name, empire_name, units, empire_id }) => ({
        ...{ id, name, owner: empire_id === empire.id ? 'yours' : `of ${empire_name}` },
        ...{ units: unitsText(units), total: countUnits(units) },
      })),
    distance:
      capital === undefined ? null : { from: capital.name, tiles: distance(capital, tile).toFixed(1) },
    targets,
    /** The target that odds, morale and ruling refer to. */
    target,
    against,
    ruling: target === null ? null : rulingOn(target, against),
    armyOptions: armyOptionsFor(empireState, tile, target),
    founding: foundingAt(empireState, row),
  };
}

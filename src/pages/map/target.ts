/** View model of the chosen tile: owner, targets, armies to send, and founding a city. */
import { defaultCityName } from '../../city/city-names.ts';
import { amounts, cityDistance, maxCities, militiaOf, nextCityCost, sumOf } from '../../game/balance.ts';
import { carryOf, stacksOf } from '../../game/fight/battle.ts';
import { levelOf, populationOf } from '../../game/economy/stock.ts';
import { countUnits, sumUnits } from '../../game/counts.ts';
import { isOnLeave } from '../../game/diplomacy/leave.ts';
import { distance, sameTile } from '../../game/march/map.ts';
import { estimateOdds } from '../../game/fight/odds.ts';
import { travelMs } from '../../game/march/marching.ts';
import { shareAmounts } from '../../game/contact/plunder.ts';
import type { Amounts, Tile, Units } from '../../game/types.ts';
import { keeperMilitia, seatContactAt } from '../../game/contact/seats.ts';
import { strengthOf } from '../../game/founding/villages.ts';
import type { EmpireState } from '../../world/read.ts';
import { toArmyDetails } from '../shared/army-details.ts';
import { spoilsOf } from '../../battle/city-fights.ts';
import { pricesOf } from '../shared/order-refusals.ts';
import {
  amountsText,
  countOf,
  group,
  seatName,
  seatStateText,
  tagged,
  tileText,
  unitsText,
} from '../shared/formatters.ts';
import { newcomerOf } from '../shared/neighbours.ts';
import { toSeatQueue } from '../shared/seat-queue.ts';
import { sideOf } from '../shared/sides.ts';
import { simulatorAddress } from '../shared/simulator-form.ts';
import { foremostOf, guardOn, rulingOn, seatOn, targetsOf, type Target } from './targets.ts';
import type { TileRow } from './tile-queries.ts';

/** An attack that wins fewer of the trial fights is asked about once more. */
const fewWins = 5;

/**
 * The odds against the present defence. Later training, building and marches change them.
 * @param spoils what the victor could take with unlimited carry
 */
function oddsOf(units: Units, { units: garrison, militia, wall, morale, guard }: Target, spoils: Amounts) {
  const { won, trials, attackerLeft } = estimateOdds({
    attacker: stacksOf(units),
    defender: stacksOf(garrison, militia),
    wall,
    morale,
    guard,
  });
  const loot = shareAmounts(Math.min(sumOf(spoils), carryOf(attackerLeft)), spoils);
  return {
    won,
    trials,
    isPoor: won < fewWins,
    lostText: `loses about ${group(countUnits(units) - countUnits(attackerLeft))} of ${countOf(countUnits(units), 'units')}`,
    /** What the survivors can carry home of what is there; empty for nothing. */
    lootText: won === 0 ? '' : amountsText(loot),
  };
}

function simulatorUrlOf(units: Units, { units: garrison, militia, wall, morale }: Target): string {
  const [attacker, defender] = [stacksOf(units), stacksOf(garrison, militia)];
  return simulatorAddress({ attacker, defender, wall, morale, seed: null });
}

/** Every own army: those that can go first, then by travel time. */
function armyOptionsFor(empireState: EmpireState, tile: Tile, target: Target | null, spoils: Amounts) {
  const { empire, world, now } = empireState;
  return empire.armies
    .map((army) => {
      const details = toArmyDetails(empireState, army);
      const marchMs = travelMs(details.tile, tile, army.units, world.speed);
      const { speed } = world;
      const durationMs =
        target?.isSeat === true
          ? seatContactAt({ now, marchMs }, target.seatHeldSince, speed) - now
          : marchMs;
      const isAlreadyHere = army.march === null && sameTile(army, tile) && target === null;
      const reason = details.reason ?? (isAlreadyHere ? 'It is here already.' : null);
      return {
        army: details,
        units: unitsText(army.units),
        travelMs: durationMs,
        arrivesAt: now + durationMs,
        distance: distance(details.tile, tile),
        /** Why the army cannot go, or null. */
        reason,
        /** Result of trial fights against the first target; null if it may not be attacked. */
        odds: reason === null && target?.refusal === null ? oddsOf(army.units, target, spoils) : null,
      };
    })
    .sort((a, b) => Number(a.reason !== null) - Number(b.reason !== null) || a.travelMs - b.travelMs);
}

/** The price of founding a city on the tile, or the refusal; null if there is a city. */
function foundingAt({ empire }: EmpireState, { city, closest, seats }: TileRow, tile: Tile) {
  const [seat] = seats;
  if (city !== null || (seat !== undefined && sameTile(seat, tile))) return null;
  const refusal = isOnLeave(empire)
    ? 'You are on leave.'
    : closest !== null
      ? `${closest.name} of ${tagged(closest.empire_name, closest.alliance_tag)} is too close: cities keep ${cityDistance} tiles apart.`
      : seat !== undefined
        ? `The ${seatName(seat)} is too close: cities keep ${cityDistance} tiles from it.`
        : empire.cities.length >= maxCities
          ? `An empire has at most ${maxCities} cities.`
          : null;
  const cost = pricesOf(empire, nextCityCost(empire.cities.length));
  return { refusal, cost, name: defaultCityName(tile, empire.cities) };
}

/**
 * Everything that the panel shows of a tile.
 * @param defender the state of the other empire whose city is on the tile, or null
 */
export function toTileView(empireState: EmpireState, row: TileRow, tile: Tile, defender: EmpireState | null) {
  const { empire, world, now } = empireState;
  const seat = seatOn(row, tile);
  const { city, armies } = row;
  const [capital] = empire.cities;
  const foremost = city ?? armies[0] ?? null;
  const owner =
    foremost === null
      ? null
      : {
          ...foremost,
          /** Null for a village. */
          rank: row.rank,
          strength: city?.empire_kind === 'village' ? strengthOf(city) : null,
          side: sideOf(empire, foremost),
        };
  const garrison = armies.filter(({ empire_id }) => empire_id === city?.empire_id);
  const targets = targetsOf(empireState, row, tile);
  const target = foremostOf(targets);
  // A single target needs no name.
  const spoils =
    defender === null || city === null || target?.value !== `city:${city.id}`
      ? amounts(0, 0, 0)
      : spoilsOf(defender, city.id);
  const armyOptions = armyOptionsFor(empireState, tile, target, spoils);
  const [sender] = armyOptions;
  const against = target === null || targets.length < 2 ? '' : ` against ${target.name} of ${target.owner}`;
  return {
    tile,
    name: seat === null ? (foremost?.name ?? `Open land at ${tileText(tile)}`) : seatName(seat),
    seat:
      seat === null
        ? null
        : {
            ...seat,
            side: sideOf(empire, seat),
            militia: seat.is_held ? 0 : keeperMilitia,
            state: seatStateText(seat.held_since, now, world.speed),
            queue: toSeatQueue(
              row.seat_attacks,
              {
                heldSince: seat.held_since,
                score: seat.score,
                units: sumUnits(armies.filter(({ empire_id }) => empire_id === seat.empire_id)),
                guard: guardOn(row),
              },
              world.speed,
            ),
          },
    owner,
    city:
      city === null
        ? null
        : {
            ...city,
            isOwn: city.empire_id === empire.id,
            wall: levelOf(city, 'wall'),
            garrison: unitsText(sumUnits(garrison)),
            militia: militiaOf(populationOf(city), city.empire_kind),
          },
    standing: armies
      .filter((army) => !garrison.includes(army))
      .map((army) => ({ ...army, side: sideOf(empire, army) })),
    distance:
      capital === undefined ? null : { from: capital.name, tiles: distance(capital, tile).toFixed(1) },
    targets,
    /** The target that odds, morale and ruling refer to. */
    target,
    against,
    /** Until when an attack that is possible here would end the viewer's protection; null if it ends none. */
    protectedUntil: targets.some(({ refusal, endsProtection }) => refusal === null && endsProtection)
      ? (newcomerOf(empire, now)?.until ?? null)
      : null,
    ruling: target === null ? null : rulingOn(target, against),
    armyOptions,
    /** The fight of the first army against the present holder; null without an army or a target. */
    simulatorUrl: target === null || sender === undefined ? null : simulatorUrlOf(sender.army.units, target),
    founding: foundingAt(empireState, row, tile),
  };
}

/** View model of the chosen tile: owner, targets, armies to send, and founding a city. */
import { defaultCityName } from '../../city/city-names.ts';
import { amounts, cityDistance, maxCities, militiaOf, nextCityCost } from '../../game/balance.ts';
import { stacksOf } from '../../game/fight/battle.ts';
import { levelOf, populationOf } from '../../game/economy/stock.ts';
import { sumUnits } from '../../game/counts.ts';
import { isOnLeave } from '../../game/diplomacy/leave.ts';
import { distance, sameTile } from '../../game/march/map.ts';
import type { Tile, Units } from '../../game/types.ts';
import { keeperMilitia } from '../../game/contact/seats.ts';
import { strengthOf } from '../../game/founding/villages.ts';
import type { EmpireState } from '../../world/read.ts';
import { spoilsOf } from '../../battle/city-fights.ts';
import type { Fields } from '../shared/forms.ts';
import { paymentRefusal, pricesOf } from '../shared/order-refusals.ts';
import { seatName, seatStateText, tagged, tileText, unitsText } from '../shared/formatters.ts';
import { newcomerOf } from '../shared/neighbours.ts';
import { toSeatQueue } from '../shared/seat-queue.ts';
import { sideOf } from '../shared/sides.ts';
import { simulatorAddress } from '../shared/simulator-form.ts';
import { sendersFor, togetherFrom } from './senders.ts';
import { foremostOf, guardOn, rulingOn, seatOn, targetsOf, type Target } from './targets.ts';
import type { TileRow } from './tile-queries.ts';

function simulatorUrlOf(units: Units, { units: garrison, militia, wall, morale }: Target): string {
  const [attacker, defender] = [stacksOf(units), stacksOf(garrison, militia)];
  return simulatorAddress({ attacker, defender, wall, morale, seed: null });
}

/** Armies may guard it. */
function allyPlaceOn({ empire }: EmpireState, row: TileRow, tile: Tile) {
  const seat = seatOn(row, tile);
  const { city } = row;
  const guard = guardOn(row);
  const isGuarded = guard !== null || empire.armies.some(({ guards }) => guards?.id === (seat ?? city)?.id);
  if (seat !== null && sideOf(empire, seat) === 'ally') return { value: `seat:${seat.id}`, isGuarded };
  if (city !== null && sideOf(empire, city) === 'ally') return { value: `city:${city.id}`, isGuarded };
  return null;
}

/** Null if there is a city or seat. */
function foundingAt(empireState: EmpireState, { city, closest, seats }: TileRow, tile: Tile) {
  const { empire } = empireState;
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
  const price = nextCityCost(empire.cities.length);
  return {
    refusal,
    cost: pricesOf(empire, price),
    wait: paymentRefusal(empireState, price),
    name: defaultCityName(tile, empire.cities),
  };
}

/**
 * @param defender the state of the other empire whose city is on the tile
 * @param fields of the address, which may ask about a part of an army
 */
export function toTileView(
  empireState: EmpireState,
  row: TileRow,
  tile: Tile,
  { defender, fields }: { defender: EmpireState | null; fields: Fields },
) {
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
  const spoils =
    defender === null || city === null || target?.value !== `city:${city.id}`
      ? amounts(0, 0, 0)
      : spoilsOf(defender, city.id);
  const allyPlace = allyPlaceOn(empireState, row, tile);
  const isOnlyGuarded = allyPlace !== null && target?.refusal !== null;
  const senders = sendersFor(empireState, tile, { target, spoils, isOnlyGuarded, fields });
  const [sender] = senders;
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
    /** Odds, morale and ruling refer to it. */
    target,
    against,
    /** The end of the viewer's protection, which an attack here would end at once; null if it ends none. */
    protectedUntil: targets.some(({ refusal, endsProtection }) => refusal === null && endsProtection)
      ? (newcomerOf(empire, now)?.until ?? null)
      : null,
    ruling: target === null ? null : rulingOn(target, against),
    senders,
    together: togetherFrom(senders, target),
    allyPlace,
    isOnlyGuarded,
    /** The first army against the present holder; null at places of allies. */
    simulatorUrl:
      target === null || sender === undefined || isOnlyGuarded
        ? null
        : simulatorUrlOf(sender.sent ?? sender.army.units, target),
    founding: foundingAt(empireState, row, tile),
  };
}

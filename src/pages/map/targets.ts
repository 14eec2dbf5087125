/** View models of the targets on a tile, and whether the rules allow an attack. */
import { militiaOf } from '../../game/balance.ts';
import { moraleOf } from '../../game/fight/battle.ts';
import { levelOf, populationOf } from '../../game/economy/stock.ts';
import { sameTile } from '../../game/march/map.ts';
import { endsProtection } from '../../game/diplomacy/protection.ts';
import { scoresOf } from '../../game/diplomacy/scoring.ts';
import { keeperMilitia, moraleAgainst, truceUntil } from '../../game/contact/seats.ts';
import type { Tile } from '../../game/types.ts';
import { sumUnits } from '../../game/counts.ts';
import { isoOf } from '../../kernel/time.ts';
import { guardInWay } from '../../battle/city-fights.ts';
import { ownerOf } from '../../city/owned-row.ts';
import type { SeatOnMap } from '../../seats/queries.ts';
import type { EmpireState } from '../../world/read.ts';
import { group, seatName, tagged } from '../shared/formatters.ts';
import { inWords } from '../shared/forms.ts';
import { refusalToAttack, refusalToSeize, sparedAgeOf } from '../shared/neighbours.ts';
import type { TileRow } from './tile-queries.ts';

export type Target = ReturnType<typeof targetsOf>[number];

export const guardOn = ({ armies }: TileRow) => armies.find(({ is_guard }) => is_guard) ?? null;

export const seatOn = ({ seats }: TileRow, tile: Tile): SeatOnMap | null =>
  seats.find((seat) => sameTile(seat, tile)) ?? null;

function toSeatTarget(empireState: EmpireState, seat: SeatOnMap, row: TileRow) {
  const { empire, world, now } = empireState;
  const { armies } = row;
  const scores = { attacker: scoresOf(empire).total, defender: seat.score };
  const until = truceUntil(seat.held_since, world.speed);
  const truceEnd = until !== null && now < until ? until : null;
  const held = { heldSince: seat.held_since, at: truceEnd ?? now, speed: world.speed };
  const guard = guardInWay(empire, guardOn(row), held);
  return {
    value: `seat:${seat.id}`,
    name: seatName(seat),
    owner: tagged(seat.empire_name, seat.alliance_tag),
    isVillage: false,
    isSeat: true,
    score: seat.score,
    refusal: refusalToSeize(empireState, seat),
    endsProtection: true,
    sparedAgeMs: null,
    morale: moraleAgainst(scores, held),
    units: sumUnits(armies.filter(({ empire_id }) => empire_id === seat.empire_id)),
    militia: seat.is_held ? 0 : keeperMilitia,
    wall: 0,
    guard,
    seatHeldSince: seat.held_since,
    truceEnd,
  };
}

/** A foreign city with all its owner's armies, a foreign seat, and each other foreign army. */
export function targetsOf(empireState: EmpireState, row: TileRow, tile: Tile) {
  const { city, armies } = row;
  const seat = seatOn(row, tile);
  const { empire, world, now } = empireState;
  const score = scoresOf(empire).total;
  const common = (object: NonNullable<TileRow['city']> | TileRow['armies'][number]) => ({
    name: object.name,
    owner: tagged(object.empire_name, object.alliance_tag),
    isVillage: object.empire_kind === 'village',
    isSeat: false,
    score: object.score,
    refusal: refusalToAttack(empireState, ownerOf(object)),
    endsProtection: endsProtection(ownerOf(object), now),
    sparedAgeMs: sparedAgeOf({ kind: object.empire_kind, createdAt: object.created_at }, empireState),
    /** In thousandths. */
    morale: moraleOf(score, object.score),
    militia: 0,
    wall: 0,
    guard: null,
    seatHeldSince: null,
    /** Attacks that arrive earlier wait for it. */
    truceEnd: null,
  });
  const inCity = armies.filter(({ empire_id }) => empire_id === city?.empire_id);
  const isCityTarget = city !== null && city.empire_id !== empire.id;
  const isSeatTarget = seat !== null && seat.empire_id !== empire.id;
  const others = armies.filter(
    (army) =>
      army.empire_id !== empire.id &&
      !army.is_guard &&
      !inCity.includes(army) &&
      army.empire_id !== seat?.empire_id,
  );
  const cityTarget = (own: NonNullable<TileRow['city']>) => ({
    ...common(own),
    /** As the form sends it: `city:<id>`, `army:<id>` or `seat:<id>`. */
    value: `city:${own.id}`,
    units: sumUnits(inCity),
    militia: militiaOf(populationOf(own), own.empire_kind),
    wall: levelOf(own, 'wall'),
    guard: guardInWay(empire, guardOn(row), { heldSince: null, at: now, speed: world.speed }),
  });
  return [
    ...(isCityTarget ? [cityTarget(city)] : []),
    ...(isSeatTarget ? [toSeatTarget(empireState, seat, row)] : []),
    ...others.map((army) => ({ ...common(army), value: `army:${army.id}`, units: army.units })),
  ];
}

export function foremostOf(targets: readonly Target[]): Target | null {
  return targets.find(({ refusal }) => refusal === null) ?? targets[0] ?? null;
}

/** @param against names the target, or is empty */
export function rulingOn({ refusal, score, isVillage, isSeat, truceEnd }: Target, against: string): string {
  if (refusal !== null) return refusal;
  if (isVillage) return 'Nobody rules it. Raid it whenever you like.';
  if (isSeat) {
    const queue =
      truceEnd === null
        ? ''
        : ` An army that arrives before the truce ends (${inWords(isoOf(truceEnd))}) waits for it; of several, the most valuable fights first.`;
    return `No protection covers a seat.${queue}`;
  }
  const named = against === '' ? ' this empire' : against.replace(/^ against/, '');
  return `You may attack${named} (score ${group(score)}).`;
}

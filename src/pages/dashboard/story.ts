/** The story for a player who returns after some hours. */
import { z } from 'zod';
import { resources, type Resource, type UnitType } from '../../contract/vocabulary.ts';
import { integer, moment } from '../../db/columns.ts';
import { defineQuery } from '../../db/pool.ts';
import { amounts, eachResource, sumOf } from '../../game/balance.ts';
import { add, capOf, levelOf, limitsAt, ratesOf, stockScale, wholeUnits } from '../../game/economy/stock.ts';
import { cityAt } from '../../game/march/marching.ts';
import type { Amounts, Tile } from '../../game/types.ts';
import { hourMs } from '../../kernel/time.ts';
import { chosenAddress, usualZoom } from '../../shared-ui/map-view.ts';
import { joinAnd } from '../../shared-ui/words.ts';
import { toEmpireEvent } from '../../world/log/event-log.ts';
import type { EmpireState } from '../../world/read.ts';
import { fightOf } from '../shared/battle-summary.ts';
import type { ReportRow } from '../shared/event-queries.ts';
import { toEventSummary } from '../shared/event-summary.ts';
import {
  amountsText,
  capitalise,
  countOf,
  group,
  kindName,
  lasting,
  placeText,
  seatName,
  tagged,
} from '../shared/formatters.ts';
import { wallThatPays } from '../shared/walls.ts';

/** Real time. */
export const absenceMs = 4 * hourMs;
export const maxCounted = 500;
const maxNamed = 3;
const maxFights = 5;

const room = z.strictObject({ at: moment, stock: integer, until: moment.nullable() }).nullable();

/** When the stock of a resource was last below the cap ($3), how large it was, and when it next changed. */
const roomSql = (resource: Resource): string =>
  `(SELECT json_build_object('at', at, 'stock', ${resource}_after, 'until', (
       SELECT at FROM ledger_entries WHERE empire_id = $1 AND number > low.number ORDER BY number LIMIT 1
     )) FROM ledger_entries low
     WHERE empire_id = $1 AND ${resource}_after < $3 ORDER BY number DESC LIMIT 1) AS ${resource}_room`;

/** Of the ledger since the end of the last visit. */
const selectAbsence = defineQuery('selectAbsence', {
  sql: `SELECT ${resources
    .map((each) => `coalesce(sum(${each}) FILTER (WHERE cause <> 'production'), 0)::bigint AS ${each}`)
    .join(', ')}, ${resources.map(roomSql).join(', ')}, (
     SELECT coalesce(json_agg(first), '[]') FROM (
       SELECT DISTINCT ON (empire_id) empire_id, x, y FROM cities WHERE empire_id = ANY ($4::uuid[])
       ORDER BY empire_id, founded_at, id
     ) AS first
   ) AS capitals
   FROM ledger_entries WHERE empire_id = $1 AND at > $2`,
  row: z.strictObject({
    ...{ gold: integer, food: integer, materials: integer },
    ...{ gold_room: room, food_room: room, materials_room: room },
    capitals: z.array(z.strictObject({ empire_id: z.guid(), x: integer, y: integer })),
  }),
  values: (empireId: string, goneAt: number, cap: number, opponents: readonly string[]) => [
    empireId,
    goneAt,
    cap,
    opponents,
  ],
}).oneRow;

/** `a, b and c`; beyond `maxNamed`, a number. */
function listed(texts: readonly string[], others: string): string {
  const shown = texts.length > maxNamed ? texts.slice(0, maxNamed - 1) : texts;
  const rest = texts.length - shown.length;
  return joinAnd(rest === 0 ? shown : [...shown, `${group(rest)} ${others}`]);
}

const endings = { won: 'you won', held: 'you held', lost: 'you lost', none: 'nobody won' };

type Battle = Extract<ReturnType<typeof toEmpireEvent>, { type: 'battle_contact' }>['data'];

function toFight(
  { empire, now }: EmpireState,
  row: ReportRow,
  { role, location, opponent_id: opponentId, opponent_name: name, opponent_tag: tag }: Battle,
  capital: Tile | undefined,
) {
  const { href, detail, tone } = toEventSummary(empire, row, now);
  const opponent = { id: opponentId, name: tagged(name, tag ?? null) };
  const isLost = role === 'defender' && row.result === 'attacker_won';
  const ending =
    row.result === `${role}_won`
      ? role === 'attacker'
        ? 'won'
        : 'held'
      : row.result === 'draw'
        ? 'none'
        : 'lost';
  const place = placeText(empire, location);
  const city = cityAt(empire, location);
  const hasLowWall = city !== null && levelOf(city, 'wall') < wallThatPays(city);
  const back = { x: capital?.x ?? 0, y: capital?.y ?? 0 };
  return {
    ...{ number: row.number, at: row.at, href, detail, tone, opponent },
    before: role === 'attacker' ? 'You attacked ' : '',
    after: `${role === 'attacker' ? ` at ${place}` : ` attacked ${place}`}: ${endings[ending]}.`,
    answer:
      isLost && city !== null && hasLowWall
        ? { text: 'Mend the wall', href: `/city/${city.id}` }
        : isLost && capital !== undefined
          ? { text: 'Strike back', href: chosenAddress({ ...back, zoom: usualZoom, at: back, army: null }) }
          : { text: 'Report', href },
  };
}

function sumUp({ empire, now }: EmpireState, rows: readonly ReportRow[]) {
  const buildings: string[] = [];
  const seats: string[] = [];
  const trained = new Map<UnitType, number>();
  const [plundered, brought] = [amounts(0, 0, 0), amounts(0, 0, 0)];
  const fights: { row: ReportRow; data: Battle }[] = [];
  let [fallen, deserted] = [0, 0];
  for (const row of rows.toReversed()) {
    const { type, data } = toEmpireEvent(row);
    if (type === 'battle_contact' && row.result !== null && Date.parse(data.ends_at) <= now) {
      fights.push({ row, data });
      const { own, isOfGuard } = fightOf(empire.id, data.role, row);
      if (!isOfGuard) fallen += own.lost;
      if (data.role === 'defender' && row.loot !== null) add(plundered, row.loot);
    } else if (type === 'army_arrived') add(brought, data.loot);
    else if (type === 'seat_taken') seats.push(`You took the ${seatName(data.location)}.`);
    else if (type === 'seat_lost') {
      const taker = tagged(data.opponent_name, data.opponent_tag ?? null);
      seats.push(`${capitalise(taker)} took the ${seatName(data.location)} from you.`);
    } else if (type === 'construction_complete')
      buildings.push(
        `${kindName(data.building.type).toLowerCase()} ${data.building.level} in ${data.city_name}`,
      );
    else if (type === 'unit_training_complete')
      trained.set(data.units.type, (trained.get(data.units.type) ?? 0) + data.units.quantity);
    else if (type === 'desertion')
      deserted += Object.values(data.lost).reduce((sum, count) => sum + count, 0);
  }
  const units = [...trained].map(([type, count]) => countOf(count, type));
  const losses = [
    fallen > 0 && `${countOf(fallen, 'units')} in fights`,
    deserted > 0 && `${countOf(deserted, 'units')} to hunger`,
    sumOf(plundered) > 0 && `${amountsText(plundered)} to plunder`,
  ].filter((loss) => loss !== false);
  const sentences = [
    buildings.length > 0 && `You built ${listed(buildings, 'more levels')}.`,
    units.length > 0 && `You trained ${listed(units, 'more')}.`,
    losses.length > 0 && `You lost ${joinAnd(losses)}.`,
    sumOf(brought) > 0 && `Your armies brought home ${amountsText(brought)}.`,
    ...seats,
  ].filter((sentence) => sentence !== false);
  return { sentences, fights: fights.reverse() };
}

/** The stock in whole units. */
export interface LastSeen {
  at: number;
  stock: Amounts;
}

/** @param rows the entries since the last visit, newest first */
export async function tellStory(
  pool: Parameters<typeof selectAbsence>[0],
  state: EmpireState,
  rows: readonly ReportRow[],
  { at: goneAt, stock }: LastSeen,
) {
  const { empire, world, now } = state;
  const { sentences, fights } = sumUp(state, rows);
  const [rates, cap] = [ratesOf(empire, world.speed), capOf(empire)];
  const opponents = fights.map(({ data }) => data.opponent_id);
  const absence = await selectAbsence(pool, empire.id, goneAt, cap * stockScale, opponents);
  // What the stock has grown by without any other cause.
  const made = eachResource((each) =>
    Math.max(0, wholeUnits(empire.stock[each] - absence[each]) - stock[each]),
  );
  const full = resources.flatMap((resource) => {
    const { fullAt } = limitsAt(empire.stock[resource], rates[resource], cap, now);
    if (fullAt === null || fullAt > now) return [];
    const last = absence[`${resource}_room`];
    const since = last === null ? goneAt : limitsAt(last.stock, rates[resource], cap, last.at).fullAt;
    return [{ resource, since: Math.max(goneAt, Math.min(since ?? now, last?.until ?? now)) }];
  });
  const capitalOf = (id: string) => absence.capitals.find(({ empire_id }) => empire_id === id);
  return {
    length: lasting(now - goneAt),
    sentences: [...(sumOf(made) > 0 ? [`You made ${amountsText(made)}.`] : []), ...sentences],
    full,
    fights: fights
      .slice(0, maxFights)
      .map(({ row, data }) => toFight(state, row, data, capitalOf(data.opponent_id))),
    moreFights: Math.max(0, fights.length - maxFights),
  };
}

/** The targets that an empire has attacked, each with the army for a raid and its odds, or why none can go. */
import { z } from 'zod';
import type { TargetView } from '../contract/targets.ts';
import { battleResults } from '../contract/vocabulary.ts';
import { moment, uuid } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { requireFree } from '../game/orders/armies.ts';
import { requireSeatLeft, requireTarget } from '../game/orders/attack.ts';
import { moraleAt } from '../game/contact/fight.ts';
import { defenceOf, termsOf } from '../game/contact/holder-fight.ts';
import { distance, sameTile } from '../game/march/map.ts';
import { holdsSeat } from '../game/march/marching.ts';
import { endsProtection, isNewcomer } from '../game/diplomacy/protection.ts';
import { scoresOf } from '../game/diplomacy/scoring.ts';
import { amounts as noneOf, sumOf } from '../game/balance.ts';
import { planRaids, type RaidTarget } from '../game/orders/raids.ts';
import type { Army, Empire } from '../game/types.ts';
import { sumUnits } from '../game/counts.ts';
import { type GameError, refusalFrom } from '../kernel/errors.ts';
import { ownedRow, ownerColumns, ownerOf } from '../city/owned-row.ts';
import { guardRow, guardSql } from '../military/guards.ts';
import type { EmpireState } from '../world/read.ts';
import { amounts } from '../world/rows/shapes.ts';
import type { Services } from '../world/services.ts';
import { guardInWay, spoilsOf } from './city-fights.ts';

/** Latest attacks. */
const examined = 300;
const maxAttacked = 20;
const noAmounts = noneOf(0, 0, 0);

const raidTargetRow = ownedRow.omit({ is_bot: true }).extend({
  type: z.enum(['city', 'seat']),
  held_since: moment.nullable(),
  guard: guardRow.nullable(),
  battle_id: uuid,
  /** Null until decided. */
  ends_at: moment.nullable(),
  result: z.enum(battleResults).nullable(),
  loot: amounts.nullable(),
});

type RaidTargetRow = z.infer<typeof raidTargetRow>;

const selectRaidTargets = statement('selectRaidTargets', {
  sql: `WITH fought AS (
     SELECT DISTINCT ON (target_type, target_id) id, number, target_type, target_id, ends_at, outcome
     FROM (SELECT * FROM battles WHERE attacker_id = $1::uuid ORDER BY number DESC LIMIT ${examined}) AS latest
     WHERE target_type <> 'army' ORDER BY target_type, target_id, number DESC
   )
   SELECT target_type AS type, target_id AS id, coalesce(c.name, e.name) AS name, coalesce(c.x, s.x) AS x,
     coalesce(c.y, s.y) AS y, ${ownerColumns}, s.held_since, ${guardSql('target_id')} AS guard, f.id AS battle_id, f.ends_at,
     f.outcome ->> 'result' AS result, f.outcome -> 'loot' AS loot
   FROM fought f
   LEFT JOIN cities c ON target_type = 'city' AND c.id = target_id
   LEFT JOIN seats s ON target_type = 'seat' AND s.id = target_id
   JOIN empires e ON e.id = coalesce(c.empire_id, s.holder_id)
   WHERE e.id <> $1::uuid ORDER BY f.number DESC LIMIT ${maxAttacked}`,
  row: raidTargetRow,
});

interface Target {
  row: RaidTargetRow;
  owner: EmpireState;
}

export type Raid = ReturnType<typeof listRaids>[number];

const isAtHand = (empire: Empire, army: Army): boolean =>
  army.guards === null && !holdsSeat(empire, army) && refusalFrom(() => requireFree(empire, army)) === null;

function refusalOf({ empire, world, now }: EmpireState, row: RaidTargetRow): GameError | null {
  return refusalFrom(() => {
    const target = { type: row.type, id: row.id };
    const aim = { target, defenderId: row.empire_id, defender: ownerOf(row) };
    requireTarget(empire, aim, { now, speed: world.speed });
    if (row.type === 'seat') requireSeatLeft(empire);
  });
}

/** Null if nothing of the target is left. */
function defenceAgainst(own: Empire, { row, owner }: Target, speed: number): RaidTarget['defence'] | null {
  const { type, id, x, y } = row;
  const defence = defenceOf(owner.empire, { target: { type, id }, x, y });
  if (defence === null) return null;
  const place = { heldSince: row.held_since, at: owner.now, speed };
  return {
    ...termsOf(defence),
    morale: moraleAt(own, owner.empire, place),
    guard: guardInWay(own, row.guard, place),
  };
}

export function listRaids(empireState: EmpireState, targets: readonly Target[]) {
  const { empire, world, now } = empireState;
  const [home = { x: 0, y: 0 }] = empire.cities;
  const isProtected = isNewcomer({ ...empire, score: scoresOf(empire).total }, now);
  const lines = targets.map((target) => {
    const { row, owner } = target;
    const isShown = row.ends_at !== null && row.ends_at <= now;
    return {
      row,
      /** In tiles, from the capital. */
      distance: distance(home, row),
      /** If the army could carry it; null for a seat. */
      loot: row.type === 'city' ? spoilsOf(owner, row.id) : null,
      /** The holder's armies there. */
      garrison: sumUnits(owner.empire.armies.filter((army) => army.march === null && sameTile(army, row))),
      defence: defenceAgainst(empire, target, world.speed),
      refusal: refusalOf(empireState, row),
      endsProtection: isProtected && (row.type === 'seat' || endsProtection(ownerOf(row), now)),
      /** Hidden until the last round was shown. */
      last: {
        battleId: row.battle_id,
        isUnderWay: !isShown,
        result: isShown ? row.result : null,
        loot: isShown ? row.loot : null,
      },
    };
  });
  const raids = planRaids(
    empire,
    empire.armies.filter((army) => isAtHand(empire, army)),
    lines.flatMap(({ row, loot, defence, refusal, last, endsProtection: isLast }) =>
      refusal !== null || defence === null
        ? []
        : [
            {
              ...{ id: row.id, x: row.x, y: row.y, defence },
              spoils: sumOf(loot ?? noAmounts),
              isLast: isLast || last.isUnderWay,
            },
          ],
    ),
    { now, speed: world.speed },
  );
  return lines
    .map((line) => ({ ...line, raid: raids.get(line.row.id) ?? null }))
    .sort(
      (a, b) =>
        (b.raid?.gainPerHour ?? -Infinity) - (a.raid?.gainPerHour ?? -Infinity) ||
        a.distance - b.distance ||
        (a.row.id < b.row.id ? -1 : 1),
    );
}

/** The first raid brings most an hour of march; those without an army are last, the nearest to the capital first. */
export async function readRaids(services: Pick<Services, 'pool' | 'readEmpire'>, empireState: EmpireState) {
  const rows = await select(services.pool, selectRaidTargets, [empireState.empire.id]);
  const owners = await Promise.all(rows.map(({ empire_id: id }) => services.readEmpire('empire', id)));
  const targets = rows.flatMap((row, index) => {
    const owner = owners[index] ?? null;
    return owner === null ? [] : [{ row, owner }];
  });
  return listRaids(empireState, targets);
}

export function toTargetView(raid: Raid): TargetView {
  const { row, loot, garrison, raid: plan, last } = raid;
  const { empire_id, empire_name, alliance_tag, empire_kind: kind } = row;
  return {
    target_type: row.type,
    target_id: row.id,
    name: row.type === 'city' ? row.name : null,
    holder: { empire_id, empire_name, alliance_tag, kind },
    location: { x: row.x, y: row.y },
    distance: raid.distance,
    loot,
    garrison,
    refusal: raid.refusal?.code ?? null,
    ends_protection: raid.endsProtection,
    army:
      plan === null
        ? null
        : {
            army_id: plan.army.id,
            units: plan.units,
            march_seconds: plan.marchMs / 1000,
            won: plan.won,
            expected_loot: Math.round(plan.loot),
            expected_losses: Math.round(plan.losses),
          },
    last_attack: { battle_id: last.battleId, result: last.result, loot: last.loot },
  };
}

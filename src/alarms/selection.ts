/** The present alarms of players, read from the world, so that none is missed or stale. */
import { z } from 'zod';
import { outcomeFor } from '../battle/queries.ts';
import { alarmKinds, resources, targetTypes, type Resource } from '../contract/vocabulary.ts';
import { integer, moment, uuid } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { amounts } from '../game/balance.ts';
import { capOf, limitsAt, ratesOf } from '../game/economy/stock.ts';
import { affordableAt, statusOfWishes } from '../game/economy/wishes.ts';
import { dayMs } from '../kernel/time.ts';
import { contactBattleSql } from '../world/log/event-log.ts';
import type { EmpireState } from '../world/read.ts';
import { settingsShape, settingsSql } from './settings.ts';
import { wakeRow, wakeSql, type Wake } from './wakes.ts';

/** Of one kind. */
const maxOfKind = 50;

const playerShape = {
  user_id: uuid,
  is_active: z.boolean(),
  username: z.string(),
  email: z.string(),
  is_email_confirmed: z.boolean(),
  empire_id: uuid.nullable(),
  wake: wakeRow.nullable(),
  ...settingsShape,
};

const alarmShape = {
  kind: z.enum(alarmKinds),
  /** The battle, the thread, or the empire. */
  about_id: uuid,
  /** Attacks between the same empires that were called off in the 24 hours before the order of this battle. */
  called_off: integer,
  /** The first of them, else the battle; null for other kinds. */
  first_id: uuid.nullable(),
  at: moment,
  /** The arrival of an army. */
  contact_at: moment.nullable(),
  opponent: z.string().nullable(),
  /** The empire; for a message, the player. */
  opponent_id: uuid.nullable(),
  target: z.enum([...targetTypes, 'guard']).nullable(),
  /** The own city that it concerns. */
  city: z.string().nullable(),
  city_id: uuid.nullable(),
  /** Null for a draw, and for other kinds than battles. */
  is_won: z.boolean().nullable(),
};

export type Alarm = z.infer<z.ZodObject<typeof alarmShape>> & {
  /** The same for as long as the alarm holds. */
  key: string;
  /** For `storage`: the resource; for `ready`: that of the full store, or null if the stock covers the order. */
  resource: Resource | null;
};

/** With settings, and the alarms that follow from the database alone. */
export type PlayerAlarms = z.infer<z.ZodObject<typeof playerShape>> & { alarms: Alarm[] };

const alarmRow = z.strictObject({
  ...alarmShape,
  /** The last message of a thread; otherwise 0. */
  number: integer,
});

const ownCity = (column: 'id' | 'name'): string =>
  `(SELECT ${column} FROM cities WHERE empire_id = e.id AND x = b.x AND y = b.y)`;
const ownCitySql = `${ownCity('name')} AS city, ${ownCity('id')} AS city_id`;

/** Attacks of an empire and their recalls are one alarm, which a later attack replaces. */
const calledOffSql = `CROSS JOIN LATERAL (
        SELECT count(*) AS called_off, coalesce((array_agg(earlier.id ORDER BY earlier.number))[1], b.id) AS first_id
        FROM battles earlier
        WHERE earlier.attacker_id = b.attacker_id AND earlier.defender_id = b.defender_id
          AND earlier.outcome ->> 'result' = 'called_off'
          AND earlier.ends_at <= b.ordered_at AND earlier.ends_at > b.ordered_at - ${dayMs}
      ) AS recalled`;

// $1 users, $2 now. The limits are literals, as the statement is planned without its values.
const selectAlarms = statement('selectAlarms', {
  sql: `SELECT u.id AS user_id, u.is_active AND u.deletion_at IS NULL AS is_active, u.username, u.email, u.is_email_confirmed, u.empire_id, ${wakeSql('u.id')} AS wake, ${settingsSql}, (SELECT coalesce(json_agg(alarm), '[]') FROM (
     (SELECT 'attack' AS kind, b.id AS about_id, called_off, first_id, 0 AS number, b.ordered_at AS at, b.contact_at, attacker.name AS opponent, attacker.id AS opponent_id,
        CASE WHEN b.ally_id IS NOT NULL AND b.defender_id = e.id THEN 'guard' ELSE b.target_type END AS target,
        ${ownCitySql}, NULL::boolean AS is_won
      FROM battles b JOIN empires attacker ON attacker.id = b.attacker_id ${calledOffSql}
      WHERE b.outcome IS NULL AND (b.defender_id = e.id OR b.ally_id = e.id) AND b.attacker_id <> e.id
        AND b.contact_at > $2
      ORDER BY b.contact_at LIMIT ${maxOfKind})
     UNION ALL
     (SELECT 'battle', b.id, called_off, first_id, 0, b.ends_at, NULL, opponent.name, opponent.id, NULL, ${ownCitySql},
        CASE (${outcomeFor('b', 'e.id')}) ->> 'result'
          WHEN 'attacker_won' THEN b.attacker_id = e.id WHEN 'defender_won' THEN b.attacker_id <> e.id
        END
      FROM event_logs log CROSS JOIN LATERAL unnest(log.unread) AS unread (number)
      JOIN event_log_entries entry ON entry.empire_id = log.empire_id AND entry.number = unread.number
      JOIN battles b ON b.id = ${contactBattleSql}
      JOIN empires opponent ON opponent.id = CASE WHEN b.attacker_id = e.id THEN b.defender_id ELSE b.attacker_id END
      ${calledOffSql}
      WHERE log.empire_id = e.id AND b.ends_at <= $2)
     UNION ALL
     (SELECT 'message', mine.thread_id, 0, NULL, mine.last, mine.last_at, NULL, other.username, other.id, NULL, NULL, NULL, NULL
      FROM (SELECT * FROM thread_members WHERE user_id = u.id AND unread > 0 LIMIT ${maxOfKind}) AS mine
      JOIN threads thread ON thread.id = mine.thread_id
      LEFT JOIN users other ON other.id = CASE WHEN first_id = u.id THEN second_id ELSE first_id END)
     UNION ALL
     (SELECT 'threat', b.id, called_off, first_id, 0, b.ordered_at, b.contact_at, holder.name, holder.id, NULL, NULL, NULL, NULL
      FROM battles b JOIN empires holder ON holder.id = coalesce(b.ally_id, b.defender_id) ${calledOffSql}
      WHERE b.outcome IS NULL AND b.contact_at > $2 AND b.attacker_id <> b.defender_id
        AND b.defender_id = ANY (ARRAY(SELECT id FROM empires WHERE alliance_id = e.alliance_id AND id <> e.id))
        AND b.ally_id IS DISTINCT FROM e.id
      ORDER BY b.contact_at LIMIT ${maxOfKind})
     UNION ALL
     (SELECT 'report', coalesce(open.reported_id, open.first_target), 0, NULL, 0, open.at, NULL, reported.username, reported.id, NULL, NULL, NULL, NULL
      FROM (
        SELECT reported_id, min(at) AS at, (array_agg(target_id ORDER BY id))[1] AS first_target FROM reports
        WHERE u.role <> 'player' AND handled_at IS NULL AND reported_id IS DISTINCT FROM u.id
        GROUP BY reported_id ORDER BY min(id) LIMIT ${maxOfKind}
      ) AS open LEFT JOIN users reported ON reported.id = open.reported_id AND reported.deleted_at IS NULL)
   ) AS alarm) AS alarms
   FROM unnest($1::uuid[]) AS asked (user_id) JOIN users u ON u.id = asked.user_id
   LEFT JOIN alarm_settings stored ON stored.user_id = u.id
   LEFT JOIN empires e ON e.id = u.empire_id`,
  row: z.strictObject({ ...playerShape, alarms: z.array(alarmRow) }),
});

const toAlarm = ({ number, ...alarm }: z.infer<typeof alarmRow>): Alarm => ({
  ...alarm,
  // A further message of a thread is another alarm.
  key: `${alarm.kind} ${alarm.about_id}${number === 0 ? '' : ` ${number}`}`,
  resource: null,
});

export async function selectPlayers(
  db: Db,
  userIds: readonly string[],
  now: number,
): Promise<Map<string, PlayerAlarms>> {
  const rows = await select(db, selectAlarms, [userIds, now]);
  return new Map(rows.map((row) => [row.user_id, { ...row, alarms: row.alarms.map(toAlarm) }]));
}

/** The wanted alarms, and when the state of the empire may give the next one; Infinity: never. */
export async function presentAlarms(
  { kinds, empire_id: empireId, alarms, wake }: PlayerAlarms,
  readEmpire: (empireId: string) => Promise<EmpireState | null>,
): Promise<{ alarms: Alarm[]; nextAt: number }> {
  const hasState =
    kinds.includes('storage') || kinds.includes('wish') || (wake !== null && kinds.includes('ready'));
  const state = hasState && empireId !== null ? await readEmpire(empireId) : null;
  const ofState = state === null ? { alarms: [], nextAt: Infinity } : alarmsOfState(state, wake);
  const wanted = [...alarms, ...ofState.alarms].filter(({ kind }) => kinds.includes(kind));
  return { alarms: wanted, nextAt: ofState.nextAt };
}

/** Also returns when the stock reaches the next cap or what the wake waits for; Infinity: never. */
function alarmsOfState(
  { empire, world, now }: EmpireState,
  wake: Wake | null,
): { alarms: Alarm[]; nextAt: number } {
  const [rates, cap] = [ratesOf(empire, world.speed), capOf(empire)];
  const alarms: Alarm[] = [];
  const about = { about_id: empire.id, at: now };
  const others = {
    ...{ called_off: 0, first_id: null },
    ...{ contact_at: null, city: null, city_id: null, target: null },
    ...{ opponent: null, opponent_id: null, is_won: null },
  };
  let nextAt = Infinity;
  for (const resource of resources) {
    const { fullAt } = limitsAt(empire.stock[resource], rates[resource], cap, now);
    if (fullAt === null) continue;
    if (fullAt > now) nextAt = Math.min(nextAt, fullAt);
    else alarms.push({ kind: 'storage', key: `storage ${resource}`, ...about, ...others, resource });
  }
  const wishes = statusOfWishes(empire, world.speed);
  const unpayable = wishes.find(({ state }) => state === 'storage');
  if (unpayable !== undefined && wishes.every(({ state }) => state !== 'next'))
    alarms.push({ kind: 'wish', key: `wish ${unpayable.wish.id}`, ...about, ...others, resource: null });
  if (wake !== null) {
    const full = alarms.find(({ kind }) => kind === 'storage');
    const payableAt = affordableAt(empire, wake, amounts(0, 0, 0), { rates, cap }) ?? Infinity;
    const holds =
      wake.rang_at === null ? full !== undefined || payableAt <= now : empire.lastActiveAt <= wake.rang_at;
    const resource = payableAt <= now ? null : (full?.resource ?? null);
    if (holds) alarms.push({ kind: 'ready', key: `ready ${wake.id}`, ...about, ...others, resource });
    else if (wake.rang_at === null) nextAt = Math.min(nextAt, payableAt);
  }
  return { alarms, nextAt };
}

/** What the save writes for the figures of the world: active players and battles by UTC day, and the greatest battles. */
import { execute, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { countCasualties } from '../../game/casualties.ts';
import type { BattleRow } from '../rows/rows.ts';
import { dayOf } from './score-history.ts';

const greatOfDay = 10;

/** A player's empire with its first command of a UTC day. */
export interface ActivePlayer {
  empire_id: string;
  day: number;
}

const recordDayStatement = statement('recordDay', {
  sql: `WITH fought AS (
     SELECT * FROM json_to_recordset($2::json) AS fought
       (id uuid, attacker_id uuid, defender_id uuid, day integer, last_day integer, losses bigint)
   ), counted AS (
     INSERT INTO world_days (day, players, battles)
     SELECT day, sum(players), sum(battles) FROM (
       SELECT active.day, 1 AS players, 0 AS battles
       FROM json_to_recordset($1::json) AS active (empire_id uuid, day integer)
       JOIN empires ON empires.id = active.empire_id JOIN users ON users.id = empires.owner_id AND NOT users.is_bot
       UNION ALL
       SELECT day, 0, 1 FROM fought
     ) AS happened GROUP BY day ORDER BY day
     ON CONFLICT (day) DO UPDATE SET
       players = world_days.players + excluded.players, battles = world_days.battles + excluded.battles
   )
   INSERT INTO great_battles (day, losses, battle_id)
   SELECT fought.last_day, fought.losses, fought.id
   FROM fought
   JOIN empires attacker ON attacker.id = fought.attacker_id AND attacker.kind = 'player'
   JOIN empires defender ON defender.id = fought.defender_id AND defender.kind = 'player'
   WHERE fought.losses > 0 AND ${greatOfDay} > (
     SELECT count(*) FROM (
       SELECT FROM great_battles WHERE day = fought.last_day AND losses >= fought.losses LIMIT ${greatOfDay}
     ) AS greater
   )`,
});

/** Counts first commands of a day and decided battles. Send it last: it locks a row that other empires write, too. */
export async function recordDay(
  tx: Tx,
  active: readonly ActivePlayer[],
  decided: readonly Omit<BattleRow, 'number'>[],
): Promise<void> {
  const fought = decided.flatMap(({ id, attacker_id, defender_id, outcome }) => {
    if (outcome?.reason !== null) return [];
    const days = { day: dayOf(outcome.at), last_day: dayOf(outcome.endsAt) };
    return [{ id, attacker_id, defender_id, ...days, losses: countCasualties(outcome) }];
  });
  if (active.length + fought.length === 0) return;
  await execute(tx, recordDayStatement, [JSON.stringify(active), JSON.stringify(fought)]);
}

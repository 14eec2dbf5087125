/** Builds the response of what happens in the world. */
import type { Today } from '../contract/today.ts';
import type { Db } from '../db/pool.ts';
import { isoOf } from '../kernel/time.ts';
import { toHegemon } from '../seats/queries.ts';
import type { WorldSettings } from '../world/rows/load.ts';
import { dayOf } from '../world/figures/score-history.ts';
import { selectToday, type GreatBattleRow } from './queries.ts';

export function toGreatBattle(row: GreatBattleRow): Today['great_battles'][number] {
  return {
    battle_id: row.battle_id,
    attacker: { empire_id: row.attacker_id, empire_name: row.attacker_name, alliance_tag: row.attacker_tag },
    defender: { empire_id: row.defender_id, empire_name: row.defender_name, alliance_tag: row.defender_tag },
    location: { x: row.x, y: row.y },
    result: row.result,
    ended_at: isoOf(row.ended_at),
    report_path: row.share === null ? null : `/battle/${row.battle_id}?share=${row.share}`,
  };
}

/** Reads what happens in the world, in one statement. */
export async function readToday(db: Db, settings: WorldSettings, now: number): Promise<Today> {
  const { days, seat_holders, great_battles, hegemons } = await selectToday(db, settings, now);
  const countOf = (member: 'players' | 'battles', day: number): number =>
    days.find((counted) => counted.day === day)?.[member] ?? 0;
  const byDay = (member: 'players' | 'battles'): Today['players'] => ({
    today: countOf(member, dayOf(now)),
    yesterday: countOf(member, dayOf(now) - 1),
  });
  return {
    players: byDay('players'),
    battles: byDay('battles'),
    seat_holders,
    great_battles: great_battles.map(toGreatBattle),
    hegemons: hegemons.map(toHegemon),
    server_time: isoOf(now),
  };
}

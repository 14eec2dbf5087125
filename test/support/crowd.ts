/** Creates many empires and battles directly in the database, for tests of lists and their pages. */
import { randomUUID } from 'node:crypto';
import type { Ruler, TestGame } from './game.ts';

export interface Crowd {
  name: string;
  militaryScore: number;
  economicScore: number;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Adds an empire without cities or armies for each entry, otherwise a copy of the model. Returns their ids. */
export async function addEmpires(
  { instance }: TestGame,
  model: Ruler,
  crowd: readonly Crowd[],
): Promise<string[]> {
  const members = crowd.map((member) => ({ ...member, id: randomUUID(), owner: randomUUID() }));
  const list = JSON.stringify(
    members.map(({ id, owner, name, militaryScore, economicScore, createdAt }) => ({
      id,
      owner_id: owner,
      name,
      name_key: name.toLowerCase(),
      military_score: militaryScore,
      economic_score: economicScore,
      created_at: createdAt,
    })),
  );
  // In one statement, since each refers to the other.
  await instance.pool.query(
    `WITH owners AS (
       INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt, empire_id)
       SELECT owner_id, 'owner of ' || name, 'owner of ' || name_key, name_key || '@x.org', name_key || '@x.org', '', '', id
       FROM json_populate_recordset(NULL::empires, $1)
     )
     INSERT INTO empires (
       id, owner_id, name, name_key, description, created_at, gold, food, materials, advanced_at, founding_paid,
       destroyed_value, protection_ended, last_active_at, last_desertion_at, attacked_by, armies_raised, event_seq,
       gold_rate, food_rate, materials_rate, cap, population_used, population, units, economic_score, military_score
     )
     SELECT
       c.id, c.owner_id, c.name, c.name_key, m.description, c.created_at, m.gold, m.food, m.materials, m.advanced_at,
       m.founding_paid, m.destroyed_value, m.protection_ended, m.last_active_at, m.last_desertion_at, m.attacked_by,
       m.armies_raised, m.event_seq, m.gold_rate, m.food_rate, m.materials_rate, m.cap, m.population_used, m.population,
       m.units, c.economic_score, c.military_score
     FROM json_populate_recordset(NULL::empires, $1) c, empires m WHERE m.id = $2`,
    [list, model.empireId],
  );
  return members.map(({ id }) => id);
}

/** Adds decided battles. Returns their ids, oldest first. */
export async function addBattles(
  { instance, clock }: TestGame,
  attackerId: string,
  defenderId: string,
  count: number,
): Promise<string[]> {
  const { rows } = await instance.pool.query<{ id: string }>(
    `INSERT INTO battles (id, attacker_id, defender_id, army_id, target_type, target_id, x, y, ordered_at,
       contact_at, seed, outcome, ends_at)
     SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'city', gen_random_uuid(), 0, 0, $3, $3, '',
       '{"result":"draw"}', $3
     FROM generate_series(1, $4)
     RETURNING id`,
    [attackerId, defenderId, clock.now(), count],
  );
  return rows.map(({ id }) => id);
}

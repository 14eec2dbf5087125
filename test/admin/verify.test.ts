/** Verify finds nothing in a world that was played, and finds every violation planted in it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand, testViolations, unguarded, verifyCopy } from '../support/admin.ts';
import { copyTestDatabase, createTestDatabase, query } from '../support/database.ts';
import { unknownId } from '../support/set-state.ts';
import { registerEmpire, startTestGame, useOne, type Ruler } from '../support/game.ts';
import { playAtRandom, createRow, setInMotion } from '../support/played-world.ts';

let rulers: Ruler[];
let counts: Record<string, number>;
const played = useOne(createTestDatabase, (created) => created.drop());

beforeAll(async () => {
  const game = await startTestGame({ databaseUrl: played.url, speed: 2 });
  rulers = await createRow(game, 5);
  await playAtRandom(game, rulers, 150, 1);
  await setInMotion(game, rulers);
  // Founded last, so that its villages remain.
  await registerEmpire(game.url, { x: 400, y: 400 });
  const rows = await game.query<
    Record<string, number>
  >(`SELECT (SELECT count(*) FROM battles WHERE outcome ->> 'reason' IS NULL AND outcome IS NOT NULL) AS fought,
       (SELECT count(*) FROM battles WHERE outcome IS NULL) AS undecided,
       (SELECT count(*) FROM cities WHERE construction <> '[]') AS building,
       (SELECT count(*) FROM cities WHERE training <> '[]') AS training,
       (SELECT count(*) FROM armies WHERE march IS NOT NULL) AS marching,
       (SELECT count(*) FROM armies WHERE march IS NULL) AS standing,
       (SELECT count(*) FROM event_log_entries) AS entries`);
  counts = rows[0] ?? {};
  await game.stop();
});

const verifyAfter = (sql: string) => verifyCopy(played, sql);

it('the played world contains everything that verify checks', () => {
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});

it('finds nothing in a world that was played', async () => {
  expect(await verifyAfter('SELECT')).toEqual({ code: 0, faults: {} });
});

it('reports the result as text without --json', async () => {
  const { code, out } = await runCommand({ databaseUrl: played.url }, 'verify');
  expect([code, out]).toEqual([0, expect.stringMatching(/No violations found/) as string]);
});

const firstOf = (table: string, where = 'true', order = 'id'): string =>
  `(SELECT ${order} FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT 1)`;
const oneEmpire = `id = ${firstOf('empires')}`;
const village = firstOf('empires', `kind = 'village'`);
const building = `id = ${firstOf('cities', `construction <> '[]'`)}`;
const training = `id = ${firstOf('cities', `training <> '[]'`)}`;
const marching = `id = ${firstOf('armies', `march ->> 'kind' <> 'attack'`)}`;
const attacking = `id = ${firstOf('armies', `march ->> 'kind' = 'attack'`)}`;
const standing = `id = ${firstOf('armies', 'march IS NULL')}`;
const fought = `id = ${firstOf('battles', `outcome ->> 'reason' IS NULL AND outcome IS NOT NULL`)}`;

/** SQL that plants a violation, by its title, by the invariants that must report it. */
const plantedViolations = {
  columns: {
    'a wrong rate': `UPDATE empires SET gold_rate = gold_rate + 1 WHERE ${oneEmpire}`,
    'a wrong score': `UPDATE empires SET economic_score = economic_score + 1 WHERE ${oneEmpire}`,
    'a wrong cap': `UPDATE empires SET cap = cap + 1 WHERE ${oneEmpire}`,
    'a wrong population': `UPDATE empires SET population = population + 1 WHERE ${oneEmpire}`,
    'a missing due time': `DELETE FROM due_empires`,
    'counted units that are in no city or army': `UPDATE empires SET units = jsonb_set(units, '{soldiers}', '9999') WHERE ${oneEmpire}`,
    'an army with uncounted units': `UPDATE armies SET units = jsonb_set(units, '{soldiers}', '9999') WHERE ${standing}`,
    'a name with another key': `UPDATE empires SET name_key = 'other' WHERE ${oneEmpire}`,
  },
  'columns advanced queues': {
    'a level that was overdue and not applied': `UPDATE cities SET construction = jsonb_set(jsonb_set(construction, '{0,startsAt}', '1000'), '{0,completesAt}', '2000') WHERE ${building}`,
  },
  'columns advanced': {
    'a sack that was overdue and not ended': 'UPDATE cities SET sacked_until = 2000',
  },
  cities: {
    'an impossible share of plunder': `UPDATE cities SET plundered_at = '[{"at": 1, "share": 1001}]'`,
    'a city outside the world': `UPDATE cities SET x = 5000 WHERE id = ${firstOf('cities')}`,
    'a city without a payment': `UPDATE empires SET founding_paid = 7 WHERE ${oneEmpire}`,
    'a building above its town hall': `UPDATE cities SET buildings = buildings || '[{"id":"${unknownId}","type":"workshop","level":20}]' WHERE id = ${firstOf('cities', `NOT buildings @> '[{"type":"workshop"}]'`)}`,
  },
  battles: {
    'a sack that gave more than the whole loot': `UPDATE battles SET outcome = jsonb_set(outcome, '{sack}', '{"until": 1, "loot": {"gold": 1, "food": 0, "materials": 0}}') WHERE ${fought}`,
    'a changed seed': `UPDATE battles SET seed = 'other' WHERE ${fought}`,
    'a changed result': `UPDATE battles SET outcome = jsonb_set(outcome, '{result}', CASE outcome ->> 'result' WHEN 'draw' THEN '"attacker_won"'::jsonb ELSE '"draw"' END) WHERE ${fought}`,
    'a battle with a wrong end time': `UPDATE battles SET ends_at = ends_at + 1 WHERE ${fought}`,
  },
  wishes: {
    'a wish for a city of another empire': `UPDATE empires SET wishes = '${JSON.stringify({
      list: [{ id: unknownId, cityId: unknownId, type: 'farm', buildingId: unknownId }],
      reserve: { gold: 0, food: 0, materials: 0 },
    })}' WHERE ${oneEmpire}`,
    'a negative reserve': `UPDATE empires SET wishes = '{"list": [], "reserve": {"gold": -1, "food": 0, "materials": 0}}' WHERE ${oneEmpire}`,
  },
  shares: {
    'a link to an undecided battle': `INSERT INTO battle_shares SELECT b.id, u.id, 'token', 0 FROM battles b JOIN users u ON u.empire_id = b.attacker_id
     WHERE b.outcome IS NULL LIMIT 1`,
    'a link of a player outside the battle': `INSERT INTO battle_shares SELECT b.id, u.id, 'token', 0
     FROM battles b JOIN users u ON u.empire_id NOT IN (b.attacker_id, b.defender_id) WHERE b.outcome IS NOT NULL LIMIT 1`,
  },
  goals: {
    'a goal without its reward': `UPDATE empires SET goals = jsonb_set(goals, '{seat}', advanced_at::text::jsonb)
     WHERE id = (
       SELECT id FROM empires one WHERE kind = 'player' AND NOT goals ? 'seat'
         AND advanced_at > (SELECT min(at) FROM ledger_entries WHERE empire_id = one.id) LIMIT 1
     )`,
    'a goal that is rewarded once more': `UPDATE ledger_entries SET cause = 'goal' WHERE (empire_id, number) IN (
       SELECT empire_id, number FROM ledger_entries WHERE cause = 'construction' ORDER BY at DESC LIMIT 1
     )`,
    'a goal of a village': `UPDATE empires SET goals = '{"fields": 1}' WHERE id = ${village}`,
    'a goal from before the founding': `UPDATE empires SET goals = '{"fields": 1}' WHERE ${oneEmpire}`,
    'fewer victories than won attacks': `UPDATE empires SET victories = victories - 1 WHERE id = ${firstOf('empires', 'victories > 0')}`,
  },
  'columns goals': {
    'a goal that is reached and not noted': `UPDATE empires SET goals = '{}' WHERE id = ${firstOf('empires', `goals ? 'barracks'`)}`,
  },
  queues: {
    'a level at a wrong price': `UPDATE cities SET construction = jsonb_set(construction, '{0,cost,gold}', '1') WHERE ${building}`,
    'a first level that has not started': `UPDATE cities SET construction = jsonb_set(jsonb_set(construction, '{0,startsAt}', 'null'), '{0,completesAt}', 'null') WHERE ${building}`,
    'a batch that takes too long': `UPDATE cities SET training = jsonb_set(training, '{0,startsAt}', '1') WHERE ${training}`,
  },
  armies: {
    'an army outside the world': `UPDATE armies SET x = 5000 WHERE ${standing}`,
    'an army whose home is a city of another empire': `UPDATE armies a SET home_city_id = c.id FROM cities c WHERE c.empire_id <> a.empire_id AND a.${standing}`,
    'loot in an army that is not marching': `UPDATE armies SET loot = '{"gold":1,"food":0,"materials":0}' WHERE ${standing}`,
  },
  marches: {
    'an attack without a battle': `UPDATE armies SET march = jsonb_set(march, '{battleId}', '"3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00"') WHERE ${attacking}`,
    'a battle without an attack': `UPDATE armies SET march = NULL WHERE ${attacking}`,
    'a plain march with a battle': `UPDATE armies SET march = jsonb_set(march, '{battleId}', '"3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00"') WHERE ${marching}`,
    'an attack on another tile': `UPDATE battles SET x = x + 1 WHERE outcome IS NULL`,
  },
  owners: {
    'an owner without a link to the empire': `UPDATE users SET empire_id = NULL WHERE id = ${firstOf('users', 'empire_id IS NOT NULL')}`,
    'a village of a player': `UPDATE empires SET owner_id = (SELECT owner_id FROM empires WHERE kind = 'player' LIMIT 1) WHERE id = ${village}`,
  },
  'owners links': {
    'an account with the empire of another': `UPDATE users SET empire_id = (SELECT id FROM empires WHERE owner_id <> users.id LIMIT 1) WHERE id = ${firstOf('users', 'empire_id IS NOT NULL')}`,
  },
  'villages columns': {
    'a building of a village that does not fit its strength': `UPDATE cities SET buildings = jsonb_set(buildings, '{0,level}', '7') WHERE id = ${village}`,
  },
  villages: {
    'a village without growth': `UPDATE empires SET grows_at = NULL WHERE id = ${village}`,
  },
  advanced: {
    'growth in the past': `UPDATE empires SET grows_at = advanced_at - 1 WHERE id = ${village}`,
  },
  event_logs: {
    'a gap in an event log': `DELETE FROM event_log_entries WHERE number = 2`,
    'an entry after the last number': `UPDATE event_logs SET last = last - 1`,
    'an empire without an event log': `DELETE FROM event_logs WHERE empire_id = ${firstOf('empires', `kind = 'player'`)}`,
  },
  ledgers: {
    'a gap in a ledger': `DELETE FROM ledger_entries WHERE number = 2`,
    'an entry that does not add up': `UPDATE ledger_entries SET gold = gold + 1 WHERE number = 2`,
    'stock without a posting': `${unguarded} UPDATE empires SET gold = gold + 1 WHERE ${oneEmpire}`,
    'an empire without a ledger': `DELETE FROM ledger_entries WHERE empire_id = ${firstOf('empires')}`,
  },
  sessions: {
    'sessions of a deactivated account': `${unguarded} UPDATE users SET is_active = false WHERE id = ${firstOf('users', 'empire_id IS NOT NULL')}`,
  },
};

describe('a violation', () => {
  testViolations(played, plantedViolations);
});

it('hints name the command that may repair a violation', async () => {
  const database = await copyTestDatabase(played);
  await query(database.url, 'UPDATE empires SET cap = cap + 1');
  const { out } = await runCommand({ databaseUrl: database.url }, 'verify', '--repair-hints');
  await database.drop();
  expect(out).toContain(`npm run admin -- repair recompute ${rulers[0]?.empireId ?? ''}`);
});

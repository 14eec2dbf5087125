/** The upgrade of a world of release 1.0.0 to rules 3, with battles, truces and alliances under way. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reigns, SeatView } from '../../src/contract/seats.ts';
import { migrate } from '../../src/db/migrate.ts';
import { verifyCopy } from '../support/admin.ts';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/database.ts';
import { startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { createEmpire, openSession } from '../support/players.ts';
import { enrich, plantSeat, setUnits } from '../support/set-state.ts';
import { hourMs, the } from '../support/worlds.ts';

/** Undoes the migrations since then, which leaves the rows of release 1.0.0. */
const toRelease1 = `
  DROP TRIGGER sessions_end_alarms ON sessions;
  DROP FUNCTION delete_channel_of_session;
  DROP TABLE alarm_channels, alarm_settings, marked_targets;
  ALTER TABLE empires DROP COLUMN leave, DROP COLUMN leave_ended_at;
  ALTER TABLE alliances DROP COLUMN note;
  DROP TABLE reign_alliance_crowns;
  DROP INDEX battles_for_seats;
  ALTER TABLE battles DROP COLUMN attack_value;
  DROP TRIGGER battles_with_guard ON battles;
  DROP FUNCTION require_guard;
  ALTER TABLE battles DROP COLUMN ally_id;
  ALTER TABLE armies DROP COLUMN guards CASCADE;
  ALTER TABLE empires DROP COLUMN alliance_crowns, DROP COLUMN deeds;
  ALTER TABLE sessions DROP COLUMN token_name, DROP COLUMN scope, DROP COLUMN last_used_at;
  ALTER TABLE users DROP COLUMN role;
  DROP TABLE operator_links;
  DROP TRIGGER admin_actions_role ON admin_actions;
  DROP FUNCTION require_role;
  ALTER TABLE admin_actions DROP COLUMN session_id, DROP COLUMN needs_role;
  DELETE FROM schema_migrations WHERE version >= 8`;

let database: TestDatabase;
let game: TestGame;
let ann: Ruler;
let bob: Ruler;
let cat: Ruler;
let allianceId: string;
let truceEnd: number;

const seatsOf = async (): Promise<SeatView[]> =>
  (await ann.send<{ seats: SeatView[] }>('GET', '/api/seats')).body.seats;

beforeAll(async () => {
  database = await createTestDatabase();
  game = await startTestGame({ databaseUrl: database.url });
  ann = await createEmpire(game, { x: 0, y: 8 });
  bob = await createEmpire(game, { x: 8, y: 0 });
  cat = await createEmpire(game, { x: -8, y: 0 });
  for (const { empireId } of [ann, bob, cat]) await enrich(game, empireId);
  await setUnits(game, bob.armyId, { soldiers: 400 });
  await setUnits(game, cat.armyId, { soldiers: 300 });
  allianceId = await foundAlliance(ann);
  await enlist(ann, allianceId, bob);
  await plantSeat(game, {
    number: 0,
    tile: { x: 0, y: 0 },
    holderId: ann.empireId,
    heldSince: game.clock.now(),
  });
  await game.pass(7.9 * hourMs);
  const target_id = the((await seatsOf())[0]).id;
  for (const { send, armyId } of [cat, bob]) {
    const { status } = await send('POST', '/api/battle', { army_id: armyId, target_type: 'seat', target_id });
    expect(status).toBe(201);
  }
  truceEnd = Date.parse(the((await seatsOf())[0]).truce_until ?? '');
  const { clock } = game;
  await game.stop();
  await query(database.url, toRelease1);
  expect(await migrate(database.url)).toEqual([
    '0008_rules_3.sql',
    '0009_leave.sql',
    '0010_alarms.sql',
    '0011_tokens_and_roles.sql',
    '0012_deeds.sql',
    '0013_marked_targets.sql',
  ]);
  game = await startTestGame({ databaseUrl: database.url, clock });
  [ann, bob, cat] = (await Promise.all(
    [ann, bob, cat].map(async (ruler) => ({ ...ruler, ...(await openSession(game, ruler.username)) })),
  )) as [Ruler, Ruler, Ruler];
});
afterAll(() => database.drop());

it('lists the attacks under way with the values of their armies', async () => {
  expect(the((await seatsOf())[0]).attacks.map(({ value }) => value)).toEqual([40_000, 30_000]);
});

it('counts the crowns of the reign so far for the present alliance', async () => {
  const { current } = (await ann.send<Reigns>('GET', '/api/reigns')).body;
  expect(current.alliances).toMatchObject([{ alliance_id: allianceId, crowns: 7 }]);
});

it('decides them: the member of the alliance takes the seat of its ally', async () => {
  await game.pass(truceEnd + 0.5 * hourMs - game.clock.now());
  expect(the((await seatsOf())[0]).holder?.empire_id).toBe(bob.empireId);
});

it('lets armies guard seats of allies', async () => {
  const { body, status } = await ann.send('POST', `/api/army/${ann.armyId}/guard`, {
    target_type: 'seat',
    target_id: the((await seatsOf())[0]).id,
  });
  expect([status, body]).toMatchObject([200, { army: { guards: { type: 'seat' } } }]);
});

it('leaves a world without violations', async () => {
  await game.stop();
  expect(await verifyCopy(database, 'SELECT')).toEqual({ code: 0, faults: {} });
});

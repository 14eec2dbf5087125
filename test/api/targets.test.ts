/** Targets: cities and seats that a player has marked or attacked, with what they hold and the odds of a raid. */
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '../../src/account/deletion.ts';
import { maxMarks, type TargetView } from '../../src/contract/targets.ts';
import { useNew, useTwoInstances, sendAnonymously, type Ruler, type TestGame } from '../support/game.ts';
import { createEmpire, createPlayer, userIdOf } from '../support/players.ts';
import { orderAttack, recallArmy } from '../support/requests.ts';
import { isoOf } from '../../src/kernel/time.ts';
import { plantSeat, setUnits, unknownId } from '../support/set-state.ts';
import { foundAlliance, enlist } from '../support/alliances.ts';
import { hourMs, the } from '../support/worlds.ts';

const [game, second] = useTwoInstances();
let column = -900;

const ann = useNew(() => createEmpire(game, { x: (column += 12), y: 0 }));
const bob = useNew(() => createEmpire(game, { x: column, y: 4 }));
beforeEach(() => setUnits(game, ann.armyId, { soldiers: 100 }));

const mark = (id: string, type = 'city', by: Ruler = ann) =>
  by.send<{ code?: string; details?: string }>('POST', '/api/targets', { target_type: type, target_id: id });
const unmark = (id: string, by: Ruler = ann) => by.send<{ code?: string }>('DELETE', `/api/target/${id}`);
const list = async (by: Ruler = ann): Promise<TargetView[]> =>
  (await by.read<{ targets: TargetView[] }>('/api/targets')).targets;
const sendTo = ({ url }: TestGame, method: string, by: Ruler, body?: object, headers = {}) =>
  sendAnonymously<{ targets: object[] }>(url, method, '/api/targets', body, {
    authorization: `Bearer ${by.token}`,
    ...headers,
  });
const marks = async (): Promise<object[]> =>
  game.query('SELECT FROM marked_targets WHERE user_id = $1', await userIdOf(game, ann));

/** Cities to mark, far from those of the tests. */
const crowd: string[] = [];

async function markMany(count: number): Promise<void> {
  while (crowd.length < count)
    crowd.push((await createEmpire(game, { x: -900 + 4 * crowd.length, y: 300 })).capitalId);
  await game.query(
    'INSERT INTO marked_targets (user_id, city_id, at) SELECT $1, id, 0 FROM unnest($2::uuid[]) id',
    await userIdOf(game, ann),
    crowd.slice(0, count),
  );
}

describe('a mark', () => {
  it('lists a city that was never attacked, with what it holds and the nearest army', async () => {
    expect((await mark(bob.capitalId)).status).toBe(200);
    expect(await list()).toMatchObject([
      {
        target_type: 'city',
        target_id: bob.capitalId,
        holder: { empire_id: bob.empireId, kind: 'player' },
        location: bob.tile,
        distance: 4,
        marked_at: isoOf(game.clock.now()),
        // The empire is too young to be plundered.
        loot: { gold: 0, food: 0, materials: 0 },
        garrison: { soldiers: 20 },
        refusal: null,
        ends_protection: false,
        army: { army_id: ann.armyId, won: 40 },
        last_attack: null,
      },
    ]);
  });

  it('is seen by its player alone, on every instance', async () => {
    await mark(bob.capitalId);
    const read = async (by: Ruler) => (await sendTo(second, 'GET', by)).body.targets;
    expect(await read(ann)).toHaveLength(1);
    expect(await read(bob)).toEqual([]);
    expect((await unmark(bob.capitalId, bob)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it('is made once, also by two requests at once, and removed once', async () => {
    const answers = await Promise.all([mark(bob.capitalId), mark(bob.capitalId)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await marks()).toHaveLength(1);
    expect([(await unmark(bob.capitalId)).status, (await unmark(bob.capitalId)).status]).toEqual([200, 404]);
    expect(await list()).toEqual([]);
  });

  it.each([
    ['an own city', () => ann.capitalId, 'city', [400, 'INVALID_TARGET']],
    ['a city that does not exist', () => unknownId, 'city', [404, 'NOT_FOUND']],
    ['a city as a seat', () => bob.capitalId, 'seat', [404, 'NOT_FOUND']],
    ['an army', () => bob.armyId, 'army', [400, 'VALIDATION_ERROR']],
  ])('of %s is refused', async (_what, id, type, refusal) => {
    const { status, body } = await mark(id(), type);
    expect([status, body.code]).toEqual(refusal);
    expect(await marks()).toEqual([]);
  });

  it('needs an empire', async () => {
    const player = await createPlayer(game);
    const body = { target_type: 'city', target_id: bob.capitalId };
    expect((await player.send('POST', '/api/targets', body)).status).toBe(403);
    expect((await player.send('GET', '/api/targets')).status).toBe(403);
  });

  it('is refused beyond the limit, until another one is removed', async () => {
    await markMany(maxMarks - 1);
    expect((await mark(bob.capitalId)).status).toBe(200);
    const cat = await createEmpire(game, { x: column + 4, y: 4 });
    const { status, body } = await mark(cat.capitalId);
    expect([status, body.code, body.details]).toEqual([409, 'TARGET_LIMIT', 'unmark one of your 40']);
    expect((await mark(bob.capitalId)).status).toBe(200);
    await unmark(bob.capitalId);
    expect((await mark(cat.capitalId)).status).toBe(200);
    expect(await list()).toHaveLength(maxMarks);
  });

  it('does not exceed the limit by requests at once on two instances', async () => {
    await markMany(maxMarks - 1);
    const others = [bob, await createEmpire(game, { x: column + 4, y: 4 })];
    const answers = await Promise.all(
      others.flatMap(({ capitalId: target_id }) =>
        [game, second].map((at) => sendTo(at, 'POST', ann, { target_type: 'city', target_id })),
      ),
    );
    // Both requests for the city that came first succeed.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(await marks()).toHaveLength(maxMarks);
  });

  it('repeats its response for an Idempotency-Key, also after it was removed', async () => {
    const headers = { 'idempotency-key': `mark-${column}` };
    const body = { target_type: 'city', target_id: bob.capitalId };
    const send = () => sendTo(game, 'POST', ann, body, headers);
    const first = await send();
    await unmark(bob.capitalId);
    expect((await send()).body).toEqual(first.body);
    expect(await marks()).toEqual([]);
  });

  it('ends with its city, and with the account', async () => {
    const [annId, bobId] = [await userIdOf(game, ann), await userIdOf(game, bob)];
    await mark(bob.capitalId);
    await game.query('UPDATE users SET empire_id = NULL WHERE id = $1', bobId);
    await game.query('DELETE FROM empires WHERE id = $1', bob.empireId);
    expect([await marks(), await list()]).toEqual([[], []]);
    await markMany(2);
    await deleteAccount(game.instance.services, { id: annId, empire_id: ann.empireId });
    expect(await game.query('SELECT FROM marked_targets WHERE user_id = $1', annId)).toEqual([]);
  });
});

describe('the list of targets', () => {
  /** Makes the army of an empire the guard of a capital, where it stands. */
  const makeGuard = ({ armyId }: Ruler, { capitalId, tile }: Ruler) =>
    game.query(
      `UPDATE armies SET guards = jsonb_build_object('type', 'city', 'id', $2::text), standing_since = 0, x = $3, y = $4
       WHERE id = $1`,
      ...[armyId, capitalId, tile.x, tile.y],
    );

  it('has an attacked city once, with the last attack, whose result appears with its last round', async () => {
    await mark(bob.capitalId);
    await orderAttack(ann, bob.capitalId);
    const [before] = await list();
    expect(before).toMatchObject({ army: null, last_attack: { result: null, loot: null } });
    await game.pass(2 * hourMs);
    const targets = await list();
    expect(targets).toHaveLength(1);
    expect(targets[0]).toMatchObject({ last_attack: { result: 'attacker_won' }, garrison: { soldiers: 0 } });
    await unmark(bob.capitalId);
    expect(await list()).toMatchObject([{ target_id: bob.capitalId, marked_at: null }]);
  });

  it('sends each army to one target, and no guard', async () => {
    const cat = await createEmpire(game, { x: column + 4, y: 4 });
    await mark(bob.capitalId);
    await mark(cat.capitalId);
    const armies = async () => (await list()).map(({ army }) => army?.army_id ?? null);
    expect(await armies()).toEqual([ann.armyId, null]);
    await makeGuard(ann, cat);
    expect(await armies()).toEqual([null, null]);
  });

  it('counts the guard of a place among the odds', async () => {
    await mark(bob.capitalId);
    const cat = await createEmpire(game, { x: column + 4, y: 4 });
    await setUnits(game, cat.armyId, { soldiers: 500 });
    expect(await list()).toMatchObject([{ army: { won: 40 } }]);
    await makeGuard(cat, bob);
    expect(await list()).toMatchObject([{ army: { won: 0 }, garrison: { soldiers: 20 } }]);
  });

  it('says why an ally cannot be attacked, and after a recall', async () => {
    await mark(bob.capitalId);
    await orderAttack(ann, bob.capitalId);
    await recallArmy(ann);
    expect(await list()).toMatchObject([{ refusal: 'RECENTLY_RECALLED', army: null }]);
    await enlist(ann, await foundAlliance(ann), bob);
    expect(await list()).toMatchObject([{ refusal: 'ALLIED', army: null }]);
  });

  it('has a marked seat under its present holder, also when it has become an own one', async () => {
    const [seat] = await game.query<{ id: string; number: number; x: number; y: number }>(
      'SELECT id, number, x, y FROM seats ORDER BY number LIMIT 1',
    );
    const { id, number, ...tile } = the(seat);
    const heldBy = (ruler: Ruler) =>
      plantSeat(game, { number, tile, holderId: ruler.empireId, heldSince: game.clock.now() });
    await heldBy(bob);
    expect((await mark(id, 'seat')).status).toBe(200);
    expect(await list()).toMatchObject([
      { target_type: 'seat', name: null, loot: null, holder: { empire_id: bob.empireId }, refusal: null },
    ]);
    await heldBy(ann);
    expect(await list()).toMatchObject([{ refusal: 'INVALID_TARGET', army: null, ends_protection: true }]);
    expect((await unmark(id)).status).toBe(200);
    expect((await mark(id, 'seat')).body.code).toBe('INVALID_TARGET');
  });
});

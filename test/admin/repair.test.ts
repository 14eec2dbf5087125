/** Repair commands: apply due work or report why it fails, call off battles, recompute columns; all are audited. */
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/admin.ts';
import { useTestGame, useNew } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { unknownId } from '../support/set-state.ts';

const hourMs = 3_600_000;

const game = useTestGame({ unsound: 'violations are planted' });
let place = 0;
const ann = useNew(() => createEmpire(game, { x: (place += 40) - 400, y: 0 }));
const bob = useNew(() => createEmpire(game, { x: place - 396, y: 3 }));

const { run, ask, readAudit, findViolations } = commandsOf(game);
const lastAuditEntry = async () => (await readAudit())[0];
const violatedInvariants = async () => Object.keys(await findViolations());

describe('repair advance', () => {
  it('applies due work', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    game.clock.advance(hourMs);
    expect(await ask('repair', 'advance', ann.empireId)).toMatchObject({
      advanced: true,
      before: { next_due: expect.any(String) as string },
      next_due: null,
    });
    expect(await lastAuditEntry()).toMatchObject({
      command: 'repair advance',
      details: { before: {}, after: {} },
    });
  });

  it('decides a contact that is due', async () => {
    const id = await attackCity(ann, bob);
    game.clock.advance(hourMs);
    await run('repair', 'advance', bob.empireId);
    const { body } = await ann.send<{ phase: string }>('GET', `/api/battle/${id}`);
    expect(body.phase).toBe('completed');
  });

  it('reports why due work fails and which commands may help', async () => {
    const id = await attackCity(ann, bob);
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    const [row] = await game.query<{ buildings: { type: string }[] }>(
      'SELECT buildings FROM cities WHERE id = $1',
      ann.capitalId,
    );
    const setBuildings = (buildings: object[] = []) =>
      game.query('UPDATE cities SET buildings = $2 WHERE id = $1', ann.capitalId, JSON.stringify(buildings));
    // The finished level has no building, so applying it fails.
    await setBuildings(row?.buildings.filter(({ type }) => type !== 'farm'));
    game.clock.advance(hourMs);
    const out = expect.stringContaining(`repair call-off ${id}`) as string;
    expect(await run('repair', 'advance', ann.empireId)).toMatchObject({ code: 1, out });
    await setBuildings(row?.buildings);
    expect((await run('repair', 'advance', ann.empireId)).code).toBe(0);
  });
});

describe('repair call-off', () => {
  it('sends the army home and notifies both sides', async () => {
    const id = await attackCity(ann, bob);
    const { code } = await run('repair', 'call-off', id);
    const body = await bob.read<{ events: { type: string }[] }>(`/api/empire/${bob.empireId}/events`);
    expect([code, body.events.at(-1)?.type]).toEqual([0, 'battle_called_off']);
    expect(await lastAuditEntry()).toMatchObject({ command: 'repair call-off' });
    expect(await violatedInvariants()).toEqual([]);
  });

  it('works after the contact is due', async () => {
    const id = await attackCity(ann, bob);
    game.clock.advance(hourMs);
    expect((await run('repair', 'call-off', id)).code).toBe(0);
    await game.pass(hourMs);
    expect(await violatedInvariants()).toEqual([]);
  });

  it.each([
    ['nonsense', 2, '"nonsense" is not the id of a battle.'],
    [unknownId, 1, `There is no undecided battle with the id "${unknownId}".`],
  ])('refuses %s', async (id, expected, sentence) => {
    const { code, err } = await run('repair', 'call-off', id);
    expect([code, err]).toEqual([expected, sentence]);
  });
});

describe('repair recompute', () => {
  it('corrects a wrong column and records the old value in the audit', async () => {
    await game.query('UPDATE empires SET cap = 7 WHERE id = $1', ann.empireId);
    const before = await violatedInvariants();
    const data = await ask('repair', 'recompute', ann.empireId);
    expect([before, data, await violatedInvariants()]).toMatchObject([
      ['columns'],
      { changed: { cap: { before: 7, after: 2000 } } },
      [],
    ]);
    expect(await lastAuditEntry()).toMatchObject({ details: { cap: { before: 7, after: 2000 } } });
  });

  it('posts a missing amount to the ledger', async () => {
    await game.query(`ALTER TABLE empires DISABLE TRIGGER empires_changed;
       UPDATE empires SET gold = gold + 5;
       ALTER TABLE empires ENABLE TRIGGER empires_changed`);
    const before = await violatedInvariants();
    const data = await ask('repair', 'recompute', ann.empireId);
    const rows = await game.query(
      'SELECT cause, gold FROM ledger_entries WHERE empire_id = $1 ORDER BY number DESC LIMIT 1',
      ann.empireId,
    );
    expect([before, data, rows]).toMatchObject([
      ['ledgers'],
      { changed: {}, ledger_corrected: true },
      [{ cause: 'repair', gold: 5 }],
    ]);
  });

  it('leaves a correct empire unchanged', async () => {
    const data = await ask('repair', 'recompute', ann.empireId);
    expect(data).toMatchObject({ changed: {}, ledger_corrected: false });
  });
});

it.each([
  [
    'of an empire',
    'INSERT INTO due_empires (at, empire_id) SELECT 1, id FROM empires LIMIT 1',
    'DELETE FROM due_empires WHERE at = 1',
  ],
  [
    'at the end of a battle',
    'INSERT INTO battle_ends (battle_id, at) SELECT id, 1 FROM battles WHERE outcome IS NOT NULL LIMIT 1',
    'DELETE FROM battle_ends WHERE at = 1',
  ],
])('overdue work %s is a violation while a server is connected', async (_what, plant, remove) => {
  const { pool } = game.instance;
  expect((await pool.query(plant)).rowCount).toBe(1);
  const violated = await violatedInvariants();
  await pool.query(remove);
  expect(violated).toContain('due');
});

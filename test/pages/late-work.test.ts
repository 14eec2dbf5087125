/** Due work that fails, on the page of operators: why it fails, and the acts that repair it, without a shell. */
import { describe, expect, it } from 'vitest';
import { password, registerPlayer, useNew, useOne, useTwoInstances } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const hourMs = 3_600_000;
const [game, second] = useTwoInstances({ unsound: 'rows are broken' });
let place = 0;
const ann = useNew(() => createEmpire(game, { x: (place += 40) - 400, y: 0 }));
const bob = useNew(() => createEmpire(game, { x: place - 396, y: 3 }));
const operator = useOne(async () => {
  const player = await registerPlayer(game.url);
  await game.query(`UPDATE users SET role = 'operator' WHERE username = $1`, player.username);
  return new Browser(second, player.cookie);
});

const readLate = async () => partOf(await operator.open('/admin/world'), 'late');
const linkTo = (html: string, act: string): string =>
  new RegExp(`href="(/admin/act/${act}[^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
/** Opens the form behind the link of the page, and sends it. */
async function follow(act: string) {
  const link = linkTo(await readLate(), act);
  const { html } = await operator.open(link);
  const fields = Object.fromEntries(new URL(link, game.url).searchParams);
  const form = { ...fields, reason: 'a test', current_password: password };
  const sent = await operator.sendForm(`/admin/act/${act}`, form);
  return { html, sent };
}
const lastAudit = async () =>
  (await game.query('SELECT command, target, details FROM admin_actions ORDER BY id DESC LIMIT 1'))[0];

/** Leaves a due level without its building; returns what brings the building back. */
async function breakLevel({ capitalId, send }: typeof ann): Promise<() => Promise<unknown>> {
  await send('POST', `/api/city/${capitalId}/buildings`, { type: 'farm' });
  const sql = 'SELECT buildings FROM cities WHERE id = $1';
  const [row] = await game.query<{ buildings: { type: string }[] }>(sql, capitalId);
  const store = (buildings: object[] = []) =>
    game.query('UPDATE cities SET buildings = $2 WHERE id = $1', capitalId, JSON.stringify(buildings));
  await store(row?.buildings.filter(({ type }) => type !== 'farm'));
  return () => store(row?.buildings);
}

describe('late work', () => {
  it('is none in a sound world, also not what is due for 10 s', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    const [row] = await game.query<{ at: number }>('SELECT max(at) AS at FROM due_empires');
    game.clock.advance((row?.at ?? 0) - game.clock.now() + 9_999);
    expect(wordsOf(await readLate())).toContain('No due work is late.');
    game.clock.advance(1);
    expect(wordsOf(await readLate())).toContain('It does not fail');
    await game.pass(0);
    expect(wordsOf(await readLate())).toContain('No due work is late.');
  });

  it('of a broken empire has its reason, which an act tells again; once repaired, the act applies it', async () => {
    const restore = await breakLevel(ann);
    game.clock.advance(hourMs);
    const [row] = await game.query<{ name: string }>('SELECT name FROM empires WHERE id = $1', ann.empireId);
    const name = row?.name ?? '';
    const words = wordsOf(await readLate());
    expect(words).toContain(name);
    expect(words).toMatch(/It fails: \S/);
    const failed = await follow('repair-advance');
    expect(failed.html).toContain(`Empire: <b>${name}</b>`);
    expect([failed.sent.status, wordsOf(failed.sent.html)]).toEqual([
      400,
      expect.stringContaining(`Applying the due work of ${name} failed`) as string,
    ]);
    expect(wordsOf(failed.sent.html)).not.toContain('Try these commands');
    await restore();
    const { sent } = await follow('repair-advance');
    expect(sent.location).toBe('/admin/world');
    expect(await lastAudit()).toMatchObject({ command: 'repair advance', details: { reason: 'a test' } });
    expect(wordsOf(await readLate())).toContain('No due work is late.');
  });

  it('of a broken contact has its reason, names the empires, and is gone when the battle is called off', async () => {
    const restore = await breakLevel(bob);
    await attackCity(ann, bob);
    game.clock.advance(hourMs);
    expect(wordsOf(await readLate())).toMatch(/against .* an attack arrives .*It fails: \S/);
    const { html, sent } = await follow('repair-call-off');
    expect(html).toMatch(/Battle: <b>.* against .*<\/b>/);
    expect(sent.location).toBe('/admin/world');
    expect(await lastAudit()).toMatchObject({ command: 'repair call-off', details: { reason: 'a test' } });
    expect(linkTo(await readLate(), 'repair-call-off')).toBe('');
    await restore();
    await game.pass(0);
  });

  it('that a repair cannot free, either, stays, and the act says why', async () => {
    await attackCity(ann, bob);
    // The attacker cannot come home.
    const move = (city: string) =>
      game.query('UPDATE armies SET home_city_id = $2 WHERE empire_id = $1', ann.empireId, city);
    await move(bob.capitalId);
    game.clock.advance(hourMs);
    const { sent } = await follow('repair-call-off');
    expect([sent.status, wordsOf(sent.html)]).toEqual([
      400,
      expect.stringContaining('The repair failed, and changed nothing') as string,
    ]);
    expect(linkTo(await readLate(), 'repair-call-off')).not.toBe('');
    await move(ann.capitalId);
    await game.pass(0);
  });

  it('of a battle that cannot be entered in the event logs is given up', async () => {
    const id = await attackCity(ann, bob);
    await game.pass(hourMs);
    await game.query(`UPDATE battles SET outcome = outcome - 'rounds' WHERE id = $1`, id);
    await game.query('INSERT INTO battle_ends (battle_id, at) VALUES ($1, 1)', id);
    expect(wordsOf(await readLate())).toMatch(/the end of a battle .*It fails: \S/);
    expect((await follow('repair-skip-end')).sent.location).toBe('/admin/world');
    expect(await lastAudit()).toMatchObject({ command: 'repair skip-end' });
    expect(wordsOf(await readLate())).toContain('No due work is late.');
  });

  it('is tried without effect', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    game.clock.advance(hourMs);
    const state = () =>
      game.query(
        `SELECT advanced_at, (SELECT count(*)::int FROM due_empires WHERE empire_id = empires.id) AS due,
           (SELECT count(*)::int FROM event_log_entries WHERE empire_id = empires.id) AS entries
         FROM empires WHERE id = $1`,
        ann.empireId,
      );
    const before = await state();
    expect(wordsOf(await readLate())).toContain('It does not fail');
    expect(await state()).toEqual(before);
    await game.pass(0);
    expect(await state()).not.toEqual(before);
  });

  it('of the end of a battle is tried without effect, too', async () => {
    const id = await attackCity(ann, bob);
    await game.pass(hourMs);
    await game.query('INSERT INTO battle_ends (battle_id, at) VALUES ($1, 1)', id);
    const state = () =>
      game.query(
        `SELECT (SELECT count(*)::int FROM battle_ends) AS ends, count(*)::int AS entries
         FROM event_log_entries WHERE empire_id = $1`,
        ann.empireId,
      );
    const before = await state();
    expect(wordsOf(await readLate())).toMatch(/the end of a battle .*It does not fail/);
    expect(await state()).toEqual(before);
    expect((await follow('repair-skip-end')).sent.location).toBe('/admin/world');
  });
});

it('nobody calls off a battle in which they or their equals take part', async () => {
  const id = await attackCity(ann, bob);
  await game.query(`UPDATE users SET role = 'operator' WHERE username = $1`, bob.username);
  const sent = await operator.sendForm('/admin/act/repair-call-off', {
    ...{ battle: id, reason: 'a test', current_password: password },
  });
  expect(sent.status).toBe(403);
});

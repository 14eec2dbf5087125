/** Alliances and operators: the commands about them, what a deletion does to them, and what verify finds. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { candidateKeptMs } from '../../src/alliance/queries.ts';
import { cleanOldRows } from '../../src/server/cleaning.ts';
import { createLog } from '../../src/kernel/log.ts';
import { hourMs, minuteMs } from '../../src/kernel/time.ts';
import { endAlliances, enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { commandsOf } from '../support/admin.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { closeClients, join } from '../support/sockets.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { readLog } from '../support/requests.ts';
import { expose } from '../support/set-state.ts';

const game = useTestGame({ unsound: 'violations are planted' });
let ann: Ruler;
let bob: Ruler;
let id: string;
let tag: string;

let created = 0;
beforeEach(async () => {
  await endAlliances(game);
  created += 40;
  ann = await createEmpire(game, { x: created - 400, y: 0 });
  bob = await createEmpire(game, { x: created - 380, y: 0 });
  id = await foundAlliance(ann);
  await enlist(ann, id, bob);
  ({ tag } = await readAlliance(ann, id));
});

afterEach(closeClients);

const { run, ask, readAudit, findViolations } = commandsOf(game);

const tagOf = async ({ send, empireId }: Ruler) =>
  (await send<{ alliance: { tag: string } | null }>('GET', `/api/empire/${empireId}`)).body.alliance?.tag ??
  null;

const auditedCommand = async () => (await readAudit())[0]?.command;
const faultsOf = async (invariant: string) => (await findViolations())[invariant] ?? [];

describe('alliance show', () => {
  it('shows the members, by tag and by id', async () => {
    for (const text of [tag.toLowerCase(), id]) {
      const { alliance } = await ask<{ alliance: object }>('alliance', 'show', text);
      expect(alliance).toMatchObject({
        id,
        tag,
        members: [{ empire_id: ann.empireId }, { empire_id: bob.empireId }],
      });
    }
    const { out } = await run('alliance', 'show', tag);
    expect(out).toMatch(/leader \(leads\)/);
  });

  it('shows a dissolved one by its id only', async () => {
    await ann.send('DELETE', `/api/alliance/${id}`);
    expect((await run('alliance', 'show', id)).out).toMatch(/was dissolved/);
    const { code, err } = await run('alliance', 'show', tag);
    expect([code, err]).toEqual([1, `There is no alliance with the tag or id "${tag}".`]);
  });
});

describe('alliance rename', () => {
  it('changes the name, and the tag of every member', async () => {
    const { code, out } = await run('alliance', 'rename', tag, 'The Wise', '--tag', 'WISE');
    expect([code, out]).toEqual([0, `Owls ${tag} [${tag}] is now The Wise [WISE].`]);
    expect(await readAlliance(ann, id)).toMatchObject({ name: 'The Wise', tag: 'WISE' });
    expect([await tagOf(ann), await tagOf(bob)]).toEqual(['WISE', 'WISE']);
    expect(await auditedCommand()).toBe('alliance rename');
    expect(await faultsOf('alliances')).toEqual([]);
  });

  it('refuses a tag that is taken, and mixed scripts', async () => {
    const eve = await createEmpire(game, { x: created - 400, y: 40 });
    const { tag: taken } = await readAlliance(eve, await foundAlliance(eve));
    const outcomes = [
      await run('alliance', 'rename', tag, 'The Wise', '--tag', taken),
      await run('alliance', 'rename', tag, 'Оwls of wisdom with Оwls'),
    ];
    expect(outcomes.map(({ code }) => code)).toEqual([1, 2]);
    expect(outcomes.map(({ err }) => err)).toEqual([
      'The name is already taken',
      'The name must not mix scripts in a word.',
    ]);
    expect(await tagOf(ann)).toBe(tag);
  });
});

it('alliance dissolve ends the memberships', async () => {
  const { code, out } = await run('alliance', 'dissolve', tag, '--yes');
  expect([code, out]).toEqual([0, `Owls ${tag} [${tag}] is dissolved; it had 2 members.`]);
  expect((await ann.send('GET', `/api/alliance/${id}`)).status).toBe(404);
  await game.pass(0);
  expect([await tagOf(ann), await tagOf(bob)]).toEqual([null, null]);
  expect(await auditedCommand()).toBe('alliance dissolve');
  expect(await faultsOf('alliances')).toEqual([]);
});

describe('an empire leaves its alliance', () => {
  it('when it is deleted', async () => {
    await run('empire', 'delete', bob.empireId, '--yes');
    expect(await readAlliance(ann, id)).toMatchObject({ member_count: 1 });
    await run('empire', 'delete', ann.empireId, '--yes');
    const rows = await game.query<{ members: number }>('SELECT members FROM alliances WHERE id = $1', id);
    expect(rows).toEqual([{ members: 0 }]);
    expect(await faultsOf('alliances')).toEqual([]);
  });

  it('when the account of its player is deleted, and members see it', async () => {
    const client = await join(game.url, bob);
    await run('users', 'delete', ann.username, '--yes');
    expect(await client.take('alliance_update')).toMatchObject({ alliance_id: id });
    const view = await readAlliance(bob, id);
    expect(view).toMatchObject({ member_count: 1, leader_id: bob.empireId });
    const rows = await game.query<{ former: string }>(
      'SELECT former_alliance_id AS former FROM empires WHERE id = $1',
      ann.empireId,
    );
    expect(rows).toEqual([{ former: id }]);
    expect(await faultsOf('alliances')).toEqual([]);
  });

  it.each([
    ['users', 'its own', () => bob, () => ann],
    ['empire', 'its own', () => bob, () => ann],
    ['users', 'those at its places', () => ann, () => bob],
  ])('%s delete ends guards: %s', async (noun, _which, leaving, other) => {
    const target = { target_type: 'city', target_id: ann.capitalId };
    await bob.send('POST', `/api/army/${bob.armyId}/guard`, target);
    await game.pass(2 * hourMs);
    const eve = await createEmpire(game, { x: created - 400, y: 40 });
    await expose(game, ann.empireId);
    const battleId = await attackCity(eve, ann);
    const parties = () => game.query('SELECT defender_id, ally_id FROM battles WHERE id = $1', battleId);
    expect(await parties()).toEqual([{ defender_id: bob.empireId, ally_id: ann.empireId }]);
    const { username, empireId } = leaving();
    await run(noun, 'delete', noun === 'users' ? username : empireId, '--yes');
    expect(await parties()).toEqual([{ defender_id: ann.empireId, ally_id: null }]);
    expect((await readLog(other())).events.at(-1)).toMatchObject({
      type: 'guard_left',
      data: { opponent_name: `Empire of ${username}` },
    });
    expect([await faultsOf('guards'), await faultsOf('alliances')]).toEqual([[], []]);
    await game.query('DELETE FROM battles');
  });
});

describe('verify finds', () => {
  it.each([
    [
      'a wrong number of members',
      'UPDATE alliances SET members = 3 WHERE id = $1',
      /counts 3 members, and has 2/,
    ],
    [
      'a member with another tag',
      `UPDATE empires SET alliance_tag = 'X' WHERE alliance_id = $1`,
      /2 have another tag/,
    ],
    [
      'a member of a dissolved alliance',
      'UPDATE alliances SET members = 0, dissolved_at = 1 WHERE id = $1',
      /end of its membership is not due/,
    ],
  ])('%s', async (_what, sql, sentence) => {
    await game.query(sql, id);
    expect(JSON.stringify(await faultsOf('alliances'))).toMatch(sentence);
  });

  it('an army that guards from elsewhere, and a battle that does not name its guard', async () => {
    const guards = JSON.stringify({ type: 'city', id: ann.capitalId });
    await game.query('UPDATE armies SET guards = $2 WHERE id = $1', bob.armyId, guards);
    expect(JSON.stringify(await faultsOf('guards'))).toMatch(/does not stand at a place of an ally/);
    const eve = await createEmpire(game, { x: created - 400, y: 40 });
    await attackCity(eve, ann);
    await game.query('UPDATE armies SET x = $2, y = $3 WHERE id = $1', bob.armyId, ann.tile.x, ann.tile.y);
    await game.query('UPDATE battles SET defender_id = $1, ally_id = NULL', ann.empireId);
    expect(JSON.stringify(await faultsOf('guards'))).toMatch(/does not name the guard of its target/);
    await game.query('UPDATE battles SET defender_id = $1, ally_id = $2', bob.empireId, ann.empireId);
    expect(await faultsOf('guards')).toEqual([]);
    await game.query('DELETE FROM battles');
  });

  it('a chat without an alliance, and a message that is not marked as one of an alliance', async () => {
    const chat = 'INSERT INTO threads (id, alliance_id, last, last_at) VALUES ($1, $1, 1, 1)';
    await game.query(chat, id);
    await game.query(`INSERT INTO messages (thread_id, number, at, text) VALUES ($1, 1, 1, 'x')`, id);
    expect(JSON.stringify(await faultsOf('messages'))).toMatch(/Message 1 disagrees with its thread/);
    await game.query('UPDATE alliances SET members = 0, dissolved_at = 1 WHERE id = $1', id);
    expect(await faultsOf('messages')).toEqual([]);
    await game.query(chat, id);
    expect(JSON.stringify(await faultsOf('messages'))).toMatch(/alliance of this chat is dissolved/);
    await game.query('DELETE FROM threads WHERE id = $1', id);
  });
});

it('invitations and applications are deleted after 30 days, and a day after they were withdrawn', async () => {
  const [eve, fay] = [
    await createEmpire(game, { x: created - 400, y: 80 }),
    await createEmpire(game, { x: created - 400, y: 100 }),
  ];
  for (const ruler of [eve, fay]) await ruler.send('POST', `/api/alliance/${id}/applications`);
  await fay.send('DELETE', `/api/alliance/${id}/candidate/${fay.empireId}`);
  const count = async () => (await game.query('SELECT FROM alliance_candidates')).length;
  const stop = cleanOldRows({ pool: game.instance.pool, clock: game.clock, log: createLog('silent') });
  expect(await count()).toBe(2);
  game.clock.advance(candidateKeptMs - minuteMs);
  await expect.poll(count).toBe(1);
  game.clock.advance(30 * minuteMs);
  await expect.poll(count).toBe(0);
  stop();
});

/** Who may register: everybody, invited people, or nobody; by page and by API, on several instances. */
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/admin.ts';
import {
  password,
  registerPlayer,
  sendAnonymously,
  useSecond,
  useTestGame,
  type TestGame,
} from '../support/game.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const open = useTestGame({ operatorContact: 'help_desk@example.org' });
const invited = useSecond(open, { registration: 'invite', operatorContact: 'help_desk@example.org' });
const alsoInvited = useSecond(open, { registration: 'invite' });
const closed = useSecond(open, { registration: 'closed' });
const { run, ask } = commandsOf(open);

let number = 0;
function newcomer(): Record<string, string> {
  number += 1;
  const username = `guest${number}`;
  return { username, email: `${username}@example.org`, password, confirm_password: password };
}
const register = (game: TestGame, fields: object = {}) =>
  sendAnonymously<{ code: string; details: string }>(game.url, 'POST', '/register', {
    ...newcomer(),
    ...fields,
  });
const makeInvite = async (...options: string[]) => {
  const data = await ask<{ id: number; link: string }>('invites', 'create', ...options);
  return { id: data.id, token: new URL(data.link).searchParams.get('invite') ?? '' };
};
const usedOf = async (id: number) =>
  (await open.query('SELECT used FROM invites WHERE id = $1', id))[0]?.used;

const refusals = {
  missing: [403, 'REGISTRATION_CLOSED', 'you need an invitation; ask the operator'],
  void: [403, 'REGISTRATION_CLOSED', 'the invitation was used, taken back or has expired; ask for a new one'],
  closed: [403, 'REGISTRATION_CLOSED', 'this server takes no new players; ask the operator'],
};
const responseOf = async (...call: Parameters<typeof register>) => {
  const { status, body } = await register(...call);
  return [status, body.code, body.details];
};

describe('by API', () => {
  it('is open by default, and then an invitation has no effect', async () => {
    const { id, token } = await makeInvite();
    for (const invite of [undefined, token, 'none'])
      expect((await register(open, { invite })).status).toBe(200);
    expect(await usedOf(id)).toBe(0);
  });

  it('admits as many as an invitation has uses, and says what to do', async () => {
    const { id, token } = await makeInvite('--uses', '2');
    expect(await responseOf(invited)).toEqual(refusals.missing);
    expect(await responseOf(invited, { invite: '' })).toEqual(refusals.missing);
    expect(await responseOf(invited, { invite: 'x'.repeat(43) })).toEqual(refusals.void);
    for (const game of [invited, alsoInvited])
      expect((await register(game, { invite: token })).status).toBe(200);
    expect(await responseOf(invited, { invite: token })).toEqual(refusals.void);
    expect(await usedOf(id)).toBe(2);
  });

  it('uses nothing if the name is taken or the body is wrong', async () => {
    const { id, token } = await makeInvite();
    const taken = newcomer();
    await register(open, taken);
    expect((await register(invited, { username: taken.username, invite: token })).status).toBe(400);
    expect((await register(invited, { password: 'x', invite: token })).status).toBe(400);
    expect(await usedOf(id)).toBe(0);
    expect((await register(invited, { invite: token })).status).toBe(200);
  });

  it('admits one of those who use the last one at once, on two instances', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, token } = await makeInvite();
      const games = [invited, alsoInvited, invited, alsoInvited];
      const statuses = await Promise.all(
        games.map(async (game) => (await register(game, { invite: token })).status),
      );
      expect([statuses.sort(), await usedOf(id)]).toEqual([[200, 403, 403, 403], 1]);
    }
  });

  it('refuses an invitation from its end on, and one that was taken back', async () => {
    const [first, second] = [await makeInvite('--uses', '9', '--hours', '1'), await makeInvite()];
    open.clock.advance(3_600_000 - 1);
    expect((await register(invited, { invite: first.token })).status).toBe(200);
    open.clock.advance(1);
    expect(await responseOf(invited, { invite: first.token })).toEqual(refusals.void);
    expect((await run('invites', 'revoke', String(second.id))).code).toBe(0);
    expect(await responseOf(invited, { invite: second.token })).toEqual(refusals.void);
    expect((await run('invites', 'revoke', String(second.id))).err).toContain('There is no invitation');
  });

  it('can be closed, also for invited people, and everybody still logs in', async () => {
    const { token } = await makeInvite();
    expect(await responseOf(closed)).toEqual(refusals.closed);
    expect(await responseOf(closed, { invite: token })).toEqual(refusals.closed);
    const { username } = await registerPlayer(open.url);
    expect((await sendAnonymously(closed.url, 'POST', '/login', { username, password })).status).toBe(200);
  });
});

describe('by page', () => {
  it('has a form only for those who may register, else a sentence and the contact', async () => {
    const { token } = await makeInvite();
    const shown = async (game: TestGame, path: string) => {
      const { html } = await new Browser(game).open(path);
      return [html.includes('name="username"'), wordsOf(html)] as const;
    };
    expect((await shown(open, '/register'))[0]).toBe(true);
    expect((await shown(invited, `/register?invite=${token}`))[0]).toBe(true);
    const [hasForm, words] = await shown(invited, '/register');
    expect([hasForm, words]).toEqual([
      false,
      expect.stringMatching(
        /you need an invitation; ask the operator\. The operator: help_desk@example\.org/,
      ) as string,
    ]);
    expect(await shown(closed, `/register?invite=${token}`)).toEqual([
      false,
      expect.stringContaining('this server takes no new players') as string,
    ]);
  });

  it('keeps the invitation over a refusal, and lets in with it', async () => {
    const { id, token } = await makeInvite();
    const browser = new Browser(invited);
    const fields = newcomer();
    const hidden = `name="invite" value="${token}"`;
    expect((await browser.open(`/register?invite=${token}`)).html).toContain(hidden);
    const refused = await browser.sendForm('/register', { ...fields, username: 'x', invite: token });
    expect([refused.status, refused.html.includes(hidden), await usedOf(id)]).toEqual([400, true, 0]);
    expect((await browser.sendForm('/register', { ...fields, invite: token })).location).toBe('/dashboard');
    const late = await new Browser(invited).sendForm('/register', { ...newcomer(), invite: token });
    expect([late.status, wordsOf(late.html)]).toEqual([
      403,
      expect.stringContaining(
        'the invitation was used, taken back or has expired; ask for a new one.',
      ) as string,
    ]);
  });
});

describe('an operator', () => {
  it('makes a link that is shown once and takes it back, without a shell and with an audit', async () => {
    const staff = await registerPlayer(open.url);
    await open.query(`UPDATE users SET role = 'operator' WHERE username = $1`, staff.username);
    const browser = new Browser(invited, staff.cookie);
    const sent = await browser.sendForm('/admin/act/invites-create', {
      uses: '3',
      hours: '48',
      reason: 'friends',
    });
    const [, path = '', token = ''] =
      /value="http:\/\/localhost:3000(\/register\?invite=([\w-]{43}))"/.exec(sent.html) ?? [];
    expect(sent.status).toBe(200);
    expect((await new Browser(invited).open(path)).html).toContain('name="username"');
    const [row = {}] = await open.query(
      `SELECT id, command, target, details FROM admin_actions WHERE command = 'invites create' ORDER BY id DESC LIMIT 1`,
    );
    expect(row).toMatchObject({ details: { uses: 3, reason: 'friends' } });
    const dump = JSON.stringify(await open.query('SELECT * FROM invites'));
    const list = await browser.open('/admin/invites');
    for (const text of [list.html, dump, JSON.stringify(row), (await browser.open('/admin/audit')).html])
      expect(text).not.toContain(token);
    expect(wordsOf(partOf(list, 'invites'))).toContain('0 of 3 used');
    const [, id = ''] = /invites-revoke\?invitation=(\d+)/.exec(list.html) ?? [];
    const gone = await browser.sendForm('/admin/act/invites-revoke', { invitation: id, reason: 'enough' });
    expect(gone.status).toBe(302);
    expect(await responseOf(invited, { invite: token })).toEqual(refusals.void);
  });
});

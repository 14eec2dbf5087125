/** Pages and forms of the administration are open to their roles only: a table of roles, on two instances. */
import { beforeAll, describe, expect, it } from 'vitest';
import { acts } from '../../src/pages/admin/acts.ts';
import { foundAlliance } from '../support/alliances.ts';
import { useTwoInstances, sendAnonymously } from '../support/game.ts';
import { createApiToken, createEmpire, createPlayer, userIdOf } from '../support/players.ts';
import { createWriter, write } from '../support/messages.ts';
import { readRoutes } from '../support/routes.ts';
import { Browser } from './browser.ts';

const [game, second] = useTwoInstances();
const roles = ['player', 'moderator', 'operator'] as const;
type Role = (typeof roles)[number];

let members: Record<Role, Awaited<ReturnType<typeof createPlayer>>>;
let target: Awaited<ReturnType<typeof createPlayer>>;

const setRole = (username: string, role: Role) =>
  game.query('UPDATE users SET role = $2 WHERE username = $1', username, role);

beforeAll(async () => {
  members = {
    player: await createEmpire(game),
    moderator: await createPlayer(game),
    operator: await createPlayer(game),
  };
  for (const role of roles) await setRole(members[role].username, role);
  target = await createPlayer(game);
});

/** The role that each page needs. */
const pages: Record<string, Role> = {
  '/admin': 'moderator',
  '/admin/reports': 'moderator',
  '/admin/players': 'operator',
  '/admin/invites': 'operator',
  '/admin/acts': 'moderator',
  '/admin/audit': 'operator',
  '/admin/world': 'operator',
};

/** The role that each act needs. With none of them, an operator enters as another player or reads messages that were not reported. */
const actRoles: Record<string, Role> = {
  'reports-handle': 'moderator',
  'users-mute': 'moderator',
  'users-unmute': 'moderator',
  'users-rename': 'moderator',
  'empire-rename': 'moderator',
  'city-rename': 'moderator',
  'alliance-rename': 'moderator',
  'users-deactivate': 'operator',
  'users-reactivate': 'operator',
  'sessions-revoke': 'operator',
  'invites-create': 'operator',
  'invites-revoke': 'operator',
  'users-reset-link': 'operator',
  'users-confirm-email': 'operator',
  'users-role': 'operator',
  'users-delete': 'operator',
  'empire-delete': 'operator',
  'alliance-dissolve': 'operator',
  'repair-advance': 'operator',
  'repair-recompute': 'operator',
  'repair-call-off': 'operator',
  'repair-skip-end': 'operator',
  'announcement-publish': 'operator',
  'announcement-withdraw': 'operator',
};

const may = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);
const browserOf = (role: Role) => new Browser(game, members[role].cookie);

it('the tables name every page and every act', () => {
  const paths = readRoutes(game).others.map(({ path }) => path);
  const admin = new Set(paths.filter((path) => path.startsWith('/admin')));
  const others = ['/admin/act/:act', '/admin/world/verify'];
  expect([...admin].sort()).toEqual([...Object.keys(pages), ...others].sort());
  expect(acts.map(({ id }) => id).sort()).toEqual(Object.keys(actRoles).sort());
});

describe.each(roles)('a %s', (role) => {
  it.each(Object.entries(pages))('opens %s, which needs a %s, or is refused', async (path, needed) => {
    expect((await browserOf(role).open(path)).status).toBe(may(role, needed) ? 200 : 403);
  });

  it.each(Object.entries(actRoles))(
    'opens the form of %s, which needs a %s, or is refused',
    async (id, needed) => {
      expect((await browserOf(role).open(`/admin/act/${id}`)).status).toBe(may(role, needed) ? 200 : 403);
    },
  );

  it.each(Object.entries(actRoles))(
    'sends the form of %s, which needs a %s, or is refused',
    async (id, needed) => {
      const fields = { reason: 'a test', user: 'no account', empire: 'none', alliance: 'NONE', city: 'none' };
      const named = { name: 'New name', role: 'player', report: '999999', text: 'Greetings', battle: 'none' };
      const { status } = await browserOf(role).sendForm(`/admin/act/${id}`, { ...fields, ...named });
      // A link is shown at once.
      const done = id === 'invites-create' ? 200 : id.startsWith('announcement-') ? 302 : 400;
      expect(status).toBe(may(role, needed) ? done : 403);
    },
  );

  it('may verify the world only as an operator', async () => {
    expect((await browserOf(role).sendForm('/admin/world/verify', {})).status).toBe(
      role === 'operator' ? 200 : 403,
    );
  });

  it('may not act with a token', async () => {
    const program = await createApiToken(game, members[role], 'play');
    const headers = { authorization: `Bearer ${program.secret}` };
    for (const [method, path] of [
      ['GET', '/admin/reports'],
      ['POST', '/admin/act/users-mute'],
      ['POST', '/admin/world/verify'],
    ] as const)
      expect(
        (await sendAnonymously(game.url, method, path, method === 'POST' ? {} : undefined, headers)).status,
      ).toBe(403);
  });
});

describe('a role', () => {
  it('ends at once on every instance', async () => {
    const staff = await createPlayer(game);
    const elsewhere = new Browser(second, staff.cookie);
    const statusWith = async (role: Role) => {
      await setRole(staff.username, role);
      return (await elsewhere.open('/admin/reports')).status;
    };
    expect([await statusWith('moderator'), await statusWith('player')]).toEqual([200, 403]);
  });

  it('that ended after the request was admitted writes nothing', async () => {
    const id = await userIdOf(game, target);
    const insert = (needs: string, username: string) =>
      game.query(
        `INSERT INTO admin_actions (operator, command, target, details, session_id, needs_role)
         SELECT 'x', 'x', $3, '{}', sessions.id, $1 FROM sessions JOIN users ON users.id = user_id
         WHERE username = $2 AND scope IS NULL`,
        needs,
        username,
        id,
      );
    await expect(insert('operator', members.moderator.username)).rejects.toThrow('lacks the role');
    await expect(insert('moderator', members.player.username)).rejects.toThrow('lacks the role');
    await insert('moderator', members.moderator.username);
    await insert('moderator', members.operator.username);
  });

  it.each(['operator', 'moderator'] as const)(
    'gives no power over equals and superiors: over an %s',
    async (role) => {
      const colleague = await createEmpire(game);
      const alliance = await foundAlliance(colleague);
      const reason = 'a test';
      const renames: [string, Record<string, string>][] = [
        ['empire-rename', { empire: colleague.empireId, name: `Renamed ${role}`, reason }],
        ['city-rename', { empire: colleague.empireId, city: colleague.capitalId, name: 'Renamed', reason }],
        ['alliance-rename', { alliance, name: `Owls of the ${role}`, reason }],
      ];
      const statusesBy = async (context: Role) => {
        const answers = renames.map(([act, fields]) =>
          browserOf(context).sendForm(`/admin/act/${act}`, fields),
        );
        return (await Promise.all(answers)).map(({ status }) => status);
      };
      expect(await statusesBy('moderator')).toEqual([302, 302, 302]);
      await setRole(colleague.username, role);
      const mute = { user: colleague.username, hours: '24', reason };
      const { status, html } = await browserOf('moderator').sendForm('/admin/act/users-mute', mute);
      expect([status, html]).toEqual([
        403,
        expect.stringMatching(/you act only on accounts whose role is below yours/i) as string,
      ]);
      expect(await statusesBy('moderator')).toEqual([403, 403, 403]);
      const expected = role === 'operator' ? 403 : 302;
      expect(await statusesBy('operator')).toEqual([expected, expected, expected]);
    },
  );

  it.each(Object.keys(actRoles).filter((id) => id.startsWith('users-') || id.startsWith('sessions-')))(
    'gives no power over equals: %s',
    async (id) => {
      const colleague = await createEmpire(game);
      await setRole(colleague.username, 'operator');
      const fields = { user: colleague.username, name: 'Renamed', role: 'player', all: 'on', hours: '1' };
      const sent = await browserOf('operator').sendForm(`/admin/act/${id}`, { ...fields, reason: 'a test' });
      expect(sent.status).toBe(403);
      expect((await colleague.send('GET', '/api/user/profile')).body).toMatchObject({
        username: colleague.username,
      });
    },
  );

  it('gives no power over oneself: a muted moderator stays muted', async () => {
    const staff = await createPlayer(game);
    await setRole(staff.username, 'moderator');
    const browser = new Browser(game, staff.cookie);
    await game.query('UPDATE users SET muted_until = $2 WHERE username = $1', staff.username, 2 ** 50);
    const fields = { user: staff.username, name: 'Renamed', reason: 'a test' };
    for (const id of ['users-unmute', 'users-rename'])
      expect((await browser.sendForm(`/admin/act/${id}`, fields)).status).toBe(403);
    expect(await game.query('SELECT muted_until FROM users WHERE username = $1', staff.username)).toEqual([
      { muted_until: 2 ** 50 },
    ]);
  });

  it('lets nobody dismiss a report about themselves or an equal', async () => {
    const [writer, reporter] = [await createWriter(game), await createWriter(game)];
    const { thread_id } = (await write(writer, reporter, 'rude')).body;
    await reporter.send('POST', `/api/thread/${thread_id}/report`, { number: 1 });
    const [row] = await game.query<{ id: number }>('SELECT max(id)::int AS id FROM reports');
    const fields = { report: String(row?.id), reason: 'a test' };
    await setRole(writer.username, 'moderator');
    for (const browser of [new Browser(game, writer.cookie), browserOf('moderator')])
      expect((await browser.sendForm('/admin/act/reports-handle', fields)).status).toBe(403);
    expect((await browserOf('operator').sendForm('/admin/act/reports-handle', fields)).status).toBe(302);
  });

  it('hides the reports about oneself, with those who made them: list, badge and alarms', async () => {
    const [writer, reporter] = [await createWriter(game), await createWriter(game)];
    await game.query('UPDATE reports SET handled_at = 1');
    const badge = async (browser: Browser) =>
      (await browser.open('/rules')).html.includes('title="Reported players"');
    const seenBy = async (player: { cookie: string; username: string }, role: Role) => {
      await setRole(player.username, role);
      const browser = new Browser(game, player.cookie);
      const lists = [await browser.open('/admin/reports'), await browser.open('/admin/reports?all=on')];
      const { body } = await sendAnonymously(game.url, 'GET', '/api/alarms', undefined, {
        cookie: player.cookie,
      });
      return [
        ...lists.map(({ html }) => html.includes(reporter.username)),
        await badge(browser),
        JSON.stringify(body).includes('"report"'),
      ];
    };
    const reported = { target_type: 'empire', target_id: writer.empireId };
    expect((await reporter.send('POST', '/api/reports', reported)).status).toBe(200);
    for (const role of ['moderator', 'operator'] as const) {
      expect(await seenBy(writer, role)).toEqual([false, false, false, false]);
      expect(await seenBy(members[role], role)).toEqual([true, true, true, true]);
    }
  });

  it('of a moderator finds nobody by an e-mail, that of an operator does', async () => {
    const player = await createPlayer(game);
    const email = 'secret@example.org';
    await game.query(
      'UPDATE users SET email = $2::text, email_key = $2 WHERE username = $1',
      player.username,
      email,
    );
    const fields = { user: email, hours: '1', reason: 'a test' };
    for (const id of ['users-mute', 'users-unmute', 'users-rename']) {
      const sent = await browserOf('moderator').sendForm(`/admin/act/${id}`, { ...fields, name: 'Renamed' });
      expect([sent.status, sent.html.includes(player.username)]).toEqual([400, false]);
      expect(sent.html).toContain('There is no account with this name or id');
    }
    expect((await browserOf('operator').sendForm('/admin/act/users-mute', fields)).status).toBe(302);
  });
});

it('a moderator reads at /admin what a moderator may do, and no more', async () => {
  const { html } = await browserOf('moderator').open('/admin');
  for (const [id, needed] of Object.entries(actRoles))
    expect([id, html.includes(`/admin/act/${id}"`)]).toEqual([id, needed === 'moderator']);
  expect(html).toContain('report');
  expect(html).not.toContain('Disk of this server');
});

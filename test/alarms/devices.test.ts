/** The browsers of a player: at most ten, of one account each, and gone with the session that added them. */
import { expect, it } from 'vitest';
import { claimBrowsers, endClaims, unchangedResult } from '../../src/alarms/channels.ts';
import { commandsOf } from '../support/admin.ts';
import { logIn, password, registerPlayer, useNew, useTestGame, type Player } from '../support/game.ts';
import { begin } from '../support/database.ts';
import { attackCity, createNeighbours, userIdOf } from '../support/players.ts';
import { usePushService } from '../support/push-service.ts';
import { countWaiting } from '../world/stage.ts';

const service = usePushService();
const game = useTestGame(() => ({ pushServices: [service.origin] }));
const player = useNew(() => registerPlayer(game.url));
let named = 0;

const nextName = (): string => {
  named += 1;
  return `device-${named}`;
};
const add = (by: Player, subscription: object, more: object = {}) =>
  by.send<{ device: { id: string } }>('POST', '/api/alarms/devices', {
    ...{ ...subscription, name: 'Phone' },
    ...more,
  });
const namesOf = async (by: Player): Promise<string[]> =>
  (await by.read<{ devices: { name: string }[] }>('/api/alarms/settings')).devices.map(({ name }) => name);
async function sendDue(): Promise<void> {
  game.instance.alarms.noteGap();
  await game.instance.alarms.catchUp();
}

it('an eleventh browser replaces the one that was reached least recently', async () => {
  for (let number = 1; number <= 11; number++) {
    await add(player, service.subscribe(nextName()), { name: `Phone ${number}` });
    game.clock.advance(1_000);
  }
  const names = await namesOf(player);
  expect(names).toHaveLength(10);
  expect(names).not.toContain('Phone 1');
});

it('a browser added again stays one, and a renewed one replaces the one before', async () => {
  const first = service.subscribe(nextName());
  await add(player, first);
  await add(player, first, { name: 'Tablet' });
  expect(await namesOf(player)).toEqual(['Tablet']);
  await add(player, service.subscribe(nextName()), { replaces: first.endpoint, name: 'Renewed' });
  expect(await namesOf(player)).toEqual(['Renewed']);
});

it('nobody removes the browser of another player as the one before', async () => {
  const first = service.subscribe(nextName());
  await add(player, first);
  const other = await registerPlayer(game.url);
  await add(other, service.subscribe(nextName()), { replaces: first.endpoint });
  expect(await namesOf(player)).toEqual(['Phone']);
});

it('a browser that two players use belongs to the last one', async () => {
  const shared = service.subscribe(nextName());
  await add(player, shared);
  const other = await registerPlayer(game.url);
  await add(other, shared);
  expect([await namesOf(player), await namesOf(other)]).toEqual([[], ['Phone']]);
});

it.each(['logout', 'the end of the other sessions', 'a new password'])(
  'it is removed by %s',
  async (cause) => {
    const elsewhere = await logIn(game.url, player.username);
    await add(elsewhere, service.subscribe(nextName()));
    expect(await namesOf(player)).toHaveLength(1);
    if (cause === 'logout') await elsewhere.send('POST', '/logout');
    else if (cause === 'a new password') {
      const passwords = {
        current_password: password,
        new_password: 'a new one',
        confirm_password: 'a new one',
      };
      await player.send('POST', '/password', passwords);
    } else await player.send('DELETE', '/api/user/sessions/others');
    expect(await namesOf(player)).toEqual([]);
  },
);

it('a logout while it is being added removes it, too', async () => {
  const subscription = service.subscribe(nextName());
  const other = await registerPlayer(game.url);
  await add(other, subscription);
  const row = 'SELECT FROM alarm_channels WHERE endpoint = $1 FOR UPDATE';
  const held = await begin(game.instance.pool, row, [subscription.endpoint]);
  const adding = add(player, subscription);
  await expect.poll(() => countWaiting(game.instance)).toBe(1);
  const leaving = player.send('POST', '/logout');
  await expect.poll(() => countWaiting(game.instance)).toBe(2);
  await held.commit();
  expect([(await adding).status, (await leaving).status]).toEqual([201, 200]);
  expect(await game.query('SELECT FROM alarm_channels WHERE endpoint = $1', subscription.endpoint)).toEqual(
    [],
  );
});

it('is refused after a logout that came while it waited', async () => {
  const id = await userIdOf(game, player);
  const held = await begin(game.instance.pool, 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [id]);
  const adding = add(player, service.subscribe(nextName()));
  await expect.poll(() => countWaiting(game.instance)).toBe(1);
  expect((await player.send('POST', '/logout')).status).toBe(200);
  await held.commit();
  expect((await adding).status).toBe(401);
  expect(await game.query('SELECT FROM alarm_channels WHERE user_id = $1', id)).toEqual([]);
});

/** Adds a browser whose session then expires, and another one of the session of the player. */
async function addExpired(): Promise<void> {
  const elsewhere = await logIn(game.url, player.username);
  await add(elsewhere, service.subscribe(nextName()), { name: 'Expired' });
  await game.query(
    `UPDATE sessions SET sess = sess || jsonb_build_object('created_at', 0), expire = now() - interval '1 day'
     WHERE id = (SELECT session_id FROM alarm_channels WHERE user_id = (SELECT id FROM users WHERE username = $1))`,
    player.username,
  );
  await add(player, service.subscribe(nextName()));
}
const deleteExpired = () => game.query('DELETE FROM sessions WHERE expire < now()');

it('a session that expires leaves it in place: the player has not logged out', async () => {
  await addExpired();
  await deleteExpired();
  expect((await namesOf(player)).sort()).toEqual(['Expired', 'Phone']);
});

it.each([
  ['has just expired', () => Promise.resolve()],
  ['expired and was removed', deleteExpired],
])('a new password removes that of a session which %s, and keeps its own', async (_, clean) => {
  await addExpired();
  await clean();
  const passwords = {
    current_password: password,
    new_password: 'a new one',
    confirm_password: 'a new one',
  };
  expect((await player.send('POST', '/password', passwords)).status).toBe(200);
  expect(await namesOf(player)).toEqual(['Phone']);
});

it.each([
  ['has just expired', () => Promise.resolve()],
  ['expired and was removed', deleteExpired],
])(
  'the end of the other sessions removes that of a session which %s, and keeps its own',
  async (_, clean) => {
    await addExpired();
    await clean();
    expect((await player.send('DELETE', '/api/user/sessions/others')).status).toBe(200);
    expect(await namesOf(player)).toEqual(['Phone']);
  },
);

it('an operator who ends all sessions ends all alarms', async () => {
  await addExpired();
  await deleteExpired();
  await commandsOf(game).run('sessions', 'revoke', player.username, '--all');
  const id = await userIdOf(game, player);
  expect(await game.query('SELECT FROM alarm_channels WHERE user_id = $1', id)).toEqual([]);
});

it('a password that is set without a session removes all of them', async () => {
  await addExpired();
  await deleteExpired();
  await commandsOf(game).run('users', 'reset-password', player.username);
  const id = await userIdOf(game, player);
  expect(await game.query('SELECT FROM alarm_channels WHERE user_id = $1', id)).toEqual([]);
});

it('a test arrives, whatever alarms are wanted', async () => {
  const name = nextName();
  const { body } = await add(player, service.subscribe(name));
  await player.send('PUT', '/api/alarms/settings', {
    ...{ kinds: [], shows_names: false, mail: { attacks: false } },
  });
  await player.send('POST', `/api/alarms/device/${body.device.id}/test`);
  await sendDue();
  await sendDue();
  expect(service.to(name).map(({ tag }) => tag)).toEqual(['test']);
});

it('a test that is asked for while an instance works on the browser is sent after that', async () => {
  const name = nextName();
  const { body } = await add(player, service.subscribe(name));
  const { pool, alarms } = game.instance;
  const now = game.clock.now();
  const claimed = await claimBrowsers(pool, now, 100);
  await player.send('POST', `/api/alarms/device/${body.device.id}/test`);
  await endClaims(pool, claimed.map(unchangedResult));
  await alarms.catchUp();
  expect(service.to(name).map(({ tag }) => tag)).toEqual(['test']);
});

it('a player who is deactivated gets no alarms', async () => {
  const [ann, foe] = await createNeighbours(game, 6);
  const name = nextName();
  await add(ann, service.subscribe(name));
  await game.query('UPDATE users SET is_active = false WHERE username = $1', ann.username);
  await attackCity(foe, ann);
  await sendDue();
  expect(service.to(name)).toEqual([]);
});

it('the download names the browsers and the settings, without addresses and keys', async () => {
  await add(player, service.subscribe(nextName()));
  const { body } = await player.send<{ alarms: { devices: { name: string }[] } }>('GET', '/api/user/data');
  expect(body.alarms.devices.map(({ name }) => name)).toEqual(['Phone']);
  expect(JSON.stringify(body.alarms)).not.toContain(service.origin);
});

/** Commands that change what a player logs in with, on a server without mails and on one with them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf } from '../support/admin.ts';
import {
  registerPlayer,
  password,
  sendAnonymously,
  startTestGame,
  useNew,
  type Player,
  type TestGame,
} from '../support/game.ts';
import { useMailCatcher } from '../support/mail-catcher.ts';

const game = {} as TestGame;
const mails = useMailCatcher();

beforeAll(async () => {
  Object.assign(game, await startTestGame({ shared: true, smtpUrl: mails.url }));
});
const player = useNew(() => registerPlayer(game.url));
afterAll(async () => {
  await game.stop();
});

const { run, ask, readAudit } = commandsOf(game);
const logIn = async (username: string, word = password): Promise<number> =>
  (await sendAnonymously(game.url, 'POST', '/login', { username, password: word })).status;
const profileOf = async ({ send }: Player) =>
  (await send<{ username: string; email: string }>('GET', '/api/user/profile')).body;
const latestAction = async () => (await readAudit())[0];

describe('users rename', () => {
  it('changes the name at the login; sessions stay', async () => {
    const { username } = player;
    const name = `Renamed ${username}`;
    expect(await run('users', 'rename', username, name)).toMatchObject({
      code: 0,
      out: `${username} is now called ${name}.`,
    });
    expect([await logIn(username), await logIn(name.toUpperCase())]).toEqual([401, 200]);
    expect((await profileOf(player)).username).toBe(name);
    expect(await latestAction()).toMatchObject({
      command: 'users rename',
      details: { before: username, after: name },
    });
  });

  it.each([
    ['a name with @', () => 'a@b.c', 2, /^The name may have only letters/],
    ['a short name', () => 'x', 2, /^The name must have at least 3/],
    ['the name of another account', () => other.username.toUpperCase(), 1, /^Another account has the name/],
  ])('refuses %s', async (_what, nameOf, code, sentence) => {
    other = await registerPlayer(game.url);
    expect(await run('users', 'rename', player.username, nameOf())).toMatchObject({
      code,
      err: expect.stringMatching(sentence) as string,
    });
    expect((await profileOf(player)).username).toBe(player.username);
  });
  let other: Player;
});

describe('users reset-link', () => {
  const linkFor = async (): Promise<string> =>
    (await ask<{ link: string }>('users', 'reset-link', player.username)).link;
  const choose = async (link: string): Promise<number> => {
    const token = new URL(link).searchParams.get('token');
    const body = { token, new_password: 'a new word', confirm_password: 'a new word' };
    return (await sendAnonymously(game.url, 'POST', '/reset-password', body)).status;
  };

  it('prints a link of this server, which works once', async () => {
    const link = await linkFor();
    expect(link).toMatch(/^https:\/\/game\.example\/reset-password\?token=[\w-]{43}$/);
    expect([await choose(link), await logIn(player.username, 'a new word'), await choose(link)]).toEqual([
      200, 200, 400,
    ]);
  });

  it('prints a link that works for a day', async () => {
    const [first, second] = [await linkFor(), await linkFor()];
    expect(await choose(first)).toBe(400);
    game.clock.advance(24 * 3_600_000 - 1);
    expect(await choose(second)).toBe(200);
    const third = await linkFor();
    game.clock.advance(24 * 3_600_000);
    expect(await choose(third)).toBe(400);
  });

  it('keeps the link out of the audit', async () => {
    const token = new URL(await linkFor()).searchParams.get('token');
    const action = JSON.stringify(await latestAction());
    expect(action).toContain('users reset-link');
    expect(action).not.toContain(token);
  });

  it('refuses a deactivated account', async () => {
    await run('users', 'deactivate', player.username);
    const refusal = { code: 1, err: `${player.username} is deactivated.` };
    expect(await run('users', 'reset-link', player.username)).toMatchObject(refusal);
  });
});

describe('users confirm-email', () => {
  const change = (email: string) => player.send('POST', '/email', { email, current_password: password });
  const confirm = () => run('users', 'confirm-email', player.username);

  it('changes the e-mail to the one that waits for its mail', async () => {
    const email = `new.${player.username}@example.org`;
    await change(email);
    expect((await profileOf(player)).email).not.toBe(email);
    expect(await confirm()).toMatchObject({ code: 0, out: `The e-mail of ${player.username} is ${email}.` });
    expect((await profileOf(player)).email).toBe(email);
    expect(await latestAction()).toMatchObject({ command: 'users confirm-email', details: {} });
    expect(await confirm()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^No e-mail of /) as string,
    });
  });

  it('refuses the e-mail of another account', async () => {
    const other = await registerPlayer(game.url);
    await change((await profileOf(other)).email);
    expect(await confirm()).toMatchObject({
      code: 1,
      err: expect.stringContaining('belongs to another account') as string,
    });
  });
});

/** One connection a user: the newest wins, on one instance and over two. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGame } from '../support/game.ts';
import type { Ruler, TestGame } from '../support/game.ts';
import { openSession, seatPlayer, seatRuler } from '../support/guests.ts';
import { closeClients, connect } from '../support/sockets.ts';

const replaced = { message: 'The game was opened elsewhere', code: 'SESSION_REPLACED' };

let game: TestGame;
let second: TestGame;
let ann: Ruler;
beforeAll(async () => {
  game = await startTestGame({ shared: true });
  second = await startTestGame({ databaseUrl: game.databaseUrl, shared: true, clock: game.clock });
});
beforeEach(async () => {
  ann = await seatRuler(game);
});
afterEach(closeClients);
afterAll(async () => {
  await second.stop();
  await game.stop();
});

describe.each([
  ['on the same instance', () => game.url],
  ['on another instance', () => second.url],
])('a newer connection %s', (_, url) => {
  it('closes the older, which is told why', async () => {
    const older = await connect(game.url, { token: ann.token });
    await connect(url(), { token: ann.token });
    expect(await older.take('error')).toEqual(replaced);
    expect(await older.ended).toBe('io server disconnect');
  });

  it('stays, and works', async () => {
    const older = await connect(game.url, { token: ann.token });
    const newer = await connect(url(), { token: ann.token });
    await older.ended;
    expect(await newer.ask('join_empire', { empire_id: ann.empireId })).toMatchObject({ ok: true });
    expect(newer.heard).toEqual([]);
  });

  it('of another session of the user counts as well', async () => {
    const older = await connect(game.url, { token: ann.token });
    const { token } = await openSession(game, ann.username);
    await connect(url(), { token });
    expect(await older.take('error')).toEqual(replaced);
  });

  it('leaves other users alone', async () => {
    const other = await connect(game.url, { token: (await seatPlayer(game)).token });
    const older = await connect(game.url, { token: ann.token });
    await connect(url(), { token: ann.token });
    await older.ended;
    await other.settle();
    expect(other.heard).toEqual([]);
  });
});

it('tells the older over polling, too', async () => {
  const older = await connect(game.url, { token: ann.token, transports: ['polling'] });
  await connect(second.url, { token: ann.token });
  expect(await older.take('error')).toEqual(replaced);
  expect(await older.ended).toBe('io server disconnect');
});

it('gives the place back to who comes again', async () => {
  const first = await connect(game.url, { token: ann.token });
  await connect(second.url, { token: ann.token });
  await first.ended;
  const again = await connect(game.url, { token: ann.token });
  await again.settle();
  expect(again.socket.connected).toBe(true);
});

describe.each([
  ['on one instance', () => [game.url, game.url]],
  ['on two instances', () => [game.url, second.url]],
])('two connections at the same moment %s', (_, urls) => {
  it('leave exactly one, in 40 of 40 races', async () => {
    const left: number[] = [];
    for (let race = 0; race < 40; race++) {
      const rivals = await Promise.all(urls().map((url) => connect(url, { token: ann.token })));
      await Promise.race(rivals.map(({ ended }) => ended));
      // An answer proves that a connection stands; the one that was sent away gives none.
      const standing = rivals.filter(({ socket }) => socket.connected);
      for (const rival of standing) await rival.settle();
      left.push(standing.filter(({ socket }) => socket.connected).length);
    }
    expect(left).toEqual(left.map(() => 1));
  });
});

it('leaves one of ten that come at once', async () => {
  const urls = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? game.url : second.url));
  const rivals = await Promise.all(urls.map((url) => connect(url, { token: ann.token })));
  let gone = 0;
  await new Promise<void>((resolve) => {
    for (const { ended } of rivals) {
      void ended.then(() => {
        gone += 1;
        if (gone === 9) resolve();
      });
    }
  });
  const [last] = rivals.filter(({ socket }) => socket.connected);
  await last?.settle();
  expect(last?.socket.connected).toBe(true);
});

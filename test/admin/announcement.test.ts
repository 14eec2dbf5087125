/** The announcement to all players: on every page, and on every live connection of every instance. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnnouncementBoard } from '../../src/world/announcement.ts';
import { commandsOf } from '../support/admin.ts';
import { startSecond, useOne, useSecond, useTestGame, type TestGame } from '../support/game.ts';
import { openSession, createPlayer, createEmpire } from '../support/players.ts';
import { closeClients, connect, type LiveClient } from '../support/sockets.ts';
import { recordFlights } from '../support/statements.ts';

const hourMs = 3_600_000;
const first = useTestGame({ shared: true });
const second = useSecond(first);
const ann = useOne(() => createEmpire(first, { x: 0, y: 0 }));
beforeEach(async () => {
  await run('announcement', 'withdraw');
});
afterEach(closeClients);

const { run, readAudit } = commandsOf(first);
const publish = (text: string, hours = 1) => run('announcement', 'publish', text, '--hours', String(hours));
const textOf = async (client: LiveClient, text: string | null): Promise<void> => {
  await client.take('announcement', ({ announcement }) => (announcement?.text ?? null) === text);
};

/** The banner of a page; null if it is hidden. */
async function bannerOf(path: string, cookie = '', { url } = first): Promise<string | null> {
  const page = await fetch(url + path, { headers: { accept: 'text/html', cookie } });
  const banner = /<div class="announcement"[^>]*>.*?<\/div>/s.exec(await page.text())?.[0] ?? 'none';
  return banner.includes(' hidden>') ? null : banner;
}

/** Publishes, and waits until an instance knows it: a live client of that instance received it. */
async function publishFor(game: TestGame, text: string): Promise<void> {
  const client = await connect(game.url, { token: (await createPlayer(game)).token });
  expect(await publish(text)).toMatchObject({ code: 0 });
  await textOf(client, text);
}

describe('an announcement', () => {
  it('reaches every live connection of every instance, without a query of theirs', async () => {
    const players = await Promise.all(Array.from({ length: 12 }, () => createPlayer(first)));
    const clients = await Promise.all(
      players.map(({ token }, index) => connect((index % 2 === 0 ? first : second).url, { token })),
    );
    await Promise.all(clients.map((client) => client.settle()));
    const recorders = [first, second].map(({ instance }) => recordFlights(instance.pool));
    await publish('A restart at 18:00');
    await Promise.all(clients.map((client) => textOf(client, 'A restart at 18:00')));
    expect(recorders.map((recorder) => recorder.take())).toEqual([[], []]);
    await run('announcement', 'withdraw');
    await Promise.all(clients.map((client) => textOf(client, null)));
  });

  it.each(['/', '/login', '/alliances', '/docs', '/world', '/nowhere'])(
    'is shown to visitors on %s, without JavaScript',
    async (path) => {
      await publishFor(first, 'For all');
      expect(await bannerOf(path)).toContain('For all');
      await run('announcement', 'withdraw');
    },
  );

  it('is shown to players, with and without an empire', async () => {
    await publishFor(second, 'Players, too');
    expect(await bannerOf('/dashboard', ann.cookie, second)).toContain('Players, too');
    const { cookie } = await createPlayer(second);
    expect(await bannerOf('/dashboard', cookie, second)).toContain('Players, too');
  });

  it('is text, and never markup', async () => {
    await publishFor(first, '<b>bold</b> & "quoted"');
    expect(await bannerOf('/rules')).toContain('&lt;b&gt;bold&lt;/b&gt; &amp; &#34;quoted&#34;');
    const { body } = await ann.send('GET', '/api/announcement');
    expect(body).toMatchObject({ announcement: { text: '<b>bold</b> & "quoted"' } });
  });

  it('ends by itself', async () => {
    await publishFor(first, 'An hour');
    first.clock.advance(hourMs - 1);
    expect(await bannerOf('/rules')).toContain('An hour');
    first.clock.advance(1);
    expect(await bannerOf('/rules')).toBeNull();
    expect((await ann.send('GET', '/api/announcement')).body).toEqual({ announcement: null });
    expect((await run('announcement', 'show')).out).toBe('There is no announcement.');
  });

  it('is sent to later connections, and not after its end', async () => {
    await publishFor(first, 'Read this');
    const later = await connect(first.url, { token: ann.token });
    await textOf(later, 'Read this');
    first.clock.advance(hourMs);
    const last = await connect(first.url, { token: (await openSession(first, ann.username)).token });
    await last.settle();
    expect(last.all('announcement')).toEqual([]);
  });

  it('reaches instances that missed the notification', async () => {
    const client = await connect(second.url, { token: (await createPlayer(second)).token });
    await client.settle();
    await first.query(
      `INSERT INTO settings (key, value) VALUES ('announcement', $1)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      {
        text: 'Missed',
        announced_at: new Date(first.clock.now()).toISOString(),
        ends_at: new Date(first.clock.now() + hourMs).toISOString(),
      },
    );
    await second.instance.gateway.resync();
    await textOf(client, 'Missed');
    expect(await bannerOf('/rules', '', second)).toContain('Missed');
  });

  it('is not replaced by an older one that was read before and arrives late', async () => {
    const board = new AnnouncementBoard();
    const loaded = board.load(first.instance.pool);
    const [announced_at, ends_at] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    const announcement = { text: 'Newer', announced_at, ends_at };
    board.set({ announcement });
    await loaded;
    expect(board.at(Date.parse(announced_at))).toEqual(announcement);
  });

  it('is known to instances that start later', async () => {
    await publish('Before the start');
    const third = await startSecond(first);
    expect(await bannerOf('/', '', third)).toContain('Before the start');
    await third.stop();
  });
});

describe('the commands', () => {
  it('replace, show and withdraw it, with an audit', async () => {
    await publish('First');
    expect((await publish('Second', 2)).out).toContain('It replaces the one before.');
    expect((await run('announcement', 'show')).out).toMatch(/^Until \S+:\nSecond$/);
    expect(await run('announcement', 'withdraw')).toMatchObject({ code: 0 });
    expect(await run('announcement', 'withdraw')).toMatchObject({
      code: 1,
      err: 'There is no announcement.',
    });
    expect((await readAudit()).slice(0, 2)).toMatchObject([
      { command: 'announcement withdraw', details: { before: { text: 'Second' } } },
      { command: 'announcement publish', details: { before: { text: 'First' }, after: { text: 'Second' } } },
    ]);
  });

  it.each([
    ['an empty text', ' ', 'The text must not be empty.'],
    ['two lines', 'a\nb', 'The text must not have control or invisible characters (U+000A).'],
    ['a text that is too long', 'x'.repeat(501), 'The text must have at most 500 characters.'],
  ])('refuse %s', async (_what, text, sentence) => {
    expect(await publish(text)).toMatchObject({ code: 2, err: sentence });
  });

  it('send the longest text with the longest characters', async () => {
    const text = '🏛"\\'.repeat(166);
    await publishFor(second, text);
    expect(await bannerOf('/', '', second)).toContain('🏛');
  });

  it.each(['0', '721', 'x'])('refuse %s hours', async (hours) => {
    expect((await run('announcement', 'publish', 'x', '--hours', hours)).code).toBe(2);
  });
});

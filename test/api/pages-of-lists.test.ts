/**
 * The pages of every list of the routes follow one another without repeating or skipping, also where rows tie and groups meet,
 * and while others write.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { selectOwnMessages } from '../../src/alliance/chat.ts';
import type { OwnAllianceMessage } from '../../src/contract/alliance-chat.ts';
import type { ServerMessage } from '../../src/contract/messages.ts';
import { selectMessagesAfterOne } from '../../src/messages/queries.ts';
import { reignAt } from '../../src/seats/queries.ts';
import { foundAlliance, writeToAlliance } from '../support/alliances.ts';
import { useTestGame } from '../support/game.ts';
import { block, createWriter, reply, write, type Writer } from '../support/messages.ts';
import { readRoutes } from '../support/routes.ts';
import { refreshRankings } from '../support/rankings.ts';
import { plantSeat } from '../support/set-state.ts';
import { the } from '../support/worlds.ts';

type Item = Record<string, unknown>;

interface Page {
  items: Item[];
  body: Record<string, unknown>;
  /** The number of items up to the end of this page. */
  seen: number;
  limit: number;
}

/** The query of the next page; null after the last one. */
type Continue = (page: Page) => string | null;

const unlessLast =
  (query: (page: Page) => string): Continue =>
  (page) =>
    page.items.length < page.limit ? null : query(page);
const byNext =
  (name: string): Continue =>
  ({ body: { next } }) => {
    if (next === null) return null;
    return `${name}=${z.union([z.string(), z.int()]).parse(next)}`;
  };
const byPosition = unlessLast(({ seen }) => `from=${seen + 1}`);
const byPage = unlessLast(({ seen, limit }) => `page=${seen / limit + 1}`);

const game = useTestGame({ unsound: 'equal crowns are stored' });
let ann: Writer;
let bob: Writer;
let owls: string;
let thread: string;
/** For what is written between two pages. */
const spares: Writer[] = [];

/** Seven players and some more, who do everything in the same millisecond: all rows tie. */
beforeAll(async () => {
  const writers: Writer[] = [];
  for (let count = 0; count < 7; count += 1) writers.push(await createWriter(game));
  for (let count = 0; count < 6; count += 1) spares.push(await createWriter(game));
  const [first, ...others] = writers;
  [ann, bob] = [the(first), the(others[0])];
  await game.pass(3_600_000);
  // Each posts production and a price in one row of the ledger.
  for (const type of ['farm', 'quarry', 'house']) {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type });
    await game.pass(1_000);
  }
  const { pool, services } = game.instance;
  await pool.query(`UPDATE users SET created_at = '2000-01-01'`);
  for (const other of others.slice(0, 5)) thread = (await write(ann, other, 'Greetings')).body.thread_id;
  for (let count = 0; count < 4; count += 1) await reply(ann, thread, `And ${count}`);
  for (const other of others) await block(ann, other);
  owls = await foundAlliance(bob);
  const alliances = [owls];
  for (const leader of others.slice(1, 4)) alliances.push(await foundAlliance(leader));
  for (const id of alliances) await ann.send('POST', `/api/alliance/${id}/applications`);
  for (const other of others.slice(4)) await other.send('POST', `/api/alliance/${owls}/applications`);
  for (let count = 0; count < 4; count += 1) await writeToAlliance(bob, owls, `Hoot ${count}`);
  // Of an earlier member of the second alliance.
  await pool.query(
    `WITH chat AS (INSERT INTO threads (id, alliance_id, last, last_at) VALUES ($1, $1, 3, $3))
     INSERT INTO messages (thread_id, number, author_id, at, in_alliance, text)
     SELECT $1, number, $2, $3, true, 'Meow' FROM generate_series(1, 3) AS number`,
    [alliances[1], bob.id, game.clock.now()],
  );
  await pool.query(`UPDATE users SET username = 'Capital', username_key = 'capital' WHERE id = $1`, [bob.id]);
  await pool.query(`UPDATE empires SET name = 'Capital', name_key = 'capital' WHERE id = $1`, [ann.empireId]);
  // Equal crowns of holders of no seat, one, two and three.
  const now = game.clock.now();
  let number = 0;
  for (const [seats, { empireId: holderId }] of writers.entries()) {
    for (let held = 0; held < seats % 4; held += 1) {
      number += 1;
      await plantSeat(game, { number, tile: { x: 30 * number, y: 600 }, holderId, heldSince: now });
    }
  }
  const { endsAt, elapsedParts } = reignAt(services.settings, now);
  await pool.query(
    `UPDATE empires SET reign_ends_at = $1, crown_offset = 7200000000 - seat_count * $2::bigint WHERE kind = 'player'`,
    [endsAt, elapsedParts],
  );
  await refreshRankings(game);
});

interface List {
  path: () => string;
  /** The member of the response. */
  items: string;
  next: Continue;
  length: number;
  by?: () => Writer;
  /** Later pages have earlier items. */
  isBackwards?: boolean;
  /** Adds an item. Positions hold only while the world stands still: lists that go by them have none. */
  add?: () => Promise<unknown>;
}

const rankings = (type: string, length: number, items = 'rankings'): List => ({
  path: () => `/api/leaderboard?type=${type}`,
  ...{ items, next: byPosition, length },
});
const empires = (sort: string, order: string): List => ({
  path: () => `/api/empires?sort=${sort}&order=${order}`,
  ...{ items: 'empires', next: byPage, length: 13 },
});
const cursorList = (path: string, length: number, add: () => Promise<unknown>, of?: () => string): List => ({
  path: () => path.replace('{}', of?.() ?? '') + '?',
  ...{ items: path.split('/').at(-1) ?? '', next: byNext('before'), length, add },
});
/** Ann has blocked the other player of the thread. */
async function writeAgain(): Promise<void> {
  await game.query('DELETE FROM blocks');
  // Ten messages a minute.
  await game.pass(60_000);
  await reply(ann, thread, 'And another');
}
const messages = (path: string, of: () => string, isBackwards: boolean): List => ({
  path: () => `${path.replace('{}', of())}?${isBackwards ? '' : 'after=0'}`,
  ...{ items: 'messages', next: byNext(isBackwards ? 'before' : 'after'), isBackwards },
  ...(path.includes('alliance')
    ? { length: 4, by: () => bob, add: () => writeToAlliance(bob, owls, 'Another hoot') }
    : { length: 5, by: () => ann, add: writeAgain }),
});
const newcomer = (): Writer => the(spares.pop());
const applyTo = (id: string, by: Writer) => by.send('POST', `/api/alliance/${id}/applications`);
let planted = 100;

const lists: Record<string, List> = {
  threads: cursorList('/api/threads', 5, async () => write(newcomer(), ann, 'Greetings')),
  blocks: cursorList('/api/blocks', 6, async () => block(ann, newcomer())),
  alliances: cursorList('/api/alliances', 4, async () => foundAlliance(newcomer())),
  candidates: {
    ...cursorList(
      '/api/alliance/{}/candidates',
      3,
      async () => applyTo(owls, newcomer()),
      () => owls,
    ),
    by: () => bob,
  },
  candidacies: cursorList('/api/candidacies', 4, async () => applyTo(await foundAlliance(newcomer()), ann)),
  'names that are equal': {
    path: () => '/api/search?name=capital',
    ...{ items: 'results', next: byNext('after'), length: 15 },
  },
  'empires by falling score': empires('score', 'desc'),
  'empires by rising score': empires('score', 'asc'),
  'the oldest empires': empires('created_at', 'asc'),
  'the newest empires': empires('created_at', 'desc'),
  'the ranking by score': rankings('score', 13),
  'the ranking by military': rankings('military', 13),
  'the ranking by economy': rankings('economic', 13),
  'the ranking by crowns': rankings('crowns', 13),
  'the ranking of alliances': rankings('alliance', 4, 'alliances'),
  seats: {
    path: () => '/api/seats?',
    ...{ items: 'seats', next: byNext('after'), length: 10 },
    add: () => {
      planted += 1;
      const seat = { number: planted, tile: { x: 0, y: 6 * planted }, holderId: ann.empireId };
      return plantSeat(game, { ...seat, heldSince: game.clock.now() });
    },
  },
  'the event log': {
    path: () => `/api/empire/${bob.empireId}/events?`,
    ...{ items: 'events', next: byNext('after'), length: 5, by: () => bob },
    add: async () => applyTo(owls, newcomer()),
  },
  'the ledger': {
    path: () => `/api/empire/${ann.empireId}/ledger?`,
    ...{ items: 'entries', next: byNext('before'), length: 7 },
    add: () => ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' }),
  },
  'a thread, backwards': messages('/api/thread/{}', () => thread, true),
  'a thread, forwards': messages('/api/thread/{}', () => thread, false),
  'a chat, backwards': messages('/api/alliance/{}/messages', () => owls, true),
  'a chat, forwards': messages('/api/alliance/{}/messages', () => owls, false),
};

async function readPages(
  { path, items: name, next, by, isBackwards }: List,
  limit: number,
  add: () => Promise<unknown> = () => Promise.resolve(),
) {
  const found: Item[] = [];
  for (let query: string | null = ''; query !== null && found.length < 40;) {
    const url = new URL(path(), game.url);
    for (const [key, value] of new URLSearchParams(`limit=${limit}&${query}`))
      url.searchParams.set(key, value);
    const { body } = await (by?.() ?? ann).send<Item>('GET', url.pathname + url.search);
    const items = body[name] as Item[];
    if (isBackwards === true) found.unshift(...items);
    else found.push(...items);
    query = next({ items, body, seen: found.length, limit });
    if (found.length <= limit) await add();
  }
  return found;
}

it.each(Object.entries(lists))('%s', async (_name, list) => {
  const whole = await readPages(list, 40);
  expect(whole).toHaveLength(list.length);
  for (const limit of [1, 2, 3]) expect(await readPages(list, limit)).toEqual(whole);
});

describe.each([1, 2, 3])('a part of a download of %i', (limit) => {
  /** Reads on after the last item, as the download does. */
  async function readParts<Message>(read: (after: Message | null, limit: number) => Promise<Message[]>) {
    const found: Message[] = [];
    for (let part = await read(null, limit); part.length > 0; part = await read(found.at(-1) ?? null, limit))
      found.push(...part);
    expect(found).toEqual(await read(null, 40));
    return found.length;
  }

  it('continues in the next thread', async () => {
    const { pool } = game.instance;
    expect(
      await readParts<ServerMessage>((after, size) =>
        selectMessagesAfterOne(pool, ann.id, { after, limit: size }),
      ),
    ).toBe(9);
  });

  it('continues in the next alliance', async () => {
    const { pool } = game.instance;
    expect(
      await readParts<OwnAllianceMessage>((after, size) =>
        selectOwnMessages(pool, bob.id, { after, limit: size }),
      ),
    ).toBe(7);
  });
});

/** What an item is: the rest of its row may change. */
const keyOf = (item: Item): string =>
  [String(item.number), ...(JSON.stringify(item).match(/[\da-f]{8}-[\da-f-]{27}/g) ?? [])].join();

it.each(Object.entries(lists).filter(([, { add }]) => add !== undefined))(
  '%s, while others write',
  async (_name, list) => {
    const before = (await readPages(list, 40)).map(keyOf);
    const found = (await readPages(list, 2, list.add)).map(keyOf);
    expect(new Set(found).size).toBe(found.length);
    expect(found.filter((key) => before.includes(key))).toEqual(before);
    expect((await readPages(list, 40)).length).toBeGreaterThan(before.length);
  },
);

/** These have one page. */
const onePage = ['/api/alarms', '/api/battles', '/api/reigns'];

it('the routes have no other list', () => {
  const paged = readRoutes(game).endpoints.filter(
    ({ query }) => query instanceof z.ZodObject && 'limit' in query.shape,
  );
  const tried = new Set(
    Object.values(lists).map(({ path }) =>
      path()
        .replace(/\?.*/, '')
        .replace(/[\da-f-]{36}/, ':id'),
    ),
  );
  const missing = paged.map(({ path }) => path.replace(/:\w+/, ':id')).filter((path) => !tried.has(path));
  expect(missing.sort()).toEqual(onePage);
});

/** The chat on the page of an alliance, with plain forms. */
import { beforeAll, expect, it } from 'vitest';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { block, createWriter, type Writer } from '../support/messages.ts';
import { Browser, partOf, wordsOf } from './browser.ts';
import { hostileText } from './clash.ts';

const game = useTestGame();
let id: string;

const ann = useOne(() => createWriter(game));
const bob = useOne(() => createWriter(game));
const eve = useOne(() => createWriter(game));
beforeAll(async () => {
  id = await foundAlliance(ann);
  await enlist(ann, id, bob);
});

const browse = ({ cookie }: Writer): Browser => new Browser(game, cookie);
const open = (writer: Writer, query = '') => browse(writer).open(`/alliance/${id}${query}`);

it('is for members only', async () => {
  expect(wordsOf(partOf(await open(ann), 'chat'))).toContain('Nobody has written since you joined.');
  expect(partOf(await open(eve), 'chat')).toBe('');
  expect(partOf(await new Browser(game).open(`/alliance/${id}`), 'chat')).toBe('');
  expect((await browse(eve).sendForm(`/alliance/${id}/write`, { text: 'x' })).status).toBe(403);
});

it('shows what is sent, escaped, with its author', async () => {
  const page = await browse(bob).submit(`/alliance/${id}/write`, { text: hostileText });
  expect(partOf(page, 'message-1')).not.toMatch(/<script|<img/);
  const words = wordsOf(partOf(await open(ann), 'message-1'));
  expect(words).toContain(bob.username);
  expect(words).toContain('Report');
});

it('reports a message', async () => {
  const page = await browse(ann).submit(`/alliance/${id}/report`, { number: '1', reason: 'Rude' });
  expect(wordsOf(partOf(page, 'message-1'))).toContain('Reported.');
});

it('folds the words of a blocked player', async () => {
  await block(ann, bob);
  expect(partOf(await open(ann), 'message-1')).toMatch(/<details data-fold><summary>You block this player/);
  expect(partOf(await open(bob), 'message-1')).not.toContain('You block this player');
});

it('leads to earlier messages', async () => {
  await game.query(
    `WITH written AS (
       INSERT INTO messages (thread_id, number, author_id, at, in_alliance, text)
       SELECT $1, n, $2, $3, true, 'message ' || n || '.' FROM generate_series(2, 70) AS n
     ) UPDATE threads SET last = 70 WHERE id = $1`,
    id,
    ann.id,
    game.clock.now(),
  );
  const page = await open(bob);
  expect([partOf(page, 'message-70') === '', partOf(page, 'message-50') === '']).toEqual([false, true]);
  expect(partOf(page, 'chat')).toContain(`href="/alliance/${id}?before=51#chat"`);
  const earlier = await open(bob, '?before=51');
  expect(partOf(earlier, 'message-50')).toContain('message 50.');
  expect(wordsOf(partOf(earlier, 'message-50'))).toContain('To the latest');
});

it('is counted as unread on every page until the member opens it', async () => {
  const unread = async (reader: Writer): Promise<string | undefined> =>
    /data-chat>(\d+) new</.exec((await browse(reader).open('/rules')).html)?.[1];
  const write = (author: Writer) => author.send('POST', `/api/alliance/${id}/messages`, { text: 'To all.' });
  // The messages above count towards the limit of a minute.
  game.clock.advance(60_000);
  await Promise.all([open(ann), open(bob)]);
  for (const author of [ann, ann, bob]) await write(author);
  // Ann blocks Bob.
  expect([await unread(ann), await unread(bob), await unread(eve)]).toEqual([undefined, '2', undefined]);
  await browse(bob).refreshHidden(`/alliance/${id}`);
  await open(bob, '?before=51');
  expect(await unread(bob)).toBe('2');
  expect((await open(bob)).html).not.toContain('data-chat');
  await write(ann);
  expect([await unread(ann), await unread(bob)]).toEqual([undefined, '1']);
});

it('is not unread to a new member as far as it is older', async () => {
  game.clock.advance(1000);
  await enlist(ann, id, eve);
  expect((await browse(eve).open('/rules')).html).not.toContain('data-chat');
});

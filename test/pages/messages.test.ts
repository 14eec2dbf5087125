/** The pages of messages, without JavaScript. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useNew, useTestGame, type Ruler } from '../support/game.ts';
import { createNeighbours } from '../support/players.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const game = useTestGame();
let ann: Ruler;
let bob: Ruler;

const hostile = '<script>alert(1)</script> & "quoted" <img src=x onerror=alert(2)>';

beforeEach(async () => {
  [ann, bob] = await createNeighbours(game, 30);
});
const annsBrowser = useNew(() => new Browser(game, ann.cookie));
const bobsBrowser = useNew(() => new Browser(game, bob.cookie));

const fieldOf = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Ann writes to Bob on the page of his empire; returns the path of the thread. */
async function write(text: string): Promise<string> {
  const page = await annsBrowser.open(`/empire/${bob.empireId}`);
  const sent = await annsBrowser.sendForm(`/empire/${bob.empireId}/message`, {
    user_id: fieldOf(page.html, 'user_id'),
    text,
  });
  return (sent.location ?? '').replace(/#.*/, '');
}

/** The words of the sign of messages in the head. */
const signOf = ({ html }: { html: string }): string =>
  wordsOf(/<a class="mark-of[^"]*" href="\/messages"[\s\S]*?<\/a>/.exec(html)?.[0] ?? '');

describe('a message', () => {
  it('is written on the page of an empire, and shown to both', async () => {
    const path = await write('Greetings');
    expect(path).toMatch(/^\/messages\/[\da-f-]{36}$/);
    for (const browser of [annsBrowser, bobsBrowser])
      expect(wordsOf(partOf(await browser.open(path), 'message-1'))).toContain('Greetings');
  });

  it('is answered with a form', async () => {
    const path = await write('Greetings');
    const page = await bobsBrowser.submit(path, { text: 'First line\r\nsecond line' });
    expect(partOf(page, 'message-2')).toContain('<p class="text">First line\nsecond line</p>');
  });

  it('is text on every page', async () => {
    const path = await write(hostile);
    for (const address of [path, '/messages']) {
      const { html } = await bobsBrowser.open(address);
      expect(html).not.toContain('<script>alert');
      expect(html).not.toContain('<img src=x');
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;quoted&#34;');
    }
  });

  it('with an address has no link', async () => {
    const path = await write('See https://example.org/');
    expect((await bobsBrowser.open(path)).html).not.toContain('href="https://example.org');
  });

  it('over the limit is refused with the time to wait', async () => {
    const path = await write('1');
    for (let n = 2; n <= 10; n++) await annsBrowser.sendForm(path, { text: String(n) });
    const response = await fetch(game.url + path, {
      method: 'POST',
      headers: { cookie: ann.cookie, accept: 'text/html' },
      body: new URLSearchParams({ text: '11' }),
    });
    expect([response.status, response.headers.get('retry-after'), wordsOf(await response.text())]).toEqual([
      429,
      '60',
      expect.stringContaining('try again in 60 s'),
    ]);
  });

  it('cannot be written on the own page, or to a bot', async () => {
    expect((await annsBrowser.open(`/empire/${ann.empireId}`)).html).not.toContain('id="write"');
    await game.query('UPDATE users SET is_bot = true WHERE username = $1', bob.username);
    expect((await annsBrowser.open(`/empire/${bob.empireId}`)).html).not.toContain('id="write"');
  });
});

describe('unread messages', () => {
  it('are counted in the head until the thread is opened', async () => {
    const path = await write('1');
    await annsBrowser.sendForm(path, { text: '2' });
    expect(signOf(await bobsBrowser.open('/armies'))).toContain('Messages 2 unread');
    expect(signOf(await annsBrowser.open('/armies'))).not.toContain('unread');
    expect(wordsOf(partOf(await bobsBrowser.open('/messages'), 'threads'))).toContain('2 new');
    const thread = await bobsBrowser.open(path);
    expect(signOf(thread)).not.toContain('unread');
    expect(wordsOf(partOf(thread, 'message-2'))).toContain('new');
    expect(signOf(await bobsBrowser.open('/armies'))).not.toContain('unread');
  });

  it('stay unread while an older page of the thread is open', async () => {
    const path = await write('1');
    await bobsBrowser.open(`${path}?before=1`);
    expect(signOf(await bobsBrowser.open('/armies'))).toContain('Messages 1 unread');
  });

  it('stay unread while the thread only refreshes in a hidden tab', async () => {
    const path = await write('1');
    const hidden = await bobsBrowser.refreshHidden(path);
    expect([hidden.status, signOf(hidden)]).toEqual([200, expect.stringContaining('Messages 1 unread')]);
    expect(signOf(await bobsBrowser.open('/armies'))).toContain('Messages 1 unread');
    expect(signOf(await bobsBrowser.open(path))).not.toContain('unread');
  });
});

describe('the list', () => {
  it('leads to earlier threads', async () => {
    await write('Greetings');
    const { html } = await annsBrowser.open('/messages?before=1-00000000-0000-4000-8000-000000000000');
    expect(wordsOf(html)).toContain('There is nothing earlier.');
  });

  it.each(['?before=x', '?before=1&before=2', '?limit=0'])('opens with %s', async (query) => {
    expect((await annsBrowser.open(`/messages${query}`)).status).toBe(200);
  });

  it('is open to a player without an empire', async () => {
    const { html } = await annsBrowser.open('/messages');
    expect(wordsOf(html)).toContain('No messages yet.');
  });
});

describe('a thread', () => {
  it('blocks and unblocks the other player', async () => {
    const path = await write('Greetings');
    const user_id = fieldOf((await bobsBrowser.open(path)).html, 'user_id');
    expect(wordsOf((await bobsBrowser.submit(`${path}/block`, { user_id })).html)).toContain('is blocked.');
    await annsBrowser.sendForm(path, { text: 'Never arrives' });
    expect(wordsOf((await annsBrowser.open(path)).html)).toContain('Never arrives');
    expect(wordsOf((await bobsBrowser.open(path)).html)).not.toContain('Never arrives');
    expect(wordsOf(partOf(await bobsBrowser.open('/messages'), 'blocked'))).toContain('Unblock');
    await bobsBrowser.submit(`/blocks/${user_id}/end`);
    expect((await bobsBrowser.sendForm(path, { text: 'Again' })).status).toBe(302);
  });

  it('reports a message', async () => {
    const path = await write('Rude words');
    const page = await bobsBrowser.submit(`${path}/report`, { number: 1, reason: 'Rude' });
    expect(wordsOf(partOf(page, 'message-1'))).toContain('Reported.');
  });

  it('refuses the eleventh report of a day at its message', async () => {
    const path = await write('Rude words');
    await game.query(
      `WITH report AS (
         INSERT INTO reports (kind, target_id, number, at, context)
         SELECT 'message', gen_random_uuid(), 1, $2, '[]' FROM generate_series(1, 10) RETURNING id
       )
       INSERT INTO reporters (report_id, reporter_id, reason, at) SELECT report.id, users.id, '', $2 FROM report, users WHERE username = $1`,
      bob.username,
      game.clock.now(),
    );
    const page = await bobsBrowser.submit(`${path}/report`, { number: 1, reason: 'Rude' });
    expect(page.status).toBe(429);
    expect(wordsOf(partOf(page, 'message-1'))).toContain(
      'Too many requests: at most 10 reports a day; try again in',
    );
  });
});

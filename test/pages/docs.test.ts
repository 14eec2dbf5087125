/** The page of the API: everything the documents have stands on it, and a search works without script. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientEvents, serverEvents, serverEventWords } from '../../src/contract/events.ts';
import { examples } from '../../src/documents/examples.ts';
import { errorCodes, messageOf, statusOf } from '../../src/kernel/errors.ts';
import { startTestGame, type TestGame } from '../support/game.ts';
import { listOperations, readDocuments, type ServedDocuments } from '../support/documents.ts';
import { Browser } from './browser.ts';

let game: TestGame;
let documents: ServedDocuments;
let html: string;
beforeAll(async () => {
  game = await startTestGame();
  documents = await readDocuments(game);
  html = await read('/docs');
});
afterAll(() => game.stop());

async function read(path: string): Promise<string> {
  return (await new Browser(game).open(path)).html;
}

/** The entries that can be seen, by what is looked for in them. */
function seen(page: string): string[] {
  return [...page.matchAll(/ data-words="([^"]*)"(?: hidden)?>/g)]
    .filter(([tag]) => !tag.endsWith(' hidden>'))
    .map(([, words = '']) => words);
}

/** What stands in a text of the page, as a reader sees it. */
const textOf = (part: string): string =>
  part
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&#34;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

describe('the page of the API', () => {
  it('is open to everybody', async () => {
    expect((await new Browser(game).open('/docs')).status).toBe(200);
  });

  it('has every route with what it is for', () => {
    const text = textOf(html);
    const missing = [...listOperations(documents.openapi)].filter(
      ([route, { summary }]) => !text.includes(`${route} ${summary}`) && !text.includes(`${route}${summary}`),
    );
    expect(missing.map(([route]) => route)).toEqual([]);
  });

  it('has every parameter, and every member of every body', () => {
    const names = [...listOperations(documents.openapi).values()].flatMap(({ parameters, requestBody }) => [
      ...parameters.map((parameter) => ('name' in parameter ? parameter.name : 'Idempotency-Key')),
      ...Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
    ]);
    expect(names.filter((name) => !html.includes(`<code>${name}</code>`))).toEqual([]);
  });

  it('has every event with who hears it', () => {
    const text = textOf(html);
    const told = Object.entries(serverEventWords).filter(
      ([name, { receivers }]) => !text.includes(name) || !text.includes(receivers.slice(1)),
    );
    const all = [...Object.keys(serverEvents), ...Object.keys(clientEvents)];
    const missing = all.filter((name) => !html.includes(`id="event-${name}"`));
    expect([told, missing]).toEqual([[], []]);
  });

  it('has every code with its status and its sentence', () => {
    const rows = [...html.matchAll(/<div id="code-[^]*?<\/div>/g)].map(([row]) => textOf(row));
    const expected = errorCodes.map((code) => `${code}${statusOf(code)}${messageOf(code)}.`);
    expect(rows.map((row, index) => row.startsWith(expected[index] ?? '?'))).toEqual(
      errorCodes.map(() => true),
    );
  });

  it('has every example', () => {
    const text = textOf(html);
    const missing = examples.requests.filter(({ title, status }) => !text.includes(`${title} ${status}`));
    expect(missing).toEqual([]);
  });

  it('leads to nothing on it that is not there', () => {
    const places = [...html.matchAll(/href="\/docs#([^"]+)"/g)].map(([, id = '']) => id);
    expect([places.length > 200, places.filter((id) => !html.includes(` id="${id}"`))]).toEqual([true, []]);
  });

  it('has no place twice', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('leads to both documents', () => {
    expect(html).toMatch(/href="\/api\/openapi\.json"[^]*href="\/api\/asyncapi\.json"/);
  });

  it('is led to from the foot of every page', async () => {
    expect(await read('/rules')).toContain('<a href="/docs">API</a>');
  });
});

describe('a search without script', () => {
  it.each(['catapults', 'PROTECTED', 'battle_start', 'post /api/city', 'recall Army'])(
    'for %j shows what has every word of it, and nothing else',
    async (query) => {
      const page = await read(`/docs?q=${encodeURIComponent(query)}`);
      const fitting = seen(html).filter((words) =>
        query.split(' ').every((word) => words.toLowerCase().includes(word.toLowerCase())),
      );
      expect(seen(page)).toEqual(fitting);
      expect(fitting.length).toBeGreaterThan(0);
    },
  );

  it('says how much was found', async () => {
    const page = await read('/docs?q=battle_start');
    expect(page).toContain(
      `<span id="docs-found">${seen(page).length}</span> of ${seen(html).length} entries`,
    );
  });

  it('hides headings that have nothing to show', async () => {
    expect(await read('/docs?q=leaderboard')).toMatch(/id="tag-city" data-section [^>]* hidden>/);
  });

  it('shows nothing for what is nowhere, and keeps what was typed as text', async () => {
    const page = await read(`/docs?q=${encodeURIComponent('"><b>dragon')}`);
    expect([seen(page), page.includes('value="&#34;&gt;&lt;b&gt;dragon"')]).toEqual([[], true]);
  });
});

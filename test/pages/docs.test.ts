/** The API page: it contains everything of the documents, and its search works without a script. */
import { beforeAll, describe, expect, it } from 'vitest';
import { clientEvents, serverEvents } from '../../src/contract/events.ts';
import { examples } from '../../src/documents/examples.ts';
import { errorCodes, messageOf, statusOf } from '../../src/kernel/errors.ts';
import { useTestGame } from '../support/game.ts';
import { listOperations, readDocuments, type ServedDocuments } from '../support/documents.ts';
import { Browser } from './browser.ts';

const game = useTestGame();
let documents: ServedDocuments;
let html: string;
/** The whole page, and then each section with its details. */
let whole: string;
beforeAll(async () => {
  documents = await readDocuments(game);
  html = await read('/docs');
  const sections = [...html.matchAll(/<section class="part" id="([^"]+)" data-section/g)].map(([, id]) => id);
  const parts = await Promise.all(sections.map((id) => read(`/docs?part=${id}`)));
  whole = html + parts.join('');
});

async function read(path: string): Promise<string> {
  return (await new Browser(game).open(path)).html;
}

/** The search texts of the visible entries. */
function seen(page: string): string[] {
  return [...page.matchAll(/ data-words="([^"]*)"(?: hidden)?>/g)]
    .filter(([tag]) => !tag.endsWith(' hidden>'))
    .map(([, words = '']) => words);
}

const signs: Record<string, string> = { '&#39;': "'", '&#34;': '"', '&gt;': '>', '&lt;': '<', '&amp;': '&' };

/** The visible text of a part of the page. */
const textOf = (part: string): string =>
  part.replaceAll(/<[^>]*>|&[^;]+;/g, (markup) => signs[markup] ?? '').replaceAll(/\s+/g, ' ');

describe('the API page', () => {
  it('has every route with its summary', () => {
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
    expect(names.filter((name) => !whole.includes(`<code>${name}</code>`))).toEqual([]);
  });

  it('has every event with its receivers and its moment', () => {
    const text = textOf(whole);
    const unlisted = Object.entries(serverEvents).filter(
      ([name, { receivers, when }]) =>
        ![name, receivers.slice(1), when].every((words) => text.includes(words.replaceAll('`', ''))),
    );
    const all = [...Object.keys(serverEvents), ...Object.keys(clientEvents)];
    const missing = all.filter((name) => !html.includes(`id="event-${name}"`));
    expect([unlisted, missing]).toEqual([[], []]);
  });

  it('has every code with its status and message', () => {
    const rows = [...html.matchAll(/<div id="code-[^]*?<\/div>/g)].map(([row]) => textOf(row));
    const expected = errorCodes.map((code) => `${code}${statusOf(code)}${messageOf(code)}.`);
    expect(rows.map((row, index) => row.startsWith(expected[index] ?? '?'))).toEqual(
      errorCodes.map(() => true),
    );
  });

  it('has every example', () => {
    const text = textOf(whole);
    const missing = examples.requests.filter(({ title, status }) => !text.includes(`${title} ${status}`));
    expect(missing).toEqual([]);
  });

  it('has no broken links to itself', () => {
    const places = [...whole.matchAll(/href="\/docs#([^"]+)"/g)].map(([, id = '']) => id);
    expect([places.length > 200, places.filter((id) => !html.includes(` id="${id}"`))]).toEqual([true, []]);
  });

  it('leads from every entry to its details on the page of its section', async () => {
    const links = [...html.matchAll(/href="(\/docs\?part=[^"#]+)#([^"]+)" data-part/g)];
    const pages = new Map<string, string>();
    for (const [, address = ''] of links) pages.set(address, pages.get(address) ?? (await read(address)));
    const broken = links.filter(([, address = '', id = '']) => {
      const page = pages.get(address) ?? '';
      return !page.includes(` id="${id}"`) || page.includes('data-part');
    });
    expect([links.length > 100, broken]).toEqual([true, []]);
  });

  it('shows all of itself for an unknown section', async () => {
    expect(seen(await read('/docs?part=dragons'))).toEqual(seen(html));
  });

  it('links to both documents', () => {
    expect(html).toMatch(/href="\/api\/openapi\.json"[^]*href="\/api\/asyncapi\.json"/);
  });

  it('is linked from the foot of every page', async () => {
    expect(await read('/rules')).toContain('<a href="/docs">API</a>');
  });
});

describe('a search without a script', () => {
  it.each(['catapults', 'PROTECTED', 'battle_start', 'post /api/city', 'recall Army'])(
    'for %j shows exactly the entries with every word',
    async (query) => {
      const page = await read(`/docs?q=${encodeURIComponent(query)}`);
      const fitting = seen(html).filter((words) =>
        query.split(' ').every((word) => words.toLowerCase().includes(word.toLowerCase())),
      );
      expect(seen(page)).toEqual(fitting);
      expect(fitting.length).toBeGreaterThan(0);
    },
  );

  it('states the number of hits', async () => {
    const page = await read('/docs?q=battle_start');
    expect(page).toContain(
      `<span id="docs-found">${seen(page).length}</span> of ${seen(html).length} entries`,
    );
  });

  it('hides sections without hits', async () => {
    expect(await read('/docs?q=leaderboard')).toMatch(/id="tag-city" data-section [^>]* hidden>/);
  });

  it('shows nothing for an unknown word, and escapes the typed text', async () => {
    const page = await read(`/docs?q=${encodeURIComponent('"><b>dragon')}`);
    expect([seen(page), page.includes('value="&#34;&gt;&lt;b&gt;dragon"')]).toEqual([[], true]);
  });
});

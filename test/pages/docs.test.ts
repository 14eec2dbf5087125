/** The API page: it contains everything of the documents, and searches them. */
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
  const sections = [...html.matchAll(/<section class="part" id="([^"]+)" aria/g)].map(([, id]) => id);
  const parts = await Promise.all(sections.map((id) => read(`/docs?part=${id}`)));
  whole = html + parts.join('');
});

async function read(path: string): Promise<string> {
  return (await new Browser(game).open(path)).html;
}

const signs: Record<string, string> = { '&#39;': "'", '&#34;': '"', '&gt;': '>', '&lt;': '<', '&amp;': '&' };

/** The visible text of a part of the page. */
const textOf = (part: string): string =>
  part.replaceAll(/<[^>]*>|&[^;]+;/g, (markup) => signs[markup] ?? '').replaceAll(/\s+/g, ' ');

/** The visible text of each entry, by its id. */
function entriesOf(page: string): Map<string, string> {
  const parts = page.split(/(?=<div class="guide"|<details class="fold" |<div id="code-)/).slice(1);
  return new Map(
    parts.map((part) => [/ id="([^"]+)"/.exec(part)?.[1] ?? '', textOf(part.replace(/<\/section>[^]*/, ''))]),
  );
}

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
    expect(entriesOf(await read('/docs?part=dragons'))).toEqual(entriesOf(html));
  });

  it('links to both documents', () => {
    expect(html).toMatch(/href="\/api\/openapi\.json"[^]*href="\/api\/asyncapi\.json"/);
  });

  it('is linked from the foot of every page', async () => {
    expect(await read('/rules')).toContain('<a href="/docs">API</a>');
  });
});

describe('a search', () => {
  it.each(['catapults', 'PROTECTED', 'battle_start', 'post /api/city', 'recall Army'])(
    'for %j shows entries with every word, and each one that shows them without its details',
    async (query) => {
      const hasAll = ([, text]: [string, string]): boolean =>
        query.split(' ').every((word) => text.toLowerCase().includes(word.toLowerCase()));
      const found = [...entriesOf(await read(`/docs?q=${encodeURIComponent(query)}`)).keys()];
      const detailed = [...entriesOf(whole)].filter(hasAll).map(([id]) => id);
      const plain = [...entriesOf(html)].filter(hasAll).map(([id]) => id);
      expect(found.filter((id) => !detailed.includes(id))).toEqual([]);
      expect(plain.filter((id) => !found.includes(id))).toEqual([]);
      expect(found.length).toBeGreaterThan(0);
    },
  );

  it('states the number of hits', async () => {
    const page = await read('/docs?q=battle_start');
    expect(page).toContain(`${entriesOf(page).size} of ${entriesOf(html).size} entries`);
  });

  it('leaves out sections without hits', async () => {
    const page = await read('/docs?q=leaderboard');
    expect([page.includes('id="tag-city"'), html.includes('id="tag-city"')]).toEqual([false, true]);
  });

  it('shows nothing for an unknown word, and escapes the typed text', async () => {
    const page = await read(`/docs?q=${encodeURIComponent('"><b>dragon')}`);
    expect([entriesOf(page).size, page.includes('value="&#34;&gt;&lt;b&gt;dragon"')]).toEqual([0, true]);
    expect(page).toContain('No entry has all these words.');
  });
});

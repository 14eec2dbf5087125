/** The API page. It renders the same documents that programs receive, and searches them. */
import { documentsOf, type Documents } from '../../documents/documents.ts';
import { tagWords } from '../../http/endpoint.ts';
import type { RateLimits } from '../../http/limits/rate-limit.ts';
import { createSecret, type Random } from '../../kernel/random.ts';
import { fiveMinutes, tokenPrograms } from '../../documents/five-minutes.ts';
import { guidesOf, limitWordsOf, socketGuide, socketProgram, type Guide } from '../../documents/words.ts';
import { definePage } from '../framework/page.ts';
import { eventsOf, codesOf, objectsOf } from './events.ts';
import { operationsOf } from './operations.ts';
import { proseHtml } from './members.ts';

const hostPattern = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/**
 * BASE_URL or, while that is the default on localhost, the host that the reader has asked for.
 * @param host the Host header, which anybody may forge; only a name or an address with a port is used
 */
function reachedOrigin(host: string | undefined, baseUrl: string): string {
  const { hostname, protocol } = new URL(baseUrl);
  if (hostname !== 'localhost' || host === undefined || !hostPattern.test(host)) return baseUrl;
  return `${protocol}//${host}`;
}

const maxQueryLength = 100;
const defaultLanguage = 'curl';

/** A name and a password of the reader's own, so that programs work as they are copied. */
function inventReader(random: Random) {
  return { username: `ann-${random.bytes(3).toString('hex')}`, password: createSecret(random, 9) };
}

/** A part of the page that the search finds. */
interface Entry {
  id: string;
  searchText: string;
}

interface Section {
  id: string;
  title: string;
  aside: string;
  entries: Entry[];
}

function toGuideEntry(guide: Guide) {
  return { ...guide, searchText: [guide.title, ...guide.paragraphs].join(' ') };
}

function contentsOf(documents: Documents, limits: RateLimits) {
  const limitWords = limitWordsOf(limits);
  const { sent, received } = eventsOf(documents);
  const tags = Object.entries(tagWords).map(([id, { name, description }]) => ({
    id: `tag-${id}`,
    title: name,
    aside: description,
    entries: operationsOf(documents, name, limitWords),
  }));
  const rest = {
    guides: guidesOf(limitWords).map(toGuideEntry),
    socketGuide: toGuideEntry(socketGuide),
    sent,
    received,
    objects: objectsOf(documents),
    codes: codesOf(),
  };
  const sections: Section[] = [
    { id: 'start', title: 'Using the API', aside: '', entries: rest.guides },
    ...tags,
    {
      id: 'events',
      title: 'Live events',
      aside: 'Socket.IO',
      entries: [rest.socketGuide, ...sent, ...received],
    },
    { id: 'objects', title: 'Objects', aside: 'what answers are made of', entries: rest.objects },
    { id: 'codes', title: 'Error codes', aside: '', entries: rest.codes },
  ];
  return { tags, sections, ...rest };
}

/** The documents never change while a server runs, so they are converted once. */
const contentsCache = new WeakMap<Documents, ReturnType<typeof contentsOf>>();

function readContents(documents: Documents, limits: RateLimits): ReturnType<typeof contentsOf> {
  const contents = contentsCache.get(documents) ?? contentsOf(documents, limits);
  contentsCache.set(documents, contents);
  return contents;
}

/** Whether a text contains every word of a query, ignoring case. An empty query matches every text. */
function fits(text: string, query: string): boolean {
  const lowerText = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerText.includes(word));
}

export const docsPage = definePage('/docs', {
  section: 'docs',
  readers: 'guest',
  read: ({ services, http, account, fields, request, message }) => {
    const { endpoints, rateLimits } = http;
    const contents = readContents(documentsOf(endpoints, rateLimits), rateLimits);
    const query = (fields.q ?? '').slice(0, maxQueryLength);
    const isFound = ({ searchText }: Entry): boolean => fits(searchText, query);
    const origin = reachedOrigin(request.headers.host, account.baseUrl);
    const languages = fiveMinutes({ origin, ...inventReader(services.random) });
    /** The token that this request has made. */
    const token = message?.kind === 'notice' ? message.fields.secret : undefined;
    const entries = contents.sections.flatMap((section) => section.entries);
    /** The section that is shown alone, with all details; the whole page leaves them out. */
    const part = contents.sections.find(({ id }) => id === fields.part) ?? null;
    return {
      title: part === null ? 'API' : `${part.title}, API`,
      scripts: ['docs'],
      values: {
        description:
          'The JSON API and the live events of Hegemon: every route, field, code and event, with examples.',
        docs: contents,
        part: part?.id ?? null,
        query,
        maxQueryLength,
        isFound,
        found: entries.filter(isFound).length,
        entries: entries.length,
        prose: proseHtml,
        socketProgram,
        languages,
        secret: token,
        tokenPrograms: token === undefined ? [] : tokenPrograms({ origin, token }),
        language: languages.find(({ id }) => id === fields.language)?.id ?? defaultLanguage,
      },
    };
  },
});

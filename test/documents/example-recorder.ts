/**
 * Plays the scenario of the examples in a game and records it. Canonical ids and tokens, numbered in order of
 * appearance, replace the real ones, so that two recordings of the same server are equal.
 */
import { createHash, type Hash } from 'node:crypto';
import type { Example, Examples } from '../../src/server/documents/examples.ts';
import { clientEvents, serverEvents } from '../../src/contract/events.ts';
import { dayMs, isoOf } from '../../src/kernel/time.ts';
import { storeAnnouncement } from '../../src/world/announcement.ts';
import { sendAnonymously, type ApiResponse, type TestGame } from '../support/game.ts';
import { removeVillages } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { connect, type LiveClient } from '../support/sockets.ts';
import { tokenOf, type MailCatcher } from '../support/mail-catcher.ts';
import { scenario } from './example-scenario.ts';
import type { RequestStep, SocketStep } from './example-steps.ts';

const uuids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** A request and its response, with the real ids. */
export interface Exchange {
  step: RequestStep;
  body: RequestStep['body'];
  answer: ApiResponse;
}

export interface Acknowledged {
  step: SocketStep;
  payload: unknown;
  acknowledgement: { ok: boolean; data?: unknown };
}

export interface Recording {
  examples: Examples;
  exchanges: readonly Exchange[];
  acknowledged: readonly Acknowledged[];
  /** Ann's socket, with the events it has received. */
  listener: LiveClient;
}

/** Replaces every text inside a value; `replace` gets the text and the name of its member. */
function mapTexts<Value>(value: Value, replace: (text: string, member: string) => string): Value {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return value;
  return JSON.parse(text, (member, inner: unknown) =>
    typeof inner === 'string' ? replace(inner, member) : inner,
  ) as Value;
}

/**
 * Replaces ids and tokens by ones of the same form that depend only on the order of appearance. Times of the database's
 * own clock (creation of accounts) become the start of the scenario.
 */
class Canonical {
  readonly #replacements = new Map<string, string>();
  readonly #start: string;

  constructor(startMs: number) {
    this.#start = new Date(startMs).toISOString();
  }

  of<Value>(value: Value): Value {
    return mapTexts(value, (text, member) => {
      if (text.endsWith('Z') && Math.abs(Date.parse(text) - Date.now()) < 600_000) return this.#start;
      const toToken = (token: string): string => this.#replace(token, (hash) => hash.digest('base64url'));
      if (member === 'token' || member === 'push_key') return toToken(text);
      return text
        .replaceAll(uuids, (id) => this.#replace(id, (hash) => toUuid(hash.digest('hex'))))
        .replaceAll(/(?<=share=|hgm_)[\w-]{43}/g, toToken);
    });
  }

  #replace(text: string, form: (hash: Hash) => string): string {
    const known = this.#replacements.get(text);
    if (known !== undefined) return known;
    const replacement = form(createHash('sha256').update(`example ${this.#replacements.size}`));
    this.#replacements.set(text, replacement);
    return replacement;
  }
}

function toUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
}

function readPath(value: unknown, path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
  if (typeof found !== 'string') throw new Error(`the answer has no ${path}: ${JSON.stringify(value)}`);
  return found;
}

function shorten<Value>(value: Value, lengths: Readonly<Record<string, number>>): Value {
  return JSON.parse(JSON.stringify(value), (member, inner: unknown) =>
    Array.isArray(inner) ? inner.slice(0, lengths[member]) : inner,
  ) as Value;
}

async function send(
  { url }: TestGame,
  { route, query = {}, by }: RequestStep,
  { params = {}, body }: { params: RequestStep['params'] | undefined; body: unknown },
  tokens: ReadonlyMap<string, string>,
): Promise<ApiResponse> {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const address = pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
  const authorization: Record<string, string> =
    by === null ? {} : { authorization: `Bearer ${tokens.get(by) ?? ''}` };
  return sendAnonymously(url, method, address, body, { 'user-agent': 'curl/8.14.1', ...authorization });
}

/** Publishes an announcement for all of the scenario, as an operator does. */
async function announce({ instance: { pool, services }, clock }: TestGame): Promise<void> {
  await storeAnnouncement(pool, {
    text: 'The server restarts on Sunday at 18:00 UTC.',
    announced_at: isoOf(clock.now()),
    ends_at: isoOf(clock.now() + 7 * dayMs),
  });
  await services.announcements.load(pool);
}

/** Skips the first update of a battle: it is of round 0 and has no events. */
const showsRound = (payload: object): boolean => 'round' in payload && payload.round !== 0;

/** Plays the whole scenario; expects a new world. */
export async function recordExamples(game: TestGame, catcher: MailCatcher): Promise<Recording> {
  const canonical = new Canonical(game.clock.now());
  const kept = new Map<string, string>();
  const tokens = new Map<string, string>();
  const exchanges: Exchange[] = [];
  const acknowledged: Acknowledged[] = [];
  const requests: Example[] = [];
  let listener: LiveClient | null = null;
  const resolve = <Value>(value: Value): Value =>
    mapTexts(value, (text) => (text.startsWith('$') ? (kept.get(text.slice(1)) ?? text) : text));

  await announce(game);
  for (const step of scenario) {
    if ('event' in step) {
      listener ??= await connect(game.url, { token: tokens.get('ann') ?? '' });
      const payload = resolve(step.payload);
      acknowledged.push({
        step,
        payload,
        acknowledgement: await listener.ask(step.event, payload),
      });
      continue;
    }
    await game.pass(step.afterMs ?? 0);
    await refreshRankings(game);
    const sent = { params: resolve(step.params), body: resolve(step.body) };
    const answer = await send(game, step, sent, tokens);
    // The places of villages follow from random ids, so the map would differ from recording to recording.
    if (step.route === 'POST /api/empire') await removeVillages(game);
    exchanges.push({ step, body: sent.body, answer });
    for (const [name, path] of Object.entries(step.keeps ?? {})) kept.set(name, readPath(answer.body, path));
    if (step.mailTo !== undefined) kept.set('mailed', tokenOf(await catcher.waitFor(step.mailTo)));
    if (step.route === 'POST /login' && answer.status === 200)
      tokens.set(String(step.body?.username).split('@')[0] ?? '', readPath(answer.body, 'token'));
    const { by, route, title, query } = step;
    const shown = {
      ...{ route, title, by, params: sent.params, query, body: sent.body },
      ...{ status: answer.status, answer: shorten(answer.body, step.shortens ?? {}) },
    };
    requests.push(canonical.of(shown) as Example);
  }
  if (listener === null) throw new Error('the scenario has no socket');

  const received: Record<string, unknown> = {};
  for (const name of Object.keys(serverEvents) as (keyof typeof serverEvents)[])
    received[name] = await listener.take(name, name === 'battle_update' ? showsRound : undefined);
  const sent = Object.fromEntries(
    Object.keys(clientEvents).map((name) => {
      const first = acknowledged.find(
        ({ step, acknowledgement }) => step.event === name && acknowledgement.ok,
      );
      return [name, { payload: first?.payload, data: first?.acknowledgement.data }];
    }),
  );
  const examples = canonical.of({
    requests,
    serverEvents: received,
    clientEvents: sent,
  }) as unknown as Examples;
  return { examples, exchanges, acknowledged, listener };
}

/**
 * Players that order without pause and record what the server has acknowledged. Every order has an Idempotency-Key and
 * leaves a trace in the ledger, so that each can be found again.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { pickFrom } from '../support/pick-from.ts';
import { makeChance, type Chance } from '../../src/bots/mind/chance.ts';
import { createClient, type Result, type CallOptions, type Client } from '../../src/client/client.ts';
import { stockScale } from '../../src/game/economy/stock.ts';
import { unitRules } from '../../src/game/balance.ts';
import { enrich, setLevels } from '../support/set-state.ts';
import { registerEmpire, type Ruler } from '../support/game.ts';
import type { GameAccess } from '../support/players.ts';

const kinds = ['build', 'train', 'dismiss'] as const;

const buildings = ['town_hall', 'farm', 'quarry', 'market', 'warehouse'] as const;
/** More is trained than dismissed, so that the army remains. */
const maxQuantity = { train: 20, dismiss: 10 };
/** One of this many orders is given up after one attempt without an answer. */
const givenUpOneOf = 4;
/** One of this many acknowledged orders is sent again. */
const repeatedOneOf = 8;
/** Shorter than a stopped process sleeps, so that attempts of an order overlap. */
const timeoutMs = 1_500;
const retryMs = 100;

interface Order {
  key: string;
  path: string;
  /** The trace that it leaves in the ledger, given the acknowledgement. */
  traceOf: (data: unknown) => string;
  send: (options: CallOptions) => Promise<Result<unknown>>;
}

interface Acknowledged extends Order {
  data: unknown;
}

export interface Writer {
  ruler: Ruler;
  /** The last entry of the ledger before the first order. */
  opening: number;
  chance: Chance;
  acknowledged: Acknowledged[];
  /** Orders without an answer: they may have been executed. */
  inDoubt: Order[];
  /** Refused orders with the code, and whether an earlier attempt had no answer. */
  refused: (Order & { code: string; wasInDoubt: boolean })[];
  /** Acknowledged orders whose repetition got another answer. */
  contradictions: string[];
}

/** Answers that leave open whether the order was executed. */
const uncertain: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE', 'BUSY', 'RATE_LIMITED']);

/** Creates a player with stock and levels for more orders than it can send. */
export async function createWriter(game: GameAccess, index: number, seed: number): Promise<Writer> {
  const ruler = await registerEmpire(game.url, { x: 200 + 20 * index, y: 0 });
  await setLevels(game, ruler.capitalId, { town_hall: 15, barracks: 10, house: 20 });
  await enrich(game, ruler.empireId);
  const { rows } = await game.instance.pool.query<{ last: number }>(
    'SELECT max(number)::float8 AS last FROM ledger_entries WHERE empire_id = $1',
    [ruler.empireId],
  );
  return {
    ruler,
    opening: rows[0]?.last ?? 0,
    chance: makeChance(seed + index),
    acknowledged: [],
    inDoubt: [],
    refused: [],
    contradictions: [],
  };
}

function drawOrder({ ruler, chance }: Writer, client: Client, key: string): Order {
  const { capitalId, armyId } = ruler;
  const kind = pickFrom(kinds, chance);
  const quantity = 1 + Math.floor(chance() * maxQuantity[kind === 'train' ? kind : 'dismiss']);
  const type = pickFrom(buildings, chance);
  const common = { timeoutMs, idempotencyKey: key };
  switch (kind) {
    case 'build':
      return {
        key,
        path: `/api/city/${capitalId}/buildings`,
        traceOf: (data) => `build ${type} ${(data as { order: { to_level: number } }).order.to_level}`,
        send: (options) => client.build(capitalId, { type, quantity: 1 }, { ...common, ...options }),
      };
    case 'train':
      return {
        key,
        path: `/api/city/${capitalId}/train`,
        traceOf: () => `train ${quantity}`,
        send: (options) =>
          client.train(capitalId, { unit_type: 'soldiers', quantity }, { ...common, ...options }),
      };
    case 'dismiss':
      return {
        key,
        path: `/api/army/${armyId}/dismiss`,
        traceOf: () => `dismiss ${quantity}`,
        send: (options) =>
          client.dismissUnits(armyId, { units: { soldiers: quantity } }, { ...common, ...options }),
      };
  }
}

/**
 * Sends an order until it is acknowledged or refused, or `patienceMs` is over, and records the result.
 * @param wasInDoubt whether an attempt before had no answer
 */
async function settle(writer: Writer, order: Order, patienceMs: number, wasInDoubt = false): Promise<void> {
  const end = performance.now() + patienceMs;
  const answer = await order.send({ patienceMs: 0 });
  if (answer.ok) {
    writer.acknowledged.push({ ...order, data: answer.data });
    return;
  }
  const { code } = answer.error;
  if (!uncertain.has(code)) {
    writer.refused.push({ ...order, code, wasInDoubt });
    return;
  }
  await delay(retryMs);
  if (performance.now() < end) await settle(writer, order, end - performance.now(), true);
  else writer.inDoubt.push(order);
}

async function repeat(writer: Writer, { key, data, send }: Acknowledged): Promise<void> {
  const again = await send({});
  if (again.ok && !isDeepStrictEqual(again.data, data)) writer.contradictions.push(`${key}: another answer`);
  // Without an answer, the ledger decides whether it was executed twice.
  if (!again.ok && !uncertain.has(again.error.code)) {
    writer.contradictions.push(`${key}: ${again.error.code}`);
  }
}

/** Orders until `isOver`, one order at a time. */
export async function write(writer: Writer, url: string, isOver: () => boolean): Promise<void> {
  const { ruler, chance } = writer;
  const client = createClient({ url, token: ruler.token });
  for (let turn = 0; !isOver(); turn++) {
    const order = drawOrder(writer, client, `${ruler.username}-${turn}`);
    await settle(writer, order, chance() * givenUpOneOf < 1 ? 0 : 60_000);
    const last = writer.acknowledged.at(-1);
    if (last?.key === order.key && chance() * repeatedOneOf < 1) await repeat(writer, last);
  }
}

/** Repeats every order in doubt. Afterwards, each is acknowledged or was refused, unless the server is unreachable. */
export async function settleDoubts(writer: Writer): Promise<void> {
  for (const order of writer.inDoubt.splice(0)) await settle(writer, order, 60_000, true);
}

interface Trace {
  trace: string;
}

const pricePerSoldier = unitRules.soldiers.cost.gold * stockScale;

/** The traces of all orders that the ledger of a writer has. */
async function selectTraces(pool: pg.Pool, { ruler, opening }: Writer): Promise<string[]> {
  const { rows } = await pool.query<Trace>(
    `SELECT CASE cause
       WHEN 'construction' THEN 'build ' || (building ->> 'type') || ' ' || (building ->> 'level')
       WHEN 'training' THEN 'train ' || -gold / $3::bigint
       ELSE 'dismiss ' || -(units ->> 'soldiers')::bigint
     END AS trace
     FROM ledger_entries
     WHERE empire_id = $1 AND number > $2 AND cause IN ('construction', 'training', 'dismissed')`,
    [ruler.empireId, opening, pricePerSoldier],
  );
  return rows.map(({ trace }) => trace);
}

/** The items of one list that the other one lacks, each as often as it is missing. */
function missingFrom(list: readonly string[], items: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of list) left.set(item, (left.get(item) ?? 0) + 1);
  return items.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

export interface Audit {
  /** Acknowledged orders that left no trace. */
  lost: string[];
  /** Traces of orders that were executed twice, or although they were refused. */
  surplus: string[];
  /** Acknowledged orders whose stored response is missing or is not the one that was received. */
  forgotten: string[];
  /**
   * Orders that an attempt without an answer executed after a repetition was refused: that attempt was still waiting, for
   * example in a stopped process. They are no violation, because each was executed once.
   */
  late: string[];
}

/** The stored key of a response (src/http/idempotency-key.ts). */
const digestOf = ({ path, key }: Order): string =>
  createHash('sha256').update(`POST ${path}\n${key}`).digest('base64url').slice(0, 11);

/** Compares the record of a writer without orders in doubt with the database. */
export async function auditWriter(pool: pg.Pool, writer: Writer): Promise<Audit> {
  const { acknowledged, refused, ruler } = writer;
  const { rows } = await pool.query<{ key: string; response: string }>(
    'SELECT key, response FROM idempotency_keys JOIN users ON users.id = user_id WHERE username = $1',
    [ruler.username],
  );
  const stored = new Map(rows.map(({ key, response }) => [key, JSON.parse(response) as unknown]));
  const late = refused.filter((order) => order.wasInDoubt && stored.has(digestOf(order)));
  const expected = [
    ...acknowledged.map(({ traceOf, data }) => traceOf(data)),
    ...late.map((order) => order.traceOf(stored.get(digestOf(order)))),
  ];
  const found = await selectTraces(pool, writer);
  return {
    lost: missingFrom(found, expected),
    surplus: missingFrom(expected, found),
    forgotten: acknowledged
      .map((order) => ({ ...order, response: stored.get(digestOf(order)) }))
      .filter(({ response, data }) => !isDeepStrictEqual(response, data))
      .map(({ key, path, response, data }) => {
        const kept = response === undefined ? 'nothing' : JSON.stringify(response);
        return `${key} (${path}): stored ${kept}, received ${JSON.stringify(data)}`;
      }),
    late: late.map(({ key, code }) => `${key}: ${code}`),
  };
}

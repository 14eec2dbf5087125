/**
 * Instances, connections and the database fail under load: no acknowledged order is lost, none is executed twice, and
 * nothing is created or destroyed.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { claimBotAccounts } from '../../src/bots/live/accounts.ts';
import { startSquad } from '../../src/bots/live/squad.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts';
import { createPool } from '../../src/db/pool.ts';
import { unitRules } from '../../src/game/balance.ts';
import { stockScale } from '../../src/game/economy/stock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { addUp } from '../bots/live-world.ts';
import { highLimits } from '../cluster/load.ts';
import { askCommand } from '../support/admin.ts';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { noLimits } from '../support/game.ts';
import { until } from '../support/programs.ts';
import { hasCluster, startTopology, type Member, type Topology } from '../support/topology.ts';
import { breakEverything, isReady, type Breaks } from './breakage.ts';
import { findImbalances } from '../support/conservation.ts';
import { options, patienceMs, report } from './options.ts';
import { auditWriter, createWriter, settleDoubts, write, type Audit, type Writer } from './writers.ts';
import { createSeededRandom } from '../support/seeded-random.ts';

interface Verification {
  invariants: { name: string; wrong: number; faults: { sentence: string }[] }[];
}

const writerCount = 6;
const botCount = 8;
/** Orders complete within seconds. */
const speed = 3600;

let database: EmbeddedDatabase;
let proxies: { players: CuttingProxy; database: CuttingProxy };
let topology: Topology;
let breaks: Breaks;
let writers: Writer[];
let audits: Audit[];
let botMessages: string[];
let errors: string[];
/** Orders in doubt that turned out to be executed, or were executed when they were repeated. */
let settled: number;
let botOrders: Record<string, number>;
let exitCodes: (number | null)[];
let slowestStopMs: number;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const countAcknowledged = (): number => sumOf(writers.map(({ acknowledged }) => acknowledged.length));

/** A database of its own, because it is restarted; its settings are those of a player's. */
async function startDatabase(): Promise<void> {
  const dataDir = join(inject('testServer').folder, 'faults');
  database = await startEmbedded({ dataDir, log: createLog('silent') });
}

/** Writes and plays until the breaks are over, then repeats every order in doubt. */
async function play(): Promise<void> {
  const { url } = proxies.players;
  const pool = createPool(database.url, 1, createLog('silent'));
  const accounts = await claimBotAccounts(pool, botCount, 30, createSeededRandom(options.seed));
  await pool.end();
  const squad = startSquad({
    ...{
      url,
      accounts,
      style: 'mixed',
      level: 'hard',
      limits: noLimits,
      random: createSeededRandom(options.seed),
    },
    say: (sentence) => botMessages.push(sentence),
  });
  const end = performance.now() + options.minutes * 60_000;
  const chance = makeChance(options.seed);
  let isOver = false;
  const writing = writers.map((writer) => write(writer, url, () => isOver));
  breaks = await breakEverything({
    ...{ topology, proxies, chance },
    onKill: (member) => errors.push(...errorsOf(member)),
    isOver: ({ kills }) => kills >= options.kills || performance.now() > end,
  });
  isOver = true;
  squad.stop();
  await Promise.all([...writing, squad.ended]);
  await until(() => isReady(topology), 'a ready instance');
  const before = countAcknowledged();
  await Promise.all(writers.map(settleDoubts));
  settled = countAcknowledged() - before;
  botOrders = addUp(squad.bots.map(({ tally }) => tally.orders));
}

/** The messages of log lines above `warn`. */
function errorsOf({ output }: Member): string[] {
  return output.flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message: string } };
    return level >= 50 ? [`${msg}: ${err?.message ?? ''}`] : [];
  });
}

const countBy = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
};

function reportFigures(): void {
  report({
    ...breaks,
    failedStarts: breaks.failedStarts.length,
    slowestStopMs,
    acknowledged: countAcknowledged(),
    'acknowledged after doubt': settled,
    refused: countBy(writers.flatMap(({ refused }) => refused.map(({ code }) => code))),
    'orders of bots': botOrders,
    lost: audits.flatMap(({ lost }) => lost).length,
    surplus: audits.flatMap(({ surplus }) => surplus).length,
    'executed after a refused repetition': audits.flatMap(({ late }) => late),
    'log lines above warn': countBy(errors),
    'messages of bots': countBy(botMessages),
  });
}

describe.skipIf(!hasCluster)('after failures of every kind', () => {
  beforeAll(async () => {
    [errors, botMessages] = [[], []];
    await startDatabase();
    const databaseProxy = await startCuttingProxy(database.url.replace(/^\w+:/, 'http:'));
    topology = await startTopology({
      settings: { ...highLimits, GAME_SPEED: String(speed), LOG_LEVEL: 'warn' },
      database: {
        url: database.url,
        urlOfInstances: Object.assign(new URL(database.url), { host: new URL(databaseProxy.url).host }).href,
      },
    });
    proxies = { database: databaseProxy, players: await startCuttingProxy(topology.url) };
    writers = [];
    for (let index = 0; index < writerCount; index++) {
      writers.push(await createWriter(topology.game, index, options.seed));
    }
    await play();
    const since = performance.now();
    exitCodes = await Promise.all(topology.members.map((member) => member.end('SIGTERM')));
    slowestStopMs = Math.round(performance.now() - since);
    for (const member of topology.members) errors.push(...errorsOf(member));
    audits = [];
    for (const writer of writers) audits.push(await auditWriter(topology.pool, writer));
    reportFigures();
  }, patienceMs);
  afterAll(async () => {
    await proxies.players.stop();
    await topology.stop();
    await proxies.database.stop();
    await database.stop();
  });

  it('every kind of failure has occurred', () => {
    const { kills, stops, terminatedBackends, cutsOfDatabase, cutsOfPlayers } = breaks;
    expect(Math.min(kills, stops, terminatedBackends, cutsOfDatabase, cutsOfPlayers)).toBeGreaterThan(0);
    expect(sumOf(Object.values(breaks.databaseRestarts))).toBeGreaterThan(0);
  });

  it('every writer has orders that were acknowledged, and no order is still in doubt', () => {
    expect(writers.filter(({ acknowledged }) => acknowledged.length === 0)).toEqual([]);
    expect(writers.flatMap(({ inDoubt }) => inDoubt)).toEqual([]);
  });

  it('every acknowledged order is there exactly once, and no other one', () => {
    const none = { lost: [], surplus: [], forgotten: [] };
    expect(audits).toEqual(audits.map(({ late }) => ({ ...none, late })));
  });

  it('a repeated order gets the same answer', () => {
    expect(writers.flatMap(({ contradictions }) => contradictions)).toEqual([]);
  });

  it('no order is answered with an internal error', () => {
    const codes = writers.flatMap(({ refused }) => refused.map(({ code }) => code));
    expect(codes.filter((code) => code === 'INTERNAL')).toEqual([]);
  });

  it('nothing is created or destroyed', async () => {
    const prices = Object.fromEntries(
      Object.entries(unitRules).map(([type, { cost }]) => [type, cost.gold * stockScale]),
    );
    expect(await findImbalances(topology.pool, prices)).toEqual({});
  });

  it('the command `verify` finds no violation', async () => {
    const { data } = await askCommand<Verification>({ databaseUrl: database.url }, 'verify');
    expect(data.invariants.filter(({ wrong }) => wrong > 0)).toEqual([]);
    expect(data.invariants.length).toBeGreaterThan(0);
  });

  it('the instances stop as usual', () => {
    expect(exitCodes).toEqual(exitCodes.map(() => 0));
  });
});

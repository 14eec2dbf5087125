/** Restarts three instances in turn under load. No request fails, and live clients only reconnect. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Live } from '../../src/client/client.ts';
import { until } from '../support/programs.ts';
import { hasCluster, startTopology, type Topology } from '../support/topology.ts';
import { beginReading, highLimits, type Reads } from './load.ts';
import { openLedgers, play, selectHoldings, selectWrongAccounts, type Ledger } from '../world/process.ts';

const players = 4;
const maxStopMs = 8_000;

let topology: Topology;
let ledgers: Ledger[];
const exits: { code: number | null; tookMs: number }[] = [];
let reads: Reads;
const lives: { live: Live; numbers: number[] }[] = [];

describe.skipIf(!hasCluster)('a rolling restart', () => {
  beforeAll(async () => {
    topology = await startTopology({ settings: { ...highLimits, GAME_SPEED: '3600' } });
    ledgers = await openLedgers(topology.url, topology.pool, players);
    const rulers = ledgers.map(({ ruler }) => ruler);
    for (const { empireId, token } of rulers) {
      const live = createClient({ url: topology.url, token }).live(empireId, { after: 0 });
      const numbers: number[] = [];
      live.on('empire_event', ({ event }) => numbers.push(event.number));
      lives.push({ live, numbers });
    }

    let isOver = false;
    const playing = ledgers.map((ledger) => play(ledger, () => isOver));
    const reading = beginReading(topology.url, rulers);
    await delay(300);
    for (const index of topology.members.keys()) {
      const since = performance.now();
      const code = (await topology.members[index]?.end('SIGTERM')) ?? null;
      exits.push({ code, tookMs: performance.now() - since });
      await topology.startMember(index);
    }
    await delay(300);
    isOver = true;
    await Promise.all(playing);
    reads = await reading.end();
  }, 90_000);
  afterAll(async () => {
    for (const { live } of lives) live.close();
    await topology.stop();
  });

  it('ends each instance with exit code 0', () => {
    expect(exits.map(({ code }) => code)).toEqual([0, 0, 0]);
  });

  it('ends each within 8 s', () => {
    expect(exits.filter(({ tookMs }) => tookMs > maxStopMs)).toEqual([]);
  });

  it('loses no read', () => {
    expect([reads.failures, reads.answered > 1_000]).toEqual([[], true]);
  });

  it('loses no action, and fails none', () => {
    const lost = ledgers.map(({ troubles, levels, units }) => ({
      troubles,
      inDoubt: levels.inDoubt + units.inDoubt,
    }));
    expect(lost).toEqual(ledgers.map(() => ({ troubles: {}, inDoubt: 0 })));
  });

  it('applies every acknowledged action exactly once', async () => {
    expect(await selectWrongAccounts(topology.pool, ledgers)).toEqual([]);
    for (const ledger of ledgers) {
      const { got, paid } = await selectHoldings(topology.pool, ledger);
      expect(paid).toEqual(got);
    }
  });

  it('moves every live client, which misses no event', async () => {
    let lastOf = new Map<string, number>();
    // The clock still completes what was ordered.
    const areUpToDate = async (): Promise<boolean> => {
      const { rows } = await topology.pool.query<{ empire_id: string; last: number }>(
        'SELECT empire_id, last::int FROM event_logs',
      );
      lastOf = new Map(rows.map(({ empire_id, last }) => [empire_id, last]));
      return lives.every(({ live }) => live.last === lastOf.get(live.empireId));
    };
    await until(areUpToDate, 'the last entries');
    expect(lives.map(({ numbers }) => numbers)).toEqual(
      lives.map(({ live }) =>
        Array.from({ length: lastOf.get(live.empireId) ?? 0 }, (_, index) => index + 1),
      ),
    );
  });

  it('is skipped after Ctrl-C: the instance ends within 2 s', async () => {
    const since = performance.now();
    const code = await topology.members[0]?.end('SIGINT');
    expect([code, performance.now() - since < 2_000]).toEqual([0, true]);
  });
});

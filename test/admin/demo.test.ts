/** The demo: a valid world on its fifth day that opens now, with what it promises to its visitor. */
import { beforeAll, describe, expect, it } from 'vitest';
import { demoPlayer, openDemoWorld } from '../../src/admin/world/demo.ts';
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import { readUnreadResults } from '../../src/world/log/results.ts';
import { runCommand } from '../support/admin.ts';
import { createTestDatabase, query } from '../support/database.ts';
import { startTestGame, useOne, type TestGame } from '../support/game.ts';
import { createPlayer } from '../support/players.ts';
import { axisDistance } from '../../src/game/march/map.ts';
import { dayMs, hourMs, minuteMs, the } from '../support/worlds.ts';

const database = useOne(createTestDatabase, ({ drop }) => drop());
let openedAt: number;
let game: TestGame;
/** The visitor's empire. */
let own: { id: string; alliance_id: string; x: number; y: number };
beforeAll(async () => {
  openedAt = Date.now();
  await openDemoWorld(database.url, openedAt);
  game = await startTestGame({ databaseUrl: database.url, hasRealKeys: true });
  const [row] = await game.query<typeof own>(
    `SELECT e.id, e.alliance_id, c.x, c.y FROM users u JOIN empires e ON e.owner_id = u.id JOIN cities c ON c.empire_id = e.id
     WHERE u.username = $1 ORDER BY c.founded_at LIMIT 1`,
    demoPlayer.username,
  );
  own = the(row);
  return () => game.stop();
});

describe('the world', () => {
  it('is valid, with what fell due since its last turn', async () => {
    await game.pass(0);
    const { code, out } = await runCommand({ databaseUrl: database.url }, 'verify');
    expect(code, out).toBe(0);
  });

  it('has 40 empires that were founded five days ago', async () => {
    const rows = await game.query<{ at: number }>(
      `SELECT created_at AS at FROM empires WHERE kind = 'player'`,
    );
    expect(rows).toHaveLength(40);
    for (const { at } of rows) {
      expect(openedAt - at).toBeGreaterThan(5 * dayMs);
      expect(openedAt - at).toBeLessThan(5 * dayMs + 3 * hourMs);
    }
  });

  it('has no moment that its opening does not explain', async () => {
    const [row] = await game.query<{ latest: number }>('SELECT max(at) AS latest FROM event_log_entries');
    expect(row?.latest).toBeLessThanOrEqual(openedAt);
    expect(row?.latest).toBeGreaterThan(openedAt - 3 * hourMs);
  });
});

describe('the visitor', () => {
  it('enters by the button of the first page, which other worlds lack', async () => {
    const page = await (await fetch(game.url)).text();
    expect(page).toContain('Enter the demo');
    const form = { method: 'POST', redirect: 'manual', body: new URLSearchParams(demoPlayer) } as const;
    const { status, headers } = await fetch(`${game.url}/login`, form);
    expect([status, headers.get('set-cookie')]).toEqual([302, expect.stringContaining('session') as string]);
  });

  it('reads on every page what this is', async () => {
    for (const path of ['/', '/login', '/rules', '/nowhere'])
      expect(await (await fetch(game.url + path, { headers: { Accept: 'text/html' } })).text()).toContain(
        'This is a demo on your own machine',
      );
  });

  it('has an attack under way, with its contact in some minutes', async () => {
    const [battle] = await game.query<{ contact: number }>(
      'SELECT contact_at AS contact FROM battles WHERE attacker_id = $1 AND outcome IS NULL ORDER BY 1 LIMIT 1',
      own.id,
    );
    expect(battle?.contact).toBeGreaterThan(openedAt);
    expect(battle?.contact).toBeLessThan(openedAt + 10 * minuteMs);
  });

  it('has unread reports', async () => {
    const unread: EmpireEvent[] = await readUnreadResults(game.instance.pool, own.id);
    expect(unread.length).toBeGreaterThan(0);
  });

  it('has a seat in reach', async () => {
    const sql = 'SELECT x, y FROM seats WHERE holder_id <> $1';
    const seats = await game.query<{ x: number; y: number }>(sql, own.id);
    expect(Math.min(...seats.map((seat) => axisDistance(seat, own)))).toBeLessThanOrEqual(16);
  });

  it('has an alliance whose chat has words of others', async () => {
    const sql = 'SELECT text FROM messages WHERE thread_id = $1 AND at <= $2';
    const messages = await game.query(sql, own.alliance_id, openedAt);
    expect(messages.length).toBeGreaterThanOrEqual(5);
  });
});

describe('a further start', () => {
  it('begins an earlier demo again', async () => {
    const again = await createTestDatabase();
    await openDemoWorld(again.url, openedAt);
    await query(
      again.url,
      `UPDATE empires SET name = 'Changed', name_key = 'changed' WHERE id = '${own.id}'`,
    );
    await openDemoWorld(again.url, openedAt + dayMs);
    const [row] = await query<{ name: string }>(again.url, `SELECT name FROM empires WHERE id = '${own.id}'`);
    expect(row?.name).not.toBe('Changed');
    await again.drop();
  });

  it('leaves another world alone', async () => {
    const other = await createTestDatabase();
    const real = await startTestGame({ databaseUrl: other.url });
    await createPlayer(real);
    expect(await (await fetch(real.url)).text()).not.toContain('Enter the demo');
    await real.stop();
    await expect(openDemoWorld(other.url, openedAt)).rejects.toThrow('a world that is no demo');
    await other.drop();
  });
});

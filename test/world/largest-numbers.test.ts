/**
 * The largest numbers of a world: a hundred years after its start, a millisecond before the end of a reign, with the
 * crowns of three seats held throughout, full stocks, and every counter beyond 32 bits. Every read, page and order works.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Leaderboard } from '../../src/contract/leaderboard.ts';
import type { Reigns } from '../../src/contract/seats.ts';
import { reignEnd, reignMs, reignNumberAt } from '../../src/game/diplomacy/reigns.ts';
import { enlist, foundAlliance, writeToAlliance } from '../support/alliances.ts';
import { useTestGame } from '../support/game.ts';
import { createWriter, reply, write, type Writer } from '../support/messages.ts';
import { attackCity } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { nameOf, readRoutes } from '../support/routes.ts';
import { enrich, expose, plantSeat } from '../support/set-state.ts';
import { TestClock } from '../support/test-clock.ts';
import { dayMs } from '../support/worlds.ts';

/** Beyond 32 bits. */
const far = 2 ** 32;

describe.each([1, 3600])('at speed %i', (speed) => {
  const start = useTestGame({ speed, unsound: 'numbers are raised' });
  let startsAt: number;
  let endsAt: number;
  beforeAll(async () => {
    const { settings } = start.instance.services;
    const number = reignNumberAt(start.clock.now() + 36_525 * dayMs, settings);
    [startsAt, endsAt] = [reignEnd(number - 1, settings), reignEnd(number, settings)];
    await start.query(
      'INSERT INTO reigns (number, ended_at, parts) VALUES ($1, $2, 0)',
      number - 1,
      startsAt,
    );
  });
  /** A hundred years later, a second before the end of a reign. The reigns between are closed. */
  const game = useTestGame(() => ({
    ...{ speed, databaseUrl: start.databaseUrl, shared: true },
    clock: new TestClock(endsAt - 1000),
  }));
  const objects: Record<string, string> = {};
  let ann: Writer;
  let bob: Writer;

  beforeAll(async () => {
    for (const [table, column] of [
      ['battles', 'number'],
      ['reports', 'id'],
    ])
      await game.query(`ALTER TABLE ${table} ALTER COLUMN ${column} RESTART WITH ${far}`);
    [ann, bob] = [await createWriter(game), await createWriter(game)];
    for (const { empireId } of [ann, bob]) await enrich(game, empireId);
    const allianceId = await foundAlliance(ann);
    await enlist(ann, allianceId, bob);
    await writeToAlliance(bob, allianceId, 'Hoot');
    const { thread_id } = (await write(bob, ann, 'Greetings')).body;
    for (let held = 0; held < 3; held += 1)
      await plantSeat(game, {
        ...{ number: far / 4 + held, tile: { x: 30 * held, y: 600 } },
        ...{ holderId: ann.empireId, heldSince: startsAt + 1 },
      });
    await game.query(
      `UPDATE empires SET destroyed_value = $1, founding_paid = $1, military_score = $1, economic_score = $1,
         victories = $1, armies_raised = $1, event_seq = $1 WHERE kind = 'player'`,
      1000 * far,
    );
    for (const [table, columns] of [
      ['event_logs', ['last']],
      ['event_log_entries', ['number']],
      ['ledger_entries', ['number']],
      ['threads', ['last']],
      ['messages', ['number']],
      ['thread_members', ['last', 'read_to']],
    ] as const)
      await game.query(
        `UPDATE ${table} SET ${columns.map((name) => `${name} = ${name} + ${far}`).join(', ')}`,
      );
    await game.query(`UPDATE event_logs SET unread = ARRAY(SELECT n + ${far} FROM unnest(unread) AS n)`);
    await game.pass(endsAt - 1 - game.clock.now());
    Object.assign(objects, {
      empire_id: ann.empireId,
      city_id: ann.capitalId,
      alliance_id: allianceId,
      thread_id,
    });
  });

  const addressOf = (path: string): string =>
    path.replace(/:(\w+)/g, (_, name: string) => objects[name] ?? ann.id).replace(/\*\w+/, 'x');

  it('orders, messages and reports are accepted', async () => {
    const [city, thread, alliance] = [ann.capitalId, objects.thread_id, objects.alliance_id];
    const sent = [
      await ann.send('POST', `/api/city/${city}/buildings`, { type: 'farm' }),
      await reply(ann, String(thread), 'Peace?'),
      await ann.send('POST', `/api/thread/${thread}/report`, { number: far + 1 }),
      await writeToAlliance(ann, String(alliance), 'Hoot'),
      await ann.send('POST', `/api/thread/${thread}/read`, { number: far + 2 }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 200, 201, 200]);
  });

  it('an attack is ordered, and its report is numbered', async () => {
    await expose(game, ann.empireId);
    const cat = await createWriter(game);
    objects.battle_id = await attackCity(cat, ann);
    const [battle] = await game.query<{ number: number }>('SELECT max(number) AS number FROM battles');
    expect(battle?.number).toBeGreaterThanOrEqual(far);
  });

  it('every read and every page answers', async () => {
    const { endpoints, others } = readRoutes(game);
    const reads = [...endpoints, ...others].filter(({ method }) => method === 'get');
    const failed: string[] = [];
    for (const route of reads) {
      const query = route.path === '/api/map' ? '?x=0&y=600' : route.path === '/api/search' ? '?name=a' : '';
      const { status } = await ann.send('GET', addressOf(route.path) + query);
      if (status >= 500) failed.push(`${nameOf(route)}: ${status}`);
    }
    expect(reads.length).toBeGreaterThan(60);
    expect(failed).toEqual([]);
  });

  it('the crowns are exact, in every ranking', async () => {
    const earned = Math.floor((3 * speed * (reignMs(speed) - 2)) / 3_600_000);
    const crowns = await ann.read<Leaderboard>('/api/leaderboard?type=crowns');
    expect([crowns.rankings[0]?.score, crowns.me?.score]).toEqual([earned, earned]);
    await refreshRankings(game);
    const alliances = await ann.read<Leaderboard>('/api/leaderboard?type=alliance');
    expect(alliances.alliance?.crowns).toBe(earned);
    const { current } = await ann.read<Reigns>('/api/reigns');
    expect([current.standings[0]?.crowns, current.alliances[0]?.crowns]).toEqual([earned, earned]);
  });

  it('the reign ends with its Hegemon', async () => {
    await game.pass(2);
    const { current, hegemons } = await ann.read<Reigns>('/api/reigns');
    const [hegemon] = hegemons;
    const earned = Math.floor((3 * speed * (reignMs(speed) - 1)) / 3_600_000);
    expect(hegemon).toMatchObject({ number: current.number - 1, empire_id: ann.empireId, crowns: earned });
    const { events } = await ann.read<{ events: { number: number; type: string }[] }>(
      `/api/empire/${ann.empireId}/events?after=${far}`,
    );
    expect(events.find(({ type }) => type === 'hegemon')?.number).toBeGreaterThan(far);
  });
});

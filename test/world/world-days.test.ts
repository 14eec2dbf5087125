/** The figures of the world: written by the transactions in which it happens. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../src/kernel/time.ts';
import { dayOf } from '../../src/world/figures/score-history.ts';
import { runCommand } from '../support/admin.ts';
import { expose, setUnits } from '../support/set-state.ts';
import { startTestGame, useOne, type Ruler } from '../support/game.ts';
import { attackCity, removeVillages, createEmpire } from '../support/players.ts';
import { recordFlights } from '../support/statements.ts';
import { TestClock } from '../support/test-clock.ts';

const game = useOne(() => startTestGame({ clock: new TestClock((dayOf(Date.now()) + 1) * dayMs) }));
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 4 }));
const cleo = useOne(() => createEmpire(game, { x: 4, y: 0 }));

beforeAll(async () => {
  await removeVillages(game);
});
afterAll(() => game.stop());

const rows = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await game.instance.pool.query(sql, values)).rows as Row[];
/** Players and battles of the present day. */
async function countsOf(at = game.clock.now()): Promise<[players: number, battles: number]> {
  const [counts] = await rows<{ players: string; battles: string }>(
    'SELECT coalesce(sum(players), 0) AS players, coalesce(sum(battles), 0) AS battles FROM world_days WHERE day = $1',
    [dayOf(at)],
  );
  return [Number(counts?.players), Number(counts?.battles)];
}
const build = ({ send, capitalId }: Ruler) =>
  send('POST', `/api/city/${capitalId}/buildings`, { type: 'farm' });

/** Lets Ann beat an army that cannot stand; returns the id of the battle after its contact. Ann's army survives. */
async function defeat(defender: Ruler): Promise<string> {
  await Promise.all([ann, defender].map(({ empireId }) => expose(game, empireId)));
  await setUnits(game, ann.armyId, { soldiers: 400 });
  await setUnits(game, defender.armyId, { soldiers: 40 });
  const id = await attackCity(ann, defender);
  await game.pass(5 * hourMs);
  return id;
}

describe('the players of a day', () => {
  it('count once, with their founding or their first command of it, without a further round trip', async () => {
    expect(await countsOf()).toEqual([3, 0]);
    await build(ann);
    expect(await countsOf()).toEqual([3, 0]);
    game.clock.advance(dayMs);
    const recorder = recordFlights(game.instance.pool);
    await build(ann);
    expect(recorder.take().filter((names) => names.includes('recordDay'))).toEqual([
      expect.arrayContaining(['recordDay', 'COMMIT']),
    ]);
    await build(ann);
    expect(recorder.take().flat()).not.toContain('recordDay');
    expect(await countsOf()).toEqual([1, 0]);
  });

  it('do not count for due work, reads or bots', async () => {
    game.clock.advance(dayMs);
    await game.instance.worldClock.catchUp();
    await ann.send('GET', `/api/empire/${ann.empireId}`);
    await rows('UPDATE users SET is_bot = true WHERE username = $1', [bob.username]);
    await build(bob);
    await rows('UPDATE users SET is_bot = false WHERE username = $1', [bob.username]);
    expect(await countsOf()).toEqual([0, 0]);
  });
});

describe('the battles of a day', () => {
  it('count when they are decided; those of players with losses are great', async () => {
    const before = await countsOf();
    const id = await defeat(bob);
    expect((await countsOf())[1]).toBe(before[1] + 1);
    const great = await rows<{ day: number; losses: number }>(
      'SELECT day, losses FROM great_battles WHERE battle_id = $1',
      [id],
    );
    expect(great).toEqual([{ day: dayOf(game.clock.now()), losses: expect.any(Number) as number }]);
    expect(great[0]?.losses).toBeGreaterThan(0);
    // Test armies come from nowhere, which the ledgers show.
    const { out } = await runCommand({ databaseUrl: game.databaseUrl, clock: game.clock }, 'verify');
    expect(out).toMatch(/^greatest .* 0$/m);
  });

  it('are left out of the great ones behind ten greater ones', async () => {
    const [known] = await rows<{ battle_id: string }>('SELECT battle_id FROM great_battles');
    await rows('INSERT INTO great_battles SELECT $1, 1000000 + n, $2 FROM generate_series(1, 10) AS n', [
      dayOf(game.clock.now()),
      known?.battle_id,
    ]);
    const before = await countsOf();
    const id = await defeat(cleo);
    expect((await countsOf())[1]).toBe(before[1] + 1);
    expect(await rows('SELECT FROM great_battles WHERE battle_id = $1', [id])).toEqual([]);
  });

  it('do not count when they are called off', async () => {
    const before = await countsOf();
    await setUnits(game, ann.armyId, { soldiers: 30 });
    await attackCity(ann, bob);
    expect((await ann.send('POST', `/api/army/${ann.armyId}/recall`, {})).status).toBe(200);
    expect((await countsOf())[1]).toBe(before[1]);
  });
});

/** The scores by day: written with the first save of a UTC day, never by a read. */
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../src/kernel/time.ts';
import { dayOf } from '../../src/world/figures/score-history.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { recordFlights } from '../support/statements.ts';
import { TestClock } from '../support/test-clock.ts';

const game = useTestGame({ clock: new TestClock((dayOf(Date.now()) + 1) * dayMs) });
let today: number;

const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
beforeAll(() => {
  today = dayOf(game.clock.now());
});

async function days(of = ann.empireId): Promise<[day: number, score: number][]> {
  const rows = await game.query<{ day: number; score: string }>(
    'SELECT day, score FROM score_history WHERE empire_id = $1 ORDER BY day',
    of,
  );
  return rows.map(({ day, score }) => [day - today, Number(score)]);
}
const build = () => ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });

describe('the scores by day', () => {
  it('begin with the founding', async () => {
    expect(await days()).toEqual([[0, 39]]);
  });

  it('have nothing of villages and keepers', async () => {
    const rows = await game.query(
      `SELECT FROM score_history JOIN empires ON id = empire_id WHERE kind <> 'player'`,
    );
    expect(rows).toEqual([]);
  });

  it('have the score of the first save of a day, in its transaction and without a further round trip', async () => {
    await build();
    expect(await days()).toEqual([[0, 39]]);
    game.clock.advance(dayMs);
    const recorder = recordFlights(game.instance.pool);
    await build();
    const flights = recorder.take();
    const saves = flights.filter((names) => names.includes('insertDayScores'));
    expect(saves).toEqual([expect.arrayContaining(['insertDayScores', 'COMMIT'])]);
    await build();
    expect(recorder.take().flat()).not.toContain('insertDayScores');
    const stored = await days();
    expect(stored.map(([day]) => day)).toEqual([0, 1]);
    expect(stored[1]?.[1]).toBeGreaterThan(39);
  });

  it('are written neither by reads nor for idle empires', async () => {
    await game.pass(3 * dayMs);
    await game.instance.worldClock.catchUp();
    const before = await days();
    game.clock.advance(dayMs);
    await ann.send('GET', `/api/empire/${ann.empireId}`);
    expect(await days()).toEqual(before);
  });

  it('are sent oldest first, to every player', async () => {
    const bob = await createEmpire(game, { x: 0, y: 40 });
    const { status, body } = await bob.send('GET', `/api/empire/${ann.empireId}/scores`);
    const day = (number: number): string => new Date((today + number) * dayMs).toISOString().slice(0, 10);
    expect(status).toBe(200);
    expect((body as { scores: object[] }).scores.slice(0, 2)).toMatchObject([
      { day: day(0), score: 39 },
      { day: day(1) },
    ]);
  });

  it('are refused for an unknown empire', async () => {
    const { status } = await ann.send('GET', '/api/empire/00000000-0000-4000-8000-00000000dead/scores');
    expect(status).toBe(404);
  });
});

/** The page of the world: leaders and records. test/api/today.test.ts tests what the API tells, too. */
import { beforeAll, describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../src/kernel/time.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { attackCity, createEmpire, removeVillages } from '../support/players.ts';
import { expose, plantSeat, setUnits } from '../support/set-state.ts';
import { Browser } from './browser.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 4 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 8 }));

beforeAll(() => removeVillages(game));

/** The words of a part of the page, which is read once a minute. */
function wordsIn(part: string, cookie?: string): Promise<string> {
  game.clock.advance(minuteMs);
  return new Browser(game, cookie).words('/world', part);
}

describe('the highest scores', () => {
  it('are listed, the own row marked', async () => {
    const words = await wordsIn('leaders', ann.cookie);
    expect(words).toMatch(/Highest scores All rankings Rank Empire Score 1 /);
    expect(words).toContain(bob.username);
    expect(words).toContain(`${ann.username} you`);
    expect(await wordsIn('leaders')).not.toContain(' you');
  });
});

describe('the records', () => {
  it('are none in a new world', async () => {
    expect(await wordsIn('records')).toContain('None is set yet.');
  });

  it('have the battle with most losses, an hour after its end', async () => {
    await Promise.all([ann, bob].map(({ empireId }) => expose(game, empireId)));
    for (const { armyId } of [ann, bob]) await setUnits(game, armyId, { soldiers: 40 });
    const battles = [await attackCity(ann, bob)];
    await game.pass(30 * minuteMs);
    const record = `Most units lost in a battle Empire of ${ann.username} against Empire of ${bob.username} `;
    expect(await wordsIn('records')).not.toContain(record);
    game.clock.advance(hourMs);
    expect(await wordsIn('records')).toMatch(new RegExp(`${record}\\d+ `));
    await setUnits(game, bob.armyId, { soldiers: 40 });
    battles.push(await attackCity(bob, ann));
    await game.pass(3 * hourMs);
    for (const [index, losses] of [7_000, 6_999].entries())
      await game.query('UPDATE great_battles SET losses = $1 WHERE battle_id = $2', losses, battles[index]);
    expect(await wordsIn('records')).toContain(`${record}7,000 `);
  });

  it('have the longest hold of a seat, whether it lasts or has ended', async () => {
    const now = game.clock.now();
    const tile = { x: 60, y: 60 };
    await plantSeat(game, { number: 600, holderId: ann.empireId, heldSince: now - 5 * hourMs, tile });
    expect(await wordsIn('records')).toMatch(
      new RegExp(`Longest hold of a seat Empire of ${ann.username} Seat of [^,]+, still held 5 h`),
    );
    await game.query(
      `INSERT INTO seat_changes (seat_id, at, from_id, to_id)
       SELECT id, $1::bigint - hours * $2::bigint, $3::uuid, $4::uuid FROM seats, (VALUES (30), (9)) AS before (hours)
       WHERE number = 600`,
      now,
      hourMs,
      bob.empireId,
      ann.empireId,
    );
    expect(await wordsIn('records')).toMatch(
      new RegExp(`Longest hold of a seat Empire of ${bob.username} Seat of [^,]+? 21 h`),
    );
  });

  it('have the most crowns in a reign, and the most battles in a day', async () => {
    await game.query(
      `INSERT INTO reigns (number, ended_at, empire_id, empire_name, parts)
       VALUES (1, 1, $1, 'Old name', 3600000 * 4), (2, 2, NULL, 'Long gone', 3600000 * 9), (3, 3, NULL, NULL, 0)`,
      ann.empireId,
    );
    await game.query(`INSERT INTO world_days (day, players, battles) VALUES (20000, 3, 41)`);
    const words = await wordsIn('records');
    expect(words).toContain('Most crowns in a reign Long gone reign 2 9 ');
    expect(words).toContain('Most battles in a day 4 Oct 41');
  });
});

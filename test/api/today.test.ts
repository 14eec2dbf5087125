/** GET /api/today and the page of the world: what is public, and nothing more. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Today } from '../../src/contract/today.ts';
import { dayMs, hourMs, minuteMs } from '../../src/kernel/time.ts';
import { expose, plantSeat, setUnits } from '../support/set-state.ts';
import { sendAnonymously, useTestGame, useOne, type Ruler } from '../support/game.ts';
import { attackCity, removeVillages, createEmpire } from '../support/players.ts';

const game = useTestGame();
let battleId: string;
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 4 }));
const eve = useOne(() => createEmpire(game, { x: 40, y: 40 }));

beforeAll(async () => {
  await removeVillages(game);
  await Promise.all([ann, bob].map(({ empireId }) => expose(game, empireId)));
  for (const { armyId } of [ann, bob]) await setUnits(game, armyId, { soldiers: 40 });
  battleId = await attackCity(ann, bob);
  await game.pass(30 * minuteMs);
});
beforeEach(() => {
  // The page is read once a minute.
  game.clock.advance(minuteMs);
});

const read = async (): Promise<Today> => (await sendAnonymously<Today>(game.url, 'GET', '/api/today')).body;
const open = async (cookie = ''): Promise<string> =>
  (await fetch(`${game.url}/world`, { headers: { accept: 'text/html', cookie } })).text();

describe('the great battles', () => {
  it('are told an hour after their end', async () => {
    expect((await read()).great_battles).toEqual([]);
    expect(await open()).toContain('fights against villages and keepers do not');
    game.clock.advance(hourMs);
    expect((await read()).great_battles).toHaveLength(1);
  });

  it('have names, place and outcome, and no numbers', async () => {
    const [battle] = (await read()).great_battles;
    expect(battle).toEqual({
      battle_id: battleId,
      attacker: { empire_id: ann.empireId, empire_name: `Empire of ${ann.username}`, alliance_tag: null },
      defender: { empire_id: bob.empireId, empire_name: `Empire of ${bob.username}`, alliance_tag: null },
      location: bob.tile,
      result: expect.stringMatching(/won$|draw/) as string,
      ended_at: expect.any(String) as string,
      report_path: null,
    });
  });

  it('link the report for its participants, and for others only if it was shared', async () => {
    const link = `href="/battle/${battleId}`;
    expect([(await open(ann.cookie)).includes(link), (await open(eve.cookie)).includes(link)]).toEqual([
      true,
      false,
    ]);
    expect((await open()).includes(link)).toBe(false);
    const shared = await ann.send<{ share: { path: string } }>('POST', `/api/battle/${battleId}/share`, {});
    game.clock.advance(minuteMs);
    const { path } = shared.body.share;
    expect((await read()).great_battles[0]?.report_path).toBe(path);
    expect(await open()).toContain(`href="${path}"`);
    await ann.send('DELETE', `/api/battle/${battleId}/share`);
    game.clock.advance(minuteMs);
    expect((await read()).great_battles[0]?.report_path).toBeNull();
    expect((await open()).includes(link)).toBe(false);
  });

  it('are those of the last seven days', async () => {
    game.clock.advance(7 * dayMs);
    expect((await read()).great_battles).toEqual([]);
  });
});

describe('the counts', () => {
  it('are of today and yesterday', async () => {
    const build = ({ send, capitalId }: Ruler) =>
      send('POST', `/api/city/${capitalId}/buildings`, { type: 'farm' });
    await build(ann);
    await build(eve);
    const { players, battles } = await read();
    expect([players.today, battles]).toEqual([2, { today: 0, yesterday: 0 }]);
    game.clock.advance(dayMs);
    expect((await read()).players).toEqual({ today: 0, yesterday: 2 });
    expect(await open()).toMatch(
      /Active players, without bots<\/th><td class="number">0<\/td><td class="number">2</,
    );
  });
});

describe('the seats and reigns', () => {
  it('list the empires that hold seats, most seats first, without keepers', async () => {
    expect((await read()).seat_holders).toEqual([]);
    const heldSince = game.clock.now() - hourMs;
    for (const [number, { empireId }] of [ann, bob, bob].entries())
      await plantSeat(game, {
        number: 500 + number,
        holderId: empireId,
        heldSince,
        tile: { x: 100 + 10 * number, y: 100 },
      });
    const { seat_holders } = await read();
    expect(seat_holders.map(({ owner_username, seats }) => [owner_username, seats])).toEqual([
      [bob.username, 2],
      [ann.username, 1],
    ]);
    expect(await open(ann.cookie)).toContain('<span class="you">you</span>');
  });

  it('list the latest Hegemons', async () => {
    await game.query(
      `INSERT INTO reigns SELECT number, number, $1, 'Old name', 7200000 FROM generate_series(1, 12) AS number
       ON CONFLICT (number) DO UPDATE SET empire_id = excluded.empire_id, empire_name = excluded.empire_name, parts = excluded.parts`,
      eve.empireId,
    );
    const { hegemons } = await read();
    expect(hegemons.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(hegemons[0]).toMatchObject({ empire_name: 'Old name', owner_username: eve.username, crowns: 2 });
    expect(await open()).toContain('Old name');
  });
});

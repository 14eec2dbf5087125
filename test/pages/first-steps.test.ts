/** The advice for a new empire, from the founding to the first fight. */
import { describe, expect, it } from 'vitest';
import { setStock, setUnits } from '../support/set-state.ts';
import { registerEmpire, useTestGame, useNew } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { Browser, partOf } from './browser.ts';

const game = useTestGame();
let row = 0;
const ruler = useNew(() => createEmpire(game, { x: -900, y: (row += 1) * 60 }));
const browser = useNew(() => new Browser(game, ruler.cookie));

const advice = async (): Promise<string> => partOf(await browser.open('/dashboard'), 'first-steps');
const build = (type: string): Promise<unknown> =>
  browser.sendForm(`/dashboard/city/${ruler.capitalId}/build`, { type });
const hourMs = 3_600_000;

/** A neighbour that is old enough to be plundered. */
async function createPrey(x: number, units: Parameters<typeof setUnits>[2]) {
  const prey = await createEmpire(game, { x, y: row * 60 });
  await game.query(
    'UPDATE empires SET created_at = created_at - $2 WHERE id = $1',
    prey.empireId,
    25 * hourMs,
  );
  await setUnits(game, prey.armyId, units);
  return prey;
}

describe('the first steps', () => {
  it('begin with the building that pays for itself soonest', async () => {
    expect(await advice()).toMatch(/0 of 3 done[^]*Raise the quarry to 2[^]*Raise it in Capital/);
  });

  it('order by button, with a notice there', async () => {
    const page = await browser.submit(`/dashboard/city/${ruler.capitalId}/build`, { type: 'quarry' });
    expect(partOf(page, 'first-steps')).toMatch(/1 of 3 done[^]*Quarry to level 2 is ordered\./);
  });

  it('continue with barracks', async () => {
    await build('quarry');
    expect(await advice()).toMatch(/Build barracks[^]*name="type" value="barracks"/);
  });

  it('continue with soldiers once the barracks are complete, and state when they are affordable', async () => {
    await build('barracks');
    await game.pass(hourMs);
    expect(await advice()).toMatch(/Train 10 soldiers[^]*name="quantity" value="10"/);
    await game.query(`UPDATE empires SET gold = 0 WHERE id = $1`, ruler.empireId);
    expect(await advice()).toMatch(
      /note-line">[^<]*40 gold[^<]*; there in[^]*aria-disabled="true">Train 1 soldier/,
    );
  });

  const train = async (): Promise<void> => {
    await build('barracks');
    await game.pass(hourMs);
    const order = { unit_type: 'soldiers', quantity: 5 };
    await browser.sendForm(`/dashboard/city/${ruler.capitalId}/train`, order);
  };

  it('lead to the nearest neighbour where a fight gains, not to the nearest of all', async () => {
    await createPrey(-897, { archers: 40 });
    await createPrey(-892, { soldiers: 1 });
    await train();
    await setUnits(game, ruler.armyId, { soldiers: 40, archers: 10 });
    const part = await advice();
    expect(part).toMatch(/would beat .+ away\) in (3\d|40) of 40 simulations/);
    expect(part).toContain(
      `href="/map?x=-892&amp;y=${row * 60}&amp;at=-892,${row * 60}&amp;army=${ruler.armyId}#map-chosen"`,
    );
  });

  it('say how many more soldiers win, with a form that trains them and wins', async () => {
    await createPrey(-892, { archers: 12 });
    await train();
    await setUnits(game, ruler.armyId, { soldiers: 6 });
    await setStock(game, ruler.empireId, { gold: 2000, food: 2000, materials: 2000 });
    const part = await advice();
    const [, won, quantity, wonWith] =
      /would beat Capital [^]*in (\d+) of 40 simulations[^]*With (\d+) more soldiers? you win (\d+) of 40/.exec(
        part,
      ) ?? [];
    expect(Number(won)).toBeLessThan(30);
    expect(Number(wonWith)).toBeGreaterThanOrEqual(30);
    expect(part).toContain(`name="quantity" value="${quantity ?? ''}"`);
    const order = { unit_type: 'soldiers', quantity: Number(quantity) };
    await browser.sendForm(`/dashboard/city/${ruler.capitalId}/train`, order);
    expect(await advice()).toMatch(/With the units in training you win (3\d|40) of 40/);
    await game.pass(hourMs);
    expect(await advice()).toMatch(/Attack Capital of[^]*in (3\d|40) of 40/);
  });

  it('pass over protected neighbours, however weak', async () => {
    await createEmpire(game, { x: -892, y: row * 60 });
    await train();
    await setUnits(game, ruler.armyId, { soldiers: 3000 });
    expect(await advice()).toMatch(/All empires within 20 tiles are protected from you now[^]*Open the map/);
  });

  it('say that no training suffices against a giant', async () => {
    await createPrey(-892, { archers: 9000 });
    await train();
    expect(await advice()).toMatch(
      /Grow before you attack[^]*Even with 1,000 more soldiers you would lose: grow first\./,
    );
  });

  it('propose no fight without loot, and something to build meanwhile', async () => {
    const near = await createEmpire(game, { x: -892, y: row * 60 });
    await setUnits(game, near.armyId, { soldiers: 1 });
    await train();
    const part = await advice();
    expect(part).toMatch(/No fight pays at present[^]*Meanwhile: raise the \w+ to 2[^]*Raise it in Capital/);
    expect(part).not.toContain('Attack');
  });

  it('link to the map without a neighbour nearby', async () => {
    await train();
    expect(await advice()).toMatch(/Nobody lives within 20 tiles[^]*Open the map/);
  });

  it('lead to a fight with the nearest village five minutes after the founding, while barracks are built', async () => {
    const founder = await registerEmpire(game.url, { x: -900, y: (row += 1) * 60 });
    const reader = new Browser(game, founder.cookie);
    const part = async (): Promise<string> => partOf(await reader.open('/dashboard'), 'first-steps');
    for (const type of ['quarry', 'barracks']) {
      expect(await part()).toContain(`name="type" value="${type}"`);
      await reader.sendForm(`/dashboard/city/${founder.capitalId}/build`, { type });
    }
    const [, x, y] = /Attack the village [^]*at=(-?\d+),(-?\d+)/.exec(await part()) ?? [];
    const [village] = await game.query<{ id: string }>('SELECT id FROM cities WHERE x = $1 AND y = $2', x, y);
    const order = { army_id: founder.armyId, target_type: 'city', target_id: village?.id };
    const { body } = await founder.send<{ battle: { contact_at: string } }>('POST', '/api/battle', order);
    // The nearest tile for a village is 3 to 3.6 tiles away.
    expect(Date.parse(body.battle.contact_at) - game.clock.now()).toBeLessThanOrEqual(5.5 * 60_000);
    await game.pass(90_000);
    expect(await part()).toMatch(/2 of 3 done[^]*Train 10 soldiers/);
  });

  it('disappear when all three are done', async () => {
    const near = await createEmpire(game, { x: -892, y: row * 60 });
    await train();
    await attackCity(ruler, near);
    expect(await advice()).toBe('');
  });
});

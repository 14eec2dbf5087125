/** What pages tell a ruler about the defence of a city: attackers, the wall that pays, fights that it lost or held. */
import { beforeEach, describe, expect, it } from 'vitest';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { enrich, expose, setLevels, setUnits } from '../support/set-state.ts';
import { useTestGame, type Ruler, useNew } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const game = useTestGame();
const hourMs = 3_600_000;
let row = 0;
let ann: Ruler;
let bob: Ruler;
const createAt = (x: number): Promise<Ruler> => createEmpire(game, { x, y: row * 60 });

beforeEach(async () => {
  row += 1;
  [ann, bob] = [await createAt(0), await createAt(6)];
});
const browser = useNew(() => new Browser(game, ann.cookie));

async function readPart(path: string, id: string): Promise<string> {
  const [section = ''] = partOf(await browser.open(path), id).split('</section>');
  return wordsOf(`<i${section}`);
}
const attackers = (): Promise<string> => readPart(`/city/${ann.capitalId}`, 'attackers');

describe('the attackers of a city', () => {
  it('are the three neighbours with the strongest standing units, with their odds', async () => {
    const rulers = [bob, await createAt(10), await createAt(-6), await createAt(-10)];
    for (const [index, { armyId, empireId }] of rulers.entries()) {
      await expose(game, empireId);
      await setUnits(game, armyId, { soldiers: [300, 20, 60, 100][index] ?? 1 });
    }
    await expose(game, ann.empireId);
    await setUnits(game, ann.armyId, { soldiers: 90 });
    const names = rulers.map(({ username }) => `Empire of ${username}`);
    const lines = [
      'An attacker of your score needs about 1\\d\\d soldiers to win here',
      `${names[0]} : 300 soldiers 40 of 40`,
      `${names[3]} : 100 soldiers \\d+ of 40`,
      `${names[2]} : 60 soldiers 0 of 40$`,
    ];
    expect(await attackers()).toMatch(new RegExp(lines.join('.*')));
  });

  it('need more against a wall', async () => {
    const needed = async (): Promise<number> =>
      Number(/about ([\d,]+) soldiers/.exec(await attackers())?.[1]?.replace(',', ''));
    await setUnits(game, ann.armyId, { soldiers: 500 });
    const open = await needed();
    await setLevels(game, ann.capitalId, { wall: 10 });
    expect((await needed()) / open).toBeGreaterThan(1.2);
  });

  const strengthen = 'UPDATE empires SET destroyed_value = 4000000, military_score = 10000 WHERE id = $1';
  const march = () =>
    bob.send('POST', `/api/army/${bob.armyId}/move`, { destination: { x: 9, y: row * 60 } });
  it.each([
    ['is too strong for a newcomer', () => game.query(strengthen, bob.empireId)],
    ['has all its units on the march', march],
    ['is an ally', async () => enlist(ann, await foundAlliance(ann), bob)],
  ])('leave out a neighbour that %s', async (_, change) => {
    expect(await attackers()).toContain(bob.username);
    await change();
    expect(await attackers()).toContain('No neighbour that may attack has units standing.');
  });
});

describe('the wall that pays', () => {
  const advice = (): Promise<string> => readPart('/dashboard', 'next-step');
  /** All first steps done. */
  async function settle(): Promise<void> {
    await setLevels(game, ann.capitalId, { town_hall: 10, farm: 10, house: 12, barracks: 1 });
    await setUnits(game, ann.armyId, { soldiers: 100 });
    await enrich(game, ann.empireId);
    await expose(game, bob.empireId);
    await attackCity(ann, bob);
    await game.query(`UPDATE empires SET goals = goals - 'veteran' WHERE id = $1`, ann.empireId);
  }

  it('is proposed from the second day on, until it is ordered', async () => {
    await settle();
    const { created_at: foundedAt } = await ann.read<{ created_at: string }>(`/api/empire/${ann.empireId}`);
    await game.pass(Date.parse(foundedAt) + 24 * hourMs - 1000 - game.clock.now());
    expect(await advice()).not.toMatch(/build a wall .* level 10/i);
    await game.pass(1000);
    expect(await advice()).toMatch(
      /^Spend: build a wall .* level 10 of its farm, quarry or market .* here level 5/,
    );
    await browser.submit(`/dashboard/city/${ann.capitalId}/build`, { type: 'wall' });
    expect(await advice()).toMatch(/raise the wall to 2/i);
    await setLevels(game, ann.capitalId, { wall: 5 });
    expect(await advice()).not.toMatch(/wall/);
  });

  it('is not proposed before level 10', async () => {
    await settle();
    await setLevels(game, ann.capitalId, { farm: 9 });
    await game.pass(30 * hourMs);
    expect(await advice()).not.toMatch(/build a wall .* level 10/i);
  });
});

describe('a fight for a city', () => {
  async function fight(soldiers: number): Promise<string> {
    for (const { empireId } of [ann, bob]) await expose(game, empireId);
    await setUnits(game, bob.armyId, { soldiers });
    const battleId = await attackCity(bob, ann);
    await game.pass(2 * hourMs);
    return battleId;
  }

  it.each([
    [12, 0, 'In Capital that is level 6; it stands at 0.'],
    [9, 0, 'Capital is not there yet'],
    [12, 6, ''],
  ])('that is lost at level %i behind a wall of %i explains: %s', async (farm, wall, expected) => {
    await setLevels(game, ann.capitalId, { farm, wall });
    const battle = `/battle/${await fight(900)}`;
    const remedy = await readPart(battle, 'remedy');
    expect(remedy === '<i' ? '' : remedy).toContain(expected);
    expect(remedy.includes('half the level')).toBe(expected !== '');
    const { html } = await new Browser(game, bob.cookie).open(battle);
    expect(html).not.toContain('id="remedy"');
  });

  it('that is won has a line of its own, and explains nothing', async () => {
    await setUnits(game, ann.armyId, { soldiers: 900 });
    const battle = `/battle/${await fight(20)}`;
    expect(await browser.words('/reports')).toContain(`You held Capital against Empire of ${bob.username}`);
    expect((await browser.open(battle)).html).not.toContain('id="remedy"');
  });
});

describe('attacks that were called off', () => {
  it('are one entry with a count in the reports, in the news and on the dashboard of their target', async () => {
    for (const { empireId } of [ann, bob]) await expose(game, empireId);
    for (let attack = 0; attack < 3; attack += 1) {
      await attackCity(bob, ann);
      await bob.send('POST', `/api/army/${bob.armyId}/recall`);
      await game.pass(3 * hourMs);
    }
    const line = `3 attacks by Empire of ${bob.username} were called off within a day`;
    for (const path of ['/reports', '/account', '/dashboard']) {
      const words = await browser.words(path);
      expect(words, path).toContain(line);
      expect(words, path).not.toMatch(/The attack by|2 attacks by/);
    }
  });
});

describe('an attack on its way to a city', () => {
  const advice = async (): Promise<string> => {
    const [part = ''] = partOf(await browser.open('/dashboard'), 'threatened').split('</div>');
    return part === '' ? '' : wordsOf(`<i${part}`);
  };
  const threaten = async (): Promise<void> => {
    for (const { empireId } of [ann, bob]) await expose(game, empireId);
    await attackCity(bob, ann);
  };

  it('is answered on the overview with what helps', async () => {
    await setLevels(game, ann.capitalId, { town_hall: 3, barracks: 3 });
    await enrich(game, ann.empireId);
    expect(await advice()).toBe('');
    await threaten();
    expect(await advice()).toBe(
      'Until you can protect Capital: raise the wall to 1 or send Army 1 away if it would lose.',
    );
    const html = partOf(await browser.open('/dashboard'), 'threatened');
    const { x, y } = ann.tile;
    for (const href of [`/city/${ann.capitalId}#build-wall`, `/map?x=${x}&amp;y=${y}&amp;army=${ann.armyId}`])
      expect(html).toContain(`href="${href}"`);
    const id = await foundAlliance(ann);
    expect(partOf(await browser.open('/dashboard'), 'threatened')).toContain(
      `href="/alliance/${id}#threats"`,
    );
  });

  it('is a reason to spend the stock once the empire can be plundered', async () => {
    game.clock.advance(25 * hourMs);
    await threaten();
    expect(await advice()).toMatch(/ or spend your stock, of which a victor takes a part\.$/);
  });

  it('is no reason for a wall that would come too late', async () => {
    await setLevels(game, ann.capitalId, { town_hall: 10, warehouse: 20, wall: 14 });
    await enrich(game, ann.empireId);
    await threaten();
    expect((await browser.open(`/city/${ann.capitalId}`)).html).toContain('Raise to 15');
    expect(await advice()).toMatch(/you can protect Capital: send Army 1 away/);
  });
});

/** The wishes page and the forms that add to the list, as plain forms. */
import { beforeEach, describe, expect, it } from 'vitest';
import { setLevels, setStock, unknownId } from '../support/set-state.ts';
import { useTestGame, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { the } from '../support/worlds.ts';
import { Browser, partOf, wordsOf, type Fields } from './browser.ts';

const nothing = { gold: 0, food: 0, materials: 0 };
const game = useTestGame();
let column = 0;

const ann = useNew(() => createEmpire(game, { x: -900 + (column += 60), y: 0 }));
const browser = useNew(() => new Browser(game, ann.cookie));
beforeEach(async () => {
  await setStock(game, ann.empireId, nothing);
});

const wish = (fields: Fields) => browser.submit(`/city/${ann.capitalId}/wish`, fields);

/** The items of the list in words, without buttons, and their ids. */
async function readList(): Promise<{ id: string; text: string }[]> {
  const { html } = await browser.open('/wishes');
  return [...html.matchAll(/<li id="wish-([0-9a-f-]{36})"[\s\S]*?<div class="moves">/g)].map(
    ([item, id]) => ({
      id: the(id),
      text: wordsOf(item.replace(/^<li[^>]*>/, '').replace('<div class="moves">', '')),
    }),
  );
}
const titles = async (): Promise<string[]> =>
  (await readList()).map(({ text }) => the(/^(.*?) Capital/.exec(text)?.[1]));

describe('the button in a city', () => {
  it.each([
    ['a level', { type: 'farm' }, 'build-farm', 'Farm to level 2'],
    ['a batch', { unit_type: 'soldiers', quantity: 20 }, 'train', '20 soldiers'],
  ])('adds %s that cannot be paid, and says at which place', async (_what, fields, part, title) => {
    const page = await wish(fields);
    expect(partOf(page, part)).toContain('Added to your standing orders at place 1.');
    expect(await titles()).toEqual([title]);
  });

  it('stands at every building that cannot be raised, and in the training form', async () => {
    const { html } = await browser.open(`/city/${ann.capitalId}`);
    expect(html.split(`formaction="/city/${ann.capitalId}/wish#`)).toHaveLength(12);
  });

  it('orders at once what can be paid', async () => {
    await setStock(game, ann.empireId, { gold: 500, food: 500, materials: 500 });
    const page = await wish({ type: 'farm' });
    expect(partOf(page, 'build-farm')).toContain('Paid and ordered at once.');
    expect(page.html).toContain('<b>Farm to level 2</b>');
  });

  it('shows a refusal at its place', async () => {
    for (let level = 0; level < 10; level += 1) await wish({ type: 'farm' });
    const page = await wish({ type: 'farm' });
    expect(page.status).toBe(400);
    expect(partOf(page, 'build-farm')).toContain('A city has at most 10 levels on the list.');
    expect((await wish({ unit_type: 'soldiers', quantity: 0 })).status).toBe(400);
  });
});

describe('the list', () => {
  it('says what each wish waits for', async () => {
    await setLevels(game, ann.capitalId, { barracks: 1 });
    await wish({ type: 'farm' });
    await wish({ type: 'quarry' });
    await wish({ type: 'stable' });
    await wish({ unit_type: 'soldiers', quantity: 400 });
    await wish({ unit_type: 'soldiers', quantity: 55 });
    expect((await readList()).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Farm to level 2 Capital .* Next: carried out in , at$/) as string,
      expect.stringMatching(/Possible; it waits behind the next one\. Expected in/) as string,
      expect.stringMatching(/Needs town hall 3 and barracks 3\. No time in sight\./) as string,
      expect.stringMatching(/\d+ people missing; houses bring more\. No time in sight\./) as string,
      expect.stringMatching(
        /Needs room for 2,200 gold; your stores hold 2,000\. No time in sight\./,
      ) as string,
    ]);
  });

  it('is empty at first, with a way to add something', async () => {
    expect(await browser.words('/wishes', 'wishes')).toContain('No standing orders yet');
  });

  it('is on the overview with its next order', async () => {
    await wish({ type: 'farm' });
    const { html } = await browser.open('/dashboard');
    expect(wordsOf(html)).toContain('1 standing order');
    expect(html).toContain('<a href="/wishes">Order Farm to level 2</a>');
  });

  it('moves a wish up and down by the ids of the two', async () => {
    for (const type of ['farm', 'quarry', 'market']) await wish({ type });
    const [farm, quarry, market] = (await readList()).map(({ id }) => id);
    const order = { id: the(market), side: 'before', other_id: the(quarry) };
    expect(partOf(await browser.submit('/wishes/move', order), 'wishes')).toContain('Moved to place 2.');
    expect(await titles()).toEqual(['Farm to level 2', 'Market to level 2', 'Quarry to level 2']);
    await browser.submit('/wishes/move', { id: the(farm), side: 'after', other_id: the(quarry) });
    expect(await titles()).toEqual(['Market to level 2', 'Quarry to level 2', 'Farm to level 2']);
  });

  it('a form of another tab loses nothing: what was added meanwhile stays', async () => {
    for (const type of ['farm', 'quarry']) await wish({ type });
    const [farm, quarry] = (await readList()).map(({ id }) => id);
    await wish({ type: 'market' });
    await browser.submit('/wishes/move', { id: the(quarry), side: 'before', other_id: the(farm) });
    expect(await titles()).toEqual(['Quarry to level 2', 'Farm to level 2', 'Market to level 2']);
  });

  it('removes a wish once; the second time it says that the wish is gone', async () => {
    await wish({ type: 'farm' });
    const [{ id } = { id: '' }] = await readList();
    const removed = await browser.submit('/wishes/remove', { id });
    expect(partOf(removed, 'wishes')).toContain('Removed from the list.');
    const again = await browser.submit('/wishes/remove', { id });
    expect(again.status).toBe(404);
    expect(partOf(again, 'wishes')).toContain('This wish is no longer on the list');
    const moved = await browser.submit('/wishes/move', { id, side: 'before', other_id: unknownId });
    expect(moved.status).toBe(404);
  });
});

describe('an order that needs something first', () => {
  const needy = { type: 'stable' };
  beforeEach(() => setLevels(game, ann.capitalId, { barracks: 3, house: 5 }));

  it('says so when it is added, with one button that adds that before it', async () => {
    const part = partOf(await wish(needy), 'build-stable');
    expect(part).toContain('at place 1. It needs town hall 3 first.');
    const [, id] =
      /action="\/wishes\/ahead#wishes">[^]*?name="id" value="([^"]+)"[^]*?Add town hall 3 first/.exec(part) ??
      [];
    const page = await browser.submit('/wishes/ahead', { id: the(id) });
    expect(partOf(page, 'wishes')).toContain('Added before it: town hall 3.');
    expect(await titles()).toEqual(['Town hall to level 2', 'Town hall to level 3', 'Stable to level 1']);
    expect(await browser.words('/wishes', 'wishes')).not.toContain('Add town hall');
  });

  it('waits in vain for it, also while the queue of its city is busy', async () => {
    await setStock(game, ann.empireId, { gold: 500, food: 500, materials: 500 });
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'quarry' });
    await wish(needy);
    const [first] = await readList();
    expect(first?.text).toContain('Needs town hall 3 first.');
  });

  it('says nothing of the kind if nothing is missing, or it comes earlier', async () => {
    for (const type of ['farm', 'town_hall', 'town_hall'])
      expect(partOf(await wish({ type }), `build-${type}`)).not.toContain('first.');
    expect(partOf(await wish(needy), 'build-stable')).toMatch(/at place 4\.(?! It needs)/);
  });

  it('is refused to have more once it is gone', async () => {
    const page = await browser.sendForm('/wishes/ahead', { id: unknownId });
    expect([page.status, partOf(page, 'wishes')]).toEqual([
      404,
      expect.stringContaining('no longer on the list'),
    ]);
  });

  it('has no time, others have one, and a list of such orders is a red line on the overview', async () => {
    const stuck = async () =>
      /<div class="alarm" id="stuck-wishes">[^]*?<\/div>/.exec(
        (await browser.open('/dashboard')).html,
      )?.[0] ?? '';
    expect(await stuck()).toBe('');
    await wish(needy);
    expect((await readList()).map(({ text }) => text)).toEqual([
      expect.stringContaining('No time in sight.'),
    ]);
    expect(wordsOf(await stuck())).toContain(
      'Your standing order waits in vain. Stable to level 1, Capital: Needs town hall 3. Change the list',
    );
    await wish({ type: 'farm' });
    await wish({ type: 'quarry' });
    expect((await readList()).map(({ text }) => text)).toEqual([
      expect.stringContaining('No time in sight.'),
      expect.stringContaining('Next: carried out in'),
      expect.stringMatching(/waits behind the next one\. Expected in .*, at/),
    ]);
    expect(await stuck()).toBe('');
  });
});

describe('the reserve', () => {
  it('is saved, and empty fields count as 0', async () => {
    const page = await browser.submit('/wishes/reserve', { gold: '250', food: '', materials: '40' });
    expect(partOf(page, 'reserve')).toContain('Saved.');
    const values = [...page.html.matchAll(/id="reserve-\w+"[^>]* value="(\d*)"/g)];
    expect(values.map(([, value]) => value)).toEqual(['250', '0', '40']);
  });
});

/** The map's panel: which army it preselects, sending a part of one, and guarding the place of an ally. */
import { beforeEach, describe, expect, it } from 'vitest';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { readArmies } from '../support/requests.ts';
import { expose, plantSeat, setUnits } from '../support/set-state.ts';
import { the } from '../support/worlds.ts';
import { Browser, wordsOf, type Page } from './browser.ts';

const game = useTestGame({ unsound: 'a seat is stored' });
let ann: Ruler;
let bob: Ruler;
let browser: Browser;
let column = -900;

beforeEach(async () => {
  column += 60;
  ann = await createEmpire(game, { x: column, y: 0 });
  bob = await createEmpire(game, { x: column + 8, y: 0 });
  await setUnits(game, bob.armyId, { soldiers: 20 });
  browser = new Browser(game, ann.cookie);
});

/** A second army of Ann on the tile, with this number of soldiers. Returns its id. */
async function addArmy(
  soldiers: number,
  { x, y }: Ruler['tile'],
  guards: object | null = null,
): Promise<string> {
  const [army] = await game.query<{ id: string }>(
    `INSERT INTO armies (id, empire_id, name, x, y, units, home_city_id, standing_since, loot, guards)
     SELECT gen_random_uuid(), empire_id, 'Second', $2, $3, jsonb_build_object('soldiers', $4::int, 'archers', 0,
       'knights', 0, 'catapults', 0), home_city_id, standing_since, loot, $5::jsonb
     FROM armies WHERE id = $1 RETURNING id`,
    ...[ann.armyId, x, y, soldiers, guards === null ? null : JSON.stringify(guards)],
  );
  return the(army).id;
}

const at = ({ x, y }: Ruler['tile']): string => `/map?x=${x}&y=${y}&at=${x},${y}`;
/** The part of the panel that sends armies. */
const sendPart = ({ html }: Page): string => / id="map-send"[^]*?<\/section>/.exec(html)?.[0] ?? '';
const send = async (query = ''): Promise<string> => sendPart(await browser.open(`${at(bob.tile)}${query}`));
const checkedIn = (html: string): string | null =>
  /name="army_id" id="sender-([0-9a-f-]+)-pick"[^>]* checked/.exec(html)?.[1] ?? null;
/** What the form of this army would send, by its fields. */
const unitsOf = (armyId: string, units: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(units).map(([type, count]) => [`units-${armyId}-${type}`, count]));
const around = { zoom: 3 };

describe('the preselected army', () => {
  it('is the one with the better odds, even from farther away', async () => {
    await setUnits(game, ann.armyId, { soldiers: 8 });
    const strong = await addArmy(90, { x: ann.tile.x - 3, y: 0 });
    const html = await send();
    expect(checkedIn(html)).toBe(strong);
    expect(html.indexOf(`sender-${strong}`)).toBeLessThan(html.indexOf(`sender-${ann.armyId}`));
  });

  it('is the one that loses less of two that always win, even from farther away', async () => {
    await expose(game, bob.empireId);
    await setUnits(game, ann.armyId, { soldiers: 90 });
    const strong = await addArmy(300, { x: ann.tile.x - 3, y: 0 });
    const html = await send();
    expect(wordsOf(html).match(/wins 40 of 40/g)).toHaveLength(2);
    expect(checkedIn(html)).toBe(strong);
  });

  it('is never one that holds a seat', async () => {
    await setUnits(game, ann.armyId, { soldiers: 25 });
    const tile = { x: ann.tile.x, y: 9 };
    await plantSeat(game, {
      number: 900 + column,
      holderId: ann.empireId,
      heldSince: game.clock.now(),
      tile,
    });
    const keeper = await addArmy(300, tile);
    const html = await send();
    expect(html).toContain(`sender-${keeper}-pick`);
    expect(checkedIn(html)).toBe(ann.armyId);
  });

  it('is the nearer one of two with the same odds', async () => {
    await setUnits(game, ann.armyId, { soldiers: 300 });
    await addArmy(300, { x: ann.tile.x - 3, y: 0 });
    expect(checkedIn(await send())).toBe(ann.armyId);
  });

  it('is never a guard, not even the only army', async () => {
    const cat = await createEmpire(game, { x: column, y: 8 });
    await setUnits(game, ann.armyId, { soldiers: 25 });
    const guard = await addArmy(300, cat.tile, { type: 'city', id: cat.capitalId });
    expect(checkedIn(await send())).toBe(ann.armyId);
    await game.query('DELETE FROM armies WHERE id = $1', ann.armyId);
    const html = await send();
    expect(html).toContain(`sender-${guard}-pick`);
    expect(checkedIn(html)).toBeNull();
  });

  it('has a hint beside it if the armies of its tile win only together', async () => {
    await setUnits(game, ann.armyId, { soldiers: 25 });
    await addArmy(25, ann.tile);
    const hint = /(Army 1 and Second|Second and Army 1) win 40 of 40 together\. Merge them first/;
    expect(wordsOf(await send())).toMatch(hint);
    await setUnits(game, ann.armyId, { soldiers: 300 });
    expect(wordsOf(await send())).not.toContain('together');
  });

  it('has the others as chips beside it in the folded sheet', async () => {
    await setUnits(game, ann.armyId, { soldiers: 8 });
    await addArmy(90, { x: ann.tile.x - 3, y: 0 });
    const chips = [...(await send()).matchAll(/class="chip"[^>]*>([^]*?)<\/span>/g)];
    expect(chips.map(([, chip = '']) => wordsOf(chip))).toEqual(['Second 40/40', 'Army 1 0/40']);
  });
});

describe('an army that can only be recalled', () => {
  it('has a link to where one recalls it', async () => {
    await attackCity(ann, bob);
    const html = await send();
    expect(wordsOf(html)).toContain('On its way to an attack; you can only recall it. Recall it');
    const href = `/armies?army=${ann.armyId}#army-${ann.armyId}`;
    expect(html).toContain(`href="${href}"`);
    expect((await browser.open(href)).html).toContain(`action="/armies/${ann.armyId}/recall`);
  });
});

describe('a part of an army', () => {
  beforeEach(() => setUnits(game, ann.armyId, { soldiers: 29 }));

  const armies = async () =>
    (await readArmies(ann, ann.empireId))
      .map(({ units, status }) => [units.soldiers, status] as const)
      .sort(([one], [other]) => one - other);

  it.each([
    ['attack', () => ({ target: `city:${bob.capitalId}` })],
    ['move', () => ({})],
  ])('goes by the form to %s; the rest stays', async (order, more) => {
    const fields = { ...around, at: `${bob.tile.x},${bob.tile.y}`, army_id: ann.armyId, ...more() };
    await browser.submit(`/map/${order}`, { ...fields, ...unitsOf(ann.armyId, { soldiers: 20 }) });
    expect(await armies()).toEqual([
      [9, 'garrisoned'],
      [20, 'marching'],
    ]);
  });

  it('is all of it by default', async () => {
    expect(await send()).toMatch(new RegExp(`name="units-${ann.armyId}-soldiers"[^>]* value="29"`));
    const fields = { ...around, at: `${bob.tile.x},${bob.tile.y}`, army_id: ann.armyId };
    await browser.submit('/map/move', { ...fields, ...unitsOf(ann.armyId, { soldiers: 29 }) });
    expect(await armies()).toEqual([[29, 'marching']]);
  });

  it('has odds of its own on request', async () => {
    await setUnits(game, ann.armyId, { soldiers: 80 });
    const words = async (soldiers: number) =>
      wordsOf(await send(`&army_id=${ann.armyId}&units-${ann.armyId}-soldiers=${soldiers}`));
    expect(await words(80)).toContain('wins 40 of 40');
    expect(await words(3)).toMatch(/3 soldiers of 80 soldiers.*wins 0 of 40/);
    // What is no possible part: the odds of all.
    expect(await words(900)).toContain('wins 40 of 40');
  });

  it('is refused in a sentence if the army has fewer', async () => {
    const fields = { ...around, at: `${bob.tile.x},${bob.tile.y}`, army_id: ann.armyId };
    const typed = unitsOf(ann.armyId, { soldiers: 30 });
    const page = await browser.sendForm('/map/move', { ...fields, ...typed });
    expect(page.status).toBe(400);
    expect(wordsOf(sendPart(page))).toContain('Soldiers: the army has fewer.');
  });
});

describe('the place of an ally', () => {
  beforeEach(async () => {
    await enlist(ann, await foundAlliance(ann), bob);
    await setUnits(game, ann.armyId, { soldiers: 29 });
  });

  it('offers a guard with a sentence, and neither march nor attack nor simulation', async () => {
    const html = await send();
    expect(wordsOf(html)).toContain('A guard meets every attacker here before your ally does');
    expect(html).toContain('formaction="/map/guard#map-send"');
    expect(html).not.toMatch(/formaction="\/map\/(?:move|attack)/);
    expect(html).not.toMatch(/simulat/i);
    const empirePage = await browser.words(`/empire/${bob.empireId}`, 'relation');
    expect(empirePage).toContain('Guard it from the map');
    expect(empirePage).not.toContain('Simulate');
  });

  it('sends a part to guard it, after which nobody else is asked to', async () => {
    const place = { place: `city:${bob.capitalId}`, at: `${bob.tile.x},${bob.tile.y}`, ...around };
    const order = { ...place, army_id: ann.armyId, ...unitsOf(ann.armyId, { soldiers: 20 }) };
    const page = await browser.submit('/map/guard', order);
    expect(wordsOf(sendPart(page))).toContain('is on its way to guard it.');
    const armies = (await readArmies(ann, ann.empireId)).sort((a, b) => a.units.soldiers - b.units.soldiers);
    expect(armies.map(({ units, guards }) => [units.soldiers, guards?.id])).toEqual([
      [9, undefined],
      [20, bob.capitalId],
    ]);
    const html = await send();
    expect(wordsOf(html)).toContain('An army guards this place of your ally already.');
    expect(html).not.toContain('formaction');
  });
});

/** Marked targets on the map and in the list of raids, without JavaScript. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { plantSeat, setUnits, unknownId } from '../support/set-state.ts';
import { the } from '../support/worlds.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame();
let ann: Ruler;
let bob: Ruler;
let browser: Browser;
let column = -900;

beforeEach(async () => {
  column += 60;
  ann = await createEmpire(game, { x: column, y: 0 });
  bob = await createEmpire(game, { x: column, y: 4 });
  // Newcomers, one of which may attack the other.
  await setUnits(game, ann.armyId, { soldiers: 60 });
  await setUnits(game, bob.armyId, { soldiers: 1 });
  browser = new Browser(game, ann.cookie);
});

const view = ({ x, y } = bob.tile) => ({ x: `${x}`, y: `${y}`, zoom: '3', at: `${x},${y}` });
const addressOf = ({ x, y } = bob.tile) => `/map?x=${x}&y=${y}&at=${x},${y}`;
const city = () => `city:${bob.capitalId}`;
const mark = (value = city()) => browser.submit('/map/mark', { ...view(), mark: value });
const signOf = ({ x, y } = bob.tile) => `city-${x},${y}`;
/** The accessible name of a sign on the map. */
const nameOnMap = async (sign: string, by = browser, address = addressOf()): Promise<string> => {
  const { html } = await by.open(address);
  return new RegExp(`id="${sign}"[^>]*aria-label="([^"]*)"`).exec(html)?.[1] ?? '';
};

describe('the mark of a place', () => {
  it('is made and removed by the button of its panel', async () => {
    const { html } = await browser.open(addressOf());
    expect(html).toContain('action="/map/mark#map-mark"');
    const marked = await mark();
    expect(wordsOf(marked.html)).toMatch(
      /Unmark Your targets .*Marked\. It is in the list of your targets\./,
    );
    expect(marked.html).toContain('id="map-mark"');
    const unmarked = await browser.submit('/map/unmark', { ...view(), mark: city() });
    expect(wordsOf(unmarked.html)).toMatch(/Mark as target .*No longer marked\./);
  });

  it('is a sign with a name on the map of its ruler alone, and in the list of what is in view', async () => {
    await mark();
    expect(await nameOnMap(signOf())).toContain(', marked by you');
    const { html } = await browser.open(`${addressOf()}&list=all`);
    expect(html.match(/<use class="marked" href="#sign-target"/g)).toHaveLength(1);
    expect(wordsOf(html.slice(html.indexOf('id="map-list"')))).toContain(', marked by you');
    for (const other of [new Browser(game, bob.cookie), new Browser(game)]) {
      const page = await other.open(`${addressOf()}&list=all`);
      expect(page.html).toContain(`id="${signOf()}"`);
      expect(page.html).not.toContain('<use class="marked"');
      expect(await nameOnMap(signOf(), other)).not.toContain('marked');
    }
  });

  it('is not offered for own places and for open land', async () => {
    for (const tile of [ann.tile, { x: column + 9, y: 9 }])
      expect((await browser.open(addressOf(tile))).html).not.toContain('id="map-mark"');
  });

  it.each([
    ['an own city', () => `city:${ann.capitalId}`, 400, 'he target is your own'],
    ['a city that is gone', () => `city:${unknownId}`, 404, 'There is no such target'],
    ['nothing', () => '', 400, 'target'],
  ])('of %s is refused in words', async (_what, value, status, words) => {
    const answer = await browser.sendForm('/map/mark', { ...view(), mark: value() });
    expect(answer.status).toBe(status);
    expect(wordsOf(answer.html)).toContain(words);
  });
});

describe('the list of raids', () => {
  it('has a marked city that was never attacked, with an army, and removes the mark', async () => {
    await mark();
    const { html } = await browser.open('/raids');
    expect(wordsOf(html)).toMatch(/4 tiles away Holds .*Marked on the map Unmark .*wins 40 of 40/);
    expect(html).not.toContain('Last: ');
    const order = /name="only" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await browser.submit('/raids', { only: order })).html).toContain('1 raid under way.');
    const after = await browser.submit('/raids/unmark', { unmark: bob.capitalId });
    expect(after.location ?? '').not.toContain('error');
    // The attack keeps it in the list.
    expect(wordsOf(after.html)).toMatch(/No longer marked\..*Last: under way/);
    expect(after.html).not.toContain('value="' + bob.capitalId);
  });

  it('says that a marked seat has become an own one', async () => {
    const [seat] = await game.query<{ id: string; number: number; x: number; y: number }>(
      'SELECT id, number, x, y FROM seats ORDER BY number LIMIT 1',
    );
    const { id, number, ...tile } = the(seat);
    await mark(`seat:${id}`);
    expect(await nameOnMap(`seat-${id}`, browser, addressOf(tile))).toContain(', marked by you');
    await plantSeat(game, { number, tile, holderId: ann.empireId, heldSince: game.clock.now() });
    expect(await browser.words('/raids')).toContain('This cannot be the target: you hold it.');
    expect((await browser.open(addressOf(tile))).html).toContain('action="/map/unmark#map-mark"');
  });

  it('refuses to remove a mark twice, in words', async () => {
    const { status, html } = await browser.sendForm('/raids/unmark', { unmark: bob.capitalId });
    expect([status, html]).toEqual([404, expect.stringContaining('You have not marked this target')]);
  });
});

/** The interactive map: dragged, zoomed and clicked in a real Chromium. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endAlliances, enlist, foundAlliance } from '../support/alliances.ts';
import type { Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { desktop, hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('the map', () => {
  const stage = setUpBrowser({ unsound: 'the seat is deleted' });
  let ann: Ruler;
  let bob: Ruler;
  let page: Page;
  beforeAll(async () => {
    // The first seat would stand on the tile of the first capital.
    await stage.game.query('DELETE FROM seats');
    ann = await createEmpire(stage.game, { x: 0, y: 0 });
    bob = await createEmpire(stage.game, { x: 8, y: 5 });
    await createEmpire(stage.game, { x: 40, y: 0 });
  });
  beforeEach(async () => {
    page = (await stage.chromium.reader(desktop, ann.cookie)).page;
    await openMap('');
  });

  async function openMap(query: string): Promise<void> {
    await page.goto(`${stage.game.url}/map${query}`);
    await page.waitForSelector('#map.at-hand');
  }
  const drag = async (dx: number, dy: number): Promise<void> => {
    await page.mouse.move(600, 500);
    await page.mouse.down();
    await page.mouse.move(600 + dx / 2, 500 + dy / 2);
    await page.mouse.move(600 + dx, 500 + dy);
    await page.mouse.up();
  };
  const positionOf = ({ x, y }: Ruler['tile']): Promise<{ x: number; y: number }> =>
    page.$eval(`[id="city-${x}_${y}"] :is(.walls, use)`, (sign) => {
      const box = sign.getBoundingClientRect();
      return { x: Math.round(box.x), y: Math.round(box.y) };
    });
  const queryOf = (): string => new URL(page.url()).search;

  it('follows the pointer at once', async () => {
    const before = await positionOf(ann.tile);
    await drag(-96, 48);
    const after = await positionOf(ann.tile);
    expect([after.x - before.x, after.y - before.y]).toEqual([-96, 48]);
  });

  it('shows no name that its frame cuts, also while it moves', async () => {
    await page.waitForSelector('.name:not(.unfit)');
    const { left } = await page.$eval('#map', (map) => map.getBoundingClientRect());
    const { x } = await positionOf(ann.tile);
    const label = `[id="city-${ann.tile.x}_${ann.tile.y}"] .name`;
    await page.mouse.move(900, 300);
    await page.mouse.down();
    await page.mouse.move(900 - Math.round(x - left), 300);
    await page.waitForSelector(`${label}.unfit`, { state: 'attached' });
    await page.mouse.move(950, 300);
    await page.waitForSelector(`${label}:not(.unfit)`);
    await page.mouse.up();
  });

  it('shows the label of a march only where it covers no name', async () => {
    const march = { destination: { x: ann.tile.x, y: ann.tile.y - 10 } };
    await ann.send('POST', `/api/army/${ann.armyId}/move`, march);
    // A tile and a half on the way, 40 an hour.
    await stage.game.pass(140_000);
    await openMap('');
    await page.waitForSelector('.moving.own .going.unfit', { state: 'attached' });
    await stage.game.pass(300_000);
    await openMap('');
    await page.waitForSelector('.moving.own .going:not(.unfit)');
    await ann.send('POST', `/api/army/${ann.armyId}/recall`);
    await stage.game.pass(3_600_000);
  });

  it('keeps its position when the server has rendered it again', async () => {
    await drag(-240, 0);
    const before = await positionOf(ann.tile);
    await page.waitForSelector('#map[data-x="10"]');
    expect(await positionOf(ann.tile)).toEqual(before);
    expect(queryOf()).toBe('?x=10&y=0');
  });

  it('shows what was out of range before', async () => {
    await drag(-480, 0);
    await page.waitForSelector('#map[data-x="20"] [aria-label^="Empire of"][href*="at=40,0"]');
  });

  it('draws the land that comes into view', async () => {
    const land = (): Promise<number> => page.$eval('#map-land', ({ innerHTML }) => innerHTML.length);
    expect(await land()).toBeGreaterThan(1000);
    await drag(-600, 0);
    await page.waitForSelector('#map[data-x="25"]');
    expect(await land()).toBeGreaterThan(1000);
  });

  it('shows all fields of a part of an army', async () => {
    await openMap(`?x=8&y=5&at=${bob.tile.x},${bob.tile.y}`);
    await page.locator('.part-of summary').click();
    await page.getByText('The others stay where they are.').waitFor();
    const cut = await page.$eval('.senders', (list) => list.scrollHeight - list.clientHeight);
    expect(cut).toBe(0);
  });

  it('selects a clicked tile, and Back deselects it', async () => {
    const box = await page.$eval('#map', (map) => {
      const { left, top, width, height } = map.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await page.mouse.click(box.x - 96, box.y - 72);
    await page.waitForSelector('#map-chosen h2:has-text("−4")');
    expect(queryOf()).toBe('?x=0&y=0&at=-4,3');
    await page.goBack();
    await page.waitForSelector('#map-chosen h2:has-text("Choose a tile")');
  });

  it('selects a city without leaving the page, and updates its fields', async () => {
    await page.evaluate(() => {
      document.documentElement.dataset.same = 'yes';
    });
    await page.click(`[id="city-${bob.tile.x}_${bob.tile.y}"]`);
    await page.waitForSelector('#map-send [name="at"][value="8,5"]', { state: 'attached' });
    expect(await page.getAttribute('html', 'data-same')).toBe('yes');
  });

  it('zooms with the wheel around the pointer', async () => {
    const { x, y } = await positionOf(ann.tile);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -120);
    await page.waitForSelector('#map[data-zoom="4"]');
    const after = await positionOf(ann.tile);
    expect(Math.abs(after.x - x)).toBeLessThan(15);
  });

  it('moves and zooms with the keyboard', async () => {
    await page.focus('#map');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('-');
    await page.waitForSelector('#map[data-zoom="2"][data-x="5"]');
    // The focus stays when the server has rendered it again.
    await page.keyboard.press('+');
    await page.waitForSelector('#map[data-zoom="3"][data-x="5"]');
  });

  it('moves marching armies', async () => {
    await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination: { x: -9, y: 0 } });
    await openMap('');
    const where = (): Promise<string | null> => page.getAttribute('#map-things .moving', 'transform');
    const before = await where();
    await stage.game.pass(60_000);
    await page.reload();
    expect(await where()).not.toBe(before);
  });

  it('marks an ally as soon as it joins, and until it leaves', async () => {
    const allianceId = await foundAlliance(ann);
    await enlist(ann, allianceId, bob);
    const mark = `[id="city-${bob.tile.x}_${bob.tile.y}"] [href="#mark-ally"]`;
    await page.waitForSelector(mark, { state: 'attached' });
    await bob.send('DELETE', `/api/alliance/${allianceId}/member/${bob.empireId}`);
    await page.waitForSelector(mark, { state: 'detached' });
    await endAlliances(stage.game);
  });

  it('fills the list when it is opened', async () => {
    await drag(-240, 0);
    await page.waitForSelector('#map[data-x="10"]');
    await page.click('#map-list summary');
    await page.waitForSelector('#map-list table');
  });

  describe('with a further army', () => {
    const second = '00000000-0000-4000-8000-000000000002';
    const carol = '00000000-0000-4000-8000-000000000003';
    /** Creates an army at this tile, or moves it there. */
    const put = async (id: string, from: string, x: number, y: number): Promise<void> => {
      await stage.game.query(
        `INSERT INTO armies (id, empire_id, name, x, y, units, home_city_id, standing_since, loot)
         SELECT $1, empire_id, 'Host', $3, $4, units, home_city_id, standing_since, loot FROM armies WHERE id = $2
         ON CONFLICT (id) DO UPDATE SET x = excluded.x, y = excluded.y`,
        ...[id, from, x, y],
      );
    };
    const orderOf = (): Promise<string[]> =>
      page.$$eval('#map-send .sender', (labels) => labels.map(({ id }) => id));
    const pickedOf = (name: string): Promise<string[]> =>
      page.$$eval(`#map-send [name="${name}"]:checked`, (inputs) =>
        inputs.map((input) => (input as HTMLInputElement).value),
      );
    const refresh = async (): Promise<void> => {
      // As after a countdown: the map requests the same tile again.
      await page.evaluate(() => document.dispatchEvent(new Event('over')));
    };
    beforeEach(async () => {
      await stage.game.query('UPDATE armies SET march = NULL, x = 0, y = 0 WHERE id = $1', ann.armyId);
      await put(second, ann.armyId, -30, 0);
    });
    afterEach(async () => {
      await stage.game.query('DELETE FROM armies WHERE id IN ($1, $2)', second, carol);
    });

    it('keeps the selected army when the order of the list changes', async () => {
      await openMap('?x=0&y=0&at=8,5');
      expect(await orderOf()).toEqual([`sender-${ann.armyId}`, `sender-${second}`]);
      await page.check(`[id="sender-${second}-pick"]`);
      await put(second, ann.armyId, 7, 5);
      await refresh();
      await page.waitForSelector(`#map-send .sender:first-of-type[id="sender-${second}"]`);
      expect(await pickedOf('army_id')).toEqual([second]);
    });

    it('keeps the army that the page preselected, too', async () => {
      await openMap('?x=0&y=0&at=8,5');
      await put(second, ann.armyId, 7, 5);
      await refresh();
      await page.waitForSelector(`#map-send .sender:first-of-type[id="sender-${second}"]`);
      expect(await pickedOf('army_id')).toEqual([ann.armyId]);
    });

    it('selects no other army when the selected one can no longer march', async () => {
      await openMap('?x=0&y=0&at=8,5');
      await page.check(`[id="sender-${second}-pick"]`);
      await stage.game.query('DELETE FROM armies WHERE id = $1', second);
      await refresh();
      await page.waitForSelector(`[id="sender-${second}"]`, { state: 'detached' });
      expect(await pickedOf('army_id')).toEqual([]);
    });

    it('resets the selection when another tile is selected', async () => {
      await put(carol, bob.armyId, 8, 5);
      await stage.game.query(
        `UPDATE armies SET empire_id = (SELECT id FROM empires WHERE kind = 'player' AND id NOT IN ($2, $3) LIMIT 1) WHERE id = $1`,
        ...[carol, ann.empireId, bob.empireId],
      );
      await openMap('?x=0&y=0&at=8,5');
      await page.check(`[id="sender-${second}-pick"]`);
      await page.check(`[id="target-8-5-army-${carol}-pick"]`);
      const { x, y } = await positionOf(ann.tile);
      await page.mouse.click(x - 96, y + 96);
      await page.waitForSelector('#map-chosen h2:has-text("Open land")');
      expect(await pickedOf('army_id')).toEqual([ann.armyId]);
      await page.goBack();
      await page.waitForSelector('#map-send [name="at"][value="8,5"]', { state: 'attached' });
      expect(await pickedOf('target')).toEqual([`city:${bob.capitalId}`]);
    });
  });

  it('clears an unsuccessful search when a tile is selected', async () => {
    await openMap('?find=Atlantis');
    expect(await page.isVisible('#map-find .said')).toBe(true);
    await page.click(`[id="city-${bob.tile.x}_${bob.tile.y}"]`);
    await page.waitForSelector('#map-send');
    expect(await page.isVisible('#map-find .said')).toBe(false);
  });

  it('stops dragging when the button was released outside the window', async () => {
    await page.mouse.move(600, 500);
    await page.dispatchEvent('#map', 'pointerdown', { pointerId: 7, button: 0, clientX: 600, clientY: 500 });
    const before = await positionOf(ann.tile);
    await page.dispatchEvent('#map', 'pointermove', { pointerId: 7, buttons: 0, clientX: 700, clientY: 500 });
    expect(await positionOf(ann.tile)).toEqual(before);
  });

  it('retries automatically if the server was unreachable', async () => {
    await page.route('**/map?*', (route) => route.abort());
    await page.click(`[id="city-${bob.tile.x}_${bob.tile.y}"]`);
    await page.waitForSelector('text=The server cannot be reached');
    await page.unroute('**/map?*');
    await page.waitForSelector('#map-send [name="at"][value="8,5"]', { state: 'attached' });
    // The browser itself reports the aborted requests.
    expect(stage.chromium.takeErrors().filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
  });

  it('describes its keys', async () => {
    expect(await page.getAttribute('#map', 'role')).toBe('group');
    expect(await page.getAttribute('#map', 'aria-label')).toMatch(/arrow keys/);
  });
});

describe.skipIf(!hasChromium)('the map within the rate limits', () => {
  // A third of the usual ones, for a third of a minute.
  const stage = setUpBrowser({ limits: { auth: 0, data: 20, action: 10 } });

  it('is dragged 20 times in 13 seconds, and locks neither itself nor another page', async () => {
    const ann = await createEmpire(stage.game, { x: 0, y: 0 });
    const { page, open } = await stage.chromium.reader(desktop, ann.cookie);
    await open('/map');
    await page.waitForSelector('#map.at-hand');
    const reads: number[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/map') reads.push(response.status());
    });
    for (let turn = 0; turn < 20; turn += 1) {
      const before = page.url();
      await page.mouse.move(700, 500);
      await page.mouse.down();
      await page.mouse.move(500, 500);
      await page.mouse.move(400, 500);
      await page.mouse.up();
      await page.waitForURL((url) => url.href !== before);
    }
    await page.waitForLoadState('networkidle');
    expect(new Set(reads)).toEqual(new Set([200]));
    // Most drags end within what is loaded.
    expect(reads.length).toBeLessThan(15);
    expect(await page.locator('#live').isVisible()).toBe(false);
    expect((await page.goto(`${stage.game.url}/dashboard`))?.status()).toBe(200);
  });
});

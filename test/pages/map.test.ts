/** The map page without a script: content, visibility, orders and refusals. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestGame, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { setUnits } from '../support/set-state.ts';
import { recordFlights } from '../support/statements.ts';
import { Browser, partOf, type Page } from './browser.ts';

const minuteMs = 60_000;

const game = useTestGame();
let ann: Ruler;
let bob: Ruler;
let browser: Browser;
let row = 0;
beforeEach(async () => {
  row += 1;
  ann = await createEmpire(game, { x: (row % 16) * 110 - 900, y: Math.floor(row / 16) * 110 - 900 });
  bob = await createEmpire(game, { x: ann.tile.x + 8, y: ann.tile.y + 6 });
  browser = new Browser(game, ann.cookie);
});

type Tile = Ruler['tile'];
const addressAt = ({ x, y }: Tile): string => `/map?x=${x}&y=${y}&at=${x},${y}`;
const around = (tile: Tile) => ({ x: tile.x, y: tile.y, at: `${tile.x},${tile.y}` });
const open = (tile: Tile): Promise<Page> => browser.open(addressAt(tile));
const chosenOf = ({ html }: Page): string => /<aside[^]*<\/aside>/.exec(html)?.[0] ?? '';
const drawingOf = ({ html }: Page): string => /<g id="map-things">[^]*?<\/svg>/.exec(html)?.[0] ?? '';

/** Inserts copies of a player's first army on the tile, named `Host 1` and so on. */
const addArmies = async ({ armyId }: Ruler, count: number, { x, y }: Tile): Promise<void> => {
  await game.query(
    `INSERT INTO armies (id, empire_id, name, x, y, units, home_city_id, standing_since, loot)
     SELECT gen_random_uuid(), empire_id, 'Host ' || number, $3, $4, units, home_city_id, standing_since, loot
     FROM armies, generate_series(1, $2::int) AS number WHERE id = $1`,
    armyId,
    count,
    x,
    y,
  );
};

describe('the window', () => {
  it('shows the capital by default, and the cities of others as links with a name', async () => {
    const page = await browser.open('/map');
    expect(page.html).toContain(`data-x="${ann.tile.x}" data-y="${ann.tile.y}"`);
    const at = `${bob.tile.x},${bob.tile.y}`;
    expect(drawingOf(page)).toMatch(
      new RegExp(`id="city-${at.replace(',', '_')}" href="[^"]*at=${at}#map-chosen" aria-label="Empire of`),
    );
  });

  it('lists everything in view on request, and otherwise links to the list', async () => {
    const { html } = await browser.open('/map?list=all');
    expect(html).toMatch(/<details[^>]*id="map-list"[^>]* open[^]*<table[^]*Empire of/);
    const { html: brief } = await browser.open('/map');
    expect(brief).not.toMatch(/id="map-list"[^]*<table/);
    expect(brief).toMatch(/href="\/map\?[^"]*&amp;list=all#map-list"/);
  });

  it('omits the land for a browser that draws it itself', async () => {
    const { html } = await browser.open('/map?land=none');
    expect(html).toContain('<g id="map-land" data-keep aria-hidden="true"></g>');
  });

  it.each([1, 2, 3, 4, 5])('has zoom level %i', async (zoom) => {
    const { status, html } = await browser.open(`/map?zoom=${zoom}`);
    expect([status, html]).toEqual([200, expect.stringContaining(`zoom-${zoom}`)]);
  });

  it.each([
    ['?x=1001&y=0', 'must be from -1000 to 1000'],
    ['?x=0&y=-5000&at=3,4', 'must be from -1000 to 1000'],
    ['?at=2000,0', 'must be from -1000 to 1000'],
    ['?x=north&y=0', 'X and Y are two whole numbers.'],
    ['?at=here', 'A tile is two whole numbers'],
  ])('states the issue of %s, and still shows the map', async (query, sentence) => {
    const { status, html } = await browser.open(`/map${query}`);
    expect(status).toBe(400);
    expect(html).toContain(sentence);
    expect(html).toContain('id="map-drawing"');
  });

  it('takes at most seven statements besides those of every page', async () => {
    await browser.open('/map');
    const recorder = recordFlights(game.instance.pool);
    const statementsOf = async (path: string): Promise<string[]> => {
      await browser.open(path);
      return recorder.take().flat();
    };
    const usual = await statementsOf('/rules');
    const all = await statementsOf(`/map?find=${encodeURIComponent(`Empire of ${bob.username}`)}`);
    expect(all.filter((name) => !usual.includes(name))).toEqual([
      'selectPlaces',
      'selectNames',
      'selectCapital',
      'selectMapWindow',
      'selectMapTile',
      // The stock that a victory there could take.
      'selectEmpireStatesOf',
    ]);
    expect(all).toHaveLength(usual.length + 7);
  });

  it('states when it does not draw everything', async () => {
    expect((await browser.open('/map')).html).not.toContain('id="map-cut"');
    await addArmies(bob, 201, { x: bob.tile.x + 1, y: bob.tile.y });
    const { html } = await browser.open('/map');
    expect(html).toContain('at most 500 cities and 200 armies are shown');
    expect(html.match(/class="standing /g)).toHaveLength(200);
  });
});

describe('the chosen tile', () => {
  it('shows owner, distance and defence of a city, and what an attack would be like', async () => {
    const text = chosenOf(await open(bob.tile));
    expect(text).toContain(`Empire of ${bob.username}`);
    expect(text).toContain('10.0 tiles');
    expect(text).toContain('no wall, 20 soldiers, 10 archers');
    // 10 tiles at 40 tiles an hour.
    expect(text).toMatch(/Army 1[^]*0:15:00/);
    expect(text).toMatch(/You may attack this empire[^]*Morale <b>100 %/);
    expect(text).toMatch(/wins \d+ of 40 simulated battles/);
    expect(text).toContain('No loot: this empire is less than 1 d old.');
  });

  it('leads to the simulator with both sides filled in', async () => {
    const [, href = ''] = /href="(\/simulator\?[^"]*)"/.exec(chosenOf(await open(bob.tile))) ?? [];
    const query = new URLSearchParams(href.replaceAll('&amp;', '&').replace(/.*\?/, ''));
    const names = [
      'attacker_soldiers',
      'attacker_archers',
      'defender_soldiers',
      'defender_archers',
      'morale',
    ];
    expect(names.map((name) => query.get(name))).toEqual(['20', '10', '20', '10', '100']);
  });

  it('states why an attack is not allowed', async () => {
    await game.query(
      'UPDATE empires SET destroyed_value = 900000, military_score = 900 WHERE id = $1',
      ann.empireId,
    );
    const text = chosenOf(await open(bob.tile));
    expect(text).toContain('You are too strong to attack this newcomer (limit ');
    expect(text).not.toContain('formaction="/map/attack');
  });

  describe('with an army of Cid in Bob’s city', () => {
    let cid: Ruler;
    beforeEach(async () => {
      cid = await createEmpire(game, { x: ann.tile.x + 20, y: ann.tile.y });
      await addArmies(cid, 1, bob.tile);
      // After a long absence every empire may attack Cid.
      await game.query(
        `UPDATE empires SET protection_ended = true, last_active_at = 0, military_score = 400 WHERE id = $1`,
        cid.empireId,
      );
    });

    it('offers the city first', async () => {
      const text = chosenOf(await open(bob.tile));
      expect(text).toContain(`You may attack Capital of Empire of ${bob.username} (score `);
      expect(text).toMatch(new RegExp(`value="city:${bob.capitalId}" checked`));
    });

    it('offers the next target if the first is protected, with the score of its owner', async () => {
      await game.query('UPDATE empires SET destroyed_value = 900000 WHERE id = $1', ann.empireId);
      const scoreOf = async ({ empireId }: Ruler): Promise<number | undefined> =>
        (await game.query<{ score: number }>('SELECT score FROM empires WHERE id = $1', empireId))[0]?.score;
      const score = await scoreOf(cid);
      expect(await scoreOf(bob)).not.toBe(score);
      const text = chosenOf(await open(bob.tile));
      const host = `Host 1 of Empire of ${cid.username}`;
      expect(text).toContain(`You may attack ${host} (score ${score}).`);
      expect(text).toContain(`simulated battles against ${host}`);
      expect(text).toContain(`Morale against ${host}`);
      expect(text).toContain(`value="city:${bob.capitalId}" disabled>`);
      expect(text).toMatch(/value="army:[^"]*" checked>/);
      expect(text).toContain('formaction="/map/attack');
    });
  });

  it('gives the reason for each army that cannot go', async () => {
    await attackCity(ann, bob);
    expect(chosenOf(await open(bob.tile))).toContain('On its way to an attack; you can only recall it.');
  });

  it('links to the page of an own city', async () => {
    expect(chosenOf(await open(ann.tile))).toContain(`href="/city/${ann.capitalId}"`);
  });

  it('offers to found a city on open land, with the price and what is missing', async () => {
    const land = { x: ann.tile.x - 9, y: ann.tile.y };
    expect(chosenOf(await open(land))).toMatch(
      /Found a city[^]*1,000 <span class="unseen">materials<[^]*Found a city here/,
    );
    await game.query('UPDATE empires SET gold = 0 WHERE id = $1', ann.empireId);
    expect(chosenOf(await open(land))).toMatch(
      /Found a city[^]*800 gold[^<]*missing; there in <time[^]*too little in store/,
    );
  });

  it('names the city that is too close', async () => {
    const text = chosenOf(await open({ x: bob.tile.x + 2, y: bob.tile.y }));
    expect(text).toContain('is too close: cities keep 3 tiles apart.');
  });
});

describe('orders', () => {
  const target = (): Record<string, string> => ({ army_id: ann.armyId, target: `city:${bob.capitalId}` });

  it('attack, redirect to the same view, and state the time of contact there', async () => {
    const fields = { ...around(bob.tile), ...target(), zoom: 4 };
    const answer = await browser.sendForm('/map/attack', fields);
    const { x, y } = bob.tile;
    const view = `/map?x=${x}&y=${y}&zoom=4&at=${x},${y}`;
    expect([answer.status, answer.location]).toEqual([302, `${view}#map-send`]);
    expect(partOf(await browser.open(view), 'map-send')).toMatch(
      /role="status">Your army is marching on .*; contact at <time class="clock" [^>]+>\d\d:\d\d UTC<\/time>\./,
    );
  });

  it('march', async () => {
    const goal = { x: ann.tile.x - 9, y: ann.tile.y };
    const page = await browser.submit('/map/move', { ...around(goal), army_id: ann.armyId });
    expect(partOf(page, 'map-send')).toContain('Army 1 marches to');
  });

  it.each([
    ['with its name', '<i>Vesper</i>', /&lt;i&gt;Vesper&lt;\/i&gt; is founded at/],
    ['with a name of the tile if the field is empty', '', /[A-Z][a-z]+ is founded at/],
  ])('found a city %s', async (_case, name, notice) => {
    const goal = { x: ann.tile.x - 9, y: ann.tile.y + 9 };
    expect((await browser.submit('/map/found', { ...around(goal), name })).html).toMatch(notice);
  });

  it.each([
    ['/map/attack', {}, 400, 'The army is required'],
    ['/map/move', { army_id: '00000000-0000-4000-8000-000000000000' }, 404, 'map-drawing'],
    ['/map/found', { name: 'x'.repeat(51) }, 400, 'Name must have at most 50 characters'],
    ['/map/found', { name: 'Capital' }, 409, 'map-drawing'],
  ])('%s with %o is refused on the same page', async (path, fields, status, sentence) => {
    const goal = { x: ann.tile.x - 9, y: ann.tile.y };
    const page = await browser.sendForm(path, { ...around(goal), ...fields });
    expect(page.status).toBe(status);
    expect(page.html).toContain(sentence);
    expect(page.html).toContain(`data-at="${goal.x},${goal.y}"`);
    expect(partOf(page, path === '/map/found' ? 'map-found' : 'map-send')).toContain('role="alert"');
  });

  it('redirect a GET of the form to the map', async () => {
    expect((await browser.open('/map/attack')).location).toBe('/map?x=0&y=0');
  });
});

describe('the visibility of marches', () => {
  it('includes own marches', async () => {
    const goal = around({ x: bob.tile.x, y: bob.tile.y + 4 });
    await browser.submit('/map/move', { ...goal, army_id: ann.armyId });
    await game.pass(minuteMs);
    expect(drawingOf(await browser.open('/map'))).toMatch(/class="march moving own"[^]*Army 1, /);
  });

  it('excludes the moves of others', async () => {
    const destination = { x: ann.tile.x + 2, y: ann.tile.y };
    await bob.send('POST', `/api/army/${bob.armyId}/move`, { destination });
    await game.pass(minuteMs);
    const page = await browser.open('/map');
    expect(page.html).not.toContain(bob.armyId);
    expect(drawingOf(page)).not.toContain('class="march');
  });

  it('includes an incoming attack for its target only, with its origin but without its units', async () => {
    await setUnits(game, bob.armyId, { knights: 1 });
    await attackCity(bob, ann);
    await game.pass(minuteMs);
    const drawing = drawingOf(await browser.open('/map'));
    const [, march = ''] = drawing.split('class="march moving foe"');
    expect(march).toContain(`Empire of ${bob.username}, `);
    expect(march.split('</g>')[0]).toMatch(/href="#piece-unknown"/);
    const [, city = ''] = drawing.split(`id="city-${bob.tile.x}_${bob.tile.y}"`);
    expect(city.split('</a>')[0]).toContain('class="threat"');
    const cid = await createEmpire(game, { x: ann.tile.x - 6, y: ann.tile.y });
    const page = await new Browser(game, cid.cookie).open('/map');
    expect(drawingOf(page)).not.toContain('class="march');
  });

  it('has one caption for all attacks on a place', async () => {
    const cid = await createEmpire(game, { x: ann.tile.x - 6, y: ann.tile.y });
    for (const attacker of [bob, cid]) {
      await setUnits(game, attacker.armyId, { knights: 1 });
      await attackCity(attacker, ann);
    }
    await game.pass(minuteMs);
    const drawing = drawingOf(await browser.open('/map'));
    expect(drawing.split('class="march moving foe"')).toHaveLength(3);
    expect(drawing.match(/class="going"[^>]*>[^<]*/g)).toEqual([
      expect.stringMatching(/>2 attackers, $/) as string,
    ]);
  });
});

/** The map for visitors, and the landing page with the map of this world. */
import { beforeAll, describe, expect, it } from 'vitest';
import { registerEmpire, useTestGame, type Ruler } from '../support/game.ts';
import { createPlayer } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame();
let guest: Browser;
const tenSecondsMs = 10_000;
let ann: Ruler;
let emptyLanding = '';

beforeAll(async () => {
  guest = new Browser(game);
  emptyLanding = (await guest.open('/')).html;
  ann = await registerEmpire(game.url, { x: 8, y: 6 });
  game.clock.advance(tenSecondsMs);
});

describe('the landing page', () => {
  it('has the drawn map in an empty world', () => {
    expect(emptyLanding).toMatch(/<img src="[^"]+map-light/);
    expect(emptyLanding).not.toContain('id="map-drawing"');
  });

  it('shows the foremost city on the map of this world, and how many rule it', async () => {
    await refreshRankings(game);
    const { html } = await guest.open('/');
    expect(html).toContain(`id="city-${ann.tile.x}_${ann.tile.y}"`);
    expect(wordsOf(html)).toMatch(/1 ruler , reign ends in/);
    expect(html).toContain('href="/map?x=8&amp;y=6">Look around');
  });

  it('says which seat is fought over, and shows no march', async () => {
    const [seat] = await game.query<{ id: string }>('SELECT id FROM seats WHERE number = 0');
    const order = { army_id: ann.armyId, target_type: 'seat', target_id: seat?.id };
    await ann.send('POST', '/api/battle', order);
    expect((await guest.open('/')).html).not.toContain('fought over');
    game.clock.advance(tenSecondsMs);
    const { html } = await guest.open('/');
    expect(wordsOf(html)).toContain('The Seat of Megaresos is being fought over.');
    expect(html).not.toContain('class="march');
  });
});

describe('the map of a visitor', () => {
  it('opens at the seat that is fought over, without marches', async () => {
    const { html } = await guest.open('/map');
    expect(wordsOf(html)).toContain('Map around 0 | 0');
    expect(html).not.toContain('class="march');
    // Ann sees her own one.
    expect((await new Browser(game, ann.cookie).open('/map?x=0&y=0')).html).toContain('class="march');
  });

  it('names the chosen city and its ruler, without an order', async () => {
    const { html } = await guest.open('/map?x=8&y=6&at=8,6');
    expect(html).toContain(`<a href="/empire/${ann.empireId}">`);
    expect(html).not.toContain('<form method="post" action="/map');
  });

  it('refuses a wrong tile in words', async () => {
    const { status, html } = await guest.open('/map?x=1&y=west');
    expect([status, html.includes('X and Y are two whole numbers.')]).toEqual([400, true]);
  });

  it('is that of a player without an empire, too', async () => {
    const player = await createPlayer(game);
    const { html } = await new Browser(game, player.cookie).open('/map');
    expect(html).toContain('href="/dashboard">Found an empire');
  });
});

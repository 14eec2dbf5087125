/** The story that the overview tells a ruler who comes back after four hours, once. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { setStock } from '../support/set-state.ts';
import { hourMs } from '../support/worlds.ts';
import { Browser, partOf } from './browser.ts';
import { hostileText, setClash, type Clash } from './clash.ts';

const game = useTestGame();
let clash: Clash;
let bob: Browser;
let ann: Browser;

/** The story in words; empty without one. */
const story = (reader: Browser) => reader.words('/dashboard', 'story');

beforeAll(async () => {
  clash = await setClash(game);
  [ann, bob] = [new Browser(game, clash.ann.cookie), new Browser(game, clash.bob.cookie)];
  await bob.open('/dashboard');
  await ann.open('/dashboard');
});

describe('the story', () => {
  it('is none of an absence of less than four hours, nor of the first visit', async () => {
    const other = new Browser(game, clash.ann.cookie);
    await other.open('/dashboard');
    await game.pass(4 * hourMs - 1);
    expect(await story(other)).toBe('');
    expect(await story(new Browser(game, clash.bob.cookie))).toBe('');
  });

  it('tells the defender who attacked what, how it ended and what it cost, with the way to strike back', async () => {
    await game.pass(1);
    const page = await bob.open('/dashboard');
    const told = partOf(page, 'story');
    const { username } = clash.ann;
    expect(told).toContain('While you were gone');
    expect(told).toMatch(/You lost [\d,]+ units in fights and [\d,]+ gold, .* to plunder\./);
    expect(told.replace(/<[^>]*>/g, '')).toMatch(
      new RegExp(`Empire of ${username} attacked Capital: you lost\\.\\s.*You were plundered of `),
    );
    const { x, y } = clash.ann.tile;
    expect(told).toContain(`href="/map?x=${x}&amp;y=${y}&amp;at=${x},${y}#map-chosen">Strike back`);
    // It is the first part of the page.
    expect(page.html.indexOf('<section')).toBe(page.html.indexOf('<section class="part" id="story"'));
  });

  it('is told once', async () => {
    expect(await story(bob)).toBe('');
  });

  it('tells the attacker who was beaten, and what came home', async () => {
    const told = await story(ann);
    expect(told).toContain('Your armies brought home ');
    expect(told).toMatch(new RegExp(`You attacked ${hostileText} at .*: you won\\..* Report`));
  });

  it('sums up exactly what was made, whatever was spent, and names what was built and trained', async () => {
    const dan = await createEmpire(game, { x: 90, y: 90 });
    const reader = new Browser(game, dan.cookie);
    await dan.send('POST', `/api/city/${dan.capitalId}/buildings`, { type: 'barracks' });
    await game.pass(hourMs);
    await setStock(game, dan.empireId, { gold: 1000, food: 1000, materials: 1000 });
    await dan.send('PUT', `/api/empire/${dan.empireId}/wishes`, {
      wishes: [{ city_id: dan.capitalId, unit_type: 'archers', quantity: 2 }],
      reserve: { gold: 0, food: 0, materials: 0 },
    });
    await reader.open('/dashboard');
    game.clock.advance(1);
    const { rates } = await dan.read<{ rates: Record<string, number> }>(`/api/empire/${dan.empireId}`);
    await dan.send('POST', `/api/city/${dan.capitalId}/buildings`, { type: 'wall' });
    await game.pass(5 * hourMs);
    const told = await story(reader);
    const [, gold = ''] = /You made ([\d,]+) gold/.exec(told) ?? [];
    // The wall costs upkeep, and the archers eat, from some minutes after the order on.
    const made = Number(gold.replaceAll(',', ''));
    expect(made).toBeLessThanOrEqual(5 * (rates.gold ?? 0));
    expect(made).toBeGreaterThanOrEqual(5 * ((rates.gold ?? 0) - 1) - 1);
    expect(told).toContain('You built wall 1 in Capital. You trained 2 archers.');
  });

  it('says since when a store is full', async () => {
    const eve = await createEmpire(game, { x: 120, y: 90 });
    const reader = new Browser(game, eve.cookie);
    const { rates } = await eve.read<{ rates: { gold: number } }>(`/api/empire/${eve.empireId}`);
    await setStock(game, eve.empireId, { gold: 2000 - rates.gold, food: 0, materials: 0 });
    await reader.open('/dashboard');
    const left = game.clock.now();
    await game.pass(6 * hourMs);
    const told = partOf(await reader.open('/dashboard'), 'story');
    const [, since = ''] = /Full stores: gold since <time class="clock" datetime="([^"]*)"/.exec(told) ?? [];
    expect(Date.parse(since)).toBe(left + hourMs);
    expect(told).not.toContain('food since');
  });

  it('says so if nothing happened', async () => {
    const cat = await createEmpire(game, { x: 60, y: 60 });
    const reader = new Browser(game, cat.cookie);
    await setStock(game, cat.empireId, { gold: 2000, food: 2000, materials: 2000 });
    await reader.open('/dashboard');
    await game.pass(4 * hourMs);
    expect(await story(reader)).toContain('Nobody attacked you, and nothing was finished.');
  });
});

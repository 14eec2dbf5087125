/** The list of the viewer's battles, without JavaScript. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { partOf, type Page } from './browser.ts';
import { setClash, type Clash } from './clash.ts';

const game = useTestGame();
let clash: Clash;
let empty: Page;
let marching: Page;
let fighting: Page;

beforeAll(async () => {
  clash = await setClash(game);
  empty = await clash.open(await createEmpire(game, { x: 60, y: 60 }), '/battles');
  marching = await clash.open(clash.bob, '/battles');
  await clash.passTo(6_000);
  fighting = await clash.open(clash.ann, '/battles');
  await clash.passTo(60_000);
});

describe('the list of battles', () => {
  it('suggests what to do while it is empty', () => {
    expect(partOf(empty, 'finished')).toContain('href="/map">Find a target on the map');
  });

  it('counts down to a contact', () => {
    expect(partOf(marching, 'active')).toMatch(/class="hostile">\s*<div class="count"><time class="until"/);
  });

  it('shows the strip and the round of a fight', () => {
    const part = partOf(fighting, 'active');
    expect([part.includes('<svg class="strip"'), part.includes(', round 2')]).toEqual([true, true]);
  });

  it('shows result, enemy, losses and loot of a finished battle', async () => {
    const part = partOf(await clash.open(clash.ann, '/battles'), 'finished');
    expect(part).toMatch(
      /gain">Won<[\s\S]*Attack on<\/a> <a href="\/empire\/[^"]*">&lt;b&gt;[\s\S]*lost <b>\d+<\/b> of 1,080[\s\S]*took [\d,]+ gold/,
    );
  });

  it.each([
    ['attacks', true],
    ['defences', false],
  ] as const)('of %s has the reader’s attack: %s', async (side, isThere) => {
    expect(
      (await clash.open(clash.ann, `/battles?side=${side}`)).html.split('<h1')[1]?.includes(clash.battleId),
    ).toBe(isThere);
  });

  it('marks the active filter', async () => {
    expect((await clash.open(clash.ann, '/battles?side=attacks')).html).toContain(
      'href="/battles?side=attacks" aria-current="page"',
    );
  });
});

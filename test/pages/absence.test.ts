/** What the dashboard tells a ruler who was away for at least eight hours, and what it proposes first. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { setUnits } from '../support/set-state.ts';
import { hourMs } from '../support/worlds.ts';
import { Browser, partOf, wordsOf } from './browser.ts';
import { hostileText, setClash, type Clash } from './clash.ts';

const game = useTestGame();
let clash: Clash;
let bob: Browser;
let ann: Browser;
/** Ann's second browser, which she used at the start only. */
let afar: Browser;

/** The paragraph in words; empty without one. */
const tale = (reader: Browser) => reader.words('/dashboard', 'absence');

beforeAll(async () => {
  clash = await setClash(game);
  [ann, bob] = [new Browser(game, clash.ann.cookie), new Browser(game, clash.bob.cookie)];
  await bob.open('/dashboard');
  await ann.open('/dashboard');
  afar = new Browser(game, clash.ann.cookie);
  await afar.open('/dashboard');
});

describe('an absence', () => {
  it('of less than eight hours is none, nor is the first visit', async () => {
    await game.pass(7.9 * hourMs);
    expect(await tale(ann)).toBe('');
    expect(await tale(new Browser(game, clash.bob.cookie))).toBe('');
  });

  it('tells the defender what was lost, to whom, and what went with the attackers', async () => {
    await game.pass(0.2 * hourMs);
    const told = await tale(bob);
    const { username } = clash.ann;
    expect(told).toContain('While you were gone 8 h 6 min');
    const loss = `You lost once: Capital against Empire of ${username}, and [\\d,]+ gold, .* went with the attackers\\.`;
    expect(told).toMatch(new RegExp(loss));
    expect(told).toContain('Capital builds nothing: order a level');
  });

  it('stays during the whole visit', async () => {
    expect(await tale(bob)).toContain('You lost once');
  });

  it('tells the attacker who was beaten, and what came home', async () => {
    const told = await tale(afar);
    expect(told).toContain(`Your armies beat ${hostileText}. They brought home `);
  });

  it('names the attack that is on its way as the first order', async () => {
    const cat = await createEmpire(game, { x: 5, y: 5 });
    await setUnits(game, cat.armyId, { soldiers: 50 });
    await attackCity(cat, clash.bob);
    const [first = ''] = /<li>.*<\/li>/.exec(partOf(await bob.open('/dashboard'), 'absence')) ?? [];
    expect(wordsOf(first)).toMatch(/^Empire of \w+ reaches Capital in .*: strengthen it/);
  });

  it('says so if nothing happened', async () => {
    const { cookie } = await createEmpire(game, { x: 60, y: 60 });
    const cat = new Browser(game, cookie);
    await cat.open('/dashboard');
    await game.pass(9 * hourMs);
    expect(await tale(cat)).toContain('Nobody attacked you, and nothing was finished.');
  });
});

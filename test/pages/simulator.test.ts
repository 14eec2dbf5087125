/** The simulator without JavaScript: its form, its refusals, and the same results as the game. */
import { describe, expect, it } from 'vitest';
import { noStacks, resolveFight } from '../../src/game/fight/battle.ts';
import { estimateOdds } from '../../src/game/fight/odds.ts';
import { oddsText, stacksText } from '../../src/shared-ui/words.ts';
import { useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { battleRandomOf } from '../support/worlds.ts';
import { Browser, type Page } from './browser.ts';

const game = useTestGame();

describe('the simulator', () => {
  const stranger = (query = ''): Promise<Page> => new Browser(game).open(`/simulator${query}`);
  const vector2 =
    '?attacker_knights=100&attacker_catapults=25&defender_archers=200&defender_militia=10&wall=10&seed=vector-2';
  const attacker = { ...noStacks(), knights: 100, catapults: 25 };
  const defender = { ...noStacks(), archers: 200, militia: 10 };

  it('is open to guests, and shows no fight while the sides are empty', async () => {
    const { status, html } = await stranger();
    expect([status, html]).toEqual([200, expect.stringContaining('<div id="result" hidden>')]);
  });

  it('resolves the fight of the query like the game, with its rounds, its volley and the typed values', async () => {
    const { html } = await stranger(vector2);
    const rolls = battleRandomOf('vector-2');
    const fight = resolveFight({ attacker, defender, wall: 10, morale: 1000, rolls });
    expect(html).toContain(`${stacksText(fight.attacker)} left`);
    expect([...html.matchAll(/<tr data-round="\d+">/g)]).toHaveLength(4);
    expect(html).toContain('The volley from the wall fells 5 knights and 1 catapult.');
    expect(html).toMatch(/name="attacker_knights"[^>]* value="100"/);
  });

  it('shows the odds over 40 other seeds', async () => {
    const { html } = await stranger(vector2);
    const text = oddsText(estimateOdds({ attacker, defender, wall: 10, morale: 1000 }));
    expect(html.toLowerCase()).toContain(text);
  });

  it.each([
    ['computes the morale from both scores', 'attacker_score=1180&defender_score=305', 75],
    ['accepts a morale of 500 %, which the weariness of a holder allows', 'morale=500', 500],
  ])('%s', async (_claim, query, morale) => {
    const { status, html } = await stranger(`${vector2}&${query}`);
    expect(status).toBe(200);
    expect(html).toContain(`<span data-slot="morale">${morale} %</span>`);
  });

  it('swaps the sides, without the militia', async () => {
    const { html } = await stranger(vector2);
    const [, href = ''] = /id="swap" href="([^"]*)"/.exec(html) ?? [];
    const query = new URLSearchParams(href.replaceAll('&amp;', '&').replace(/.*\?/, ''));
    const fields = ['attacker_archers', 'defender_knights', 'attacker_militia'];
    expect(fields.map((name) => query.get(name))).toEqual(['200', '100', null]);
  });

  it.each([
    ['attacker_soldiers=100001', 'Soldiers must be at most 100,000'],
    ['defender_militia=-1', 'Militia must be at least 0'],
    ['attacker_knights=some', 'Knights must be a whole number'],
    ['attacker_knights=1e3', 'Knights must be a whole number'],
    ['morale=501', 'Morale, % must be at most 500'],
    ['wall=26', 'Wall must be at most 25'],
    ['morale=59.9', 'Morale, % must be at least 60'],
    ['morale=87.35', 'Morale, % must be a number with at most one decimal'],
    ['attacker_score=5', 'Defender’s score must be given with the other score'],
    [`seed=${'x'.repeat(101)}`, 'The seed must have at most 100 characters'],
  ])('refuses %s beside the field', async (query, issue) => {
    const { status, html } = await stranger(`?${query}`);
    expect(status).toBe(400);
    expect(html).toMatch(new RegExp(`aria-invalid="true"[^>]*><p class="mistake"[^>]*>${issue}`));
  });

  it('escapes the typed values', async () => {
    const query = new URLSearchParams({ seed: '"><script>x</script>', wall: '<b>' });
    expect((await stranger(`?${query.toString()}`)).html).not.toMatch(/<script>x|<b>"/);
  });

  it('has the layout of the game for a player with an empire', async () => {
    expect((await new Browser(game, (await createEmpire(game)).cookie).open('/simulator')).html).toContain(
      'id="stock-gold"',
    );
  });
});

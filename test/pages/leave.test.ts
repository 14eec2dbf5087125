/** The form of a leave on the account page. */
import { expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { hourMs } from '../support/worlds.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const game = useTestGame();

it('orders a leave, shows its state, and cancels it', async () => {
  const player = await createEmpire(game, { x: 0, y: 0 });
  const browser = new Browser(game, player.cookie);
  const part = async () => wordsOf(partOf(await browser.open('/account'), 'leave'));
  expect(await part()).toContain('Order a leave');
  await browser.sendForm('/account/leave', { days: '3' });
  expect(await part()).toContain('The notice ends');
  await browser.sendForm('/account/leave/end', {});
  expect(await part()).toContain('Order a leave');
  await browser.sendForm('/account/leave', { days: '3' });
  game.clock.advance(12 * hourMs);
  expect(await part()).toContain('Your empire stands still until');
});

/** Pages of a leave: the form on the account page, the line of the dashboard, the sign on the page of the empire. */
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
  const line = async () =>
    / id="leave"[^>]*>(.*?)<\/div>/s.exec((await browser.open('/dashboard')).html)?.[1] ?? '';
  const sign = async () =>
    wordsOf(
      /class="mark-leave">(.*?)<\/span>/s.exec(
        (await browser.open(`/empire/${player.empireId}`)).html,
      )?.[1] ?? '',
    );
  expect(await part()).toContain('Order a leave');
  await browser.sendForm('/account/leave', { days: '3' });
  expect(await part()).toContain('The notice ends');
  expect([wordsOf(await line()), await sign()]).toEqual([
    expect.stringContaining('Your leave begins'),
    'goes on leave',
  ]);
  await browser.sendForm('/account/leave/end', {});
  expect(await part()).toContain('Order a leave');
  expect([await line(), await sign()]).toEqual(['', '']);
  await browser.sendForm('/account/leave', { days: '3' });
  game.clock.advance(12 * hourMs);
  expect(await part()).toContain('Your empire stands still until');
  expect([wordsOf(await line()), await sign()]).toEqual([
    expect.stringContaining('You are on leave until'),
    'on leave until',
  ]);
});

/** The JSON routes of unread results. */
import { beforeAll, expect, it } from 'vitest';
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createNeighbours } from '../support/players.ts';
import { moveArmy } from '../support/requests.ts';
import { hourMs } from '../support/worlds.ts';
import { Browser } from '../pages/browser.ts';

const game = useTestGame();
let ann: Ruler;
beforeAll(async () => {
  [ann] = await createNeighbours(game, 6);
  for (const distance of [1, 2, 3]) {
    await moveArmy(ann, { x: ann.tile.x, y: ann.tile.y + distance });
    await game.pass(hourMs);
  }
});

const path = () => `/api/empire/${ann.empireId}/news`;
const list = async (): Promise<EmpireEvent[]> => (await ann.read<{ results: EmpireEvent[] }>(path())).results;
const markRead = (numbers: unknown, by = ann) => by.send('POST', `${path()}/read`, { numbers });
const numbersOf = (results: readonly EmpireEvent[]): number[] => results.map(({ number }) => number);

it('the list has the results that pages show, newest first', async () => {
  const results = await list();
  expect(results.map(({ type }) => type)).toEqual(['army_arrived', 'army_arrived', 'army_arrived']);
  expect(numbersOf(results)).toEqual([4, 3, 2]);
  const { html } = await new Browser(game, ann.cookie).open('/account');
  expect([...html.matchAll(/data-number="(\d+)"/g)].map(([, number]) => Number(number))).toEqual([4, 3, 2]);
});

it('read results leave the list, for pages, too; other numbers change nothing', async () => {
  expect((await markRead([3, 1, 999])).body).toEqual({ success: true });
  expect(numbersOf(await list())).toEqual([4, 2]);
  expect((await markRead([3])).status).toBe(200);
  const { html } = await new Browser(game, ann.cookie).open('/account');
  expect(html).not.toContain('data-number="3"');
});

it('no number, and more numbers than there can be results, are refused', async () => {
  const detailsOf = async (numbers: unknown) => (await markRead(numbers)).body.details;
  expect(await detailsOf([])).toBe('numbers: must have at least 1 item');
  expect(await detailsOf(Array(51).fill(1))).toBe('numbers: must have at most 50 items');
});

/** The JSON routes of unread results. */
import { beforeAll, expect, it } from 'vitest';
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { attackCity, createNeighbours } from '../support/players.ts';
import { moveArmy } from '../support/requests.ts';
import { expose } from '../support/set-state.ts';
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

it('three attacks of one empire that were called off within a day are one result, which is read as one', async () => {
  const [bob, cat] = await createNeighbours(game, 6);
  for (const { empireId } of [bob, cat]) await expose(game, empireId);
  const newsOf = async () =>
    (await bob.read<{ results: EmpireEvent[] }>(`/api/empire/${bob.empireId}/news`)).results.filter(
      ({ type }) => type.startsWith('battle'),
    );
  for (let attack = 0; attack < 3; attack += 1) {
    await attackCity(cat, bob);
    expect((await newsOf())[0]).toMatchObject({ type: 'battle_start' });
    await cat.send('POST', `/api/army/${cat.armyId}/recall`);
    expect(await newsOf()).toMatchObject([{ type: 'battle_called_off', data: { count: attack + 1 } }]);
    await game.pass(3 * hourMs);
  }
  const log = await bob.read<{ events: EmpireEvent[] }>(`/api/empire/${bob.empireId}/events`);
  expect(log.events.filter(({ type }) => type === 'battle_called_off')).toHaveLength(3);
  const numbers = (await newsOf()).map(({ number }) => number);
  await bob.send('POST', `/api/empire/${bob.empireId}/news/read`, { numbers });
  expect(await newsOf()).toEqual([]);
  const { html } = await new Browser(game, bob.cookie).open('/account');
  expect(html).not.toContain('called off');
});

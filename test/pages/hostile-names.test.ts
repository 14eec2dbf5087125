/** Hostile names of empires, cities and armies appear as text on every page of both sides, without a browser. */
import { beforeAll, describe, expect, it } from 'vitest';
import { enrich, expose, setLevels, setUnits } from '../support/set-state.ts';
import { useTestGame, useOne, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { Browser } from './browser.ts';
import { hostileName, hostileText } from './clash.ts';

const game = useTestGame({ speed: 10 });
let battleId: string;

/** Gives an empire, a second city and a second army hostile names. */
async function nameEverything(ruler: Ruler, city: { x: number; y: number }): Promise<void> {
  const { empireId, armyId, capitalId } = ruler;
  await enrich(game, empireId);
  await expose(game, empireId);
  await setLevels(game, capitalId, { town_hall: 10 });
  await setUnits(game, armyId, { soldiers: 200 });
  const name = `${hostileName} ${ruler.username}`;
  const answers = [
    await ruler.send('PUT', `/api/empire/${empireId}`, { name, description: hostileName }),
    await ruler.send('POST', `/api/empire/${empireId}/cities`, { name: hostileName, location: city }),
    await ruler.send('POST', `/api/army/${armyId}/split`, { units: { soldiers: 20 }, name: hostileName }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 201]);
}

const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 6 }));

beforeAll(async () => {
  await nameEverything(ann, { x: 6, y: 0 });
  await nameEverything(bob, { x: 6, y: 6 });
  battleId = await attackCity(ann, bob);
  await game.pass(60 * 60_000);
  await attackCity(bob, ann);
});

const paths = (): string[] => [
  '/dashboard',
  `/city/${ann.capitalId}`,
  `/city/${bob.capitalId}`,
  '/armies',
  '/reports',
  '/ledger',
  '/wishes',
  '/seats',
  '/battles',
  `/battle/${battleId}`,
  '/leaderboard',
  '/account',
  `/map?x=0&y=3&at=${ann.tile.x},${ann.tile.y}`,
  `/map?x=0&y=3&at=${bob.tile.x},${bob.tile.y}`,
  '/map?x=3&y=3&at=6,0',
];

describe.each([
  ['the attacker', () => ann],
  ['the defender', () => bob],
])('for %s', (_, readerOf) => {
  it('no page contains a hostile name as markup', async () => {
    const browser = new Browser(game, readerOf().cookie);
    const shown: string[] = [];
    for (const path of paths()) {
      const { html } = await browser.open(path);
      expect([path, html.includes(hostileName), html.includes('<b>"Pell')]).toEqual([path, false, false]);
      if (html.includes(hostileText)) shown.push(path.replace(/[?/][^?/]*$/, ''));
    }
    // Otherwise the test would prove nothing.
    expect(shown.length).toBeGreaterThan(8);
  });
});

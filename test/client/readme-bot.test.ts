/** The bot of the client's README, verbatim, against an instance. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject, it } from 'vitest';
import { enrich, expose } from '../support/set-state.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { the } from '../support/worlds.ts';

const bot = /```js\n(.*?)```/s.exec(readFileSync('clients/typescript/README.md', 'utf8'))?.[1] ?? '';
/** Lines that the bot has printed. */
const output: string[] = [];
const printed = (line: RegExp): Promise<void> =>
  expect.poll(() => output.some((text) => line.test(text)), { timeout: 60_000 }).toBe(true);
const game = useTestGame();

useOne(
  () => {
    const folder = mkdtempSync(join(inject('testServer').folder, 'bot-'));
    mkdirSync(join(folder, 'node_modules/@hegemon-game'), { recursive: true });
    symlinkSync(resolve('clients/typescript'), join(folder, 'node_modules/@hegemon-game/client'), 'junction');
    writeFileSync(join(folder, 'bot.mjs'), bot);
    const child = spawn(process.execPath, ['bot.mjs'], {
      cwd: folder,
      env: { ...process.env, HEGEMON_URL: game.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface(child.stdout).on('line', (line) => output.push(line));
    return { child, ended: once(child, 'exit') };
  },
  ({ child, ended }) => {
    child.kill();
    return ended;
  },
);

it('founds an empire and gives an order', async () => {
  await printed(/ to \d+$/);
  const rows = await game.query<{ name: string }>("SELECT name FROM empires WHERE kind = 'player'");
  expect(rows).toEqual([{ name: 'Realm of Talos' }]);
});

it('gives further orders after an update', async () => {
  const isOrder = (line: string) => / to \d+$/.test(line);
  const orders = output.filter(isOrder).length;
  const passAndCount = async () => {
    await game.pass(600_000);
    return output.filter(isOrder).length;
  };
  // The bot must keep up: its session ends after a month.
  await expect.poll(passAndCount, { interval: 200 }).toBeGreaterThan(orders);
});

it('builds a wall when it is attacked', async () => {
  const foe = await createEmpire(game, { x: 9, y: 0 });
  const [city] = await game.query<{ empire_id: string; id: string }>(
    `SELECT empire_id, cities.id FROM cities JOIN empires ON empires.id = empire_id
     WHERE empires.name = 'Realm of Talos'`,
  );
  const { empire_id: empireId, id: capitalId } = the(city);
  await expose(game, empireId);
  await enrich(game, empireId);
  output.length = 0;
  await foe.send('POST', '/api/battle', {
    army_id: foe.armyId,
    target_type: 'city',
    target_id: capitalId,
  });
  await printed(new RegExp(`^Empire of ${foe.username} attacks$`));
  await printed(/^(wall to 1|the queue is full)$/);
});

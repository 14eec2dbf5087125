/** Bots and alliances: they found and join alliances of bots, and answer no player. */
import { beforeAll, expect, it } from 'vitest';
import { Budget } from '../../src/bots/live/budget.ts';
import { lookForAllies } from '../../src/bots/live/allies.ts';
import { createClient } from '../../src/client/client.ts';
import { enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire, userIdOf } from '../support/players.ts';

const game = useTestGame();
let bots: Ruler[];
let player: Ruler;

beforeAll(async () => {
  bots = [];
  for (const x of [0, 20, 40]) bots.push(await createEmpire(game, { x, y: 0 }));
  player = await createEmpire(game, { x: 60, y: 0 });
  for (const bot of bots)
    await game.query('UPDATE users SET is_bot = true WHERE id = $1', await userIdOf(game, bot));
});

/** @param rolls the first one decides whether it looks, the next one whether it founds an alliance */
async function look(bot: Ruler, ...rolls: number[]): Promise<void> {
  const state = await game.instance.services.readEmpire('empire', bot.empireId);
  if (state === null) throw new Error('the bot has no empire');
  const deps = {
    client: createClient({ url: game.url, token: bot.token }),
    ...{ reads: new Budget(0), actions: new Budget(0), chance: () => rolls.shift() ?? 0 },
    signal: new AbortController().signal,
  };
  await lookForAllies(deps, { style: 'turtle', opening: 'farms', mix: 'mixed' }, state.empire);
}

const allianceOf = async ({ send, empireId }: Ruler) =>
  (await send<{ alliance: { id: string } | null }>('GET', `/api/empire/${empireId}`)).body.alliance?.id ??
  null;

it('bots share an alliance of bots, and leave applications of players without an answer', async () => {
  const [first, second, third] = bots as [Ruler, Ruler, Ruler];
  const ofPlayers = await foundAlliance(player);
  await look(first, 0.99);
  await look(first, 0, 0.99);
  expect(await allianceOf(first)).toBeNull();
  await look(first);
  const id = (await allianceOf(first)) ?? '';
  expect(id).not.toBe('');
  // The others find it, and not the alliance of players.
  for (const bot of [second, third]) await look(bot);
  await look(first);
  expect([await allianceOf(second), await allianceOf(third)]).toEqual([id, id]);
  await player.send('DELETE', `/api/alliance/${ofPlayers}`);
  await game.pass(25 * 3_600_000);
  await player.send('POST', `/api/alliance/${id}/applications`);
  await look(first);
  expect(await allianceOf(player)).toBeNull();
  expect((await readAlliance(player, id)).members.map(({ is_bot }) => is_bot)).toEqual([true, true, true]);
});

it('bots answer no invitation, because none reaches them', async () => {
  const id = await foundAlliance(player);
  for (const bot of bots) await enlist(player, id, bot);
  expect((await readAlliance(player, id)).member_count).toBe(1);
});

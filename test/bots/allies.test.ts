/** Bots and alliances: they found and join alliances of bots, and reject players. */
import { beforeAll, expect, it } from 'vitest';
import { Budget, type BotDeps } from '../../src/bots/live/budget.ts';
import { askForGuards, lookForAllies } from '../../src/bots/live/allies.ts';
import { createClient } from '../../src/client/client.ts';
import { noUnits } from '../../src/game/counts.ts';
import type { Empire } from '../../src/game/types.ts';
import { enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire, userIdOf } from '../support/players.ts';
import { sightOf, turtle } from './sights.ts';

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

const depsOf = (bot: Ruler, rolls: number[] = []): BotDeps => ({
  client: createClient({ url: game.url, token: bot.token }),
  ...{ reads: new Budget(0), actions: new Budget(0), chance: () => rolls.shift() ?? 0 },
  signal: new AbortController().signal,
});

async function empireOf(bot: Ruler): Promise<Empire> {
  const state = await game.instance.services.readEmpire('empire', bot.empireId);
  if (state === null) throw new Error('the bot has no empire');
  return state.empire;
}

/** A turn of a minute at speed 1. @param rolls the first one decides whether it looks, the next one whether it founds an alliance */
async function look(bot: Ruler, ...rolls: number[]): Promise<void> {
  const sight = { own: await empireOf(bot), speed: 1 };
  await lookForAllies(depsOf(bot, rolls), turtle, sight, 60_000);
}

const allianceOf = async ({ send, empireId }: Ruler) =>
  (await send<{ alliance: { id: string } | null }>('GET', `/api/empire/${empireId}`)).body.alliance?.id ??
  null;

it('bots share an alliance of bots, and reject applications of players', async () => {
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
  const applications = async (): Promise<number> =>
    (await first.send<{ candidates: unknown[] }>('GET', `/api/alliance/${id}/candidates`)).body.candidates
      .length;
  expect(await applications()).toBe(1);
  await look(first);
  expect([await allianceOf(player), await applications()]).toEqual([null, 0]);
  expect((await readAlliance(player, id)).members.map(({ is_bot }) => is_bot)).toEqual([true, true, true]);
});

it('bots answer no invitation, because none reaches them', async () => {
  const id = await foundAlliance(player);
  for (const bot of bots) await enlist(player, id, bot);
  expect((await readAlliance(player, id)).member_count).toBe(1);
});

it('on a fast world, a bot looks in every turn', async () => {
  const [leader, applicant] = await Promise.all([80, 100].map((x) => createEmpire(game, { x, y: 0 })));
  if (leader === undefined || applicant === undefined) throw new Error('no empires');
  await game.query('UPDATE users SET is_bot = true WHERE id = $1', await userIdOf(game, applicant));
  const id = await foundAlliance(leader);
  await applicant.send('POST', `/api/alliance/${id}/applications`);
  const sight = { own: await empireOf(leader), speed: 60 };
  await lookForAllies(depsOf(leader, [0.99]), turtle, sight, 16_000);
  expect(await allianceOf(applicant)).toBe(id);
});

it('a bot asks its alliance for a guard once for each attack that it would not hold, also after a restart', async () => {
  const first = await createEmpire(game, { x: 0, y: 40 });
  const id = await foundAlliance(first);
  const own = await empireOf(first);
  const [capital] = own.cities;
  const threat = (soldiers: number, contactAt: number, isGuarded = false) => ({
    ...{ attackerId: 'stranger', tile: { x: capital?.x ?? 0, y: capital?.y ?? 0 }, contactAt, isGuarded },
    units: { ...noUnits(), soldiers },
  });
  const day = 1_800_000_000_000;
  const threats = [threat(500, day), threat(5, day + 1), threat(500, day + 2), threat(500, day + 3, true)];
  const sight = sightOf(own, { now: own.advancedAt, threats });
  const asked = new Set<string>();
  for (const known of [asked, asked, new Set<string>()]) await askForGuards(depsOf(first), sight, known);
  const { body } = await first.send<{ messages: { text: string }[] }>('GET', `/api/alliance/${id}/messages`);
  expect(body.messages.map(({ text }) => /at (\S+),/.exec(text)?.[1])).toEqual([
    '2027-01-15T08:00:00.000Z',
    '2027-01-15T08:00:00.002Z',
  ]);
});

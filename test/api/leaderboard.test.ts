/** The rankings: with and without a session, ties, limits, and the own entry. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Leaderboard } from '../../src/contract/leaderboard.ts';
import { addEmpires } from '../support/crowd.ts';
import { useTestGame, useOne, type Player } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';

const game = useTestGame({ unsound: 'empires have no city' });
const ann = useOne(() => createEmpire(game));
const visitor = useOne(() => createPlayer(game));

beforeAll(async () => {
  const crowd = Array.from({ length: 110 }, (_, index) => ({
    name: `Rival ${index}`,
    militaryScore: 100 + Math.floor(index / 3),
    economicScore: 500 - 2 * Math.floor(index / 2),
    createdAt: game.clock.now(),
  }));
  await addEmpires(game, ann, crowd);
  await refreshRankings(game);
});

function read(query = '', player: Player = ann): Promise<Leaderboard> {
  return player.read(`/api/leaderboard${query}`);
}

describe('the leaderboard', () => {
  it('shows by default the best 50 by score', async () => {
    expect(await read()).toEqual(await read('?type=score&limit=50'));
  });

  it.each([
    [1, 1],
    [100, 100],
    [101, 100],
    [Number.MAX_SAFE_INTEGER, 100],
  ])('with a limit of %i has %i entries', async (limit, count) => {
    expect((await read(`?limit=${limit}`)).rankings).toHaveLength(count);
  });

  it.each([
    ['military', 136],
    ['economic', 500],
    ['score', 600],
  ])('by %s begins with %i', async (type, best) => {
    expect((await read(`?type=${type}`)).rankings[0]?.score).toBe(best);
  });

  it('is empty behind its end', async () => {
    const { rankings, me } = await read('?from=1000');
    expect([rankings, me?.rank]).toEqual([[], 111]);
  });
});

describe('the own entry', () => {
  it('is present although it is not among the best', async () => {
    expect((await read('?limit=5')).me).toEqual({
      rank: 111,
      empire_id: ann.empireId,
      empire_name: `Empire of ${ann.username}`,
      alliance_tag: null,
      score: 39,
      owner_username: ann.username,
      is_bot: false,
      leave: null,
      position: 111,
    });
  });

  it('has no position by crowns without any', async () => {
    expect((await read('?type=crowns')).me?.position).toBeNull();
  });

  it('is null without an empire', async () => {
    expect((await read('', visitor)).me).toBeNull();
  });
});

/** The rankings: with and without a session, ties, limits, and the own entry. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Leaderboard } from '../../src/contract/leaderboard.ts';
import { addEmpires } from '../support/crowd.ts';
import { sendAnonymously, useTestGame, useOne, type Player } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';

const game = useTestGame();
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
});

function read(query = '', player: Player = ann): Promise<Leaderboard> {
  return player.read(`/api/leaderboard${query}`);
}

describe('the leaderboard', () => {
  it('needs no session', async () => {
    const { status, body } = await sendAnonymously(game.url, 'GET', '/api/leaderboard');
    expect({ status, me: body.me }).toEqual({ status: 200, me: null });
  });

  it('shows rank, empire, score and owner', async () => {
    expect((await read()).rankings[0]).toEqual({
      rank: 1,
      empire_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      empire_name: expect.stringMatching(/^Rival [01]$/) as string,
      alliance_tag: null,
      score: 600,
      owner_username: expect.stringMatching(/^owner of Rival [01]$/) as string,
      is_bot: false,
      leave: null,
    });
  });

  it('has updated_at', async () => {
    expect((await read()).updated_at).toBe(new Date(game.clock.now()).toISOString());
  });

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

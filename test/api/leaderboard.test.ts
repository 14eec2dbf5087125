/** The rankings: with and without a session, ties, limits, and the own entry. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Leaderboard } from '../../src/contract/leaderboard.ts';
import { addEmpires } from '../support/crowd.ts';
import { sendAnonymously, useTestGame, type Player, type Ruler } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';

const game = useTestGame();
let ann: Ruler;
let visitor: Player;

beforeAll(async () => {
  ann = await createEmpire(game);
  visitor = await createPlayer(game);
  const crowd = Array.from({ length: 110 }, (_, index) => ({
    name: `Rival ${index}`,
    militaryScore: 100 + Math.floor(index / 3),
    economicScore: 500 - 2 * Math.floor(index / 2),
    createdAt: game.clock.now(),
  }));
  await addEmpires(game, ann, crowd);
});

async function read(query = '', player: Player = ann): Promise<Leaderboard> {
  const { status, body } = await player.send<Leaderboard>('GET', `/api/leaderboard${query}`);
  expect(status).toBe(200);
  return body;
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
    });
  });

  it('has updated_at', async () => {
    expect((await read()).updated_at).toBe(new Date(game.clock.now()).toISOString());
  });

  it('shows by default the best 50 by score', async () => {
    expect(await read()).toEqual(await read('?type=score&limit=50'));
  });

  it('has 50 entries by default', async () => {
    expect((await read()).rankings).toHaveLength(50);
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

  it('gives ties one rank and skips the following ranks', async () => {
    const { rankings } = await read('?type=economic&limit=6');
    expect(rankings.map(({ rank }) => rank)).toEqual([1, 1, 3, 3, 5, 5]);
  });

  it('orders ties by id', async () => {
    const { rankings } = await read('?type=economic&limit=2');
    const ids = rankings.map(({ empire_id }) => empire_id);
    expect(ids).toEqual([...ids].sort());
  });

  it.each(['score', 'military', 'economic'])(
    'by %s with a lower limit has the beginning of the list',
    async (type) => {
      const { rankings } = await read(`?type=${type}&limit=6`);
      for (const limit of [1, 2, 3, 4, 5]) {
        expect((await read(`?type=${type}&limit=${limit}`)).rankings).toEqual(rankings.slice(0, limit));
      }
    },
  );

  it.each(['score', 'military', 'economic'])('by %s is sorted', async (type) => {
    const scores = (await read(`?type=${type}&limit=100`)).rankings.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it.each(['score', 'military', 'economic'])('by %s has the whole list on its pages', async (type) => {
    const { rankings } = await read(`?type=${type}&limit=100`);
    const pages = [];
    for (let from = 1; from <= 100; from += 7) {
      pages.push(...(await read(`?type=${type}&limit=7&from=${from}`)).rankings);
    }
    expect(pages.slice(0, 100)).toEqual(rankings);
  });

  it('is empty behind its end', async () => {
    const { rankings, me } = await read('?from=1000');
    expect([rankings, me?.rank]).toEqual([[], 111]);
  });

  it('counts ranks among all empires, regardless of the limit', async () => {
    const { rankings } = await read('?type=military&limit=100');
    const scores = rankings.map(({ score }) => score);
    expect(rankings.map(({ rank }) => rank)).toEqual(scores.map((score) => scores.indexOf(score) + 1));
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
      position: 111,
    });
  });

  it('has the position at which the list has it', async () => {
    for (const type of ['score', 'military', 'economic']) {
      const { me } = await read(`?type=${type}&limit=1`);
      const { rankings } = await read(`?type=${type}&limit=1&from=${me?.position ?? 0}`);
      expect(rankings.map(({ empire_id }) => empire_id)).toEqual([ann.empireId]);
    }
  });

  it('has no position by crowns without any', async () => {
    expect((await read('?type=crowns')).me?.position).toBeNull();
  });

  it.each([
    ['military', 32],
    ['economic', 7],
  ])('follows the ranking by %s', async (type, score) => {
    expect((await read(`?type=${type}`)).me).toMatchObject({ rank: 111, score });
  });

  it('is not repeated among the best', async () => {
    const { rankings } = await read('?limit=100');
    expect(rankings.some(({ empire_id }) => empire_id === ann.empireId)).toBe(false);
  });

  it('shares the rank of its ties', async () => {
    await addEmpires(game, ann, [
      { name: 'Equal', militaryScore: 32, economicScore: 7, createdAt: game.clock.now() },
    ]);
    expect((await read()).me?.rank).toBe(111);
  });

  it('is null without an empire', async () => {
    expect((await read('', visitor)).me).toBeNull();
  });
});

/** The ranking of alliances: sums of scores and crowns that follow every change of members and of their scores. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Leaderboard } from '../../src/contract/leaderboard.ts';
import { enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { plantSeat } from '../support/set-state.ts';
import { sendAnonymously, useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { Browser, wordsOf } from '../pages/browser.ts';

const game = useTestGame();
/** Led by Ann, with Bob as a member. */
let owls: string;
/** Cat alone. */
let cats: string;

const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 20 }));
const cat = useOne(() => createEmpire(game, { x: 20, y: 0 }));

beforeAll(async () => {
  cats = await foundAlliance(cat);
  owls = await foundAlliance(ann);
  await enlist(ann, owls, bob);
  await refreshRankings(game);
});

function read(query = ''): Promise<Leaderboard> {
  return ann.read(`/api/leaderboard?type=alliance${query}`);
}

/** The sums of the members' present scores, from the page of each alliance. */
async function addUp(ids: string[]): Promise<[string, number][]> {
  const views = await Promise.all(ids.map((id) => readAlliance(ann, id)));
  return views.map(({ id, members }) => [id, members.reduce((sum, { score }) => sum + score, 0)]);
}

const ranked = async (): Promise<[string, number][]> =>
  (await read()).alliances.map(({ alliance_id, score }) => [alliance_id, score]);

describe('the ranking of alliances', () => {
  it('shows alliances with rank, members and sums, and no empires', async () => {
    const { tag } = await readAlliance(ann, owls);
    const [, [, score] = ['', 0]] = await addUp([cats, owls]);
    const { alliances, rankings, me } = await read();
    expect({ rankings, me, first: alliances[0] }).toEqual({
      rankings: [],
      me: null,
      first: { rank: 1, alliance_id: owls, name: `Owls ${tag}`, tag, member_count: 2, score, crowns: 0 },
    });
    expect(await ranked()).toEqual(await addUp([owls, cats]));
  });

  it('needs no session, and has as many entries as asked for', async () => {
    const { body } = await sendAnonymously<Leaderboard>(
      game.url,
      'GET',
      '/api/leaderboard?type=alliance&limit=1',
    );
    expect(body.alliances).toHaveLength(1);
    expect((await read('&limit=1')).alliances.map(({ alliance_id }) => alliance_id)).toEqual([owls]);
  });

  it('follows the scores of members', async () => {
    const raise = 'UPDATE empires SET military_score = military_score + 500 WHERE id = $1';
    await game.query(raise, cat.empireId);
    await refreshRankings(game);
    const expected = await addUp([cats, owls]);
    expect(expected[0]?.[1]).toBeGreaterThan(expected[1]?.[1] ?? 0);
    expect(await ranked()).toEqual(expected);
    expect((await read('&limit=1')).alliances.map(({ alliance_id }) => alliance_id)).toEqual([cats]);
  });

  it('adds up the crowns of members', async () => {
    const heldSince = game.clock.now() - 3 * 3_600_000;
    await plantSeat(game, { number: 1, tile: { x: 4, y: 4 }, holderId: bob.empireId, heldSince });
    await game.pass(2 * 3_600_000);
    await refreshRankings(game);
    const { body } = await bob.send<Leaderboard>('GET', '/api/leaderboard?type=crowns');
    expect(body.me?.score).toBeGreaterThan(0);
    const crowns = Object.fromEntries((await read()).alliances.map((row) => [row.alliance_id, row.crowns]));
    expect(crowns).toEqual({ [owls]: body.me?.score, [cats]: 0 });
  });

  it('has the own alliance of a member, also on another page, and other rankings have none', async () => {
    const { alliances, alliance: own } = await read('&from=100');
    const [first] = (await read('&limit=1')).alliances;
    const isFirst = first?.alliance_id === owls;
    const { position, ...entry } = own ?? { position: 0 };
    expect([alliances, position]).toEqual([[], isFirst ? 1 : 2]);
    expect((await read(`&limit=1&from=${position}`)).alliances).toEqual([entry]);
    const { body } = await sendAnonymously<Leaderboard>(game.url, 'GET', '/api/leaderboard?type=alliance');
    expect(body.alliance).toBeNull();
    const other = await ann.read<Leaderboard>('/api/leaderboard');
    expect([other.alliance, other.alliances, other.rankings.length > 0]).toEqual([null, [], true]);
  });

  it('is a list of the page of rankings', async () => {
    const page = await new Browser(game, bob.cookie).open('/world?type=alliance');
    const { tag } = await readAlliance(ann, owls);
    expect(wordsOf(page.html)).toContain(`Owls ${tag} [${tag}] yours`);
  });

  it('leaves out what a member takes along, and alliances that have ended', async () => {
    await bob.send('DELETE', `/api/alliance/${owls}/member/${bob.empireId}`);
    const [sum] = await addUp([owls]);
    expect(await ranked()).toContainEqual(sum);
    await cat.send('DELETE', `/api/alliance/${cats}/member/${cat.empireId}`);
    expect((await ranked()).map(([id]) => id)).not.toContain(cats);
  });
});

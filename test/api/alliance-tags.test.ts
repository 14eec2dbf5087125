/** The tag of an alliance beside the name of a member, in answers and on pages; null or nothing for other empires. */
import { beforeAll, describe, expect, it } from 'vitest';
import { expose, plantSeat } from '../support/set-state.ts';
import { enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire, userIdOf } from '../support/players.ts';
import { Browser, wordsOf } from '../pages/browser.ts';

const game = useTestGame();
/** A member of an alliance. */
let ann: Ruler;
let bob: Ruler;
let tag: string;
let battleId: string;

beforeAll(async () => {
  const leader = await createEmpire(game, { x: 0, y: 60 });
  ann = await createEmpire(game, { x: 0, y: 0 });
  bob = await createEmpire(game, { x: 0, y: 9 });
  const id = await foundAlliance(leader);
  ({ tag } = await readAlliance(leader, id));
  await enlist(leader, id, ann);
  await expose(game, bob.empireId);
  const heldSince = game.clock.now() - 3 * 3_600_000;
  await plantSeat(game, { number: 1, tile: { x: 4, y: 4 }, holderId: ann.empireId, heldSince });
  battleId = await attackCity(ann, bob);
  await ann.send('POST', '/api/threads', { user_id: await userIdOf(game, bob), text: 'Greetings' });
});

/** The objects in an answer that have a member `name`, and their tags. */
function tagsIn(value: unknown, idMember: string, tagMember: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  const own = value as Record<string, unknown>;
  const found = Object.values(own).map((member) => tagsIn(member, idMember, tagMember));
  const here = tagMember in own ? { [String(own[idMember])]: own[tagMember] } : {};
  return Object.assign(here, ...found) as Record<string, unknown>;
}

describe('an answer', () => {
  it.each([
    ['/api/leaderboard', 'empire_id'],
    ['/api/leaderboard?type=military', 'empire_id'],
    ['/api/search?name=e', 'empire_id'],
    ['/api/map?x=0&y=4', 'empire_id'],
    ['/api/empires', 'id'],
  ])('has the tags of %s', async (path, idMember) => {
    const { body } = await bob.send<object>('GET', path);
    expect(tagsIn(body, idMember, 'alliance_tag')).toMatchObject({
      [ann.empireId]: tag,
      [bob.empireId]: null,
    });
  });

  it.each(['/api/leaderboard?type=crowns', '/api/reigns', '/api/seats', '/api/threads', '/api/today'])(
    'has the tag of %s',
    async (path) => {
      const { body } = await bob.send<object>('GET', path);
      expect(tagsIn(body, 'empire_id', 'alliance_tag')).toMatchObject({ [ann.empireId]: tag });
    },
  );

  it('has the tags of both sides of a battle', async () => {
    const list = (await bob.send<object>('GET', '/api/battles')).body;
    const active = (await bob.send<object>('GET', '/api/battles?status=active')).body;
    const own = (await bob.send<object>('GET', `/api/battles?empire_id=${bob.empireId}`)).body;
    for (const battles of [list, active, own]) {
      expect(tagsIn(battles, 'id', 'attacker_tag')).toEqual({ [battleId]: tag });
      expect(tagsIn(battles, 'id', 'defender_tag')).toEqual({ [battleId]: null });
    }
    const { body } = await bob.send<object>('GET', `/api/battle/${battleId}`);
    expect(tagsIn(body, 'empire_id', 'alliance_tag')).toEqual({ [ann.empireId]: tag, [bob.empireId]: null });
  });
});

describe('a page', () => {
  it.each([
    '/leaderboard',
    '/search?name=e',
    '/seats',
    '/battles',
    '/messages',
    '/map?x=0&y=4&list=all',
    '/map?x=0&y=4&at=0,0',
  ])('shows the tag: %s', async (path) => {
    const { html } = await new Browser(game, bob.cookie).open(path);
    expect(wordsOf(html)).toContain(`Empire of ${ann.username} [${tag}]`);
  });

  it('of a battle shows the tag', async () => {
    const { html } = await new Browser(game, bob.cookie).open(`/battle/${battleId}`);
    expect(wordsOf(html)).toContain(`Empire of ${ann.username} [${tag}]`);
  });

  it('shows the tag in the alarm of every page', async () => {
    const { html } = await new Browser(game, bob.cookie).open('/wishes');
    expect(wordsOf(html)).toContain(`Empire of ${ann.username} [${tag}] meets it`);
  });
});

/** The tag of an alliance beside the name of a member, in answers and on pages; null or nothing for other empires. */
import { beforeAll, describe, expect, it } from 'vitest';
import { enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { expose, plantSeat, setUnits } from '../support/set-state.ts';
import { useOne, useTestGame, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire, userIdOf } from '../support/players.ts';
import { hourMs } from '../support/worlds.ts';
import { Browser, wordsOf, type Page } from '../pages/browser.ts';

const game = useTestGame();
/** A member of an alliance, whom all pages name. */
let ann: Ruler;
/** The reader, outside of that alliance. */
let bob: Ruler;
let name: string;
let tag: string;
let bobsTag: string;
/** What the paths below leave open. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  const leader = await createEmpire(game, { x: 0, y: 60 });
  ann = await createEmpire(game, { x: 0, y: 0 });
  bob = await createEmpire(game, { x: 0, y: 9 });
  name = `Empire of ${ann.username}`;
  const allianceId = await foundAlliance(leader);
  ({ tag } = await readAlliance(leader, allianceId));
  await enlist(leader, allianceId, ann);
  // Bob's own alliance has invited her.
  ids.alliance = await foundAlliance(bob);
  bobsTag = (await readAlliance(bob, ids.alliance)).tag;
  await bob.send('POST', `/api/alliance/${ids.alliance}/invitations`, { empire_id: ann.empireId });
  await expose(game, bob.empireId);
  await setUnits(game, ann.armyId, { soldiers: 60 });
  await setUnits(game, bob.armyId, { soldiers: 40 });
  const heldSince = game.clock.now();
  await plantSeat(game, { number: 1, tile: { x: 4, y: 4 }, holderId: ann.empireId, heldSince });
  ids.battle = await attackCity(ann, bob);
  await game.pass(3 * hourMs);
  const { body } = await ann.send<{ share: { path: string } }>('POST', `/api/battle/${ids.battle}/share`, {});
  ids.shared = body.share.path;
  // The second one is on its way.
  ids.second = await attackCity(ann, bob);
  const message = { user_id: await userIdOf(game, bob), text: 'Greetings' };
  ids.thread = (await ann.send<{ thread_id: string }>('POST', '/api/threads', message)).body.thread_id;
  await game.query(
    `WITH given AS (INSERT INTO reign_crowns (reign, empire_id, parts) VALUES (1, $2, 1))
     INSERT INTO reigns (number, ended_at, empire_id, empire_name, parts) VALUES (1, $1, $2, $3, 1)`,
    heldSince,
    ann.empireId,
    name,
  );
});

/** What follows each place where the page has her name, links and blanks left out. Drawings may cut the end of a name. */
function followersOf({ html }: Page): string[] {
  return html
    .split(new RegExp(`${name}(?!…)`))
    .slice(1)
    .map((rest) => rest.replace(/<\/(?:a|b)>/g, '').slice(0, ` [${tag}]`.length));
}

const fill = (path: string): string => path.replace(/:(\w+)/, (_, key: string) => ids[key] ?? '');

describe.each([
  ['a player', () => bob.cookie],
  ['a guest', () => undefined],
])('a page for %s', (reader, cookieOf) => {
  it.each([
    '/',
    '/world',
    '/world?type=military',
    '/world?type=crowns',
    ':shared',
    ...(reader === 'a guest'
      ? []
      : [
          '/dashboard',
          '/reports',
          '/reports?show=battles',
          '/battle/:battle',
          '/messages',
          '/messages/:thread',
          '/search?name=e',
          '/alliance/:alliance',
          '/map?x=0&y=4&list=all',
          '/map?x=0&y=4&at=0,0',
          '/map?x=0&y=4&at=0,2&found=1',
        ]),
  ])('%s has it', async (path) => {
    const page = await new Browser(game, cookieOf()).open(fill(path));
    const followers = followersOf(page);
    expect([page.status, followers.length > 0]).toEqual([200, true]);
    expect(followers.filter((text) => text !== ` [${tag}]`)).toEqual([]);
  });
});

it('the alarm of every page shows the tag', async () => {
  const { html } = await new Browser(game, bob.cookie).open('/wishes');
  expect(wordsOf(html)).toContain(`${name} [${tag}] meets it`);
});

/** The objects in an answer that have a member `tagMember`, and their tags. */
function tagsIn(value: unknown, idMember: string, tagMember: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  const own = value as Record<string, unknown>;
  const found = Object.values(own).map((member) => tagsIn(member, idMember, tagMember));
  const here = tagMember in own ? { [String(own[idMember])]: own[tagMember] } : {};
  return Object.assign(here, ...found) as Record<string, unknown>;
}

describe('an answer', () => {
  /** A member of no alliance. */
  const eve = useOne(() => createEmpire(game, { x: 9, y: 9 }));

  it.each([
    ['/api/leaderboard', 'empire_id'],
    ['/api/leaderboard?type=military', 'empire_id'],
    ['/api/search?name=e', 'empire_id'],
    ['/api/map?x=0&y=4', 'empire_id'],
    ['/api/empires', 'id'],
  ])('has the tags of %s', async (path, idMember) => {
    expect(tagsIn(await bob.read(path), idMember, 'alliance_tag')).toMatchObject({
      [ann.empireId]: tag,
      [eve.empireId]: null,
    });
  });

  it.each(['/api/leaderboard?type=crowns', '/api/reigns', '/api/seats', '/api/threads'])(
    'has the tag of %s',
    async (path) => {
      expect(tagsIn(await bob.read(path), 'empire_id', 'alliance_tag')).toMatchObject({
        [ann.empireId]: tag,
      });
    },
  );

  it('has the tags of both sides of a battle', async () => {
    const battleId = await attackCity(eve, bob);
    const lists = ['', '?status=active', `?empire_id=${bob.empireId}`];
    for (const battles of await Promise.all(lists.map((query) => bob.read(`/api/battles${query}`)))) {
      const own = { [ids.second ?? '']: tag, [battleId]: null };
      expect(tagsIn(battles, 'id', 'attacker_tag')).toMatchObject(own);
      expect(tagsIn(battles, 'id', 'defender_tag')).toMatchObject({ [battleId]: bobsTag });
    }
    expect(tagsIn(await bob.read(`/api/battle/${battleId}`), 'empire_id', 'alliance_tag')).toEqual({
      [eve.empireId]: null,
      [bob.empireId]: bobsTag,
    });
  });
});

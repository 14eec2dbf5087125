/** The tag of an alliance is beside the name of a member wherever a page names it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { expose, plantSeat, setUnits } from '../support/set-state.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire, userIdOf } from '../support/players.ts';
import { hourMs } from '../support/worlds.ts';
import { Browser, type Page } from './browser.ts';

const game = useTestGame();
/** A member of an alliance, whom all pages name. */
let ann: Ruler;
/** The reader, outside of that alliance. */
let bob: Ruler;
let name: string;
let tag: string;
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
  await attackCity(ann, bob);
  const message = { user_id: await userIdOf(game, bob), text: 'Greetings' };
  ids.thread = (await ann.send<{ thread_id: string }>('POST', '/api/threads', message)).body.thread_id;
  await game.query(
    'INSERT INTO reigns (number, ended_at, empire_id, empire_name, parts) VALUES (1, $1, $2, $3, 1)',
    heldSince,
    ann.empireId,
    name,
  );
});

/** What follows each place where the page has her name, links and blanks left out. */
function followersOf({ html }: Page): string[] {
  return html
    .split(name)
    .slice(1)
    .map((rest) => rest.replace(/<\/(?:a|b)>/g, '').slice(0, ` [${tag}]`.length));
}

const fill = (path: string): string => path.replace(/:(\w+)/, (_, key: string) => ids[key] ?? '');

describe.each([
  ['a player', () => bob.cookie],
  ['a guest', () => undefined],
])('for %s', (reader, cookieOf) => {
  it.each([
    '/',
    '/leaderboard',
    '/leaderboard?type=military',
    '/leaderboard?type=crowns',
    '/world',
    '/seats',
    ':shared',
    ...(reader === 'a guest'
      ? []
      : [
          '/dashboard',
          '/reports',
          '/battles',
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

/** The page of the world: its map, the reign, and the latest fight. rankings.test.ts and seats.test.ts have the rest. */
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../src/kernel/time.ts';
import { tileSize } from '../../src/shared-ui/terrain/land.ts';
import { distinctPigments } from '../../src/pages/shared/sides.ts';
import { drawRelief } from '../../src/pages/world/relief.ts';
import { washOf } from '../../src/pages/world/wash.ts';
import { endAlliances, enlist, foundAlliance } from '../support/alliances.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { attackCity, createEmpire, removeVillages } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { expose, plantSeat, setUnits } from '../support/set-state.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame({ unsound: 'seats are stored' });
const ann = useOne(() => createEmpire(game, { x: 0, y: 4 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 8 }));

beforeAll(() => removeVillages(game));

/** The words of a part of the page, whose map and fight are read once a minute. */
function wordsIn(part: string, cookie?: string): Promise<string> {
  game.clock.advance(minuteMs);
  return new Browser(game, cookie).words('/world', part);
}

describe('the head', () => {
  it('counts rulers and cities, and tells the end of the reign', async () => {
    await refreshRankings(game);
    game.clock.advance(minuteMs);
    expect(wordsOf((await new Browser(game).open('/world')).html)).toMatch(
      /World 2 rulers 2 cities reign 1 ends in/,
    );
  });
});

describe('a part of the map', () => {
  it('leads players to the map, guests nowhere', async () => {
    const link = /<a href="\/map\?x=-?\d+&amp;y=-?\d+&amp;zoom=1" aria-label="[12] cit(y|ies) around /;
    expect((await new Browser(game, ann.cookie).open('/world')).html).toMatch(link);
    expect((await new Browser(game).open('/world')).html).not.toMatch(link);
  });
});

describe('the wash of the map', () => {
  const at = (x: number, y: number, leader_id: string, cities = 1) => ({
    x,
    y,
    cities,
    leader_id,
    city_x: x,
    city_y: y,
  });
  /** The least and the greatest x of the outline of each leader, in squares. */
  const reachOf = (squares: Parameters<typeof washOf>[0]) =>
    Object.fromEntries(
      washOf(squares, 1).map(({ id, outline }) => {
        let here = 0;
        const xs = [...outline.matchAll(/([MqtQT])(-?\d+) ?(-?\d+)(?: ?(-?\d+) ?(-?\d+))?/g)].map(
          ([, kind, x, , x2]) => {
            here = kind === 'M' ? Number(x) : here + Number(x2 ?? x);
            return here / tileSize;
          },
        );
        return [id, [Math.min(...xs), Math.max(...xs)].map(Math.round)];
      }),
    );

  it('reaches around the cities of a leader, and ends where another has more', () => {
    expect(reachOf([at(0, 0, 'a')])).toEqual({ a: [-3, 4] });
    expect(reachOf([at(0, 0, 'a'), at(4, 0, 'b')])).toEqual({ a: [-3, 3], b: [3, 8] });
    expect(reachOf([at(0, 0, 'a', 9), at(4, 0, 'b')])).toEqual({ a: [-3, 4], b: [3, 8] });
  });

  it('gives the members of an alliance one colour, and names it first if it has the most cities', async () => {
    const names = async () => (await wordsIn('whole')).replace(/ The colour .*/, '');
    expect(await names()).toContain(`Empire of ${ann.username} 1`);
    const allianceId = await foundAlliance(ann);
    await enlist(ann, allianceId, bob);
    expect(await names()).toMatch(/ 2$/);
    const { html } = await new Browser(game, bob.cookie).open('/world');
    expect(html.match(/class="wash [^"]*"/g)).toEqual(['class="wash own"']);
    await endAlliances(game);
  });
});

describe('the colours of the leaders', () => {
  const idOf = (pigment: number): string => `000${pigment - 1}0000-0000-4000-8000-000000000000`;

  it('are those of their banners, or the next that nobody before has', () => {
    expect(distinctPigments([3, 3, 4, 8, 8].map(idOf))).toEqual([3, 4, 5, 8, 1]);
    expect(new Set(distinctPigments([2, 2, 2, 2, 2, 2, 2, 2].map(idOf))).size).toBe(8);
  });
});

describe('the relief of a wide world', () => {
  it('has hills and woods everywhere, in a few kilobytes', () => {
    const relief = drawRelief(1000, { left: -900, right: 900, bottom: -900, top: 900 });
    for (const name of ['wood', 'h1', 'h2']) {
      const path = new RegExp(`<g class="${name}"><path d="([^"]*)"/></g>`).exec(relief)?.[1] ?? '';
      const starts = [...path.matchAll(/M(-?\d+)[ -]/g)].map(([, x]) => Number(x) / tileSize);
      expect([Math.min(...starts) < -600, Math.max(...starts) > 600], name).toEqual([true, true]);
    }
    expect(relief.length).toBeLessThan(70_000);
  });

  it('is on its map', async () => {
    await createEmpire(game, { x: 300, y: 300 });
    game.clock.advance(minuteMs);
    expect((await new Browser(game).open('/world')).html).toContain('<g class="h1"><path d="M');
  });
});

describe('a further page of a ranking', () => {
  it('shows nothing else', async () => {
    const { html } = await new Browser(game).open('/world?from=2');
    const parts = ['rankings', 'whole', 'standings', 'fight', 'seats'];
    expect(parts.filter((part) => html.includes(`id="${part}"`))).toEqual(['rankings']);
  });
});

describe('the latest fight', () => {
  it('is an example in a new world', async () => {
    expect(await wordsIn('fight')).toContain('An example, until a longer fight of this world is an hour old');
  });

  it('is told an hour after its end, with the report for its participants', async () => {
    await Promise.all([ann, bob].map(({ empireId }) => expose(game, empireId)));
    for (const { armyId } of [ann, bob]) await setUnits(game, armyId, { soldiers: 40 });
    await attackCity(ann, bob);
    await game.pass(30 * minuteMs);
    expect(await wordsIn('fight')).not.toContain('attacked');
    game.clock.advance(hourMs);
    expect(await wordsIn('fight')).toContain(`Empire of ${ann.username} attacked Empire of ${bob.username}`);
    expect(await wordsIn('fight', bob.cookie)).toContain('Whole report');
  });

  it('is the one that ended last', async () => {
    await setUnits(game, bob.armyId, { soldiers: 60 });
    await setUnits(game, ann.armyId, { soldiers: 40 });
    await attackCity(bob, ann);
    await game.pass(dayMs);
    expect(await wordsIn('fight')).toContain(`Empire of ${bob.username} attacked Empire of ${ann.username}`);
  });
});

describe('the reign', () => {
  it('has the empires with crowns and their seats, most crowns first, without keepers', async () => {
    expect(await wordsIn('standings')).toContain('Nobody has a crown yet.');
    const heldSince = game.clock.now() - hourMs;
    for (const [number, { empireId }] of [ann, bob, bob].entries())
      await plantSeat(game, {
        number: 500 + number,
        holderId: empireId,
        heldSince,
        tile: { x: 100 + 10 * number, y: 100 },
      });
    expect(await wordsIn('standings', ann.cookie)).toMatch(
      new RegExp(`1 Empire of ${bob.username} 2 \\d+ 2 Empire of ${ann.username} you 1 \\d+`),
    );
  });

  it('is followed by the latest Hegemons', async () => {
    await game.query(
      `WITH given AS (INSERT INTO reign_crowns SELECT number, $1, 7200000 FROM generate_series(1, 12) AS number)
       INSERT INTO reigns SELECT number, number, $1, 'Old name', 7200000 FROM generate_series(1, 12) AS number`,
      ann.empireId,
    );
    expect(await wordsIn('hegemons')).toMatch(/12 Old name .+ 2 crowns 11 Old name/);
  });
});

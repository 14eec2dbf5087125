/** The page of an empire: its public facts, what it means to a viewer, and the battles of the two. */
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../support/worlds.ts';
import { plantSeat, setUnits } from '../support/set-state.ts';
import { registerEmpire, useTestGame, useOne, type Ruler } from '../support/game.ts';
import { attackCity } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { Browser, partOf, wordsOf, type Page } from './browser.ts';

const game = useTestGame();

const pageOf = ({ empireId }: Ruler): string => `/empire/${empireId}`;
const read = (path: string, viewer?: Ruler): Promise<Page> => new Browser(game, viewer?.cookie).open(path);
const wordsIn = (part: string, of: Ruler, viewer?: Ruler) =>
  new Browser(game, viewer?.cookie).words(pageOf(of), part);

/** The page of some empire that no player rules. */
async function pageOfKind(kind: 'village' | 'keeper'): Promise<string> {
  const [row] = await game.query<{ id: string }>('SELECT id FROM empires WHERE kind = $1 LIMIT 1', kind);
  return `/empire/${row?.id ?? ''}`;
}

const ann = useOne(() => registerEmpire(game.url, { x: 0, y: 5 }));
const bob = useOne(() => registerEmpire(game.url, { x: 32, y: 5 }));

beforeAll(async () => {
  await bob.send('PUT', `/api/empire/${bob.empireId}`, {
    description: 'Shepherds of <the> hills\nand their dogs',
  });
  await refreshRankings(game);
});

describe('the page of an empire', () => {
  it('shows ruler, rank, score, cities and description to guests, without links into the game', async () => {
    const { html } = await read(pageOf(bob));
    expect(wordsOf(html)).toContain(`led by ${bob.username} rank 1`);
    expect(html).toContain('description">Shepherds of &lt;the&gt; hills\nand their dogs</p>');
    expect(await wordsIn('score', bob)).toContain('Score The rule 39 military 32, economic 7');
    expect(await wordsIn('cities', bob)).toContain('1 city Name Where Capital 32 | 5');
    expect(html).not.toMatch(/href="\/map\?|id="relation"/);
  });

  it('shows the distance, and links the map and the simulator, to a player', async () => {
    const page = await read(pageOf(bob), ann);
    expect(wordsOf(partOf(page, 'cities'))).toContain('32 | 5 32.0 tiles');
    const relation = partOf(page, 'relation');
    expect(wordsOf(relation)).toContain(
      'You and this empire You may attack it. No loot: it is less than 1 d old. Attack from the map Show on the map Simulate an attack',
    );
    expect(relation).toContain('href="/map?x=32&amp;y=5&amp;at=32,5#map-chosen"');
    // Its start army behind the militia of a new capital, without a wall.
    expect(relation).toMatch(
      /href="\/simulator\?[^"]*attacker_soldiers=20[^"]*defender_archers=10[^"]*defender_militia=4[^"]*"/,
    );
  });

  it('says to the owner that it is the own one', async () => {
    const { html } = await read(pageOf(ann), ann);
    expect(html).toContain('<span class="you">you</span>');
    expect(html).not.toContain('id="relation"');
  });

  it('says until when a newcomer is protected, and from whom', async () => {
    expect(await wordsIn('protection', bob)).toContain(
      'Newcomer The rule Until only empires up to score 108 can attack it. This ends early at score 1,000.',
    );
    await setUnits(game, ann.armyId, { soldiers: 5_000 });
    expect(await wordsIn('relation', bob, ann)).toMatch(
      /You are too strong to attack this newcomer \(limit 108, you have 5,007\), until \. Show on the map/,
    );
    await setUnits(game, ann.armyId, { soldiers: 20, archers: 10 });
  });

  it('does not exist at the id of none', async () => {
    expect((await read('/empire/00000000-0000-4000-8000-00000000dead')).status).toBe(404);
  });

  it('calls a village what it is', async () => {
    const page = await read(await pageOfKind('village'), ann);
    expect(wordsOf(page.html)).toMatch(/Village, strength \d of 8/);
    expect(wordsOf(partOf(page, 'relation'))).toContain('You may attack it.');
    expect(page.html).not.toContain('led by');
  });

  it('leads from a keeper to its seat, and offers no attack', async () => {
    const page = await read(await pageOfKind('keeper'), ann);
    expect(wordsOf(page.html)).toContain('holds its seat until an empire takes it');
    expect(wordsOf(partOf(page, 'cities'))).toContain(
      '1 seat Name Where From your capital Seat of Megaresos 0 | 0 5.0 tiles',
    );
    expect(wordsOf(partOf(page, 'battles'))).toContain('None so far.');
    expect(page.html).not.toContain('id="relation"');
  });

  it('lists the seats after the cities', async () => {
    const now = game.clock.now();
    await plantSeat(game, { number: 0, tile: { x: 0, y: 0 }, holderId: bob.empireId, heldSince: now });
    expect(await wordsIn('cities', bob, ann)).toContain(
      '1 city, 1 seat Name Where From your capital Capital 32 | 5 32.0 tiles Seat of Megaresos 0 | 0 5.0 tiles',
    );
  });
});

describe('the neighbours', () => {
  it('are the nearest empires of other players, with their distance from the capital', async () => {
    const far = await registerEmpire(game.url, { x: 32, y: 25 });
    const near = await registerEmpire(game.url, { x: 41, y: 5 });
    const words = await wordsIn('neighbours', bob);
    expect(words).toMatch(
      new RegExp(
        `Neighbours of its capital Empire Score Tiles .*${near.username} 39 \\d+\\.\\d .*${far.username} 39 2\\d.\\d .*${ann.username} .* 3\\d.\\d `,
      ),
    );
    expect(words).not.toContain(bob.username);
    expect(await wordsIn('neighbours', bob, ann)).toContain(`${ann.username} you`);
  });

  it('are missing for a village', async () => {
    expect((await read(await pageOfKind('village'))).html).not.toContain('id="neighbours"');
  });
});

describe('the own page', () => {
  it('leads to where each part is changed', async () => {
    const [own, foreign] = [await read(pageOf(ann), ann), await read(pageOf(ann), bob)];
    for (const address of ['/account#profile', `/city/${ann.capitalId}`]) {
      expect(own.html).toContain(`href="${address}"`);
      expect(foreign.html).not.toContain(`href="${address}"`);
    }
    expect(own.html).toContain('href="/reports?show=battles"');
  });
});

describe('the battles of two empires', () => {
  it('are listed for both, from each side, and for nobody else', async () => {
    const carol = await registerEmpire(game.url, { x: -32, y: 2 });
    expect(await wordsIn('battles', bob, ann)).toContain('None so far.');
    await attackCity(ann, bob);
    expect(await wordsIn('battles', bob, ann)).toContain('Your attack at 32 | 5 under way');
    expect(await wordsIn('battles', ann, bob)).toContain('Its attack at Capital under way');
    await game.pass(dayMs);
    expect(await wordsIn('battles', bob, ann)).toContain('Your attack at 32 | 5 Lost');
    expect(await wordsIn('battles', ann, bob)).toContain('Its attack at Capital Won');
    expect(await wordsIn('battles', bob, carol)).toContain('None so far.');
  });

  it('are listed for everybody while their ruler shares them', async () => {
    const battles = await game.query<{ id: string }>(`SELECT id FROM battles WHERE outcome IS NOT NULL`);
    const share = `/api/battle/${battles[0]?.id ?? ''}/share`;
    expect((await read(pageOf(ann))).html).not.toContain('id="shared"');
    const { body } = await ann.send<{ share: { path: string } }>('POST', share, {});
    const page = await read(pageOf(ann));
    expect(wordsOf(partOf(page, 'shared'))).toMatch(/Shared battles .* lost to .* at 32 | 5/);
    expect(page.html).toContain(`href="${body.share.path}"`);
    expect((await read(body.share.path)).status).toBe(200);
    // Each ruler shows only what they have shared.
    expect((await read(pageOf(bob))).html).not.toContain('id="shared"');
    await ann.send('DELETE', share);
    expect((await read(pageOf(ann))).html).not.toContain('id="shared"');
  });
});

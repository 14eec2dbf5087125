/** What the pages say of a battle with a guard: to the attacker, to the owner of the guard, and to the holder. */
import { describe, expect, it } from 'vitest';
import { selectPlayers } from '../../src/alarms/selection.ts';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { useOne, useTestGame, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire, userIdOf } from '../support/players.ts';
import { readBattle } from '../support/requests.ts';
import { enrich, expose, setLevels, setUnits } from '../support/set-state.ts';
import { dayMs, hourMs, minuteMs, the } from '../support/worlds.ts';
import { Browser } from './browser.ts';

const game = useTestGame();

/** A battle at the city of ann, which bob guards: its empires, and what a page shows of it. */
async function fight(row: number, attackers: number, holders = 30) {
  const ann = await createEmpire(game, { x: 0, y: row });
  const bob = await createEmpire(game, { x: 8, y: row });
  const foe = await createEmpire(game, { x: -20, y: row });
  for (const { empireId } of [ann, foe]) await expose(game, empireId);
  // Empires younger than a day cannot be plundered.
  await game.query(
    'UPDATE empires SET created_at = created_at - $2::bigint WHERE id = $1',
    ann.empireId,
    2 * dayMs,
  );
  await setLevels(game, ann.capitalId, { warehouse: 5 });
  await enrich(game, ann.empireId);
  await setUnits(game, ann.armyId, { soldiers: holders });
  await setUnits(game, bob.armyId, { soldiers: 40 });
  await setUnits(game, foe.armyId, { soldiers: attackers });
  await enlist(ann, await foundAlliance(ann), bob);
  await bob.send('POST', `/api/army/${bob.armyId}/guard`, { target_type: 'city', target_id: ann.capitalId });
  await game.pass(30 * minuteMs);
  const returning = new Map<string, Browser>();
  for (const { username, cookie } of [ann, bob]) {
    const browser = new Browser(game, cookie);
    await browser.open('/dashboard');
    returning.set(username, browser);
  }
  const id = await attackCity(foe, ann);
  await game.passTo((await readBattle(foe, id)).contact_at);
  await game.pass(hourMs / 4);
  const browse = ({ cookie }: Ruler): Browser => new Browser(game, cookie);
  const path = `/battle/${id}`;
  return {
    rulers: { ann, bob, foe },
    reports: (ruler: Ruler) => browse(ruler).words('/reports'),
    list: (ruler: Ruler) => browse(ruler).words('/reports?show=battles', 'finished'),
    report: (ruler: Ruler, query = '') => browse(ruler).words(path + query),
    map: (ruler: Ruler) => browse(ruler).words(`/map?x=0&y=${row}`, `fought-${id}`),
    /** What the overview tells a ruler whose absence began before the battle. */
    story: (ruler: Ruler) => the(returning.get(ruler.username)).words('/dashboard', 'story'),
    /** The alarm of the result. */
    alarm: async (ruler: Ruler) => {
      const userId = await userIdOf(game, ruler);
      const players = await selectPlayers(game.instance.pool, [userId], game.clock.now());
      return players.get(userId)?.alarms.find(({ kind }) => kind === 'battle');
    },
    /** The addresses of the steps of the replay, and the strengths of both sides that its script reads. */
    replay: async (ruler: Ruler, query: string) => {
      const { html } = await browse(ruler).open(path + query);
      return {
        steps: [...html.matchAll(/href="(\?[^"]+)#strength"/g)].map(([, href]) => href),
        seed: decodeURIComponent(/simulator\?[^"]*seed=([^"]+)"/.exec(html)?.[1] ?? ''),
        foe: /data-foe="([\d,]+)"/.exec(html)?.[1],
      };
    },
  };
}

describe('a guard that fell', () => {
  const fought = useOne(() => fight(0, 300));

  it('is the fight of its owner', async () => {
    const { bob, ann } = fought.rulers;
    expect(await fought.reports(bob)).toMatch(/You lost 40 of 40 units, and destroyed \d+ of 300/);
    expect(await fought.list(bob)).toMatch(/lost 40 of 40, destroyed \d+ of 300/);
    const report = await fought.report(bob);
    expect(report).toMatch(/Your defeat in \d rounds? .*Lost 40 of 40 units Destroyed \d+ of 300/);
    expect(report).toContain(
      `stood in. It fought in the open, without wall and militia. Then the attacker met Empire of ${ann.username}`,
    );
  });

  it('is no loss of the holder, who met the rest of the attacker', async () => {
    const { ann, bob } = fought.rulers;
    expect(await fought.reports(ann)).toMatch(/You lost 34 of 34 units, and destroyed \d+ of 2\d\d/);
    expect(await fought.list(ann)).toMatch(/lost 34 of 34, destroyed \d+ of 2\d\d/);
    const report = await fought.report(ann);
    expect(report).toMatch(/Your defeat .*Lost 34 of 34 units Destroyed \d+ of 2\d\d/);
    expect(report).toMatch(new RegExp(`An army of Empire of ${bob.username} \\[A\\d+\\] stood in`));
  });

  it('has a replay of its own, for every reader', async () => {
    const { ann, bob, foe } = fought.rulers;
    const guard = await fought.replay(foe, '?fight=guard');
    const holder = await fought.replay(foe, '');
    expect(guard.steps[1]).toBe('?fight=guard&amp;round=1');
    expect([guard.seed, holder.seed]).toEqual([`${holder.seed}/1`, expect.stringMatching(/^[\da-f]{64}$/)]);
    expect(guard.foe).toMatch(/^2880,.*,0$/);
    expect(holder.foe).not.toBe(guard.foe);
    expect((await fought.replay(ann, '?fight=guard')).steps).toEqual(guard.steps);
    expect((await fought.replay(bob, '?fight=holder')).foe).toBe(holder.foe);
    const report = await fought.report(foe, '?fight=guard&round=1');
    expect(report).toMatch(
      /Your victory in \d rounds? .*Your attack on Empire of .*, standing in for Empire of/,
    );
    expect(report).toMatch(/Lost \d+ of 300 units Destroyed 40 of 40/);
    expect(report).not.toContain('Plunder');
    expect(await fought.report(foe)).toMatch(/Destroyed 34 of 34 .*Plunder/);
  });

  it('counts among what the attacker has destroyed', async () => {
    const { foe } = fought.rulers;
    expect(await fought.reports(foe)).toMatch(/You lost \d+ of 300 units, and destroyed 74 of 74/);
    expect(await fought.list(foe)).toMatch(/lost \d+ of 300, destroyed 74 of 74/);
  });
});

describe('what was plundered behind a guard that fell', () => {
  const fought = useOne(async () => {
    const { rulers, ...pages } = await fight(120, 300);
    return { ...rulers, ...pages };
  });

  it('was of the holder, whose city was sacked', async () => {
    const { ann } = fought;
    expect(await fought.reports(ann)).toMatch(
      /You were plundered of [\d,]+ gold.+ It (makes half|was sacked)/,
    );
    expect(await fought.list(ann)).toMatch(/plundered of [\d,]+ gold/);
  });

  it('was not of the owner of the guard', async () => {
    const { bob } = fought;
    expect(await fought.reports(bob)).toContain('You lost 40 of 40 units');
    expect(await fought.reports(bob)).not.toMatch(/plundered|half its output|sacked/);
    expect(await fought.list(bob)).not.toContain('plundered');
  });

  it('is in the story of both, with what was plundered in that of the holder only', async () => {
    const { ann, bob } = fought;
    await game.pass(8 * hourMs);
    expect(await fought.story(ann)).toMatch(/You lost .+ to plunder\..* attacked Capital: you lost\./);
    expect(await fought.story(bob)).toMatch(
      /You lost 40 units in fights\..* attacked -?\d+ \| -?\d+: you lost\./,
    );
  });
});

describe('a guard that fell before the holder won', () => {
  const fought = useOne(() => fight(180, 100, 400));

  it('has lost for its owner', async () => {
    const { bob } = fought.rulers;
    expect(await fought.reports(bob)).toMatch(/You lost against .+ You lost 40 of 40 units/);
    expect(await fought.list(bob)).toMatch(/Lost Attack by .+ lost 40 of 40/);
    expect(await fought.alarm(bob)).toMatchObject({ is_won: false, city: null });
    expect(await fought.report(bob)).toContain('Your defeat');
  });

  it('has not lost for the holder', async () => {
    const { ann } = fought.rulers;
    expect(await fought.reports(ann)).toMatch(/You held Capital against .+ You lost \d+ of 4\d\d units/);
    expect(await fought.list(ann)).toMatch(/Won Attack by .+ lost \d+ of 4\d\d/);
    expect(await fought.alarm(ann)).toMatchObject({ is_won: true, city: 'Capital' });
  });

  it('has lost on the map of its owner, too', async () => {
    const { ann, bob } = fought.rulers;
    expect(await fought.map(bob)).toContain('"Lost: your defence against');
    expect(await fought.map(ann)).toContain('"Won: your defence against');
  });

  it('is a defeat in the story of its owner', async () => {
    const { ann, bob } = fought.rulers;
    await game.pass(8 * hourMs);
    expect(await fought.story(ann)).toContain(' attacked Capital: you held.');
    expect(await fought.story(bob)).toMatch(/ attacked -?\d+ \| -?\d+: you lost\./);
  });
});

describe('a guard that held', () => {
  const fought = useOne(() => fight(60, 20));

  it('stood in for the holder, as every report says', async () => {
    const { ann, bob, foe } = fought.rulers;
    const sides = `Empire of ${bob.username} \\[A\\d+\\] , standing in for Empire of ${ann.username} \\[A\\d+\\]`;
    for (const reader of [ann, foe]) expect(await fought.report(reader)).toMatch(new RegExp(sides));
  });

  it('has won for its owner', async () => {
    const { bob } = fought.rulers;
    expect(await fought.reports(bob)).toMatch(
      /You held .+ against .+ You lost \d+ of 40 units, and destroyed 20 of 20/,
    );
    expect(await fought.report(bob)).toMatch(/Your victory in \d+ rounds? .*Destroyed 20 of 20/);
  });

  it('has lost its own units, not those of the holder', async () => {
    const { ann, bob } = fought.rulers;
    expect(await fought.reports(ann)).toMatch(/Your guard lost \d+ of 40 units, and destroyed 20 of 20/);
    expect(await fought.list(ann)).toMatch(/the guard lost \d+ of 40, destroyed 20 of 20/);
    const report = await fought.report(ann);
    expect(report).toMatch(new RegExp(`Empire of ${bob.username} \\[A\\d+\\] won in \\d+ rounds?`));
    expect(report).not.toContain('Yours');
  });

  it('is what the attacker has met', async () => {
    const { foe } = fought.rulers;
    expect(await fought.reports(foe)).toMatch(/You lost 20 of 20 units, and destroyed \d+ of 40/);
  });
});

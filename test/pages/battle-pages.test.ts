/** The report of a battle at every stage, and the list of battles, read without JavaScript. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { BattleView } from '../../src/contract/battle.ts';
import { verifyBattle } from '../../src/game/fight/verify.ts';
import { countdown } from '../../src/shared-ui/numbers.ts';
import { bannerOf } from '../../src/pages/shared/sides.ts';
import { expose } from '../support/set-state.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { attackCity, createPlayer, createEmpire } from '../support/players.ts';
import { sha256Of } from '../support/hashes.ts';
import { the } from '../support/worlds.ts';
import { partOf, type Page } from './browser.ts';
import { hostileText, setClash } from './clash.ts';

interface Look {
  ann: Page;
  bob: Page;
  /** The list of battles of each. */
  anns: Page;
  bobs: Page;
}

const game = useTestGame();
let report: BattleView;
/** When the army was on the march. */
let marchingAt: number;
let marching: Look;
let contact: Look;
let second: Look;
let completed: Look;

const openBattle = (reader: { cookie: string }, query = ''): Promise<Page> =>
  clash.open(reader, `/battle/${clash.battleId}${query}`);
const look = async (): Promise<Look> => ({
  ann: await openBattle(clash.ann),
  bob: await openBattle(clash.bob),
  anns: await clash.open(clash.ann, '/reports?show=battles'),
  bobs: await clash.open(clash.bob, '/reports?show=battles'),
});
const roundsOf = ({ html }: Page): string[] =>
  [...html.matchAll(/href="\?round=(\d+)#/g)].map(([, round]) => String(round));

const clash = useOne(() => setClash(game));
const outsider = useOne(() => createEmpire(game, { x: 60, y: 60 }));

beforeAll(async () => {
  marchingAt = game.clock.now();
  marching = await look();
  await clash.passTo(0);
  contact = await look();
  await clash.passTo(6_000);
  second = await look();
  await clash.passTo(60_000);
  completed = await look();
  report = await clash.report();
});

describe('a battle whose army is on the march', () => {
  it.each([
    ['ann', 'Your army is on its way'],
    ['bob', 'An army is on its way to you'],
  ] as const)('is headed for %s: %s', (reader, headline) => {
    expect(marching[reader].html).toContain(`<h1>${headline}</h1>`);
  });

  it('counts down to the contact', () => {
    const [, until, text] = /Contact in <b><time class="until"[^>]* data-until="(\d+)">([^<]*)</.exec(
      marching.bob.html,
    ) ?? ['', '', ''];
    expect(until).toBe(String(Date.parse(report.contact_at)));
    expect(text).toBe(countdown(Number(until) - marchingAt));
    expect(text).not.toBe(countdown(0));
  });

  it('estimates the morale', () => {
    expect(marching.ann.html).toMatch(/Morale of the attacker <b>[\d.]+ %<\/b>, an estimate/);
  });

  it('shows the attacker the marching army', () => {
    expect(partOf(marching.ann, 'known')).toContain('<td class="number">900</td>');
  });

  it('shows the defender none of its numbers', () => {
    // Without the seal: its hash may contain any digits.
    const html = marching.bob.html.replaceAll(/<code>[^<]*<\/code>/g, '');
    expect([html.includes('data-steps'), /\b(?:900|120|1,?080)\b/.test(html)]).toEqual([false, false]);
  });

  it('leaves the attacker out of the simulator link', () => {
    const [, href = ''] = /href="(\/simulator\?[^"]*)"/.exec(marching.bob.html) ?? [];
    const fields = [...new URLSearchParams(href.replaceAll('&amp;', '&').replace(/.*\?/, '')).keys()];
    expect([fields.length > 0, fields.filter((field) => field.startsWith('attacker_'))]).toEqual([true, []]);
  });

  it('links to the tile on the map', () => {
    const { x, y } = clash.bob.tile;
    expect(marching.ann.html).toContain(`href="/map?x=${x}&amp;y=${y}&amp;at=${x},${y}#map-chosen"`);
  });
});

describe('a battle in progress', () => {
  it('shows both sides at its contact, no round yet, and keeps the seed sealed', () => {
    expect(contact.ann.html).toContain('<h1>The fight is on</h1>');
    expect(partOf(contact.ann, 'forces')).toContain('500');
    expect(roundsOf(contact.ann)).toEqual(['0']);
    expect(partOf(contact.ann, 'proof')).toContain('sealed until the battle is over');
  });

  it('shows exactly the rounds up to now, the last of them with the losses from the viewer’s side', () => {
    expect(roundsOf(second.bob)).toEqual(['0', '1', '2']);
    expect(second.ann.html).toContain('data-round="2" aria-current="step"');
    expect(partOf(second.ann, 'strength')).toMatch(/Round 2: <i>You lose [^<]*; they lose [^<]*\.<\/i>/);
  });
});

describe('a completed battle', () => {
  it.each([
    ['ann', 'victory'],
    ['bob', 'defeat'],
  ] as const)('is headed for %s as a %s in so many rounds', (reader, word) => {
    expect(completed[reader].html).toContain(`<h1>Your ${word} in ${report.rounds.length} rounds</h1>`);
  });

  it('counts the viewer’s losses and kills', () => {
    const start = the(report.attacker.units_start);
    const end = the(report.attacker.units_end);
    const count = (stacks: typeof start): number =>
      Object.values(stacks).reduce((sum, value) => sum + value, 0);
    const text = `Lost <b>${count(start) - count(end)}</b> of ${count(start).toLocaleString('en')} units`;
    expect(completed.ann.html).toContain(text);
  });

  it('shows the wall before and after, the plunder and the seed, and verifies', () => {
    const wall = the(report.wall);
    expect(completed.ann.html).toContain(`Wall <b>${wall.before}</b>, breached to <b>${wall.after}</b>`);
    expect(partOf(completed.ann, 'plunder')).toContain(`>${the(report.loot).gold.toLocaleString('en')}</td>`);
    expect(partOf(completed.ann, 'proof')).toContain(`<code>${report.seed ?? ''}</code>`);
    expect(verifyBattle(report, sha256Of).agrees).toBe(true);
  });

  it('is on the dashboards of both', async () => {
    for (const reader of [clash.ann, clash.bob])
      expect((await clash.open(reader, '/dashboard')).html).toContain(`href="/battle/${clash.battleId}"`);
  });

  it('puts the viewer on the left, and shows both banners', () => {
    const { html } = completed.bob;
    expect(html).toContain(`<b class="own"><a href="/empire/${clash.bob.empireId}">${hostileText}`);
    const { pigment } = bannerOf(clash.ann.empireId);
    expect(html.slice(html.indexOf('id="clash"'))).toMatch(
      new RegExp(`banner own"[^]*banner pigment-${pigment}"`),
    );
  });

  it('has the same sides, wall, seed and result in the simulator', async () => {
    const [, href = ''] = /href="(\/simulator\?[^"]*)"/.exec(completed.ann.html) ?? [];
    const path = href.replaceAll('&amp;', '&');
    const query = new URLSearchParams(path.replace(/.*\?/, ''));
    const names = ['attacker_soldiers', 'defender_archers', 'wall', 'seed'];
    expect(names.map((name) => query.get(name))).toEqual(['900', '500', '9', report.seed]);
    const { html } = await clash.open(clash.ann, path);
    expect(html).toContain(`>The attacker wins in ${report.rounds.length} rounds</h2>`);
  });
});

describe('the link of a round', () => {
  it('shows that round, and the units left after it', async () => {
    const { html } = await openBattle(clash.ann, '?round=1');
    const left = the(report.rounds[0]).attacker.units.soldiers;
    expect(html).toContain('data-round="1" aria-current="step"');
    expect(html).toContain(`data-left><b>${left}</b>`);
  });

  it('shows the contact for 0', async () => {
    const { html } = await openBattle(clash.ann, '?round=0');
    expect(html).toMatch(/At contact [\d,]+ units of yours meet/);
  });

  it.each(['99', '-1', 'x', '<b>'])('shows the last round for %s', async (round) => {
    const { html } = await openBattle(clash.ann, `?round=${encodeURIComponent(round)}`);
    expect(html).toContain(`data-round="${report.rounds.length}" aria-current="step"`);
  });
});

describe('access to a battle report', () => {
  it('is refused to players who take no part, or have no empire', async () => {
    for (const reader of [outsider, await createPlayer(game)])
      expect((await openBattle(reader)).status).toBe(403);
  });
});

describe('a battle that was called off', () => {
  it('states the reason', async () => {
    await expose(game, clash.ann.empireId);
    await expose(game, outsider.empireId);
    const id = await attackCity(outsider, clash.ann);
    await outsider.send('POST', `/api/army/${outsider.armyId}/recall`);
    const { html } = await clash.open(outsider, `/battle/${id}`);
    expect([html.includes('<h1>Called off</h1>'), html.includes('The army was recalled.')]).toEqual([
      true,
      true,
    ]);
  });
});

describe('the list of battles', () => {
  it('suggests what to do while it is empty', async () => {
    const { cookie } = await createEmpire(game, { x: 60, y: 90 });
    const part = partOf(await clash.open({ cookie }, '/reports?show=battles'), 'finished');
    expect(part).toContain('href="/map">Find a target on the map');
  });

  it('counts down to a contact', () => {
    const part = partOf(marching.bobs, 'active');
    expect(part).toMatch(/class="hostile">\s*<div class="count"><time class="until"/);
  });

  it('shows the strip and the round of a fight', () => {
    const part = partOf(second.anns, 'active');
    expect([part.includes('<svg class="strip"'), part.includes(', round 2')]).toEqual([true, true]);
  });

  it('shows result, enemy, losses and loot of a finished battle', () => {
    expect(partOf(completed.anns, 'finished')).toMatch(
      /gain">Won<[\s\S]*Attack on<\/a> <a href="\/empire\/[^"]*">&lt;b&gt;[\s\S]*lost <b>\d+<\/b> of 1,080[\s\S]*took [\d,]+ gold/,
    );
  });

  it.each([
    ['attacks', true],
    ['defences', false],
  ] as const)('of %s is marked as such, and has the reader’s attack: %s', async (side, isThere) => {
    const { html } = await clash.open(clash.ann, `/reports?show=battles&side=${side}`);
    expect(html).toContain(`href="/reports?show=battles&amp;side=${side}" aria-current="page"`);
    expect(html.split('<h1')[1]?.includes(clash.battleId)).toBe(isThere);
  });
});

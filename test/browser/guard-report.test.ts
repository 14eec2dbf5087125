/** The report of a battle with a guard in a real browser: the replay of each fight, and the proof of both. */
import { beforeAll, describe, expect, it } from 'vitest';
import { enlist, foundAlliance } from '../support/alliances.ts';
import type { Ruler } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { expose, setUnits } from '../support/set-state.ts';
import { hourMs, minuteMs, the } from '../support/worlds.ts';
import { hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('a fallen guard in the browser', () => {
  const stage = setUpBrowser();
  let foe: Ruler;
  let path: string;
  beforeAll(async () => {
    const { game } = stage;
    const ann = await createEmpire(game, { x: 0, y: 0 });
    const bob = await createEmpire(game, { x: 8, y: 0 });
    foe = await createEmpire(game, { x: -20, y: 0 });
    for (const { empireId } of [ann, foe]) await expose(game, empireId);
    await setUnits(game, bob.armyId, { soldiers: 40 });
    await setUnits(game, foe.armyId, { soldiers: 300 });
    await enlist(ann, await foundAlliance(ann), bob);
    await bob.send('POST', `/api/army/${bob.armyId}/guard`, {
      target_type: 'city',
      target_id: ann.capitalId,
    });
    await game.pass(30 * minuteMs);
    await attackCity(foe, ann);
    await game.pass(3 * hourMs);
    const battles = await game.query<{ id: string }>(
      `SELECT id FROM battles WHERE attacker_id = '${foe.empireId}'`,
    );
    path = `/battle/${the(battles[0]).id}`;
  });

  it('is replayed from its contact to its last round, and the fight with the holder likewise', async () => {
    const page = await (await stage.chromium.reader(phone, foe.cookie)).open(path);
    const shown = async (): Promise<[string | null, number]> => [
      await page.locator('#steps [aria-current]').getAttribute('data-round'),
      await page.locator('#steps a').count(),
    ];
    for (const way of ['Show the fight of the guard', 'Show the fight with the holder']) {
      await page.getByRole('link', { name: way }).click();
      await page.locator('#replay').waitFor();
      const [, steps] = await shown();
      await page.locator('#replay').click();
      expect(await shown()).toEqual(['0', steps]);
      await page.getByRole('button', { name: 'Replay' }).waitFor();
      expect(await shown()).toEqual([String(steps - 1), steps]);
      expect(page.url()).toContain(way.includes('guard') ? 'fight=guard' : 'fight=holder');
    }
  });

  it('is proved together with the fight behind it', async () => {
    const page = await (await stage.chromium.reader(phone, foe.cookie)).open(`${path}?fight=guard`);
    await page.locator('#recompute').click();
    await page.getByText('every round agrees').waitFor();
    const checks = await page.locator('#checks li').allTextContents();
    for (const check of ['Guard, round 1', 'What is left of the guard', 'Round 1'])
      expect(checks.some((text) => text.startsWith(check))).toBe(true);
  });
});

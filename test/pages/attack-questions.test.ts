/** The map asks once more before an attack that ends the own protection, or that hardly ever wins. */
import { describe, expect, it } from 'vitest';
import { useTestGame, useOne } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { expose, setUnits } from '../support/set-state.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame();

const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 7, y: 3 }));
const browser = useOne(() => new Browser(game, ann.cookie));

/** The words of the form that sends an army to the rival, and whether its attack needs one click only. */
async function readForm(): Promise<{ words: string; isDirect: boolean }> {
  const { html } = await browser.open('/map?x=7&y=3&at=7,3');
  const form = /id="map-send"[^]*?<\/form>/.exec(html)?.[0] ?? '';
  const rest = form.replace(/<details class="doubt[^]*?<\/details>/g, '');
  return { words: wordsOf(form), isDirect: rest.includes('formaction="/map/attack#map-send"') };
}

describe('the map', () => {
  it('asks nothing before an attack that leaves the protection and may be won', async () => {
    await setUnits(game, bob.armyId, { soldiers: 1 });
    await setUnits(game, ann.armyId, { soldiers: 40 });
    const { words, isDirect } = await readForm();
    expect([words.includes('all the same'), isDirect]).toEqual([false, true]);
  });

  it('names the number of an army that wins fewer than 5 of 40 simulated battles', async () => {
    await setUnits(game, bob.armyId, { soldiers: 60 });
    await setUnits(game, ann.armyId, { soldiers: 10 });
    const { words } = await readForm();
    expect(words).toContain('Army 1 wins only 0 of 40 simulated battles. Attack all the same');
  });

  it('says until when the protection lasts that the attack ends, and nothing once it has ended', async () => {
    await setUnits(game, bob.armyId, { soldiers: 1 });
    await setUnits(game, ann.armyId, { soldiers: 40 });
    await expose(game, bob.empireId);
    const first = await readForm();
    expect(first.words).toMatch(/This ends your protection until ?\. Attack all the same/);
    expect(first.isDirect).toBe(false);
    const reports = () => browser.words('/reports');
    expect(await reports()).not.toContain('Your newcomer protection has ended');
    for (let attack = 0; attack < 2; attack += 1) {
      await attackCity(ann, bob);
      await game.pass(3 * 3_600_000);
      await setUnits(game, ann.armyId, { soldiers: 40 });
    }
    expect((await reports()).match(/Your newcomer protection has ended/g)).toHaveLength(1);
    const later = await readForm();
    expect([later.words.includes('protection'), later.isDirect]).toEqual([false, true]);
  });
});

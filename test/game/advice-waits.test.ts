/** The card while its order has to wait: when that can be paid, and what it exchanges meanwhile. */
import { describe, expect, it } from 'vitest';
import { amounts } from '../../src/game/balance.ts';
import { setWishes } from '../../src/game/economy/wishes.ts';
import { nextPayable } from '../../src/pages/dashboard/advice/evening.ts';
import { isoOf } from '../../src/kernel/time.ts';
import { nextOf, settled, situationOf } from '../support/advice.ts';
import { at, hourMs, idMaker, marchTo, t0 } from '../support/worlds.ts';

describe('a goal that waits', () => {
  it('exchanges nothing for a wait of up to a minute, nor what the next standing order costs', async () => {
    const waiting = async (materials: number, speed: number, list: Parameters<typeof setWishes>[1] = []) => {
      const empire = settled(['second_city'], { stock: amounts(900, 1300, materials) });
      setWishes(empire, list, null, idMaker());
      return (await nextOf(empire, [], speed))?.meanwhile?.title ?? 'nothing';
    };
    expect(await waiting(999, 1)).toBe('nothing');
    expect(await waiting(990, 1)).toMatch(/^Exchange \d+ food for 10 materials/);
    expect(await waiting(990, 60)).toBe('nothing');
    expect(await waiting(990, 1, [{ cityId: 'own-c1', unit: 'soldiers', quantity: 20 }])).not.toMatch(
      /^Exchange/,
    );
  });

  it('trains meanwhile for a goal whose reward pays for it', async () => {
    const meanwhile = async (soldiers: number, wished = 0) => {
      const empire = settled(['hall', 'muster'], {
        ...{ stock: amounts(200, 200, 150), armies: [{ units: { soldiers } }] },
      });
      if (wished > 0)
        setWishes(empire, [{ cityId: 'own-c1', unit: 'soldiers', quantity: wished }], null, idMaker());
      return (await nextOf(empire))?.meanwhile?.title ?? 'nothing';
    };
    expect(await meanwhile(48)).toBe('Train 2 soldiers in own-c1');
    expect(await meanwhile(30)).not.toMatch(/^Train/);
    expect(await meanwhile(48, 2)).not.toMatch(/^Train/);
  });

  it('counts the loot that comes home, and what standing orders take before', async () => {
    const home = marchTo(at(0, 0), { kind: 'return', departsAt: t0 - hourMs, arrivesAt: t0 + 90_000 });
    const stock = amounts(700, 1990, 950);
    const empire = settled(['second_city'], {
      ...{
        stock,
        armies: [{ at: at(9, 0), units: { soldiers: 60 }, march: home, loot: amounts(110, 110, 110) }],
      },
    });
    const situation = situationOf(empire);
    const next = await nextOf(empire);
    expect(next?.refusal).toContain(isoOf(t0 + 90_000));
    expect(next?.meanwhile).toBeUndefined();
    expect(nextPayable(situation, next)).toBeNull();
    setWishes(empire, [{ cityId: 'own-c1', unit: 'soldiers', quantity: 20 }], null, idMaker());
    const later = /there in (\S+)\.$/.exec((await nextOf(empire))?.refusal ?? '')?.[1] ?? '';
    expect(Date.parse(later)).toBeGreaterThan(t0 + hourMs);
  });
});

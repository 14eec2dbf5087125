/** Villages over HTTP: founded with every empire, shown as what they are, raided, and in no list of players. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { map } from '../../src/contract/map.ts';
import { systemUserId } from '../../src/db/names.ts';
import { villageDraftsOf } from '../../src/empire/operations.ts';
import { registerEmpire, useTestGame, type Ruler, useOne } from '../support/game.ts';
import { Browser } from '../pages/browser.ts';
import { askCommand } from '../support/admin.ts';
import { entriesOf, orderAttack, readBattle, readEmpire, recallArmy } from '../support/requests.ts';
import { the } from '../support/worlds.ts';

type MapCity = z.infer<typeof map>['cities'][number];

const game = useTestGame();
let villages: MapCity[];

const mapAround = async ({ tile, read }: Ruler): Promise<MapCity[]> =>
  (await read<z.infer<typeof map>>(`/api/map?x=${tile.x}&y=${tile.y}&radius=40`)).cities;

const count = async (from: string, ...values: unknown[]): Promise<number> =>
  the((await game.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, ...values))[0]).n;

const ann = useOne(() => registerEmpire(game.url, { x: 0, y: 0 }));
beforeAll(async () => {
  villages = (await mapAround(ann)).filter(({ kind }) => kind === 'village');
});

describe('a founding', () => {
  it('founds four villages, with the ids that follow from the empire', () => {
    expect(villages.map(({ id, empire_id }) => [id, empire_id]).sort()).toEqual(
      villageDraftsOf(ann.empireId)
        .map(({ id }) => [id, id])
        .sort(),
    );
  });

  it('founds all or nothing', async () => {
    const before = await count('empires');
    const bob = await registerEmpire(game.url, { x: 300, y: 300 });
    expect(await count('empires')).toBe(before + 5);
    const { status } = await bob.send('POST', '/api/empire', {
      name: 'Another',
      starting_location: { x: 0, y: 0 },
    });
    expect([status, await count('empires')]).toEqual([409, before + 5]);
  });
});

describe('a village', () => {
  it('is shown like an empire, with its kind and the system account as its owner', async () => {
    const { empire_id, name } = the(villages[0]);
    expect(await readEmpire(ann, empire_id)).toMatchObject({
      kind: 'village',
      owner_id: systemUserId,
      name,
      military: { total_units: 0, units_by_type: { soldiers: 0, archers: 0, knights: 0, catapults: 0 } },
    });
  });

  it('is counted apart from players by world info', async () => {
    const { data } = await askCommand<Record<string, number>>(game, 'world', 'info');
    expect([data.empires, data.villages]).toEqual([
      await count(`empires WHERE kind = 'player'`),
      await count(`empires WHERE kind = 'village'`),
    ]);
  });

  it('is drawn on the map with its strength, and described as nobody’s', async () => {
    const browser = new Browser(game, ann.cookie);
    const { html } = await browser.open('/map');
    expect(html).toMatch(/: Village, strength [0135] of 8"/);
    const { name, location } = the(villages[0]);
    const panel = await browser.open(`/map?at=${location.x},${location.y}`);
    expect(panel.html).toContain(`<h2 tabindex="-1">${name}</h2>`);
    expect(panel.html).toContain('Nobody rules it. Raid it whenever you like.');
    expect(panel.html).toMatch(/brings home up to \d+ gold/);
    expect(panel.html).not.toContain('rank');
  });
});

describe('a raid in the first minutes', () => {
  let battle: { id: string; contact_at: string };
  const village = () => the(villages.find(({ id }) => id === the(villageDraftsOf(ann.empireId)[0]).id));

  it('is not refused', async () => {
    const { status, body } = await orderAttack(ann, village().id);
    expect(status).toBe(201);
    battle = body.battle;
  });

  it('brings loot home', async () => {
    await game.pass(Date.parse(battle.contact_at) - game.clock.now() + 60_000);
    const { result, loot, defender } = await readBattle(ann, battle.id);
    expect(result).toBe('attacker_won');
    expect(loot?.gold).toBeGreaterThanOrEqual(100);
    expect(defender).toMatchObject({ empire_name: village().name, units_start: { militia: 12 } });
  });

  it('is reported with the name of the village', async () => {
    const browser = new Browser(game, ann.cookie);
    expect((await browser.open('/reports?show=battles')).html).toContain(village().name);
    expect((await browser.open(`/battle/${battle.id}`)).html).toContain(village().name);
    expect(await entriesOf(ann, 'battle_contact')).toMatchObject([
      { data: { opponent_name: village().name } },
    ]);
  });

  it('is not offered shortly after a recall from the same village', async () => {
    await game.pass(6 * 3_600_000);
    expect((await orderAttack(ann, village().id)).status).toBe(201);
    expect((await recallArmy(ann)).status).toBe(200);
    const { x, y } = village().location;
    const { html } = await new Browser(game, ann.cookie).open(`/map?at=${x},${y}`);
    expect(html).toContain('ou may attack it again');
    expect(html).not.toContain('Raid it whenever you like');
  });
});

describe('growth', () => {
  it('happens without any request, after 96 hours', async () => {
    const grown = `empires WHERE kind = 'village' AND grows_at > $1`;
    const [all, next] = [await count(`empires WHERE kind = 'village'`), game.clock.now() + 96 * 3_600_000];
    expect(await count(grown, next)).toBe(0);
    await game.pass(97 * 3_600_000);
    expect(await count(grown, next)).toBe(all);
    expect(
      await count(`cities c WHERE id = empire_id AND buildings @> '[{"type": "warehouse", "level": 1}]'`),
    ).toBeGreaterThan(0);
    await new Browser(game, ann.cookie).open('/map');
  });
});

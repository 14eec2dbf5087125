/** Guards over the API: the order and its refusals, who sees a guard, and the report of both fights. */
import { beforeAll, expect, it } from 'vitest';
import type { threats } from '../../src/contract/alliance-chat.ts';
import { verifyBattle } from '../../src/game/fight/verify.ts';
import type { z } from 'zod';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { useOne, useTestGame, type Ruler } from '../support/game.ts';
import { sha256Of } from '../support/hashes.ts';
import { createEmpire } from '../support/players.ts';
import { orderAttack, readBattle, readCities, readLog } from '../support/requests.ts';
import { expose, setUnits } from '../support/set-state.ts';
import { hourMs, minuteMs, the } from '../support/worlds.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 8, y: 0 }));
const cat = useOne(() => createEmpire(game, { x: 0, y: 8 }));
const foe = useOne(() => createEmpire(game, { x: -20, y: 0 }));
let allianceId: string;

beforeAll(async () => {
  for (const { empireId } of [ann, foe]) await expose(game, empireId);
  await setUnits(game, bob.armyId, { soldiers: 40 });
  await setUnits(game, foe.armyId, { soldiers: 300 });
  allianceId = await foundAlliance(ann);
  await enlist(ann, allianceId, bob);
  await enlist(ann, allianceId, cat);
});

const guard = (by: Ruler, holder: Ruler) =>
  by.send('POST', `/api/army/${by.armyId}/guard`, { target_type: 'city', target_id: holder.capitalId });

const guardOf = async ({ empireId }: Ruler) => the((await readCities(foe, empireId))[0]).guard;

const threatsOf = async () =>
  (await ann.read<z.infer<typeof threats>>(`/api/alliance/${allianceId}/threats`)).threats;

it('refuses an own place, a place of no ally, and an unknown one', async () => {
  expect(await guard(bob, bob)).toMatchObject({ status: 409, body: { code: 'INVALID_TARGET' } });
  expect(await guard(bob, foe)).toMatchObject({ status: 409, body: { code: 'INVALID_TARGET' } });
  expect(await guard(bob, { ...foe, capitalId: foe.empireId })).toMatchObject({ status: 404 });
});

it('is shown at the city from its arrival on; then a second guard is refused', async () => {
  expect(await guard(bob, ann)).toMatchObject({
    status: 200,
    body: { army: { status: 'marching', guards: { type: 'city', id: ann.capitalId } } },
  });
  expect(await guardOf(ann)).toBeNull();
  await game.pass(30 * minuteMs);
  expect(await guardOf(ann)).toMatchObject({
    empire_id: bob.empireId,
    army_id: bob.armyId,
    units: { soldiers: 40 },
  });
  expect(await guard(cat, ann)).toMatchObject({ status: 409, body: { code: 'GUARD_LIMIT' } });
});

it('stands in: threats and the report show it, all three empires read both fights, and the seed proves them', async () => {
  const { id, defender_id } = (await orderAttack(foe, ann.capitalId)).body.battle;
  expect(defender_id).toBe(ann.empireId);
  expect(await threatsOf()).toMatchObject([
    {
      ...{ id, defender_id: bob.empireId, target_type: 'city', target_id: ann.capitalId },
      ...{ holder: { empire_id: ann.empireId }, guard: { empire_id: bob.empireId } },
    },
  ]);
  await game.pass(2 * hourMs);
  const view = await readBattle(foe, id);
  expect(view).toMatchObject({
    ...{ result: 'attacker_won', phase: 'completed', defender: { empire_id: ann.empireId } },
    guard: {
      empire_id: bob.empireId,
      army_id: bob.armyId,
      units_start: { soldiers: 40 },
      units_end: { soldiers: 0 },
    },
  });
  expect(view.rounds.length).toBeGreaterThan(0);
  expect(verifyBattle(view, sha256Of)).toMatchObject({ agrees: true });
  const forged = structuredClone(view);
  the(the(forged.guard).rounds[0]).attacker.units.soldiers -= 1;
  expect(verifyBattle(forged, sha256Of).agrees).toBe(false);
  for (const reader of [ann, bob]) expect((await readBattle(reader, id)).guard).toEqual(view.guard);
  expect((await cat.send('GET', `/api/battle/${id}`)).status).toBe(403);
  for (const reader of [ann, bob, foe]) {
    const { battles } = await reader.read<{ battles: { id: string }[] }>(
      `/api/battles?empire_id=${reader.empireId}`,
    );
    expect(battles.map((battle) => battle.id)).toEqual([id]);
  }
});

it('tells both in their event logs', async () => {
  const typesOf = async (ruler: Ruler) =>
    (await readLog(ruler)).events.map(({ type }) => type).filter((type) => type.startsWith('guard'));
  expect([await typesOf(ann), await typesOf(bob)]).toEqual([
    ['guard_arrived', 'guard_fell'],
    ['guard_arrived', 'guard_fell'],
  ]);
});

/** Ordering an attack: a target that arrives, and refusals with their precedence. */
import { describe, expect, it } from 'vitest';
import { setUnits, unknownId } from '../support/set-state.ts';
import { useTestGame, type Player, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { moveArmy, orderAttack, readArmies, readBattle } from '../support/requests.ts';
import { hourMs } from '../support/worlds.ts';

const game = useTestGame();
let column = -500;

const ann = useNew(() => createEmpire(game, { x: (column += 6), y: 0 }));
const bob = useNew(() => createEmpire(game, { x: column, y: 4 }));

const refusal = (body: object = {}, player: Player = ann) =>
  refusalOf(game, player, 'POST', '/api/battle', {
    army_id: ann.armyId,
    target_type: 'city',
    target_id: bob.capitalId,
    ...body,
  });
const attackArmy = () => orderAttack(ann, bob.armyId, { type: 'army' });
const bringBobOut = () => moveArmy(bob, { x: column, y: 6 });

describe('an army whose march has ended, before its empire is advanced', () => {
  it('is attacked at its destination', async () => {
    await bringBobOut();
    game.clock.advance(hourMs);
    const { status, body } = await attackArmy();
    expect([status, body.battle.location]).toEqual([201, { x: column, y: 6 }]);
    await game.pass(hourMs);
    expect((await readBattle(ann, body.battle.id)).result).not.toBe('called_off');
  });

  it('is attacked as the city at its destination', async () => {
    await bringBobOut();
    await game.pass(hourMs);
    await moveArmy(bob, bob.tile);
    game.clock.advance(hourMs);
    const { body } = await attackArmy();
    const { defender } = await readBattle(ann, body.battle.id);
    expect([body.battle.location, defender.city_id]).toEqual([bob.tile, bob.capitalId]);
  });

  it('is refused until the moment of its arrival', async () => {
    await bringBobOut();
    const [army] = await readArmies(bob, bob.empireId);
    const arrivesAt = Date.parse(army?.arrives_at ?? '');
    game.clock.set(arrivesAt - 1);
    const early = await attackArmy();
    game.clock.set(arrivesAt);
    const inTime = await attackArmy();
    expect([early.status, inTime.status]).toEqual([409, 201]);
  });
});

describe('ordering an attack is refused', () => {
  it.each<[string, () => object, ReturnType<typeof refused>]>([
    ['an own city as the target', () => ({ target_id: ann.capitalId }), refused(400, 'INVALID_TARGET')],
    ['an own army', () => ({ target_type: 'army', target_id: ann.armyId }), refused(400, 'INVALID_TARGET')],
    ['an unknown city', () => ({ target_id: unknownId }), refused(404, 'NOT_FOUND')],
    ['an unknown army', () => ({ target_type: 'army', target_id: unknownId }), refused(404, 'NOT_FOUND')],
    ['an unknown seat', () => ({ target_type: 'seat', target_id: unknownId }), refused(404, 'NOT_FOUND')],
    ['the id of a city with target_type army', () => ({ target_type: 'army' }), refused(404, 'NOT_FOUND')],
    ['an unknown army of its own', () => ({ army_id: unknownId }), refused(404, 'NOT_FOUND')],
    [
      'an own target before an unknown army',
      () => ({ army_id: unknownId, target_id: ann.capitalId }),
      refused(400, 'INVALID_TARGET'),
    ],
  ])('for %s', async (_what, body, expected) => {
    expect(await refusal(body())).toEqual(expected);
  });

  it('with 404 for an unknown target before 403 for an army of another player', async () => {
    const third = await createEmpire(game, { x: column, y: 40 });
    expect(await refusal({ target_id: unknownId }, third)).toEqual(refused(404, 'NOT_FOUND'));
  });

  it('with 403 for a protected newcomer, after 404 for an unknown army', async () => {
    await setUnits(game, ann.armyId, { soldiers: 102 });
    expect(await refusal()).toEqual(refused(403, 'PROTECTED'));
    expect(await refusal({ army_id: unknownId })).toEqual(refused(404, 'NOT_FOUND'));
  });
});

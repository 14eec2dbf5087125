/** Armies: what players see of a march, a recall, and orders during a fight. Rules: test/game/armies. */
import { describe, expect, it } from 'vitest';
import { isoOf } from '../../src/kernel/time.ts';
import { setUnits } from '../support/set-state.ts';
import { useTestGame, useOne, type Player, useNew } from '../support/game.ts';
import { attackCity, createPlayer, createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { moveArmy, orderAttack, readArmies, recallArmy } from '../support/requests.ts';

const game = useTestGame();
let column = 0;

const bob = useOne(() => createEmpire(game, { x: 0, y: -500 }));
const visitor = useOne(() => createPlayer(game));

const ann = useNew(() => createEmpire(game, { x: (column += 5), y: 0 }));

const secondsPerTile = 90;
const away = (tiles: number): { x: number; y: number } => ({ x: column, y: tiles });
const refusal = (order: string, body?: object) =>
  refusalOf(game, ann, 'POST', `/api/army/${ann.armyId}/${order}`, body);
const readArmy = async (reader: Player = ann, armyId = ann.armyId) =>
  (await readArmies(reader, ann.empireId)).find(({ id }) => id === armyId);

describe('the military of an empire', () => {
  it('shows the owner destination and arrival of a march', async () => {
    const departed = game.clock.now();
    await moveArmy(ann, away(10));
    expect(await readArmy()).toMatchObject({
      status: 'marching',
      destination: away(10),
      departed_at: isoOf(departed),
      arrives_at: isoOf(departed + 10 * secondsPerTile * 1000),
    });
  });

  it('shows other players only tile, units and status of a march', async () => {
    await moveArmy(ann, away(10));
    const members = Object.keys((await readArmy(bob)) ?? {});
    expect(members).toEqual(['id', 'name', 'location', 'units', 'status', 'guards']);
  });

  it('shows every player the destination of an attack', async () => {
    await attackCity(ann, bob);
    expect(await readArmy(visitor)).toMatchObject({ destination: bob.tile });
  });
});

describe('an order of a part', () => {
  it('of a march returns the new army; the rest stays', async () => {
    const { status, body } = await ann.send<{ army: { id: string } }>(
      'POST',
      `/api/army/${ann.armyId}/move`,
      {
        destination: away(10),
        units: { soldiers: 15 },
      },
    );
    expect([status, body]).toMatchObject([
      200,
      { army: { status: 'marching', units: { soldiers: 15, archers: 0 } } },
    ]);
    expect(body.army.id).not.toBe(ann.armyId);
    expect(await readArmy()).toMatchObject({
      id: ann.armyId,
      status: 'garrisoned',
      units: { soldiers: 5, archers: 10 },
    });
  });

  it('of an attack returns the id of the new army', async () => {
    const order = { army_id: ann.armyId, target_type: 'city', target_id: bob.capitalId };
    const { body } = await ann.send<{ battle: { army_id: string } }>('POST', '/api/battle', {
      ...order,
      units: { archers: 4 },
    });
    expect(await readArmy()).toMatchObject({ units: { soldiers: 20, archers: 6 }, status: 'garrisoned' });
    const sent = await readArmy(ann, body.battle.army_id);
    expect(sent).toMatchObject({ units: { soldiers: 0, archers: 4 }, status: 'marching' });
  });

  it('in a list leaves the army whole if it is refused', async () => {
    const order = { army_id: ann.armyId, target_type: 'city', target_id: bob.capitalId };
    const { body } = await ann.send<{ orders: { refusal: { code: string } | null }[] }>(
      'POST',
      '/api/battles',
      {
        orders: [
          { ...order, units: { soldiers: 5 } },
          { ...order, units: { knights: 1 } },
          { ...order, units: { soldiers: 6 } },
        ],
      },
    );
    expect(body.orders.map((line) => line.refusal?.code ?? null)).toEqual([null, 'VALIDATION_ERROR', null]);
    const armies = await readArmies(ann, ann.empireId);
    expect(armies.map(({ units }) => units.soldiers).sort((a, b) => a - b)).toEqual([5, 6, 9]);
  });
});

describe('moving an army is refused', () => {
  it('with 409 while it fights', async () => {
    const victim = await createEmpire(game, { x: column, y: 300 });
    await setUnits(game, ann.armyId, { knights: 28 });
    const { body } = await orderAttack(ann, victim.capitalId);
    await game.pass(Date.parse(body.battle.contact_at) - game.clock.now());
    expect([
      (await readArmy())?.status,
      await refusal('move', { destination: away(1) }),
      await refusal('recall'),
    ]).toEqual(['fighting', refused(409, 'ARMY_BUSY'), refused(409, 'ARMY_BUSY')]);
  });
});

describe('recalling an army', () => {
  it('returns 200 and the army on its way home', async () => {
    await moveArmy(ann, away(4));
    await game.pass(180_000);
    const now = game.clock.now();
    const { status, body } = await recallArmy(ann);
    expect({ status, ...body }).toMatchObject({
      status: 200,
      success: true,
      army: {
        status: 'returning',
        location: away(2),
        destination: ann.tile,
        departed_at: isoOf(now),
        arrives_at: isoOf(now + 180_000),
      },
    });
  });
});

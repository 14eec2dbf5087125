/** Armies: reading, moving and recalling them, and every refusal. */
import { describe, expect, it } from 'vitest';
import { setUnits } from '../support/set-state.ts';
import { useTestGame, useOne, type Answer, type Player, useNew } from '../support/game.ts';
import { attackCity, createPlayer, createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';

interface Army {
  id: string;
  status: string;
  location: { x: number; y: number };
}
interface Commanded {
  success: boolean;
  army: Army;
}

const game = useTestGame();
let column = 0;

const bob = useOne(() => createEmpire(game, { x: 0, y: -500 }));
const visitor = useOne(() => createPlayer(game));

const ann = useNew(() => createEmpire(game, { x: (column += 5), y: 0 }));

const iso = (ms: number): string => new Date(ms).toISOString();
const secondsPerTile = 90;
const away = (tiles: number): { x: number; y: number } => ({ x: column, y: tiles });
const move = (destination: object): Promise<Answer<Commanded>> =>
  ann.send<Commanded>('POST', `/api/army/${ann.armyId}/move`, { destination });
const recall = (): Promise<Answer<Commanded>> =>
  ann.send<Commanded>('POST', `/api/army/${ann.armyId}/recall`);
const refusal = (order: string, body?: object, player: Player = ann, armyId = ann.armyId) =>
  refusalOf(game, player, 'POST', `/api/army/${armyId}/${order}`, body);

async function readArmy(reader: Player = ann): Promise<Army | undefined> {
  const { body } = await reader.send<{ armies: Army[] }>('GET', `/api/empire/${ann.empireId}/military`);
  return body.armies.find(({ id }) => id === ann.armyId);
}

describe('the military of an empire', () => {
  it('has every member', async () => {
    const { status, body } = await ann.send('GET', `/api/empire/${ann.empireId}/military`);
    const units = { soldiers: 20, archers: 10, knights: 0, catapults: 0 };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        total_units: 30,
        units_by_type: units,
        armies: [
          { id: ann.armyId, name: 'Army 1', location: ann.tile, units, status: 'garrisoned', guards: null },
        ],
      },
    });
  });

  it('shows the owner destination and arrival of a march', async () => {
    const departed = game.clock.now();
    await move(away(10));
    expect(await readArmy()).toMatchObject({
      status: 'marching',
      destination: away(10),
      departed_at: iso(departed),
      arrives_at: iso(departed + 10 * secondsPerTile * 1000),
    });
  });

  it('shows other players only tile, units and status of a march', async () => {
    await move(away(10));
    expect(Object.keys((await readArmy(bob)) ?? {})).toEqual([
      'id',
      'name',
      'location',
      'units',
      'status',
      'guards',
    ]);
  });

  it('shows every player the destination of an attack', async () => {
    await attackCity(ann, bob);
    expect(await readArmy(visitor)).toMatchObject({ destination: bob.tile });
  });
});

describe('moving an army', () => {
  it('returns 200 and the marching army', async () => {
    const now = game.clock.now();
    const { status, body } = await move(away(4));
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        army: {
          id: ann.armyId,
          name: 'Army 1',
          location: ann.tile,
          units: { soldiers: 20, archers: 10, knights: 0, catapults: 0 },
          status: 'marching',
          guards: null,
          destination: away(4),
          departed_at: iso(now),
          arrives_at: iso(now + 4 * secondsPerTile * 1000),
        },
      },
    });
  });

  it('ends idle on open land', async () => {
    await move(away(4));
    await game.pass(360_000);
    expect(await readArmy()).toMatchObject({ status: 'idle', location: away(4) });
  });

  it('may turn back to the start during a march', async () => {
    await move(away(4));
    await game.pass(180_000);
    expect((await move(ann.tile)).body.army.status).toBe('marching');
  });
});

describe('moving an army is refused', () => {
  it('with 400 to its own tile', async () => {
    expect(await refusal('move', { destination: ann.tile })).toEqual(refused(400, 'VALIDATION_ERROR'));
  });

  it.each([
    ['x', { x: 1001, y: 0 }],
    ['y', { x: 0, y: -1001 }],
  ])('with 400 beyond the edge of the world on %s, %o', async (axis, destination) => {
    const { status, body } = await move(destination);
    expect({ status, ...body }).toMatchObject({
      status: 400,
      details: `destination.${axis}: must be from -1000 to 1000`,
    });
  });

  it('with 409 while it fights', async () => {
    const victim = await createEmpire(game, { x: column, y: 300 });
    await setUnits(game, ann.armyId, { knights: 28 });
    const order = { army_id: ann.armyId, target_type: 'city', target_id: victim.capitalId };
    const { body } = await ann.send<{ battle: { contact_at: string } }>('POST', '/api/battle', order);
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
    await move(away(4));
    await game.pass(180_000);
    const now = game.clock.now();
    const { status, body } = await recall();
    expect({ status, ...body }).toMatchObject({
      status: 200,
      success: true,
      army: {
        status: 'returning',
        location: away(2),
        destination: ann.tile,
        departed_at: iso(now),
        arrives_at: iso(now + 180_000),
      },
    });
  });

  it('is refused with 409 for a standing army', async () => {
    expect(await refusal('recall')).toEqual(refused(409, 'INVALID_TARGET'));
  });
});

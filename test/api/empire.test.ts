/** One empire: the views of owner and other players, and changes of name and description. */
import { describe, expect, it } from 'vitest';
import { goalNames } from '../../src/contract/vocabulary.ts';
import { rewardOf } from '../../src/game/goals.ts';
import { foundAlliance } from '../support/alliances.ts';
import { setStock, setUnits } from '../support/set-state.ts';
import { useTestGame, useOne, type Player } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';

const hourMs = 3_600_000;
const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 50, y: 50 }));
const visitor = useOne(() => createPlayer(game));

const iso = (ms: number): string => new Date(ms).toISOString();

interface Shown extends Record<string, unknown> {
  cities: Record<string, unknown>[];
}

describe('a new empire', () => {
  it('has every member', async () => {
    const player = await createEmpire(game, { x: 20, y: 20 });
    const now = game.clock.now();
    const { status, body } = await player.send('GET', `/api/empire/${player.empireId}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: player.empireId,
        kind: 'player',
        name: `Empire of ${player.username}`,
        owner_id: expect.any(String) as string,
        created_at: iso(now),
        description: null,
        resources: { gold: 1500, food: 1500, materials: 1500 },
        rates: { gold: 85, food: 66, materials: 85 },
        caps: { gold: 2000, food: 2000, materials: 2000 },
        full_at: {
          gold: iso(now + Math.ceil((500 / 85) * hourMs)),
          food: iso(now + Math.ceil((500 / 66) * hourMs)),
          materials: iso(now + Math.ceil((500 / 85) * hourMs)),
        },
        depleted_at: { gold: null, food: null, materials: null },
        population: { used: 38, total: 100 },
        crowns: 0,
        seats: [],
        alliance: null,
        leave: null,
        cities: [expect.objectContaining({ id: player.capitalId, location: player.tile }) as object],
        goals: goalNames.map((name) => ({ name, reached_at: null, reward: rewardOf(name) })),
        deeds: [],
        military: {
          total_units: 30,
          units_by_type: { soldiers: 20, archers: 10, knights: 0, catapults: 0 },
        },
        score: 39,
        military_score: 32,
        economic_score: 7,
        server_time: iso(now),
      },
    });
  });
});

describe('an empire', () => {
  it('shows the accrued stock in whole units', async () => {
    const player = await createEmpire(game, { x: 30, y: 30 });
    await game.pass(hourMs - 1);
    const { body } = await player.send('GET', `/api/empire/${player.empireId}`);
    expect(body.resources).toEqual({ gold: 1584, food: 1565, materials: 1584 });
  });

  it('keeps its deeds, and shows them to others with the day of each step', async () => {
    const player = await createEmpire(game, { x: 60, y: 60 });
    await foundAlliance(player);
    const { body } = await ann.send('GET', `/api/empire/${player.empireId}`);
    const today = iso(game.clock.now()).slice(0, 10);
    expect(body.deeds).toEqual([{ name: 'envoy', count: 1, reached_on: [today] }]);
  });

  it('is not stored by a read', async () => {
    await game.pass(1000);
    expect(await refusalOf(game, ann, 'GET', `/api/empire/${ann.empireId}`)).toEqual({
      status: 200,
      code: undefined,
      changed: false,
    });
  });

  it('shows when its food reaches zero', async () => {
    const player = await createEmpire(game, { x: 40, y: 40 });
    await setStock(game, player.empireId, { gold: 0, food: 9, materials: 0 });
    await setUnits(game, player.armyId, { soldiers: 105 });
    const { body } = await player.send('GET', `/api/empire/${player.empireId}`);
    expect(body.depleted_at).toEqual({ gold: null, food: iso(game.clock.now() + hourMs), materials: null });
  });

  it('shows its stock to other players', async () => {
    const { body } = await bob.send('GET', `/api/empire/${ann.empireId}`);
    expect(Object.keys(body.resources as object)).toEqual(['gold', 'food', 'materials']);
  });

  it('shows its queues to its owner', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    const { body } = await ann.send<Shown>('GET', `/api/empire/${ann.empireId}`);
    expect(body.cities[0]).toMatchObject({ construction: [{ type: 'farm', level: 2 }], training: [] });
  });

  it('hides its queues from other players', async () => {
    const { body } = await bob.send<Shown>('GET', `/api/empire/${ann.empireId}`);
    expect(Object.keys(body.cities[0] ?? {})).toEqual([
      'id',
      'name',
      'population',
      'location',
      'buildings',
      'production',
      'sacked_until',
    ]);
  });

  it('is found by its id in capital letters', async () => {
    const { body } = await ann.send('GET', `/api/empire/${ann.empireId.toUpperCase()}`);
    expect(body.id).toBe(ann.empireId);
  });
});

describe('changing an empire', () => {
  const put = (player: Player, body: object, id = ann.empireId) =>
    player.send<{ success: boolean; empire: Record<string, unknown> }>('PUT', `/api/empire/${id}`, body);

  it('returns 200 and the empire', async () => {
    const { status, body } = await put(ann, { name: 'Annland', description: 'Of the north' });
    expect({ status, ...body }).toMatchObject({
      status: 200,
      success: true,
      empire: { id: ann.empireId, name: 'Annland', description: 'Of the north', score: 39 },
    });
  });

  it('is detected as a change by refusalOf', async () => {
    const { changed } = await refusalOf(game, ann, 'PUT', `/api/empire/${ann.empireId}`, { name: 'Seen' });
    expect(changed).toBe(true);
  });

  it('is visible in later reads', async () => {
    await put(ann, { name: 'Annland two' });
    const { body } = await bob.send('GET', `/api/empire/${ann.empireId}`);
    expect(body.name).toBe('Annland two');
  });

  it('does not change absent fields', async () => {
    await put(ann, { name: 'Annland', description: 'Quiet' });
    expect((await put(ann, { name: 'Annland three' })).body.empire.description).toBe('Quiet');
  });

  it.each([
    ['null', null],
    ['an empty text', ''],
    ['blanks', '   '],
  ])('clears the description with %s', async (_what, description) => {
    await put(ann, { description: 'Something' });
    expect((await put(ann, { description })).body.empire.description).toBeNull();
  });

  it('accepts a description of 1000 code points', async () => {
    const description = '\u{1F3F0}'.repeat(1000);
    expect((await put(ann, { description })).body.empire.description).toBe(description);
  });

  it('may change only the case of the name', async () => {
    await put(ann, { name: 'Annland' });
    expect((await put(ann, { name: 'ANNLAND' })).status).toBe(200);
  });

  it('never changes owner, stock or score', async () => {
    const { body: before } = await ann.send('GET', `/api/empire/${ann.empireId}`);
    const taken = { owner_id: bob.empireId, score: 9999, resources: { gold: 1e9 }, created_at: iso(0) };
    const { body } = await put(ann, { description: 'Honest', ...taken });
    const kept = ({ owner_id, score, resources, created_at }: Record<string, unknown>): object => ({
      owner_id,
      score,
      resources,
      created_at,
    });
    expect(kept(body.empire)).toEqual(kept(before));
  });

  it('is refused with 409 for a taken name, ignoring case', async () => {
    const body = { name: `EMPIRE OF ${bob.username.toUpperCase()}` };
    expect(await refusalOf(game, ann, 'PUT', `/api/empire/${ann.empireId}`, body)).toEqual(
      refused(409, 'NAME_TAKEN'),
    );
  });

  it('is refused with 403 before 409 for a taken name', async () => {
    const body = { name: `Empire of ${bob.username}` };
    expect(await refusalOf(game, visitor, 'PUT', `/api/empire/${ann.empireId}`, body)).toEqual(
      refused(403, 'FORBIDDEN'),
    );
  });
});

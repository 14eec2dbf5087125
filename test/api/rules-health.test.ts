/** Open routes: the rules of the world and the health of the server. */
import { describe, expect, it } from 'vitest';
import { buildingTypes } from '../../src/contract/vocabulary.ts';
import { version } from '../../src/kernel/version.ts';
import { sendAnonymously, startTestGame, useTestGame } from '../support/game.ts';

const game = useTestGame();

describe('the rules', () => {
  it('need no session', async () => {
    const { status, body } = await sendAnonymously(game.url, 'GET', '/api/rules');
    expect({ status, ...body }).toMatchObject({ status: 200, rules: 3, speed: 1, world_radius: 1000 });
  });

  it('have the limits of this world', async () => {
    const { body } = await sendAnonymously(game.url, 'GET', '/api/rules');
    expect(body.limits).toEqual({
      level: 25,
      levels_above_town_hall: 5,
      build_queue: 5,
      train_queue: 5,
      batch: 1000,
      cities: 10,
      armies: 20,
      seats: 3,
      alliance_members: 20,
      candidates: 100,
      wishes: 60,
      wished_levels: 10,
      wished_batches: 3,
      battle_rounds: 10,
    });
  });

  it('have the inputs of protection, battle and plunder', async () => {
    const { body } = await sendAnonymously(game.url, 'GET', '/api/rules');
    expect(body).toMatchObject({
      refund_percent: 80,
      protection: { newcomer_hours: 72, newcomer_score: 1000, attacker_times: 1.5, attacker_plus: 50 },
      battle: { warning_seconds: 30, round_seconds: 3, strong_times: 1.5, people_per_militia: 25 },
      plunder: { share: 0.5, most_halvings: 4, memory_hours: 24, spared_hours: 24 },
      deserters_one_in: 10,
    });
  });

  it('have the numbers of villages', async () => {
    const { body } = await sendAnonymously<{ villages: { strengths: object[] } }>(
      game.url,
      'GET',
      '/api/rules',
    );
    const { strengths, ...rest } = body.villages;
    expect(rest).toEqual({
      founded: [
        { distance: 3, strength: 0 },
        { distance: 4, strength: 1 },
        { distance: 6, strength: 3 },
        { distance: 8, strength: 5 },
      ],
      always_founded: 2,
      enough: 4,
      reach: 9,
      growth_hours: 96,
      highest_strength: 8,
      people_per_militia: 8,
    });
    expect(strengths).toHaveLength(9);
    expect(strengths[5]).toEqual({
      strength: 5,
      levels: { town_hall: 5, farm: 5, quarry: 5, market: 5, house: 5, warehouse: 5 },
      population: 301,
      militia: 37,
      initial_stock: { gold: 1400, food: 1400, materials: 1400 },
    });
  });

  it('have the numbers of seats and reigns', async () => {
    const { body } = await sendAnonymously(game.url, 'GET', '/api/rules');
    expect(body.seats).toEqual({
      foundings_per_seat: 8,
      keeper_militia: 200,
      warning_seconds: 1800,
      truce_hours: 8,
      morale_per_hour: 10,
      highest_morale_bonus: 4000,
      crowns_per_hour: 1,
      reign_hours: 720,
    });
  });

  it('have every building with its 25 levels', async () => {
    const { body } = await sendAnonymously<{ buildings: Record<string, { levels: object[] }> }>(
      game.url,
      'GET',
      '/api/rules',
    );
    const lengths = Object.entries(body.buildings).map(([type, { levels }]) => [type, levels.length]);
    expect(lengths).toEqual(buildingTypes.map((type) => [type, 25]));
  });

  it('have cost, duration and production of a level', async () => {
    const { body } = await sendAnonymously<{ buildings: { farm: { levels: object[] } } }>(
      game.url,
      'GET',
      '/api/rules',
    );
    expect(body.buildings.farm.levels[1]).toEqual({
      level: 2,
      cost: { gold: 60, food: 30, materials: 100 },
      seconds: 38,
      production: 145,
    });
  });

  it('have every number of a unit', async () => {
    const { body } = await sendAnonymously<{ units: Record<string, object> }>(game.url, 'GET', '/api/rules');
    expect(body.units.knights).toEqual({
      cost: { gold: 150, food: 100, materials: 110 },
      value: 360,
      attack: 36,
      hp: 240,
      people: 3,
      food_per_hour: 3,
      train_seconds: 200,
      tiles_per_hour: 80,
      carry: 90,
      strong_against: 'archers',
      trained_in: 'stable',
    });
  });

  it('include the speed of the world', async () => {
    const fast = await startTestGame({ speed: 100 });
    const { body } = await sendAnonymously(fast.url, 'GET', '/api/rules');
    await fast.stop();
    expect(body).toMatchObject({
      speed: 100,
      units: { knights: { train_seconds: 2, tiles_per_hour: 8000 } },
      city: { output_per_hour: 3000 },
      villages: { growth_hours: 0.96 },
      seats: { warning_seconds: 18, truce_hours: 0.08, crowns_per_hour: 100, reign_hours: 7.2 },
    });
  });
});

describe('the health routes', () => {
  it('return 200 for the process', async () => {
    const { status, body } = await sendAnonymously(game.url, 'GET', '/healthz');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('return 200 when the instance is ready', async () => {
    const { status, body } = await sendAnonymously(game.url, 'GET', '/readyz');
    const checks = [
      { name: 'database', ok: true },
      { name: 'clock', ok: true },
      { name: 'open', ok: true },
    ];
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: 'ready', checks, version, commit: null },
    });
  });
});

/** Open routes: the rules of the world, whose other numbers are in documents/examples.json, and the health of the server. */
import { describe, expect, it } from 'vitest';
import { buildingTypes } from '../../src/contract/vocabulary.ts';
import type { Rules } from '../../src/contract/world.ts';
import { version } from '../../src/kernel/version.ts';
import { sendAnonymously, startTestGame, useTestGame } from '../support/game.ts';

const game = useTestGame();

describe('the rules', () => {
  it('need no session', async () => {
    const { status, body } = await sendAnonymously(game.url, 'GET', '/api/rules');
    expect({ status, ...body }).toMatchObject({ status: 200, rules: 3, speed: 1, world_radius: 1000 });
  });

  it('have every building with its 25 levels, each with cost, duration and production', async () => {
    const { body } = await sendAnonymously<Pick<Rules, 'buildings'>>(game.url, 'GET', '/api/rules');
    const lengths = Object.entries(body.buildings).map(([type, { levels }]) => [type, levels.length]);
    expect(lengths).toEqual(buildingTypes.map((type) => [type, 25]));
    expect(body.buildings.farm.levels[1]).toEqual({
      level: 2,
      cost: { gold: 60, food: 30, materials: 100 },
      seconds: 38,
      production: 145,
    });
  });

  it('have the limits of armies on guard, and of what a request or an account may have', async () => {
    const { body } = await sendAnonymously<Pick<Rules, 'limits'>>(game.url, 'GET', '/api/rules');
    expect(body.limits).toMatchObject({
      guards: 3,
      attack_orders: 20,
      api_tokens: 10,
      alarm_devices: 10,
      message_reports: 10,
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

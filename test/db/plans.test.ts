/** Postgres plans each statement once per connection, and never again for the values of an execution. */
import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { sendEveryRoute } from '../routes/all.ts';
import { useTestGame } from '../support/game.ts';

interface Plans {
  name: string;
  generic_plans: number;
  custom_plans: number;
}

const game = useTestGame({
  shared: true,
  smtpUrl: 'smtp://127.0.0.1:9',
  limits: { auth: 1000, data: 1000, action: 1000 },
});
let plans: Plans[] = [];

/** The prepared statements of every connection of the pool. */
async function readPlans(pool: pg.Pool): Promise<Plans[]> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const results = await Promise.all(
    clients.map((client) =>
      client.query<Plans>('SELECT name, generic_plans, custom_plans FROM pg_prepared_statements'),
    ),
  );
  for (const client of clients) client.release();
  return results.flatMap(({ rows }) => rows);
}

beforeAll(async () => {
  await sendEveryRoute(game);
  plans = await readPlans(game.instance.pool);
});

it('no statement of any route is planned for its values', () => {
  expect(plans.filter(({ custom_plans }) => custom_plans > 0)).toEqual([]);
});

it('no plan is compiled', async () => {
  expect(await game.query('SHOW jit')).toEqual([{ jit: 'off' }]);
});

it.each([
  'findSessions',
  'selectEmpireStatesOf',
  'countHit',
  'lockEmpires',
  'selectEmpireStates',
  'updateEmpires',
])('%s runs by its one plan', (hot) => {
  const executions = plans.filter(({ name }) => name === hot).map(({ generic_plans }) => generic_plans);
  expect(executions.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
});

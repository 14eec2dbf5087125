// graphile-worker with one UPDATE a job, on a pool as large as the product's.
import { run } from 'graphile-worker';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
await run({
  pgPool: pool,
  concurrency: 10,
  noHandleSignals: true,
  pollInterval: 500,
  logger: undefined,
  taskList: {
    settle: async ({ id }, { query }) => {
      await query('UPDATE job_accounts SET gold = gold + 1 WHERE id = $1', [id]);
    },
  },
});
console.log('graphile-worker at http://127.0.0.1:0');

/** Is the process alive, and can it serve; if not, for which of its reasons. */
import { Router } from 'express';

/** Whether what serving needs is there, by name. Each is asked for every answer: soon answered, never rejected. */
export type Checks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

interface Checked {
  name: string;
  ok: boolean;
}

/** Asks every check, in order. */
export function runChecks(checks: Checks): Promise<Checked[]> {
  return Promise.all(Object.entries(checks).map(async ([name, check]) => ({ name, ok: await check() })));
}

/** `/healthz` says that the process lives, `/readyz` (the only 503) that it can serve. */
export function healthRoutes(checks: Checks): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const checked = await runChecks(checks);
    const isReady = checked.every(({ ok }) => ok);
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ready' : 'not ready', checks: checked });
  });
  return router;
}

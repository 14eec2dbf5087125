/** Health endpoints: liveness, and readiness with the result of each check. */
import { Router } from 'express';

/** The readiness checks by name. All run for every request: they must be fast and must never reject. */
export type Checks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

interface CheckResult {
  name: string;
  ok: boolean;
}

/** Runs every check. The results keep the order of the checks. */
export function runChecks(checks: Checks): Promise<CheckResult[]> {
  return Promise.all(Object.entries(checks).map(async ([name, check]) => ({ name, ok: await check() })));
}

/** `/healthz`: the process is alive. `/readyz`: it can serve; the only route that answers 503. */
export function healthRoutes(checks: Checks): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const results = await runChecks(checks);
    const isReady = results.every(({ ok }) => ok);
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ready' : 'not ready', checks: results });
  });
  return router;
}

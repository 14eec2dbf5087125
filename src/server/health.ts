import { commit, version } from '../kernel/version.ts';
import type { Express, RequestHandler } from 'express';

/** All run for every request: they must be fast and must never reject. */
export type Checks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

interface CheckResult {
  name: string;
  ok: boolean;
}

export function runChecks(checks: Checks): Promise<CheckResult[]> {
  return Promise.all(Object.entries(checks).map(async ([name, check]) => ({ name, ok: await check() })));
}

/** Like `response.json(value)` for a constant: the text and its ETag are computed once. */
function answerAlways(app: Express, value: object): RequestHandler {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  const toETag = app.get('etag fn') as (body: string) => string;
  const etag = toETag(text);
  return (request, response) => {
    if (request.headers['if-none-match'] !== undefined) {
      response.json(value);
      return;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', length);
    response.setHeader('ETag', etag);
    // Lets other origins find out that the server answers, without reading it.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.end(text);
  };
}

/** `/healthz`: the process is alive. `/readyz`: it can serve; the only route that answers 503. */
export function mountHealth(app: Express, checks: Checks): void {
  app.get('/healthz', answerAlways(app, { status: 'ok' }));
  app.get('/readyz', async (_request, response) => {
    const results = await runChecks(checks);
    const isReady = results.every(({ ok }) => ok);
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ready' : 'not ready', checks: results, version, commit });
  });
}

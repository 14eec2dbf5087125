/** A verification of the world, which writes its progress as it runs. */
import type { Response, Router } from 'express';
import { showProgress } from '../../admin/progress.ts';
import { readBody } from '../../http/body.ts';
import { requireLogin, requireRole, type Viewer } from '../../http/sessions/viewer.ts';
import { GameError } from '../../kernel/errors.ts';
import type { PageDeps } from '../framework/page.ts';
import { commandOf, runCommand } from './context.ts';

async function verify(deps: PageDeps, viewer: Viewer, response: Response): Promise<void> {
  const run = { command: commandOf('verify'), role: 'operator', records: 'world' } as const;
  // Compression would hold back the pieces.
  response.set('Cache-Control', 'no-store, no-transform').type('text/plain').flushHeaders();
  response.write('Verifying the world. This page grows until it is done.\n');
  const progress = showProgress('verify', response, false);
  const { text } = await runCommand(deps, viewer, { ...run, progress });
  response.end(`\n${text}\n`);
}

/** An error after the first piece cuts the connection. */
export function mountWorldActs(router: Router, deps: PageDeps): void {
  const { http } = deps;
  const guards = [http.requireViewer, ...http.limits.action];
  router.post('/admin/world/verify', ...guards, async (request, response) => {
    const viewer = http.viewerOf(request);
    requireLogin(viewer);
    if (viewer === null) throw new GameError('AUTH_REQUIRED');
    requireRole(viewer, 'operator');
    // The form has no fields.
    await readBody(request, response, true);
    await verify(deps, viewer, response);
  });
}

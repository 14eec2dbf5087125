/** A verification of the world, which writes its progress as it runs, and an export to download. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RequestHandler, Response, Router } from 'express';
import { confirmPassword } from '../../account/operations.ts';
import { showProgress } from '../../admin/progress.ts';
import { readBody } from '../../http/body.ts';
import { requireLogin, requireRole, type Viewer } from '../../http/sessions/viewer.ts';
import { GameError } from '../../kernel/errors.ts';
import type { PageDeps } from '../framework/page.ts';
import { readFields } from '../shared/forms.ts';
import { isFresh } from './acts.ts';
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

/** Only the command line exports messages and sessions. */
async function exportWorld(deps: PageDeps, viewer: Viewer, response: Response): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hegemon-'));
  try {
    const day = new Date(deps.services.clock.now()).toISOString().slice(0, 10);
    const file = join(folder, `hegemon-${day}.ndjson.gz`);
    await runCommand(deps, viewer, { command: commandOf('world export'), role: 'operator', args: [file] });
    response.set('Cache-Control', 'no-store, no-transform');
    const download = promisify<string>(response.download.bind(response));
    await download(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An error after the first piece cuts the connection. */
export function mountWorldActs(router: Router, deps: PageDeps): void {
  const { http, account } = deps;
  const handle =
    (work: typeof verify, needsPassword: boolean): RequestHandler =>
    async (request, response) => {
      const viewer = http.viewerOf(request);
      requireLogin(viewer);
      if (viewer === null) throw new GameError('AUTH_REQUIRED');
      requireRole(viewer, 'operator');
      const { current_password: password = '' } = readFields(await readBody(request, response, true));
      if (needsPassword && !isFresh(viewer, account.clock.now()))
        await confirmPassword(account, viewer, password, response);
      await work(deps, viewer, response);
    };
  const guards = [http.requireViewer, ...http.limits.action];
  router.post('/admin/world/verify', ...guards, handle(verify, false));
  router.post('/admin/world/export', ...guards, handle(exportWorld, true));
}

/** Reads the viewer's empire for a page, from the moment at which the session is checked: both share a statement. */
import type { Request, RequestHandler } from 'express';
import type { Sessions } from '../../http/sessions/session.ts';
import type { Services } from '../../world/services.ts';
import type { EmpireState } from '../../world/read.ts';

type Reading = Promise<EmpireState | null>;

const begun = new WeakMap<Request, { empireId: string; reading: Reading }>();

/** Begins to read the empire of a cached session. Not for forms: their page shows the state after the action. */
export function beginViewerEmpire(services: Services, sessions: Sessions): RequestHandler {
  return (request, _response, next) => {
    const empireId = request.method === 'GET' ? (sessions.expectedViewer(request)?.empireId ?? null) : null;
    const reading = empireId === null ? null : services.readCachedEmpire(empireId);
    if (empireId !== null && reading !== null) {
      // A request without this viewer does not await it.
      reading.catch(() => undefined);
      begun.set(request, { empireId, reading });
    }
    next();
  };
}

/** The empire, advanced to now: as it was begun to read, if the session turned out to be of its ruler. */
export function readViewerEmpire(services: Services, request: Request, empireId: string): Reading {
  const early = begun.get(request);
  return early?.empireId === empireId ? early.reading : services.readEmpire('empire', empireId);
}

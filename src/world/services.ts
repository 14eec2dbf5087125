/** The services of every feature, and their form for one request. */
import type { Caller } from './idempotency/caller.ts';
import type { Semaphore } from '../kernel/semaphore.ts';
import type { AnnouncementBoard } from './announcement.ts';
import type { WorldDeps } from './deps.ts';
import type { ExecuteCommand } from './command.ts';
import type { ReadEmpire, WriteLasting } from './read.ts';

export interface Services extends WorldDeps {
  readEmpire: ReadEmpire;
  writeLasting: WriteLasting;
  executeCommand: ExecuteCommand;
  announcements: AnnouncementBoard;
  /** One founding at a time: each holds a connection while it waits for the others. */
  foundingSemaphore: Semaphore;
  /** Absent or null: the server. */
  caller?: Caller | null;
}

/** Of a request to a route, or of a form. */
export interface Context<S = Services> {
  services: S;
  viewer: { userId: string; empireId: string | null; mutedUntil: number | null };
}

/** Changes check the session of the caller, and store their response under its key. */
export function bindServices(services: Services, caller: Caller | null): Services {
  if (caller === null) return services;
  const executeCommand: ExecuteCommand = (empireId, command) =>
    services.executeCommand(empireId, command, caller);
  return { ...services, caller, executeCommand };
}

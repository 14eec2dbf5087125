/** The services that the operations of every feature use, and their form for one request. */
import type { Caller } from './idempotency/caller.ts';
import type { Semaphore } from '../kernel/semaphore.ts';
import type { AnnouncementBoard } from './announcement.ts';
import type { WorldDeps } from './deps.ts';
import type { ExecuteCommand } from './command.ts';
import type { ReadEmpire, WriteLasting } from './read.ts';

/** The services that the operations of every feature use. */
export interface Services extends WorldDeps {
  readEmpire: ReadEmpire;
  writeLasting: WriteLasting;
  executeCommand: ExecuteCommand;
  announcements: AnnouncementBoard;
  /** One founding at a time for this instance: each holds a connection while it waits for the others. */
  foundingSemaphore: Semaphore;
  /** For whom the changes of this request are made; absent or null: for the server. */
  caller?: Caller | null;
}

/** The viewer and the services of one request: a call of a route or a submission of a form. */
export interface Actor<S = Services> {
  services: S;
  viewer: { userId: string; empireId: string | null; mutedUntil: number | null };
}

/** Returns the services for a request: its changes check the session of the caller, and store their response under its key. */
export function bindServices(services: Services, caller: Caller | null): Services {
  if (caller === null) return services;
  const executeCommand: ExecuteCommand = (empireId, command) =>
    services.executeCommand(empireId, command, caller);
  return { ...services, caller, executeCommand };
}

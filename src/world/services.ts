/** The services that the operations of every feature use, and their form for one request. */
import type { IdempotencyKey } from '../idempotency/key.ts';
import type { Semaphore } from '../kernel/semaphore.ts';
import type { AnnouncementBoard } from './announcement.ts';
import type { WorldDeps } from './deps.ts';
import type { ExecuteCommand } from './execute-command.ts';
import type { EmpireReader } from './read.ts';

/** The services that the operations of every feature use. */
export interface Services extends WorldDeps, EmpireReader {
  executeCommand: ExecuteCommand;
  announcements: AnnouncementBoard;
  /** One founding at a time for this instance: each holds a connection while it waits for the others. */
  foundingSemaphore: Semaphore;
  /** The key under which the changes of this request store their response; absent or null: they store none. */
  idempotencyKey?: IdempotencyKey | null;
}

/** Returns the services for a request. Its changes store their response under its idempotency key. */
export type ServicesFor = (idempotencyKey: IdempotencyKey | null) => Services;

export function storeResponses(services: Services): ServicesFor {
  return (idempotencyKey) => {
    if (idempotencyKey === null) return services;
    return {
      ...services,
      idempotencyKey,
      executeCommand: (empireId, command) => services.executeCommand(empireId, command, idempotencyKey),
    };
  };
}

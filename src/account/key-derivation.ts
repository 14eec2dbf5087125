/**
 * Derives the keys of passwords in threads of low priority: logins use the time of the cores that other requests leave.
 * workerpool starts the threads with the first derivations, and replaces one that ends.
 */
import { availableParallelism } from 'node:os';
import workerpool from 'workerpool';
import { iterations, keyBytes, type Derive } from './passwords.ts';

export interface KeyDerivation {
  /** The number of derivations that run at once: one a core. */
  threads: number;
  derive: Derive;
  stop: () => Promise<void>;
}

/** Runs in a thread. workerpool sends the text of this function, so it uses no name of this module. */
function deriveInThread(password: string, salt: string, rounds: number, bytes: number): Uint8Array {
  const niceness = 10;
  // On other systems, this would lower the priority of the whole process.
  if (process.platform === 'linux') process.getBuiltinModule('node:os').setPriority(niceness);
  return process.getBuiltinModule('node:crypto').pbkdf2Sync(password, salt, rounds, bytes, 'sha256');
}

export function startKeyDerivation(): KeyDerivation {
  const threads = availableParallelism();
  const pool = workerpool.pool({ workerType: 'thread', maxWorkers: threads });
  return {
    threads,
    derive: async (password, salt) =>
      Buffer.from(await pool.exec(deriveInThread, [password, salt, iterations, keyBytes])),
    stop: async () => {
      await pool.terminate(true);
    },
  };
}

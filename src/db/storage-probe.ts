/**
 * Detects a database that answers but cannot write, because its disk or memory is full, or because it became a standby.
 * After a statement failed for this reason, the probe writes until a write succeeds; otherwise it only reads.
 */
import type pg from 'pg';
import { probe } from './pool.ts';

/** SQLSTATE: disk full, out of memory, I/O error, read-only transaction. */
const storageState = /^(?:53100|53200|58030|25006)$/;

// A full disk refuses these pages. Nothing remains of them.
const writeProbe = {
  text: `CREATE TEMPORARY TABLE storage_probe ON COMMIT DROP AS SELECT repeat('x', 1000) FROM generate_series(1, 100)`,
  query_timeout: 1_000,
};

export interface StorageProbe {
  /** For every error of a statement. */
  note: (error: unknown) => void;
  /** Rejects unless the database serves. */
  probe: () => Promise<void>;
}

/** @param run reads, or writes if told so */
export function createStorageProbe(
  pool: pg.Pool,
  run: (isWrite: boolean) => Promise<unknown> = (isWrite) => (isWrite ? pool.query(writeProbe) : probe(pool)),
): StorageProbe {
  let hasFailed = false;
  return {
    note(error) {
      const { code } = (error ?? {}) as { code?: unknown };
      if (typeof code === 'string' && storageState.test(code)) hasFailed = true;
    },
    async probe() {
      const isWrite = hasFailed;
      await run(isWrite);
      // A probe that only reads says nothing about a failure that was noted meanwhile.
      if (isWrite) hasFailed = false;
    },
  };
}

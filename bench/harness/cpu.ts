/**
 * CPU time of processes and of a Postgres cluster, in microseconds, from /proc. Without /proc it is null.
 * Unlike throughput, it hardly depends on what else the machine does.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux reports times in ticks of 1/100 s to programs, on every architecture that Node supports. */
const tickUs = 10_000;

interface ProcessTimes {
  parent: number;
  ownUs: number;
  /** Of children that have ended. */
  endedUs: number;
}

function timesOf(pid: number | string): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain blanks. The fields after it start with the state, field 3.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = (...positions: number[]): number =>
      positions.reduce((sum, position) => sum + (fields[position - 3] ?? 0), 0);
    return { parent: fields[1] ?? 0, ownUs: ticks(14, 15) * tickUs, endedUs: ticks(16, 17) * tickUs };
  } catch {
    return null;
  }
}

function clusterUs(postmaster: number): number {
  const own = timesOf(postmaster);
  let sum = (own?.ownUs ?? 0) + (own?.endedUs ?? 0);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const times = timesOf(name);
    if (times?.parent === postmaster) sum += times.ownUs;
  }
  return sum;
}

/** CPU microseconds: of a process, and of all processes of Postgres. */
export interface Cpu {
  node: number;
  postgres: number;
}

export const hasProc = existsSync('/proc/self/stat');

/** Starts a measurement. The returned function gives the time used since then; null without /proc. */
export function startCpu(pid: number, postmaster: number): () => Cpu | null {
  if (!hasProc) return () => null;
  const read = (): Cpu => ({ node: timesOf(pid)?.ownUs ?? 0, postgres: clusterUs(postmaster) });
  const before = read();
  return () => {
    const after = read();
    return { node: after.node - before.node, postgres: after.postgres - before.postgres };
  };
}

/** Resident memory of a process in bytes; null without /proc. */
export function residentBytes(pid: number): number | null {
  if (!hasProc) return null;
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

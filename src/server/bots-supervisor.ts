/**
 * Runs the bots in a process group of their own: server and bots survive each other. Restarts them with exponential
 * back-off.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../kernel/log.ts';
import { machineTime } from '../kernel/clock.ts';

export interface BotProcessOptions {
  count: number;
  port: number;
  databaseUrl: string;
  log: Log;
}

const firstPauseMs = 1_000;
const maxPauseMs = 60_000;
/** Reset the back-off after this much uptime. */
const stableMs = 60_000;
/** The child is killed after this. */
const maxStopMs = 2_000;

const program = fileURLToPath(new URL(`./programs/bots${extname(import.meta.url)}`, import.meta.url));

/** Returns a function that stops the bots; it resolves when the process has ended. */
export function startBots({ count, port, databaseUrl, log }: BotProcessOptions): () => Promise<void> {
  let child: ChildProcess | null = null;
  let cancelStart: () => void = () => undefined;
  let isStopping = false;
  let pauseMs = firstPauseMs;

  const start = (): void => {
    const startedAt = performance.now();
    const env = { ...process.env, BOTS: String(count), PORT: String(port), DATABASE_URL: databaseUrl };
    const bots = fork(program, [], { env, detached: true });
    child = bots;
    const retry = (reason: object, message: string): void => {
      child = null;
      if (isStopping) return;
      if (performance.now() - startedAt > stableMs) pauseMs = firstPauseMs;
      log.warn({ ...reason, pauseMs }, message);
      cancelStart = machineTime.after(pauseMs, start);
      pauseMs = Math.min(2 * pauseMs, maxPauseMs);
    };
    bots.once('exit', (code, signal) => retry({ code, signal }, 'bots: process exited, restarting'));
    // A process that could not be started has no exit.
    bots.on('error', (error) => {
      if (bots.pid === undefined) retry({ err: error }, 'bots: start failed, retrying');
      else log.error({ err: error }, 'bots: process failed');
    });
  };
  start();

  return async () => {
    isStopping = true;
    cancelStart();
    const last = child;
    if (last?.pid === undefined) return;
    await new Promise<void>((resolve) => {
      const cancelKill = machineTime.after(maxStopMs, () => last.kill('SIGKILL'));
      last.once('exit', () => {
        cancelKill();
        resolve();
      });
      last.kill('SIGTERM');
    });
  };
}

/**
 * The bots beside the server: a process of their own in a group of its own, so that nothing they do takes the
 * server's time and the end of one is not the end of the other. When it dies it is started again, later every time.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../kernel/log.ts';

export interface BotProcessOptions {
  count: number;
  /** Where the server listens. */
  port: number;
  databaseUrl: string;
  log: Log;
}

const firstPauseMs = 1_000;
const maxPauseMs = 60_000;
/** Who has lived so long begins with the first pause again. */
const soundMs = 60_000;
/** Past this it is killed. */
const maxStopMs = 2_000;

const program = fileURLToPath(new URL(`../bin/bots${extname(import.meta.url)}`, import.meta.url));

/** Starts the bots. Returns what ends them for good; it resolves when their process has ended. */
export function startBots({ count, port, databaseUrl, log }: BotProcessOptions): () => Promise<void> {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let pauseMs = firstPauseMs;

  const start = (): void => {
    const begun = performance.now();
    const env = { ...process.env, BOTS: String(count), PORT: String(port), DATABASE_URL: databaseUrl };
    const started = fork(program, [], { env, detached: true });
    child = started;
    started.once('error', (error) => {
      log.error({ err: error }, 'the bots could not be started');
    });
    started.once('exit', (code, signal) => {
      child = null;
      if (isStopping) return;
      if (performance.now() - begun > soundMs) pauseMs = firstPauseMs;
      log.warn({ code, signal, pauseMs }, 'the bots have ended; they are started again');
      timer = setTimeout(start, pauseMs);
      pauseMs = Math.min(2 * pauseMs, maxPauseMs);
    });
  };
  start();

  return async () => {
    isStopping = true;
    clearTimeout(timer);
    const last = child;
    if (last === null) return;
    await new Promise<void>((resolve) => {
      const killing = setTimeout(() => last.kill('SIGKILL'), maxStopMs);
      last.once('exit', () => {
        clearTimeout(killing);
        resolve();
      });
      last.kill('SIGTERM');
    });
  };
}

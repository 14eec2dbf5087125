/** The process of the bots when it cannot be started, for example because the machine has too many processes. */
import { expect, it } from 'vitest';
import { startBots } from '../../src/server/bots-supervisor.ts';
import { captureLog } from '../support/capture-log.ts';

it('a start that fails is repeated, and does not delay the end', async () => {
  const { execPath } = process;
  const kept = captureLog('warn');
  process.execPath = '/nowhere/node';
  try {
    const stop = startBots({ count: 1, port: 1, databaseUrl: '', log: kept.log });
    const messages = () => kept.lines().map(({ msg }) => msg);
    await expect.poll(messages, { timeout: 5_000 }).toEqual(Array(2).fill('bots: start failed, retrying'));
    await stop();
  } finally {
    process.execPath = execPath;
  }
});

/** A demo that has just opened, without bots, and a browser in it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPlayer } from '../../src/admin/world/demo.ts';
import { Chromium, type Reader } from '../../test/browser/chromium.ts';

/** Starts the demo. Resolves with its address. */
async function startDemo(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, ['dist/server/programs/hegemon.js', 'demo', '--data', folder], {
    env: { ...process.env, BOTS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) =>
    child.once('exit', () => {
      done();
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      const address = /^http:\S+/m.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => {
      reject(new Error(`the demo did not start: ${output}`));
    });
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
  };
  return { url, stop };
}

/** Opens a demo, and ends it when the work is done. @param work receives a reader with the session of the visitor */
export async function visitDemo(work: (reader: Reader, chromium: Chromium) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hegemon-demo-'));
  const demo = await startDemo(folder);
  const chromium = await Chromium.start(demo.url);
  try {
    const reader = await chromium.reader({ viewport: { width: 1200, height: 720 }, colorScheme: 'light' });
    await reader.open('/login');
    await reader.page.fill('[name=username]', demoPlayer.username);
    await reader.page.fill('[name=password]', demoPlayer.password);
    await reader.page.locator('main form button[type=submit]').first().click();
    await reader.page.waitForURL('**/dashboard');
    await work(reader, chromium);
  } finally {
    await chromium.stop();
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A real Chromium for the tests of the pages, started once per test file. It records every error of a page: exceptions,
 * violations of the content security policy, missing files. Tests fail if there are any.
 */
import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of the executable; null if none was found. */
const chromiumPath = candidates.find((path) => path !== '' && existsSync(path)) ?? null;

/**
 * Chromium without its own window, if this machine has it; its readers take a fifth of the CPU time. It shows no
 * notifications and installs no games.
 */
const shellPath = '/usr/bin/chromium-headless-shell';
const lightPath = process.env.CHROMIUM_PATH === undefined && existsSync(shellPath) ? shellPath : chromiumPath;

/** Whether this machine has Chromium. Otherwise the tests that need it are skipped with a warning. */
export const hasChromium = chromiumPath !== null;
if (!hasChromium) {
  if (process.env.REQUIRE_CHROMIUM === '1')
    throw new Error('REQUIRE_CHROMIUM is set, but Chromium was not found; set CHROMIUM_PATH');
  console.warn('Chromium was not found: the browser tests are skipped. Set CHROMIUM_PATH to its path.');
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name of a local network, for which browsers do not make the exception of localhost.
  '--host-resolver-rules=MAP game.lan 127.0.0.1',
];

export const desktop = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions;
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

/** A browser profile of its own with a page of the game. */
export interface Reader {
  context: BrowserContext;
  page: Page;
  open: (path: string) => Promise<Page>;
  /** Opens a page of a player and waits until it receives live events. */
  openLive: (path: string) => Promise<Page>;
}

export class Chromium {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #readers: Reader[] = [];
  readonly #errors: string[] = [];

  private constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  /** @param isWhole false: prefer the browser without a window */
  static async start(url: string, isWhole = false): Promise<Chromium> {
    const path = isWhole ? chromiumPath : lightPath;
    const browser = await chromium.launch({ executablePath: path ?? '', args: flags });
    return new Chromium(browser, url);
  }

  /** @param cookie `session_token=…` of a logged-in player */
  async reader(options: BrowserContextOptions = desktop, cookie?: string): Promise<Reader> {
    const context = await this.#browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
    context.setDefaultTimeout(60_000);
    const [name, value] = cookie?.split(/=(.*)/s) ?? [];
    if (name !== undefined && value !== undefined) {
      await context.addCookies([{ name, value, url: this.#url }]);
    }
    watch(context, this.#errors);
    const page = await context.newPage();
    const open = async (path: string): Promise<Page> => {
      await page.goto(this.#url + path);
      return page;
    };
    const openLive = async (path: string): Promise<Page> => {
      await open(path);
      await page.locator('body[data-live]').waitFor();
      return page;
    };
    const reader = { context, page, open, openLive };
    this.#readers.push(reader);
    return reader;
  }

  /** The errors of all pages since the last call. */
  takeErrors(): string[] {
    return this.#errors.splice(0);
  }

  /** Closes all readers. */
  async closeReaders(): Promise<void> {
    await Promise.all(this.#readers.splice(0).map(({ context }) => context.close()));
  }

  async stop(): Promise<void> {
    await this.#browser.close();
  }
}

function watch(context: BrowserContext, errors: string[]): void {
  context.on('weberror', (error) => errors.push(`thrown: ${error.error().message}`));
  context.on('console', (message) => {
    // Browsers report responses with 4xx as errors; refused forms have them.
    const isRefusal = /status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isRefusal) errors.push(`console: ${message.text()}`);
  });
  context.on('response', (response) => {
    const isOwnFile = /\/(?:assets|socket\.io)\//.test(response.url());
    if (isOwnFile && response.status() >= 400) errors.push(`${response.status()}: ${response.url()}`);
  });
}

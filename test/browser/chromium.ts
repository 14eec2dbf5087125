/**
 * A real Chromium for the tests of the pages: found on the machine, started once a file, and watched. Whatever a
 * page complains about (errors, the content security policy, a file that is missing) fails the test that saw it.
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

/** Where it lies; null where there is none. */
export const chromiumPath = candidates.find((path) => path !== '' && existsSync(path)) ?? null;

/** Whether this machine has a Chromium; else the tests that need one are skipped, and say so. */
export const hasChromium = chromiumPath !== null;
if (!hasChromium) {
  if (process.env.REQUIRE_CHROMIUM === '1')
    throw new Error('REQUIRE_CHROMIUM is set, and there is no Chromium');
  console.warn('No Chromium on this machine: the tests in a browser are skipped (CHROMIUM_PATH names one).');
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
];

export const desktop = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions;
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

/** One reader: a browser profile of his own at a game. */
export interface Reader {
  context: BrowserContext;
  page: Page;
  open: (path: string) => Promise<Page>;
}

export class Chromium {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #readers: Reader[] = [];
  readonly #complaints: string[] = [];

  private constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  static async start(url: string): Promise<Chromium> {
    const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: flags });
    return new Chromium(browser, url);
  }

  /** @param cookie `session_token=…` of somebody who is logged in */
  async reader(options: BrowserContextOptions = desktop, cookie?: string): Promise<Reader> {
    const context = await this.#browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
    context.setDefaultTimeout(15_000);
    const [name, value] = cookie?.split(/=(.*)/s) ?? [];
    if (name !== undefined && value !== undefined) {
      await context.addCookies([{ name, value, url: this.#url }]);
    }
    watch(context, this.#complaints);
    const page = await context.newPage();
    const reader = {
      context,
      page,
      open: async (path: string): Promise<Page> => {
        await page.goto(this.#url + path);
        return page;
      },
    };
    this.#readers.push(reader);
    return reader;
  }

  /** Everything any page complained about since the last call. */
  takeComplaints(): string[] {
    return this.#complaints.splice(0);
  }

  /** Lets go of all readers. */
  async forget(): Promise<void> {
    await Promise.all(this.#readers.splice(0).map(({ context }) => context.close()));
  }

  async stop(): Promise<void> {
    await this.#browser.close();
  }
}

function watch(context: BrowserContext, complaints: string[]): void {
  context.on('weberror', (error) => complaints.push(`thrown: ${error.error().message}`));
  context.on('console', (message) => {
    // A refused form is an answer with 4xx, which browsers report as well.
    const isAnswer = /status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isAnswer) complaints.push(`console: ${message.text()}`);
  });
  context.on('response', (response) => {
    const isOwnFile = /\/(?:assets|socket\.io)\//.test(response.url());
    if (isOwnFile && response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
}

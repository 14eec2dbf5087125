/**
 * Refreshes the page: fetches it from the server, which does all rendering, and morphs the difference in. Focus, typed
 * text and unfolded details stay. The document receives the event `refreshed` after every change.
 */
import { Idiomorph } from 'idiomorph';
import { hideBanner, showBanner } from './banner.ts';
import { localise, setServerNow, tick } from './clock.ts';

/** Combines events that arrive together into one refresh. */
const refreshDelayMs = 250;
/** Keeps the refreshes of a busy world within the rate limit of the player. */
const minIntervalMs = 2500;
const parts = ['head', 'main', 'tabs'] as const;

let pending: ReturnType<typeof setTimeout> | null = null;
let lastAt = 0;
let requestCount = 0;

/** Converts an address of this page to the address to request. */
let toRequest = (address: string): string => address;

/** Changes the requested addresses, for a script that draws a part of the page and does not need it from the server. */
export function requestAs(change: (address: string) => string): void {
  toRequest = change;
}

/** Whether the page is the response to a form and shows what was typed. */
function isFormResponse(): boolean {
  return ownAddress() !== location.pathname + location.search;
}

/** Whether morphing leaves a node alone, because the reader has filled it in or another script draws it. */
function isKept(node: Node): boolean {
  if (!(node instanceof Element)) return false;
  if (isFormResponse() && node.matches('input, textarea, select')) return true;
  return node.hasAttribute('data-keep') || isTouched(node);
}

function isTouched(element: Element): boolean {
  if (element === document.activeElement && element.matches('input, textarea, select')) return true;
  if (element instanceof HTMLInputElement) {
    if (element.type === 'radio' || element.type === 'checkbox')
      return element.checked !== element.defaultChecked;
    return element.type !== 'hidden' && element.value !== element.defaultValue;
  }
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (element instanceof HTMLSelectElement) {
    return Array.from(element.options).some(({ selected, defaultSelected }) => selected !== defaultSelected);
  }
  return false;
}

function morph(fresh: Document): void {
  for (const id of parts) {
    const [old, next] = [document.getElementById(id), fresh.getElementById(id)];
    if (old === null || next === null) continue;
    // Idiomorph returns a promise only when it waits for style sheets in the head.
    void Idiomorph.morph(old, next, {
      callbacks: {
        beforeNodeMorphed: (node) => !isKept(node),
        // Later changes do not remove messages.
        beforeNodeRemoved: (node) => !((node as Node) instanceof Element && node.matches('.said')),
        // Details that the reader unfolded stay open.
        beforeAttributeUpdated: (name, node) => !(name === 'open' && node.hasAttribute('data-fold')),
      },
    });
  }
  document.title = fresh.title;
}

/** Sends a form and shows the response, a notice or a refusal, on this page. Follows a redirect to another page. */
export async function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  // Form fields are strings or files. The forms of the game have no file fields.
  const fields = [...new FormData(form, submitter)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  const action = (submitter as HTMLButtonElement | null)?.getAttribute('formaction') ?? form.action;
  requestCount += 1;
  hideBanner('order');
  const answer = await request(new Request(action, { method: 'POST', body: new URLSearchParams(fields) }));
  if (answer === null) return;
  const { response, text } = answer;
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  const { page } = fresh.body.dataset;
  if (page === undefined && !response.redirected) {
    // An error page, for example for the rate limit or an unreachable database. This page has not changed.
    // The message stays until the next order, because a refresh may follow at any moment.
    const message = [...fresh.querySelectorAll('h1, .advice')]
      .map((element) => element.textContent)
      .join('. ');
    showBanner('order', message);
    return;
  }
  if (page?.split('?')[0] !== ownAddress().split('?')[0]) {
    location.assign(response.url);
    return;
  }
  for (const message of document.querySelectorAll('.said')) message.remove();
  applyPage(fresh);
}

/** Fetches a page. If the server is unreachable, shows a banner, schedules a refresh and returns null. */
async function request(pageRequest: Request): Promise<{ response: Response; text: string } | null> {
  try {
    pageRequest.headers.set('accept', 'text/html');
    const response = await fetch(pageRequest);
    return { response, text: await response.text() };
  } catch {
    showBanner('page', 'The server cannot be reached at present; trying again.');
    schedule(minIntervalMs);
    return null;
  } finally {
    lastAt = Date.now();
  }
}

/**
 * Fetches an address of this page and shows it. Returns false if the server was unreachable or did not send the page,
 * or if a later request has overtaken this one.
 */
export async function showAddress(address: string): Promise<boolean> {
  requestCount += 1;
  const ownNumber = requestCount;
  const answer = await request(new Request(toRequest(address), { headers: { 'x-refresh': '1' } }));
  // A later request shows a newer page.
  if (answer === null || ownNumber !== requestCount) return false;
  const { response, text } = answer;
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? '10');
    showBanner('page', `You are ahead of the server: the page is brought up to date in ${seconds} s.`);
    schedule(seconds * 1000);
    return false;
  }
  if (response.redirected && new URL(response.url).pathname === '/login') {
    showBanner('page', 'You are logged out.', { text: 'Log in again', go: ownAddress() });
    return false;
  }
  if (!response.ok) return false;
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  applyPage(fresh);
  return true;
}

/** Shows a fetched page. */
function applyPage(fresh: Document): void {
  morph(fresh);
  setServerNow(Number(fresh.body.dataset.now));
  localise();
  tick();
  hideBanner('page');
  document.dispatchEvent(new Event('refreshed'));
}

/** The address of the page itself; after a refused form, `location` is the address of the POST. */
export function ownAddress(): string {
  return document.body.dataset.page ?? location.pathname + location.search;
}

function schedule(delayMs: number): void {
  // Further calls do not postpone a pending refresh: a fast world would postpone it endlessly.
  pending ??= setTimeout(() => {
    pending = null;
    void showAddress(ownAddress());
  }, delayMs);
}

/** Refreshes the page shortly, at most once per `minIntervalMs`. */
export function refreshSoon(): void {
  schedule(Math.max(refreshDelayMs, lastAt + minIntervalMs - Date.now()));
}

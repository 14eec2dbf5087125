/**
 * Brings the page up to date: fetches it as the server draws it now and morphs the difference in, so that focus,
 * what is being typed and what is unfolded stay. The server is the only one that draws. Modules of single pages
 * hear `refreshed` on the document after every change.
 */
import { Idiomorph } from 'idiomorph';
import { say, sayNothing } from './banner.ts';
import { localise, setServerNow, tick } from './clock.ts';

/** Happenings come in twos and threes. */
const refreshDelayMs = 250;
/** A busy world must not use up the reads a player has. */
const minIntervalMs = 2500;
const parts = ['head', 'main', 'tabs'] as const;

let pending: ReturnType<typeof setTimeout> | null = null;
let lastAt = 0;
/** How many pages were asked for. */
let asked = 0;

/** How an address of this page is asked for. */
let toRequest = (address: string): string => address;

/** From now on asks for a page otherwise than by its own address: a module that draws a part needs it from nobody. */
export function requestAs(change: (address: string) => string): void {
  toRequest = change;
}

/** Whether the page answers a form, with what was typed in it. */
function isAnswer(): boolean {
  return ownAddress() !== location.pathname + location.search;
}

/** Whether a node is to stay as it is: the reader has filled it in, or a module of its own draws it. */
function isKept(node: Node): boolean {
  if (!(node instanceof Element)) return false;
  if (isAnswer() && node.matches('input, textarea, select')) return true;
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
    // It answers with a promise only where it waits for style sheets in the head.
    void Idiomorph.morph(old, next, {
      callbacks: {
        beforeNodeMorphed: (node) => !isKept(node),
        // What was said is not unsaid by what happens next.
        beforeNodeRemoved: (node) => !((node as Node) instanceof Element && node.matches('.said')),
        // What the reader has unfolded stays unfolded.
        beforeAttributeUpdated: (name, node) => !(name === 'open' && node.hasAttribute('data-fold')),
      },
    });
  }
  document.title = fresh.title;
}

/**
 * Sends a form and shows what it answers, on this page: the notice, or the refusal at its place. Leaves for the
 * page that the server leads to where that is another one.
 */
export async function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  // Our forms send no files.
  const fields = [...new FormData(form, submitter)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  const to = (submitter as HTMLButtonElement | null)?.getAttribute('formaction') ?? form.action;
  asked += 1;
  sayNothing('order');
  const answer = await request(new Request(to, { method: 'POST', body: new URLSearchParams(fields) }));
  if (answer === null) return;
  const { response, text } = answer;
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  const { page } = fresh.body.dataset;
  if (page === undefined && !response.redirected) {
    // The page of an error: too many orders in a minute, the database away. Nothing of this page has changed.
    // The words stay until the next order: the page may be brought up to date at any moment.
    say('order', [...fresh.querySelectorAll('h1, .advice')].map((part) => part.textContent).join('. '));
    return;
  }
  if (page?.split('?')[0] !== ownAddress().split('?')[0]) {
    location.assign(response.url);
    return;
  }
  for (const said of document.querySelectorAll('.said')) said.remove();
  applyPage(fresh);
}

/** What the server gives for an address; null, with a word about it and another try soon, where it cannot be reached. */
async function request(what: Request): Promise<{ response: Response; text: string } | null> {
  try {
    what.headers.set('accept', 'text/html');
    const response = await fetch(what);
    return { response, text: await response.text() };
  } catch {
    say('page', 'The server cannot be reached at present; trying again.');
    schedule(minIntervalMs);
    return null;
  } finally {
    lastAt = Date.now();
  }
}

/**
 * Shows an address of this page: fetched, morphed in, everything that ticks set going. Returns false, and says why,
 * when the server could not be reached or did not give the page, and when a later call has overtaken this one.
 */
export async function showAddress(address: string): Promise<boolean> {
  asked += 1;
  const mine = asked;
  const answer = await request(new Request(toRequest(address), { headers: { 'x-refresh': '1' } }));
  // What was asked for since then shows something newer.
  if (answer === null || mine !== asked) return false;
  const { response, text } = answer;
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? '10');
    say('page', `You are ahead of the server: the page is brought up to date in ${seconds} s.`);
    schedule(seconds * 1000);
    return false;
  }
  if (response.redirected && new URL(response.url).pathname === '/login') {
    say('page', 'You are logged out.', { text: 'Log in again', go: ownAddress() });
    return false;
  }
  if (!response.ok) return false;
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  applyPage(fresh);
  return true;
}

/** Makes a page that was fetched the one that is seen. */
function applyPage(fresh: Document): void {
  morph(fresh);
  setServerNow(Number(fresh.body.dataset.now));
  localise();
  tick();
  sayNothing('page');
  document.dispatchEvent(new Event('refreshed'));
}

/** Where the page itself stands: a refused form is shown at the address it was sent to. */
export function ownAddress(): string {
  return document.body.dataset.page ?? location.pathname + location.search;
}

function schedule(delayMs: number): void {
  // Not put off by what comes meanwhile: on a fast world something always does.
  pending ??= setTimeout(() => {
    pending = null;
    void showAddress(ownAddress());
  }, delayMs);
}

/** Brings the page up to date shortly, at most every `minIntervalMs`. */
export function refreshSoon(): void {
  schedule(Math.max(refreshDelayMs, lastAt + minIntervalMs - Date.now()));
}

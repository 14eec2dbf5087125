/**
 * Refreshes the page: fetches it from the server, which does all rendering, and morphs the difference in. Focus, typed
 * text and unfolded details stay. The document receives the event `refreshed` after every change.
 */
import { Idiomorph } from 'idiomorph';
import { hideBanner, showBanner } from './banner.ts';
import { localise, setPageTitle, setServerNow, tick } from './clock.ts';

/** Combines events that arrive together into one refresh. */
const refreshDelayMs = 250;
/** Keeps the refreshes of a busy world within the rate limit of the player. */
const minIntervalMs = 2500;
/** How long a notice stays at least. The next refresh after that removes it: a march that it announces may be over. */
const noticeMs = 20_000;
const parts = ['head', 'announcement', 'main', 'tabs'] as const;

let pending: ReturnType<typeof setTimeout> | null = null;
let lastAt = 0;
/** When the last order was answered. */
let answeredAt = Date.now();
let requestCount = 0;
/** Number of the last event that the page shows. */
let shownSeq = Number(document.body.dataset.seq ?? 0);
/** For each event that the pending refresh is for: whether the page shows it. */
let unshown: (() => boolean)[] = [];

/** Fields that the script of the page adds to every request, for example because it draws a part of the page itself. */
export let addedFields: () => Record<string, string> = () => ({});

export function addFields(fields: () => Record<string, string>): void {
  addedFields = fields;
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

/**
 * Whether a refresh leaves a node where it is: what a page shows once, a refusal until the next order, a notice for some
 * seconds.
 */
function isHeld(node: Node): boolean {
  if (!(node instanceof Element)) return false;
  if (!node.matches('.said')) return node.matches('[data-keep="once"]');
  return node.matches('.refusal') || Date.now() < answeredAt + noticeMs;
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
        beforeNodeRemoved: (node) => !isHeld(node),
        // Details that the reader unfolded stay open.
        beforeAttributeUpdated: (name, node) => !(name === 'open' && node.hasAttribute('data-fold')),
      },
    });
  }
  setPageTitle(fresh.title);
}

/**
 * Sends a request, which asks for the changing parts of a page. If the server is unreachable, shows a banner, schedules a
 * refresh and returns null.
 */
export async function request(pageRequest: Request) {
  requestCount += 1;
  const ownNumber = requestCount;
  try {
    pageRequest.headers.set('accept', 'text/html');
    pageRequest.headers.set('x-refresh', document.visibilityState);
    const response = await fetch(pageRequest);
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    // The latest: no request was sent after this one.
    return { response, fresh, isLatest: ownNumber === requestCount };
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
  unshown = [];
  const url = new URL(address, location.href);
  for (const [name, value] of Object.entries(addedFields())) url.searchParams.set(name, value);
  const answer = await request(new Request(url));
  // A later request shows a newer page.
  if (answer?.isLatest !== true) return false;
  const { response, fresh } = answer;
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? '10');
    showBanner('page', `You are ahead of the server: the page is brought up to date in ${seconds} s.`);
    schedule(seconds * 1000);
    return false;
  }
  if (response.redirected && new URL(response.url).pathname === '/login') {
    showBanner('page', 'You are logged out.', { text: 'Log in again', go: loginAddress() });
    return false;
  }
  if (!response.ok) return false;
  applyPage(fresh);
  return true;
}

/** Shows the answer of an order. */
export function applyAnswer(fresh: Document): void {
  answeredAt = Date.now();
  applyPage(fresh);
}

/** Shows a fetched page. A refresh is cancelled if the page already shows every event that it was scheduled for. */
function applyPage(fresh: Document): void {
  morph(fresh);
  const seq = Number(fresh.body.dataset.seq ?? 0);
  // The answer of an order may be older than a refresh that was sent after it.
  if (seq < shownSeq) refreshSoon();
  shownSeq = Math.max(shownSeq, seq);
  if (pending !== null && unshown.length > 0 && unshown.every((isShown) => isShown())) {
    clearTimeout(pending);
    pending = null;
  }
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

/** The address of the login that leads back to this page. */
export function loginAddress(): string {
  return `/login?return_to=${encodeURIComponent(ownAddress())}`;
}

function schedule(delayMs: number): void {
  // Further calls do not postpone a pending refresh: a fast world would postpone it endlessly.
  pending ??= setTimeout(() => {
    pending = null;
    void showAddress(ownAddress());
  }, delayMs);
}

/**
 * Refreshes the page shortly, at most once per `minIntervalMs`, unless it already shows the event: the answer of an own
 * order includes the events that the order causes, and may arrive before or after them.
 */
export function refreshSoon(isShown: () => boolean = () => false): void {
  if (isShown()) return;
  unshown.push(isShown);
  schedule(Math.max(refreshDelayMs, lastAt + minIntervalMs - Date.now()));
}

/** Refreshes the page unless it shows the event of this number. */
export function refreshFrom(seq: number): void {
  refreshSoon(() => seq <= shownSeq);
}

/**
 * Refreshes the page: fetches it, and morphs the difference in. Focus, typed text and unfolded details stay. The
 * document receives `refreshed` after every change.
 */
import { Idiomorph } from 'idiomorph';
import { hideBanner, showBanner } from './banner.ts';
import { localise, setPageTitle, setServerNow, tick } from './clock.ts';

/** Combines events that arrive together. */
const refreshDelayMs = 250;
/** Keeps a busy world within the rate limit of the player. */
const minIntervalMs = 2500;
/** Then a notice leaves, also without a refresh: a march that it names may be over. */
const noticeMs = 20_000;
const parts = ['head', 'announcement', 'main', 'tabs'] as const;

let pending: ReturnType<typeof setTimeout> | null = null;
let lastAt = 0;
let answeredAt = Date.now();
let noticeTimer: ReturnType<typeof setTimeout> | undefined;
let requestCount = 0;
/** The last event that the page shows. */
let shownSeq = Number(document.body.dataset.seq ?? 0);
/** For each event that the pending refresh is for. */
let unshown: (() => boolean)[] = [];

/** Fields of every request, for example because the script draws a part of the page. */
export let addedFields: () => Record<string, string> = () => ({});

export function addFields(fields: () => Record<string, string>): void {
  addedFields = fields;
}

/** Such a page shows what was typed. */
function isFormResponse(): boolean {
  return ownAddress() !== location.pathname + location.search;
}

/** Filled in, or drawn by another script. */
function isKept(node: Node): boolean {
  if (!(node instanceof Element)) return false;
  if (isFormResponse() && node.matches('input, textarea, select')) return true;
  return node.hasAttribute('data-keep') || isTouched(node);
}

/** What a page shows once, a refusal until the next order, a notice for some seconds. */
function isHeld(node: Node): boolean {
  if (!(node instanceof Element)) return false;
  if (!node.matches('.said')) return node.matches('[data-keep="once"]');
  return node.matches('.refusal') || Date.now() < answeredAt + noticeMs;
}

function removeNoticesLater(): void {
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => {
    for (const notice of document.querySelectorAll('.said.notice')) notice.remove();
  }, noticeMs);
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

/** If the server is unreachable, shows a banner, schedules a refresh and returns null. */
export async function request(pageRequest: Request) {
  requestCount += 1;
  const ownNumber = requestCount;
  try {
    pageRequest.headers.set('accept', 'text/html');
    pageRequest.headers.set('x-refresh', document.visibilityState);
    const response = await fetch(pageRequest);
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    return { response, fresh, isLatest: ownNumber === requestCount };
  } catch {
    showBanner('page', 'The server cannot be reached at present; trying again.');
    schedule(minIntervalMs);
    return null;
  } finally {
    lastAt = Date.now();
  }
}

/** False if the server did not send the page, or if a later request has overtaken this one. */
export async function showAddress(address: string): Promise<boolean> {
  unshown = [];
  const url = new URL(address, location.href);
  for (const [name, value] of Object.entries(addedFields())) url.searchParams.set(name, value);
  const loaded = await request(new Request(url));
  if (loaded?.isLatest !== true) return false;
  const { response, fresh } = loaded;
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

export function applyResponse(fresh: Document): void {
  answeredAt = Date.now();
  removeNoticesLater();
  applyPage(fresh);
}

/** Cancels a refresh if the page already shows every event that it was scheduled for. */
function applyPage(fresh: Document): void {
  morph(fresh);
  const seq = Number(fresh.body.dataset.seq ?? 0);
  // It may be older than a refresh that was sent after the order.
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

/** After a refused form, `location` is the address of the POST. */
export function ownAddress(): string {
  return document.body.dataset.page ?? location.pathname + location.search;
}

/** The login leads back to this page. */
export function loginAddress(): string {
  return `/login?return_to=${encodeURIComponent(ownAddress())}`;
}

function schedule(delayMs: number): void {
  // A fast world would postpone a pending refresh endlessly.
  pending ??= setTimeout(() => {
    pending = null;
    void showAddress(ownAddress());
  }, delayMs);
}

/** The answer of an own order includes the events that the order causes, and may arrive before or after them. */
export function refreshSoon(isShown: () => boolean = () => false): void {
  if (isShown()) return;
  unshown.push(isShown);
  schedule(Math.max(refreshDelayMs, lastAt + minIntervalMs - Date.now()));
}

export function refreshFrom(seq: number): void {
  refreshSoon(() => seq <= shownSeq);
}

removeNoticesLater();

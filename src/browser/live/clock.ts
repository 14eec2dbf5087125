/** Updates countdowns, bars, stock and title by the server's clock, and shows times in the reader's time zone. */
import { hourMs, minuteMs } from '../../kernel/time.ts';
import { countdown, group, lasting } from '../../shared-ui/numbers.ts';
import { clockText } from '../../shared-ui/times.ts';

let offsetMs = 0;
let stockReadAt = Date.now();
/** The server's time of the last tick, or of the rendering. */
let tickedAt = 0;

/** The server's time in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Sets the clock to the time at which the server rendered the page. */
export function setServerNow(ms: number): void {
  offsetMs = ms - Date.now();
  stockReadAt = Date.now();
  tickedAt = ms;
}

/** Starts with the server time in the page. */
export function startClock(): void {
  setServerNow(Number(document.body.dataset.now));
  localise();
  tick();
}

/** Writes only changed text, to avoid needless layout. */
function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Converts every time of the page to the reader's zone; the title keeps the exact UTC. */
export function localise(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time.clock')) {
    const at = new Date(time.dateTime);
    const aheadMs = -at.getTimezoneOffset() * minuteMs;
    write(time, clockText(at.getTime() + aheadMs, serverNow() + aheadMs));
  }
}

/** Sets the amount and rate from which a stock is counted. Set all resources together: they share the start time. */
export function setStock(resource: string, amount: number, ratePerHour: number): void {
  const cell = document.getElementById(`stock-${resource}`);
  if (cell === null) return;
  cell.dataset.stock = String(amount);
  cell.dataset.rate = String(ratePerHour);
  stockReadAt = Date.now();
}

function countStock(): void {
  const hours = (Date.now() - stockReadAt) / hourMs;
  for (const cell of document.querySelectorAll<HTMLElement>('[data-stock]')) {
    const stock = Number(cell.dataset.stock);
    const grown = stock + Number(cell.dataset.rate) * hours;
    const limit = Math.max(Number(cell.dataset.cap), stock);
    const amount = Math.floor(Math.max(0, Math.min(grown, limit)));
    write(cell, group(amount));
    const bar = cell.parentElement?.querySelector('progress');
    if (bar) bar.value = Math.min(amount, bar.max);
  }
}

/** Whether a moment is after the last tick and not after now. */
function hasPassed(moment: number, now: number): boolean {
  return moment > tickedAt && moment <= now;
}

/**
 * Updates countdowns, bars, stock and title. The document receives the event `over` if a countdown has run out or a shown
 * time has come since the last tick, however long ago that was: browsers delay the ticks of a page in the background.
 */
export function tick(): void {
  const now = serverNow();
  let isOver = false;
  for (const time of document.querySelectorAll<HTMLElement | SVGElement>('[data-until], [data-lasting]')) {
    const { until: counted, lasting: rough } = time.dataset;
    const until = Number(counted ?? rough);
    write(time, counted === undefined ? lasting(until - now) : countdown(until - now));
    if (hasPassed(until, now)) isOver = true;
  }
  for (const time of document.querySelectorAll<HTMLTimeElement>('time.clock')) {
    if (hasPassed(Date.parse(time.dateTime), now)) isOver = true;
  }
  for (const bar of document.querySelectorAll<HTMLProgressElement>('progress[data-from]')) {
    bar.value = Math.min(bar.max, Math.max(0, now - Number(bar.dataset.from)));
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-ends]')) {
    if (Number(element.dataset.ends) <= now) element.hidden = true;
  }
  countStock();
  updateTitle(now);
  tickedAt = now;
  if (isOver) document.dispatchEvent(new Event('over'));
}

/** The title without the attack. The server puts the number of incoming attacks in front of it. */
let pageTitle = document.title;

/** Takes over the title of a fetched page. */
export function setPageTitle(title: string): void {
  pageTitle = title;
}

/** While the reader looks elsewhere, the title of the tab tells when the next attack arrives. @param now the server's time */
function updateTitle(now: number): void {
  const contact = document.getElementById('watch')?.dataset.contact;
  const [, count = '', rest = pageTitle] = /^(\(\d+\) )?(.*)$/s.exec(pageTitle) ?? [];
  const isElsewhere = document.hidden || !document.hasFocus();
  const title =
    contact === undefined || !isElsewhere
      ? pageTitle
      : `${count}Attack in ${countdown(Number(contact) - now).replace(/^0:0?/, '')} – ${rest}`;
  if (document.title !== title) document.title = title;
}

/** Updates countdowns, bars, stock and title by the server's clock, and shows times in the reader's time zone. */
import { hourMs, minuteMs } from '../../kernel/time.ts';
import { countdown, group, lasting } from '../../shared-ui/numbers.ts';
import { clockText } from '../../shared-ui/times.ts';

let offsetMs = 0;
let stockReadAt = Date.now();
/** Of the last tick, or of the rendering. */
let tickedAt = 0;

export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** @param ms when the server rendered the page */
export function setServerNow(ms: number): void {
  offsetMs = ms - Date.now();
  stockReadAt = Date.now();
  tickedAt = ms;
}

export function startClock(): void {
  setServerNow(Number(document.body.dataset.now));
  localise();
  tick();
}

/** Unchanged text would cause needless layout. */
function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The tooltips keep the exact UTC. */
export function localise(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time.clock')) {
    const at = new Date(time.dateTime);
    const aheadMs = -at.getTimezoneOffset() * minuteMs;
    write(time, clockText(at.getTime() + aheadMs, serverNow() + aheadMs));
  }
}

/** Set all resources together: they share the start time. */
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

function hasPassed(moment: number, now: number): boolean {
  return moment > tickedAt && moment <= now;
}

/**
 * Dispatches `over` if a countdown has run out or a shown time has come since the last tick, however long ago: browsers
 * delay the ticks of a page in the background.
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

/** Without the attack. The server puts the number of incoming attacks in front. */
let pageTitle = document.title;

export function setPageTitle(title: string): void {
  pageTitle = title;
}

/** While the reader looks elsewhere, counts down to the next attack. @param now the server's time */
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

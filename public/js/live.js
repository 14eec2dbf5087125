/*
 * Makes the pages live: counters that tick on the server's clock, moments in the reader's own zone, and a page
 * that brings itself up to date when something happened. Every page works without it.
 */
/* global document, window, location, fetch, DOMParser, setInterval, setTimeout */

const settleMs = 1200;
const offset = Number(document.body.dataset.now) - Date.now();
const grouped = new Intl.NumberFormat('en');
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const two = (value) => String(value).padStart(2, '0');

let readAt = Date.now();
let pending = 0;

function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const days = Math.floor(seconds / 86400);
  const rest = `${Math.floor((seconds % 86400) / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return days === 0 ? rest : `${days} d ${rest}`;
}

function localise() {
  for (const time of document.querySelectorAll('time.clock')) {
    const at = new Date(time.dateTime);
    const near = Math.abs(at - Date.now()) < 43200000;
    time.textContent = near ? clock.format(at) : `${date.format(at)}, ${clock.format(at)}`;
  }
}

function tick() {
  const now = Date.now() + offset;
  for (const time of document.querySelectorAll('time[data-until]')) {
    const left = Number(time.dataset.until) - now;
    time.textContent = countdown(left);
    if (left <= 0 && left > -2000) refreshSoon();
  }
  for (const bar of document.querySelectorAll('progress[data-from]')) {
    bar.value = Math.min(bar.max, Math.max(0, now - Number(bar.dataset.from)));
  }
  const hours = (Date.now() - readAt) / 3600000;
  for (const cell of document.querySelectorAll('[data-stock]')) {
    const { stock, rate, cap } = cell.dataset;
    const grown = Number(stock) + Number(rate) * hours;
    const limit = Math.max(Number(cap), Number(stock));
    cell.textContent = grouped.format(Math.floor(Math.max(0, Math.min(grown, limit))));
  }
}

function isBeingFilled() {
  return [...document.querySelectorAll('input, textarea, select')].some(
    (field) =>
      field === document.activeElement ||
      (field.options
        ? [...field.options].some(
            (option) => option.selected !== option.defaultSelected && option.value !== '',
          )
        : field.type !== 'hidden' && field.value !== field.defaultValue),
  );
}

function say(text, link) {
  const banner = document.getElementById('live');
  banner.hidden = false;
  banner.textContent = `${text} `;
  if (link === undefined) return;
  const anchor = document.createElement('a');
  anchor.href = location.pathname.startsWith('/battle') ? location.pathname : '/dashboard';
  anchor.textContent = link;
  banner.append(anchor);
}

async function refresh() {
  if (isBeingFilled()) {
    say('Something has happened.', 'Bring the page up to date');
    return;
  }
  const path = location.pathname.startsWith('/battle') ? location.pathname : `/dashboard${location.search}`;
  const response = await fetch(path, { headers: { accept: 'text/html' } });
  if (!response.ok || response.redirected) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const open = new Map(
    [...document.querySelectorAll('details[data-fold]')].map((fold) => [fold.id, fold.open]),
  );
  for (const selector of ['.head', 'main']) {
    const [old, next] = [document.querySelector(selector), fresh.querySelector(selector)];
    if (old && next) old.replaceWith(document.adoptNode(next));
  }
  for (const fold of document.querySelectorAll('details[data-fold]')) {
    if (open.has(fold.id)) fold.open = open.get(fold.id);
  }
  readAt = Date.now();
  localise();
  tick();
}

function refreshSoon() {
  // Not put off by what comes meanwhile: on a fast world something always does.
  if (pending !== 0) return;
  pending = setTimeout(() => {
    pending = 0;
    refresh().catch(() => say('The server cannot be reached at present.', 'Try again'));
  }, settleMs);
}

async function listen() {
  const { io } = await import('/socket.io/socket.io.esm.min.js');
  const socket = io({ transports: ['websocket', 'polling'] });
  let wasConnected = false;
  socket.on('connect', () => {
    const { empire } = document.body.dataset;
    if (empire) socket.emit('join_empire', { empire_id: empire });
    document.getElementById('live').hidden = true;
    if (wasConnected) refreshSoon();
    wasConnected = true;
  });
  const telling = ['empire_update', 'construction_complete', 'unit_training_complete'];
  for (const event of [...telling, 'battle_start', 'battle_update', 'battle_end'])
    socket.on(event, refreshSoon);
  socket.on('error', ({ code, message }) => {
    if (code === 'SESSION_REPLACED')
      say('The game is open in another window, which is now the live one.', 'Use it here');
    else if (code === 'SESSION_ENDED') say(`${message}.`, 'Log in again');
  });
  socket.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect' && reason !== 'io client disconnect')
      say('Connection lost; trying again.');
  });
}

localise();
tick();
setInterval(tick, 1000);
listen().catch(() => undefined);
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) refreshSoon();
});

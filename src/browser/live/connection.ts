/** The live connection of a page. The leading tab passes events on to the other tabs of this browser. */
import { resources } from '../../contract/vocabulary.ts';
import { hideBanner, showAnnouncement, showBanner } from './banner.ts';
import { setStock, tick } from './clock.ts';
import { loginAddress, refreshFrom, refreshSoon } from './refresh.ts';
import { openSocket, type LiveSocket, type Report } from './socket.ts';
import { joinTabs } from './tabs.ts';

/**
 * From the leading tab: a report. To it: `ask` for the current state, or `connect` although another browser is live.
 */
type Message = { report: Report } | { request: 'ask' | 'connect' };

const { dataset } = document.body;
const { empire: empireId } = dataset;
let state: 'opening' | 'live' | 'lost' | 'replaced' | 'ended' = 'opening';
let failures = 0;
/** Refreshes a page that cannot be live, for example behind a proxy without WebSockets. */
let polling: ReturnType<typeof setInterval> | null = null;
const maxFailures = 2;
const pollingMs = 10_000;

let refreshedAt = -Infinity;

const isPolled = (): boolean => polling !== null && Date.now() - refreshedAt < 2 * pollingMs;

function showLost(): void {
  showBanner(
    'socket',
    isPolled()
      ? `Not live: this page is brought up to date every ${pollingMs / 1000} s.`
      : 'Connection lost; trying again.',
  );
}

function poll(isWanted: boolean): void {
  if (isWanted) polling ??= setInterval(() => document.hidden || refreshSoon(), pollingMs);
  else if (polling !== null) {
    clearInterval(polling);
    polling = null;
  }
}
let socket: LiveSocket | null = null;

function handleState(report: Extract<Report, { state: string }>): void {
  const before = state;
  state = report.state;
  failures = state === 'lost' ? failures + 1 : 0;
  poll(failures >= maxFailures);
  if (report.state === 'live') {
    hideBanner('socket');
    dataset.live = socket === null ? 'relayed' : 'joined';
    // The first update of a new page compares the number of its last event.
    if (before !== 'opening' && (before !== 'live' || report.isNew)) refreshSoon();
  } else if (report.state === 'lost') {
    showLost();
  } else if (report.state === 'replaced') {
    showBanner('socket', 'This tab is paused: the game is open in another one.', {
      text: 'Continue here',
      go: () => request('connect'),
    });
  } else {
    showBanner('socket', `${report.message}.`, { text: 'Log in again', go: loginAddress() });
  }
  showWatch();
}

/** While no event arrives, attacks are unknown. */
function showWatch(): void {
  const calm = document.querySelector('#watch:not(.alarmed) #calm');
  const isKnown = state === 'live' || state === 'opening' || isPolled();
  if (calm !== null && !isKnown) calm.textContent = 'Not live: a new attack would not be shown here.';
}

function handle(report: Report): void {
  if ('state' in report) {
    handleState(report);
    return;
  }
  switch (report.event) {
    case 'resource_update': {
      // It arrives every 30 seconds. A higher number than the current one means that an event was missed.
      const { resources: stock, production_rates: rates } = report.data;
      for (const resource of resources) setStock(resource, stock[resource], rates[resource]);
      refreshFrom(report.data.seq);
      break;
    }
    case 'empire_update':
    case 'construction_complete':
    case 'unit_training_complete':
      // Responses to request_update repeat the number of the last event.
      refreshFrom(report.data.seq);
      break;
    case 'announcement':
      showAnnouncement(report.data);
      break;
    case 'battle_start': {
      const { battle_id: id } = report.data;
      refreshSoon(() => document.querySelector(`[href="/battle/${id}"]`) !== null);
      break;
    }
    case 'battle_update':
    case 'battle_end':
    case 'empire_event':
    case 'message':
      refreshSoon();
      break;
    case 'alliance_update':
      // Both maps mark allies.
      if (isOnAlliance(report.data) || ['/map', '/dashboard'].includes(location.pathname)) refreshSoon();
      break;
    case 'alliance_threat':
      if (isOnAlliance(report.data)) refreshSoon();
      break;
    case 'alliance_message':
      // Elsewhere only the first unread message shows at once: a chat would refresh the pages of all members.
      refreshSoon(() => !isOnAlliance(report.data) && document.querySelector('[data-chat]') !== null);
  }
}

function isOnAlliance({ alliance_id: id }: { alliance_id: string }): boolean {
  return location.pathname === `/alliance/${id}`;
}

function request(wanted: 'ask' | 'connect'): void {
  if (socket === null) send({ request: wanted });
  else socket[wanted]();
}

const send = joinTabs<Message>(`live-${empireId ?? 'none'}`, {
  lead: () => {
    // A paused tab stays paused: another browser is live.
    socket = openSocket(empireId, state === 'replaced' || state === 'ended', (report) => {
      handle(report);
      send({ report });
    });
  },
  follow: () => {
    socket?.close();
    socket = null;
    request('ask');
  },
  receive: (message) => {
    if ('report' in message) handle(message.report);
    else socket?.[message.request]();
  },
});

// The leading tab answers. A new page makes this browser the live one again.
request('ask');
document.addEventListener('refreshed', () => {
  refreshedAt = Date.now();
  if (polling !== null) showLost();
  showWatch();
});
document.addEventListener('over', () => {
  if (empireId !== undefined) refreshSoon();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) refreshSoon();
});
setInterval(tick, 1000);
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) refreshSoon();
});

/**
 * One tab of a browser leads: it holds a Web Lock, and with it the only socket. The others talk to it by a
 * BroadcastChannel. When it closes or is frozen, the next tab leads; if it does not answer, another tab takes the lock.
 */

const pingIntervalMs = 10_000;
const pongTimeoutMs = 3_000;

interface Role<Message> {
  lead: () => void;
  /** Also after a freeze. */
  follow: () => void;
  receive: (message: Message) => void;
}

type Packet<Message> = { kind: 'ping' | 'pong' } | { kind: 'message'; message: Message };

/** Returns the function that sends a message to all other tabs. Without Web Locks (without https), every tab leads. */
export function joinTabs<Message>(name: string, role: Role<Message>): (message: Message) => void {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (locks === undefined || typeof BroadcastChannel === 'undefined') {
    role.lead();
    return () => undefined;
  }
  const channel = new BroadcastChannel(name);
  const post = (packet: Packet<Message>): void => channel.postMessage(packet);
  /** Gives the lock back; null while another tab has it. */
  let release: (() => void) | null = null;
  let waiting = new AbortController();
  let isAway = false;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;

  const hold = (): Promise<void> =>
    new Promise((resolve) => {
      release = () => {
        release = null;
        resolve();
        role.follow();
      };
      role.lead();
    });

  const compete = (steal: boolean): void => {
    waiting.abort();
    waiting = new AbortController();
    const own = waiting;
    locks.request(name, steal ? { steal } : { signal: own.signal }, hold).catch(() => {
      // Aborted by this tab, or another tab has taken the lock.
      release?.();
      if (!isAway && waiting === own) compete(false);
    });
  };

  const ping = (): void => {
    if (release !== null || isAway || pongTimer !== undefined) return;
    post({ kind: 'ping' });
    pongTimer = setTimeout(() => {
      pongTimer = undefined;
      if (release === null && !isAway) compete(true);
    }, pongTimeoutMs);
  };

  const leave = (): void => {
    isAway = true;
    clearTimeout(pongTimer);
    pongTimer = undefined;
    waiting.abort();
    release?.();
  };
  const comeBack = (): void => {
    if (!isAway) return;
    isAway = false;
    role.follow();
    compete(false);
  };

  channel.addEventListener('message', ({ data }: MessageEvent<Packet<Message>>) => {
    if (data.kind === 'message') role.receive(data.message);
    else if (data.kind === 'ping' && release !== null) post({ kind: 'pong' });
    else if (data.kind === 'pong') {
      clearTimeout(pongTimer);
      pongTimer = undefined;
    }
  });
  document.addEventListener('freeze', leave);
  document.addEventListener('resume', comeBack);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', comeBack);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) ping();
  });
  setInterval(ping, pingIntervalMs);
  compete(false);
  return (message) => post({ kind: 'message', message });
}

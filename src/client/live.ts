/**
 * A live connection to one empire. After a loss it reconnects, delivers the missed entries of the event log in order
 * and exactly once, and requests a new picture. It ends when it is closed or refused permanently, the session ends, or
 * a newer connection replaces it.
 */
import { io, type Socket } from 'socket.io-client';
import type { EmpireView } from '../contract/empire.ts';
import type { Acknowledgement, ClientEvents, ServerEvents } from '../contract/events.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { Wire } from './call.ts';
import { Listeners } from './listeners.ts';
import { findOriginRefusal } from './origin.ts';
import type { CloseReason, LiveEvents, Next } from './live-events.ts';
import { applyEvent, isNumbered, toPicture, type NumberedEvent, type Picture } from './picture.ts';

/** After a temporary failure. */
const retryMs = 1_000;
/** Every other refusal ends the connection. */
const retryable: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'BUSY', 'UNAVAILABLE', 'INTERNAL']);

export interface LiveOptions {
  /** Number of the last known entry of the event log. Without it, only new entries are delivered. */
  after?: number;
  /** First and maximum delay of reconnecting; 0.5 s and 5 s by default. */
  reconnectMs?: { first: number; most: number };
}

type ServerListeners = { [Name in keyof ServerEvents]: (data: ServerEvents[Name]) => void };
type ClientEmitters = {
  [Name in keyof ClientEvents]: (
    data: ClientEvents[Name],
    acknowledge: (acknowledgement: Acknowledgement) => void,
  ) => void;
};

type ServerEvent = {
  [Name in keyof ServerEvents]: { name: Name; data: ServerEvents[Name] };
}[keyof ServerEvents];

export class Live {
  readonly empireId: string;
  readonly #socket: Socket<ServerListeners, ClientEmitters>;
  readonly #wire: Wire;
  readonly #listeners = new Listeners<LiveEvents>();
  #last: number | null;
  #picture: Picture | null = null;
  /** Events since the request of a full view; null: no request is pending. */
  #buffered: NumberedEvent[] | null = [];
  /** Of the latest empire_update. The server sends one directly before a full view, with the `seq` of that view. */
  #updateSeq = 0;
  #closed: CloseReason | null = null;
  #isOriginChecked = false;

  /** Connects at once. */
  constructor(wire: Wire, empireId: string, { after, reconnectMs }: LiveOptions = {}) {
    this.empireId = empireId;
    this.#wire = wire;
    this.#last = after ?? null;
    this.#socket = io(wire.origin, {
      transports: ['websocket', 'polling'],
      // Clients in one process may be different players.
      forceNew: true,
      reconnectionDelay: reconnectMs?.first ?? 500,
      reconnectionDelayMax: reconnectMs?.most ?? 5_000,
      ...(wire.token === null ? {} : { auth: { token: wire.token } }),
    });
    this.#listen();
  }

  /** Number of the last delivered entry of the event log; null: none is known. */
  get last(): number | null {
    return this.#last;
  }

  /** The last known state of the empire; null before the first view. */
  get picture(): Picture | null {
    return this.#picture;
  }

  /** Why the connection has ended; null while it has not. */
  get closed(): CloseReason | null {
    return this.#closed;
  }

  /** Returns a function that removes the listener. To miss no event, add listeners before the first `await`. */
  on<Name extends keyof LiveEvents>(name: Name, listener: (data: LiveEvents[Name]) => void): () => void {
    return this.#listeners.add(name, listener);
  }

  /** Resolves to the next event of this name, or to null if the connection ends first. */
  next<Name extends keyof LiveEvents>(name: Name): Promise<Next<Name>> {
    return new Promise((resolve) => {
      const resolveNext = (data: unknown): void => {
        for (const stop of stops) stop();
        resolve(data as Next<Name>);
      };
      const end = (closeReason: CloseReason): void => {
        resolveNext(name === 'closed' ? closeReason : null);
      };
      const stops = [this.on(name, resolveNext), this.on('closed', end)];
      if (this.#closed !== null) end(this.#closed);
    });
  }

  /** Requests a full view; it arrives as a `picture` event. */
  refresh(): void {
    if (this.#socket.connected && this.#buffered === null) this.#requestView([]);
  }

  /** Ends the connection permanently. */
  close(): void {
    this.#end({ code: null, message: 'The connection was closed' });
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on('connect', () => {
      this.#buffered = [];
      this.#join();
    });
    socket.on('disconnect', () => {
      if (this.#closed !== null) return;
      this.#listeners.emit('connection', 'lost');
      this.#reconnect();
    });
    socket.on('connect_error', (error) => {
      const refusal = 'data' in error ? (error.data as { code: ErrorCode } | undefined) : undefined;
      if (refusal === undefined) void this.#checkOrigin();
      if (refusal === undefined || retryable.has(refusal.code)) this.#reconnect();
      else this.#end({ code: refusal.code, message: error.message });
    });
    socket.on('error', ({ code, message }) => {
      if (code === 'SESSION_REPLACED' || code === 'SESSION_ENDED') this.#end({ code, message });
    });
    socket.onAny((name: string, data: unknown) => {
      this.#receive({ name, data } as ServerEvent);
    });
  }

  #receive(event: ServerEvent): void {
    if (event.name === 'empire_event') this.#deliverEntry(event.data);
    else if (event.name !== 'error') {
      if (isNumbered(event)) this.#track(event);
      this.#listeners.emit(event.name, event.data);
    }
  }

  /** Asks once whether the server refuses the origin of this page: origins are settings of the server. */
  async #checkOrigin(): Promise<void> {
    if (this.#isOriginChecked) return;
    this.#isOriginChecked = true;
    const refusal = await findOriginRefusal(this.#wire.origin);
    if (refusal !== null) this.#end({ code: 'CROSS_ORIGIN', message: refusal.error.message });
  }

  /** After a loss for which Socket.IO does not reconnect. */
  #reconnect(): void {
    if (this.#closed !== null || this.#socket.active) return;
    this.#retryLater(() => {
      if (!this.#socket.active) this.#socket.connect();
    });
  }

  #retryLater(run: () => void): void {
    const { timers } = this.#wire;
    timers.schedule(timers.now() + retryMs, () => {
      if (this.#closed === null) run();
    });
  }

  /** Sends until the server acknowledges. Stops after a reconnect, which starts its own requests. */
  #request<Name extends keyof ClientEvents>(
    name: Name,
    data: ClientEvents[Name],
    use: (data: unknown) => void,
  ): void {
    const { id } = this.#socket;
    const send = (): void => {
      if (this.#socket.id !== id) return;
      const acknowledge = (acknowledgement: Acknowledgement): void => {
        if (acknowledgement.ok) use(acknowledgement.data);
        else if (retryable.has(acknowledgement.error.code)) this.#retryLater(send);
        else this.#end(acknowledgement.error);
      };
      (this.#socket as Socket).emit(name, data, acknowledge);
    };
    send();
  }

  #join(): void {
    const after = this.#last === null ? {} : { after: this.#last };
    this.#request('join_empire', { empire_id: this.empireId, ...after }, (data) => {
      this.#last ??= (data as { last: number }).last;
      this.#requestView(this.#buffered ?? []);
      this.#listeners.emit('connection', 'joined');
    });
  }

  /** The server sends entries in order, from `after` on. Skips repeated entries. */
  #deliverEntry(data: ServerEvents['empire_event']): void {
    const { number } = data.event;
    if (number <= (this.#last ?? 0)) return;
    this.#last = number;
    this.#listeners.emit('empire_event', data);
  }

  /** Buffers events until the view arrives. */
  #requestView(buffered: NumberedEvent[]): void {
    this.#buffered = buffered;
    this.#request('request_update', { type: 'empire', id: this.empireId }, (data) => {
      const events = this.#buffered ?? [];
      this.#buffered = null;
      this.#updatePicture(toPicture(data as EmpireView, this.#updateSeq), events);
    });
  }

  #track(event: NumberedEvent): void {
    if (event.name === 'empire_update') this.#updateSeq = event.data.seq;
    if (this.#buffered !== null) this.#buffered.push(event);
    else if (this.#picture !== null) this.#updatePicture(this.#picture, [event]);
  }

  /** After a gap, requests a full view and keeps the remaining events. */
  #updatePicture(picture: Picture, events: readonly NumberedEvent[]): void {
    let current = picture;
    for (const [index, event] of events.entries()) {
      const next = applyEvent(current, event);
      if (next === null) {
        this.#requestView(events.slice(index));
        break;
      }
      current = next;
    }
    this.#picture = current;
    this.#listeners.emit('picture', current);
  }

  #end(closeReason: CloseReason): void {
    if (this.#closed !== null) return;
    this.#closed = closeReason;
    this.#socket.disconnect();
    this.#listeners.emit('closed', closeReason);
  }
}

/**
 * A live connection to one empire. It comes back by itself after every loss, and then brings itself up to date:
 * entries of the chronicle are handed on in their order, each exactly once, whatever was missed; the picture is
 * taken anew. It ends only when it is closed, the session ends, or the game is opened elsewhere.
 */
import { io, type Socket } from 'socket.io-client';
import type { EmpireView } from '../contract/empire.ts';
import type { Acknowledgement, ClientEvents, ServerEvents } from '../contract/events.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { Wire } from './call.ts';
import { Listeners } from './listeners.ts';
import type { CloseReason, LiveEvents, Next } from './live-events.ts';
import { follow, isNumbered, toPicture, type Numbered, type Picture } from './picture.ts';

/** How long what has failed for now is left alone. */
const retryMs = 1_000;
/** What passes: it is tried again. Every other refusal ends the connection. */
const passing: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'BUSY', 'UNAVAILABLE', 'INTERNAL']);

export interface LiveOptions {
  /** The number of the last entry of the chronicle that is known; without it only what is new is heard. */
  after?: number;
  /** How long the first and later attempts to come back wait: from 0.5 s up to 5 s unless told otherwise. */
  reconnectMs?: { first: number; most: number };
}

type Heard = { [Name in keyof ServerEvents]: (data: ServerEvents[Name]) => void };
type Sent = {
  [Name in keyof ClientEvents]: (data: ClientEvents[Name], answer: (answer: Acknowledgement) => void) => void;
};

type Happened = {
  [Name in keyof ServerEvents]: { name: Name; data: ServerEvents[Name] };
}[keyof ServerEvents];

export class Live {
  readonly empireId: string;
  readonly #socket: Socket<Heard, Sent>;
  readonly #wire: Wire;
  readonly #listeners = new Listeners<LiveEvents>();
  #last: number | null;
  #picture: Picture | null = null;
  /** What has come since a full view was asked for; null: none is on its way. */
  #held: Numbered[] | null = [];
  /** Of the latest empire_update: the one right before a full view has the number of that view. */
  #updateSeq = 0;
  #closed: CloseReason | null = null;

  /** Connects at once. */
  constructor(wire: Wire, empireId: string, { after, reconnectMs }: LiveOptions = {}) {
    this.empireId = empireId;
    this.#wire = wire;
    this.#last = after ?? null;
    this.#socket = io(wire.origin, {
      transports: ['websocket', 'polling'],
      // Another client in this process is another player.
      forceNew: true,
      reconnectionDelay: reconnectMs?.first ?? 500,
      reconnectionDelayMax: reconnectMs?.most ?? 5_000,
      ...(wire.token === null ? {} : { auth: { token: wire.token } }),
    });
    this.#listen();
  }

  /** The number of the last entry of the chronicle that was handed on; null: none is known. */
  get last(): number | null {
    return this.#last;
  }

  /** The empire as last heard of; null before the first view. */
  get picture(): Picture | null {
    return this.#picture;
  }

  /** Why it has ended; null: it has not. */
  get closed(): CloseReason | null {
    return this.#closed;
  }

  /**
   * What it returns takes the listener away again. Nothing is kept for who listens later: whoever wants to hear
   * everything listens before he awaits anything.
   */
  on<Name extends keyof LiveEvents>(name: Name, listener: (data: LiveEvents[Name]) => void): () => void {
    return this.#listeners.add(name, listener);
  }

  /** The next event of this name; null when the connection has ended before. */
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

  /** Asks for the whole of the picture anew; it is told as `picture`. */
  refresh(): void {
    if (this.#socket.connected && this.#held === null) this.#look([]);
  }

  /** Ends the connection for good. */
  close(): void {
    this.#end({ code: null, message: 'The connection was closed' });
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on('connect', () => {
      this.#held = [];
      this.#join();
    });
    socket.on('disconnect', () => {
      if (this.#closed !== null) return;
      this.#listeners.tell('connection', 'lost');
      this.#comeBack();
    });
    socket.on('connect_error', (error) => {
      const refusal = 'data' in error ? (error.data as { code: ErrorCode } | undefined) : undefined;
      if (refusal === undefined || passing.has(refusal.code)) this.#comeBack();
      else this.#end({ code: refusal.code, message: error.message });
    });
    socket.on('error', ({ code, message }) => {
      if (code === 'SESSION_REPLACED' || code === 'SESSION_ENDED') this.#end({ code, message });
    });
    socket.onAny((name: string, data: unknown) => {
      this.#hear({ name, data } as Happened);
    });
  }

  #hear(gameEvents: Happened): void {
    if (gameEvents.name === 'empire_event') this.#handOn(gameEvents.data);
    else if (gameEvents.name !== 'error') {
      if (isNumbered(gameEvents)) this.#note(gameEvents);
      this.#listeners.tell(gameEvents.name, gameEvents.data);
    }
  }

  /** After a loss that the socket does not mend by itself. */
  #comeBack(): void {
    if (this.#closed !== null || this.#socket.active) return;
    this.#later(() => {
      if (!this.#socket.active) this.#socket.connect();
    });
  }

  #later(run: () => void): void {
    const { timers } = this.#wire;
    timers.schedule(timers.now() + retryMs, () => {
      if (this.#closed === null) run();
    });
  }

  /** Sends an event until it is answered on this connection; another one begins anew by itself. */
  #ask<Name extends keyof ClientEvents>(
    name: Name,
    data: ClientEvents[Name],
    use: (data: unknown) => void,
  ): void {
    const { id } = this.#socket;
    const send = (): void => {
      if (this.#socket.id !== id) return;
      const answered = (answer: Acknowledgement): void => {
        if (answer.ok) use(answer.data);
        else if (passing.has(answer.error.code)) this.#later(send);
        else this.#end(answer.error);
      };
      (this.#socket as Socket).emit(name, data, answered);
    };
    send();
  }

  #join(): void {
    const after = this.#last === null ? {} : { after: this.#last };
    this.#ask('join_empire', { empire_id: this.empireId, ...after }, (data) => {
      this.#last ??= (data as { last: number }).last;
      this.#look(this.#held ?? []);
      this.#listeners.tell('connection', 'joined');
    });
  }

  /** The server sends them in order, from where it was told on. */
  #handOn(data: ServerEvents['empire_event']): void {
    const { number } = data.event;
    if (number <= (this.#last ?? 0)) return;
    this.#last = number;
    this.#listeners.tell('empire_event', data);
  }

  /** Asks for a full view; what comes meanwhile is held until it is there. */
  #look(held: Numbered[]): void {
    this.#held = held;
    this.#ask('request_update', { type: 'empire', id: this.empireId }, (data) => {
      const waiting = this.#held ?? [];
      this.#held = null;
      this.#draw(toPicture(data as EmpireView, this.#updateSeq), waiting);
    });
  }

  #note(event: Numbered): void {
    if (event.name === 'empire_update') this.#updateSeq = event.data.seq;
    if (this.#held !== null) this.#held.push(event);
    else if (this.#picture !== null) this.#draw(this.#picture, [event]);
  }

  /** Takes a picture and what has happened since. */
  #draw(picture: Picture, events: readonly Numbered[]): void {
    let drawn = picture;
    for (const [index, event] of events.entries()) {
      const next = follow(drawn, event);
      if (next === null) {
        this.#look(events.slice(index));
        break;
      }
      drawn = next;
    }
    this.#picture = drawn;
    this.#listeners.tell('picture', drawn);
  }

  #end(closeReason: CloseReason): void {
    if (this.#closed !== null) return;
    this.#closed = closeReason;
    this.#socket.disconnect();
    this.#listeners.tell('closed', closeReason);
  }
}

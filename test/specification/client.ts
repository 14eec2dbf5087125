/**
 * A client written from the specification alone, with fetch, a cookie jar and socket.io-client. It imports nothing of this
 * project.
 */
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

/** Ends a hang; it measures nothing. */
const timeoutMs = 60_000;

export const password = 'correct horse';

export interface ApiResponse<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** The parsed JSON; `{}` if the response is a page. */
  body: Body;
  text: string;
}

export interface Empire {
  id: string;
  owner_id: string;
  cities: { id: string; location: { x: number; y: number } }[];
  military: { units_by_type: Record<string, number> };
}

export class Client {
  readonly url: string;
  readonly #keepsAllCookies: boolean;
  readonly #cookies = new Map<string, string>();

  /** @param jar `one`: remembers only the latest cookie, as simple programs do */
  constructor(url: string, jar: 'all' | 'one' = 'all') {
    this.url = url;
    this.#keepsAllCookies = jar === 'all';
  }

  /** The Cookie header of the next request. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The value of the only cookie, as it was set: the session token, for all that the document says. */
  get token(): string {
    return [...this.#cookies.values()].join();
  }

  async #send<Body>(method: string, path: string, init: RequestInit): Promise<ApiResponse<Body>> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) headers.set('cookie', this.cookie);
    const response = await fetch(this.url + path, { ...init, method, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#store(line);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const body = (isJson ? JSON.parse(text) : {}) as Body;
    return { status: response.status, headers: response.headers, body, text };
  }

  #store(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const expires = /; *expires=([^;]+)/i.exec(line)?.[1];
    if (!this.#keepsAllCookies) this.#cookies.clear();
    if (expires !== undefined && Date.parse(expires) < Date.now()) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  /** Sends JSON; without a body, only method and path. */
  send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    return this.#send(
      method,
      path,
      body === undefined
        ? { headers }
        : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
    );
  }

  /** The body of the response to a GET. */
  async read<Body = Record<string, unknown>>(path: string): Promise<Body> {
    return (await this.send<Body>('GET', path)).body;
  }

  /** Sends the fields of an HTML form. */
  submit(path: string, fields: Record<string, string>): Promise<ApiResponse> {
    return this.#send('POST', path, { body: new URLSearchParams(fields) });
  }

  register(name: string, fields: object = {}): Promise<ApiResponse> {
    const account = { username: name, email: `${name}@example.org`, password, confirm_password: password };
    return this.send('POST', '/register', { ...account, ...fields });
  }

  logIn(name: string, fields: object = {}): Promise<ApiResponse> {
    return this.send('POST', '/login', { username: name, password, ...fields });
  }

  /** Founds the empire of the user, and reads it. */
  async found(name: string, starting_location: { x: number; y: number }): Promise<Empire> {
    const { body } = await this.send<{ empire: Empire }>('POST', '/api/empire', { name, starting_location });
    return this.read(`/api/empire/${body.empire.id}`);
  }

  /** Connects with the cookies, or with a token. */
  async connect(auth?: { token: string }): Promise<Live> {
    const live = new Live(this.#open(auth));
    await live.connected;
    return live;
  }

  /** Resolves with the message of a refused connection. */
  refusal(auth?: { token: string }): Promise<string> {
    const socket = this.#open(auth);
    return within(
      'a refused connection',
      new Promise((resolve, reject) => {
        socket.on('connect', () => reject(new Error('the connection was not refused')));
        socket.on('connect_error', ({ message }) => {
          socket.close();
          resolve(message);
        });
      }),
    );
  }

  #open(auth?: { token: string }): Socket {
    // Without forceNew, all clients of a process share one connection.
    const options: Partial<ManagerOptions & SocketOptions> = { forceNew: true };
    if (auth === undefined) options.extraHeaders = { cookie: this.cookie };
    else options.auth = auth;
    return io(this.url, options);
  }
}

/** An account with a session. */
export async function enter(url: string, name: string): Promise<Client> {
  const client = new Client(url);
  await client.register(name);
  await client.logIn(name);
  return client;
}

type Payload = Record<string, unknown>;

/** A connection, with all events that it has received. */
export class Live {
  readonly connected: Promise<void>;
  readonly ended: Promise<string>;
  readonly received: { name: string; payload: Payload }[] = [];
  readonly #socket: Socket;
  readonly #listeners = new Set<() => void>();
  #read = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.connected = within(
      'a connection',
      new Promise((resolve, reject) => {
        socket.on('connect', resolve);
        socket.on('connect_error', reject);
      }),
    );
    this.ended = new Promise((resolve) => {
      socket.on('disconnect', resolve);
    });
    socket.onAny((name: string, payload: Payload) => {
      this.received.push({ name, payload });
      for (const listener of [...this.#listeners]) listener();
    });
  }

  emit(name: string, payload: object): void {
    this.#socket.emit(name, payload);
  }

  /** The payload of the next event of this name; it skips other events. */
  next(name: string): Promise<Payload> {
    return within(
      name,
      new Promise((resolve) => {
        const look = (): void => {
          const index = this.received.findIndex((event, at) => at >= this.#read && event.name === name);
          const found = this.received[index];
          if (found === undefined) return;
          this.#read = index + 1;
          this.#listeners.delete(look);
          resolve(found.payload);
        };
        this.#listeners.add(look);
        look();
      }),
    );
  }

  /** Joins an empire. An update that is requested after it shows that the room was joined. */
  async join(empireId: string): Promise<void> {
    this.emit('join_empire', { empire_id: empireId });
    this.emit('request_update', { type: 'empire', id: empireId });
    await this.next('empire_update');
  }

  close(): void {
    this.#socket.close();
  }
}

function within<T>(what: string, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`timed out waiting for ${what}`)), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}

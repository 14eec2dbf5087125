/**
 * One call over HTTP, with as many attempts as it takes: too many requests wait as long as the server says, lost
 * connections and a database that is away wait longer every time. All attempts of a call that changes something
 * carry one Idempotency-Key, so that a repeat after a lost answer cannot act twice.
 */
import { readAnswer, refuse, type Answer, type Refusal, type RefusalCode } from './answer.ts';
import { wait, type Timers } from './timers.ts';

const firstBackoffMs = 250;
const maxBackoffMs = 8_000;
/** What another attempt may cure. */
const passing: ReadonlySet<RefusalCode> = new Set(['UNREACHABLE', 'RATE_LIMITED', 'BUSY', 'UNAVAILABLE']);

export interface CallOptions {
  /** Ends the call, between attempts too, with ABORTED. */
  signal?: AbortSignal;
  /** How long an attempt waits for its answer; 10 s unless told otherwise. */
  timeoutMs?: number;
  /** No attempt begins later than this after the call; 75 s unless told otherwise, 0: one attempt. */
  patienceMs?: number;
  /** For a call that is to be the same as one before a restart; else each call makes its own. */
  idempotencyKey?: string;
}

/** Where calls go and how. */
export interface Wire {
  /** Scheme, host and port. */
  origin: string;
  token: string | null;
  timeoutMs: number;
  patienceMs: number;
  timers: Timers;
}

/** What is asked. */
export interface Asked {
  method: string;
  /** With its query. */
  path: string;
  /** Undefined: no body. */
  body: unknown;
}

/** A random UUID, also where `crypto.randomUUID` is missing: on pages over plain http. */
function createKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

function headersOf({ method, path, body }: Asked, token: string | null, key: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (method !== 'GET' && path.startsWith('/api/')) headers.set('idempotency-key', key ?? createKey());
  return headers;
}

interface AttemptResult {
  answer: Answer<unknown>;
  /** Where the server says so. */
  retryAfterMs: number | null;
}

function readRetryAfter({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/** Sends the request once. Never rejects. */
async function attempt(
  url: string,
  request: RequestInit,
  timers: Timers,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<AttemptResult> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  const cancel = timers.schedule(timers.now() + timeoutMs, abort);
  signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(url, { ...request, signal: controller.signal });
    return {
      answer: readAnswer(response, await response.text()),
      retryAfterMs: readRetryAfter(response),
    };
  } catch {
    const why = controller.signal.aborted ? `no answer within ${timeoutMs} ms` : 'the connection failed';
    return { answer: refuse('UNREACHABLE', 'The server does not answer', why), retryAfterMs: null };
  } finally {
    cancel();
    signal?.removeEventListener('abort', abort);
  }
}

/** Doubles with every attempt; up to a half is taken off at random, so that many clients do not come at once. */
function backoffMs(attempts: number): number {
  return Math.min(firstBackoffMs * 2 ** attempts, maxBackoffMs) * (1 - Math.random() / 2);
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Whether another attempt may help; what answers there without being the game will do so again. */
function mayPass({ code, status }: Refusal): boolean {
  const isForeign = code === 'UNREACHABLE' && status !== null && status < 500 && status !== 429;
  return passing.has(code) && !isForeign;
}

/**
 * Asks until there is an answer that stands, or patience ends; then the last refusal. Rejects only for what no
 * request can carry.
 */
export async function call(wire: Wire, asked: Asked, options: CallOptions = {}): Promise<Answer<unknown>> {
  const { signal, timeoutMs = wire.timeoutMs, patienceMs = wire.patienceMs } = options;
  const { timers } = wire;
  const request = {
    method: asked.method,
    headers: headersOf(asked, wire.token, options.idempotencyKey),
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  };
  const patientUntil = timers.now() + patienceMs;
  for (let attempts = 0; ; attempts++) {
    if (isAborted(signal)) return refuse('ABORTED', 'The call was aborted');
    const { answer, retryAfterMs } = await attempt(
      wire.origin + asked.path,
      request,
      timers,
      timeoutMs,
      signal,
    );
    if (answer.ok || !mayPass(answer.error)) return answer;
    const waitMs = retryAfterMs ?? backoffMs(attempts);
    if (!isAborted(signal) && timers.now() + waitMs > patientUntil) return answer;
    await wait(timers, waitMs, signal);
  }
}

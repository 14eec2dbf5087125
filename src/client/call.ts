/**
 * One call over HTTP, with retries. A 429 waits for `Retry-After`; lost connections and an unavailable database back
 * off. All attempts of a change carry one Idempotency-Key, so that a retry cannot act twice.
 */
import { readResult, refuse, type Result, type Refusal, type RefusalCode } from './result.ts';
import { findOriginRefusal } from './origin.ts';
import { wait, type Timers } from './timers.ts';

const firstBackoffMs = 250;
const maxBackoffMs = 8_000;
const retryable: ReadonlySet<RefusalCode> = new Set(['UNREACHABLE', 'RATE_LIMITED', 'BUSY', 'UNAVAILABLE']);

export interface CallOptions {
  /** Ends the call with ABORTED, also between attempts. */
  signal?: AbortSignal;
  /** Timeout of one attempt; 10 s by default. */
  timeoutMs?: number;
  /** No attempt begins later; 75 s by default. 0: one attempt. */
  patienceMs?: number;
  /** Pass the same key to repeat an earlier call, also after a restart. By default each call creates its own. */
  idempotencyKey?: string;
}

export interface Wire {
  /** Scheme, host and port. */
  origin: string;
  token: string | null;
  timeoutMs: number;
  patienceMs: number;
  timers: Timers;
}

export interface CallInput {
  method: string;
  /** Includes the query string. */
  path: string;
  /** `undefined`: no body. */
  body: unknown;
}

/** A random UUID. Pages over plain HTTP lack `crypto.randomUUID`. */
function createKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

function headersOf({ method, path, body }: CallInput, { token }: Wire, key: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (method !== 'GET' && path.startsWith('/api/')) headers.set('idempotency-key', key ?? createKey());
  return headers;
}

interface AttemptResult {
  result: Result<unknown>;
  /** From `Retry-After`. */
  retryAfterMs: number | null;
}

function readRetryAfter({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/** Never rejects. */
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
      result: readResult(response, await response.text()),
      retryAfterMs: readRetryAfter(response),
    };
  } catch {
    const details = controller.signal.aborted ? `no answer within ${timeoutMs} ms` : 'the connection failed';
    return { result: refuse('UNREACHABLE', 'The server does not answer', details), retryAfterMs: null };
  } finally {
    cancel();
    signal?.removeEventListener('abort', abort);
  }
}

/** Doubles with every attempt, less a random part of up to a half, so that many clients do not retry at once. */
function backoffMs(attempts: number): number {
  return Math.min(firstBackoffMs * 2 ** attempts, maxBackoffMs) * (1 - Math.random() / 2);
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** A response of another program at this address is retried only if its status is 429 or at least 500. */
function isRetryable({ code, status }: Refusal): boolean {
  const isForeign = code === 'UNREACHABLE' && status !== null && status < 500 && status !== 429;
  return retryable.has(code) && !isForeign;
}

/**
 * Returns the last refusal if the call is refused permanently or `patienceMs` is over. Rejects only if the input cannot
 * form a request.
 */
export async function call(
  wire: Wire,
  input: CallInput,
  options: CallOptions = {},
): Promise<Result<unknown>> {
  const { signal, timeoutMs = wire.timeoutMs, patienceMs = wire.patienceMs } = options;
  const { timers } = wire;
  const url = wire.origin + input.path;
  const request = {
    method: input.method,
    headers: headersOf(input, wire, options.idempotencyKey),
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  };
  const retryUntil = timers.now() + patienceMs;
  for (let attempts = 0; ; attempts++) {
    if (isAborted(signal)) return refuse('ABORTED', 'The call was aborted');
    const { result, retryAfterMs } = await attempt(url, request, timers, timeoutMs, signal);
    if (result.ok || !isRetryable(result.error)) return result;
    const mayBeOrigin = attempts === 0 && result.error.status === null;
    const originRefusal = mayBeOrigin ? await findOriginRefusal(wire.origin) : null;
    if (originRefusal !== null) return originRefusal;
    const waitMs = retryAfterMs ?? backoffMs(attempts);
    if (!isAborted(signal) && timers.now() + waitMs > retryUntil) return result;
    await wait(timers, waitMs, signal);
  }
}

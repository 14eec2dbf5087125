/**
 * The result of a call: data, or a refusal with its code. Network and server failures are never thrown, except by
 * `unwrap`.
 */
import type { ErrorBody, ErrorCode } from '../kernel/errors.ts';

/** UNREACHABLE: no response of the game. ABORTED: the caller's signal. All other codes come from the server. */
export type RefusalCode = ErrorCode | 'UNREACHABLE' | 'ABORTED';

export interface Refusal {
  code: RefusalCode;
  /** A sentence to show to people. */
  message: string;
  /** The exact problem, if the server names it. */
  details: string | null;
  /** The HTTP status; null without a response. */
  status: number | null;
}

export type Result<Data> = { ok: true; data: Data } | { ok: false; error: Refusal };

/** Throws an Error whose `cause` is the Refusal if there is no data. */
export function unwrap<Data>(result: Result<Data>): Data {
  if (result.ok) return result.data;
  const { code, message, details } = result.error;
  throw new Error(`${code}: ${details ?? message}`, { cause: result.error });
}

export function refuse(
  code: RefusalCode,
  message: string,
  details: string | null = null,
  status: number | null = null,
): { ok: false; error: Refusal } {
  return { ok: false, error: { code, message, details, status } };
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && 'code' in body;
}

/** Anything else than a response of the game, such as an HTML page, becomes UNREACHABLE. */
export function readResult(response: Response, text: string): Result<unknown> {
  const { status } = response;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refuse('UNREACHABLE', 'The response is not from the game', `status ${status}`, status);
  }
  if (response.ok) return { ok: true, data: body };
  if (isErrorBody(body)) return refuse(body.code, body.error, body.details ?? null, status);
  return refuse('UNREACHABLE', 'The response is not from the game', `status ${status}`, status);
}

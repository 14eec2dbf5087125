/**
 * What a call comes to: data, or a refusal as a value with its code. Nothing that the network or the server does
 * is ever thrown; `unwrap` is for those who would rather have it so.
 */
import type { ErrorBody, ErrorCode } from '../kernel/errors.ts';

/** Beside the server's own codes: no answer that is one of this game's, or the caller's signal. */
export type RefusalCode = ErrorCode | 'UNREACHABLE' | 'ABORTED';

export interface Refusal {
  code: RefusalCode;
  /** A sentence for people. */
  message: string;
  /** What exactly is wrong, or missing, where the server says so. */
  details: string | null;
  /** The HTTP status; null without an answer. */
  status: number | null;
}

export type Answer<Data> = { ok: true; data: Data } | { ok: false; error: Refusal };

/** The data of an answer; throws an Error whose `cause` is the Refusal where there is none. */
export function unwrap<Data>(answer: Answer<Data>): Data {
  if (answer.ok) return answer.data;
  const { code, message, details } = answer.error;
  throw new Error(`${code}: ${details ?? message}`, { cause: answer.error });
}

/** A refusal that the client itself gives. */
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

/** The answer in a response of which this is the text; UNREACHABLE where it is none of the game's. */
export function readAnswer(response: Response, text: string): Answer<unknown> {
  const { status } = response;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refuse('UNREACHABLE', 'Something else than the game has answered', `status ${status}`, status);
  }
  if (response.ok) return { ok: true, data: body };
  if (isErrorBody(body)) return refuse(body.code, body.error, body.details ?? null, status);
  return refuse('UNREACHABLE', 'Something else than the game has answered', `status ${status}`, status);
}

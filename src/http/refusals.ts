/**
 * Which refusals a route can answer: those it names itself, and those that follow from how it is asked. The API
 * document shows this list; in tests whatever a route throws is held against it.
 */
import { GameError, statusOf, type ErrorCode } from '../kernel/errors.ts';
import { takesIdempotencyKey } from '../idempotency/key.ts';
import type { LimitClass } from './rate-limit.ts';

/** A code, with its status where the code alone does not say it (INVALID_TARGET: 400 or 409). */
export type Refusal = ErrorCode | readonly [code: ErrorCode, status: number];

/** What of a route decides about its refusals. */
interface Asked {
  method: string;
  path: string;
  auth: string;
  limit: LimitClass;
  params?: object;
  query?: object;
  body?: object;
  refuses?: readonly Refusal[];
}

function codesOf(route: Asked): Refusal[] {
  const isUnsafe = route.method !== 'get';
  const hasKey = takesIdempotencyKey(route);
  const isParsed = route.params !== undefined || route.query !== undefined || route.body !== undefined;
  const when = (isSo: boolean, ...codes: Refusal[]): Refusal[] => (isSo ? codes : []);
  return [
    ...when(isUnsafe, 'CROSS_ORIGIN'),
    ...when(route.auth === 'required', 'AUTH_REQUIRED'),
    ...when(route.limit !== 'none', 'RATE_LIMITED'),
    ...when(isParsed || hasKey, 'VALIDATION_ERROR'),
    ...when(route.body !== undefined, 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE'),
    ...when(hasKey, 'IDEMPOTENCY_MISMATCH'),
    ...(route.refuses ?? []),
    ...when(isUnsafe, 'BUSY'),
    'UNAVAILABLE',
    'INTERNAL',
  ];
}

/** Every refusal of a route with its HTTP status, in the order in which they are looked for. */
export function refusalsOf(route: Asked): { code: ErrorCode; status: number }[] {
  return codesOf(route).map((refusal) =>
    typeof refusal === 'string'
      ? { code: refusal, status: statusOf(refusal) }
      : { code: refusal[0], status: refusal[1] },
  );
}

/** Throws when a route refuses with what its list does not name. */
export function checkRefusal(route: Asked, error: unknown): void {
  if (!(error instanceof GameError)) return;
  const isNamed = refusalsOf(route).some(
    ({ code, status }) => code === error.code && status === error.status,
  );
  if (!isNamed) {
    const where = `${route.method} ${route.path}`;
    throw new Error(`${where} refuses with ${error.status} ${error.code}, which it does not name`);
  }
}

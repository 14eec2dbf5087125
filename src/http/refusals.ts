/**
 * Lists the refusals of a route: its own, and those that follow from its method, schemas and limits. Tests compare
 * every thrown refusal with it.
 */
import { GameError, statusOf, type ErrorCode } from '../kernel/errors.ts';
import { takesIdempotencyKey } from './idempotency-key.ts';
import type { Endpoint, Refusal } from './endpoint.ts';

/** Of every order about an object. */
export const ofOrders = ['ON_LEAVE', 'NOT_FOUND', 'FORBIDDEN'] as const satisfies readonly Refusal[];

function codesOf(route: Endpoint): Refusal[] {
  const isUnsafe = route.method !== 'get';
  const hasKey = takesIdempotencyKey(route);
  const isParsed = route.path.includes(':') || route.query !== undefined || route.body !== undefined;
  const when = (applies: boolean, ...codes: Refusal[]): Refusal[] => (applies ? codes : []);
  return [
    ...when(isUnsafe, 'CROSS_ORIGIN'),
    ...when(route.auth === 'required' || route.auth === 'shared', 'AUTH_REQUIRED'),
    ...when(route.limit !== 'none', 'RATE_LIMITED'),
    ...when(route.needsLogin === true || (route.auth === 'required' && isUnsafe), 'TOKEN_SCOPE'),
    ...when(isParsed || hasKey, 'VALIDATION_ERROR'),
    ...when(route.body !== undefined, 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE'),
    ...when(hasKey, 'IDEMPOTENCY_MISMATCH'),
    ...(route.refuses ?? []),
    'BUSY',
    'UNAVAILABLE',
    'INTERNAL',
  ];
}

/** In the order of the checks. */
export function refusalsOf(route: Endpoint): { code: ErrorCode; status: number }[] {
  return codesOf(route).map((refusal) =>
    typeof refusal === 'string'
      ? { code: refusal, status: statusOf(refusal) }
      : { code: refusal[0], status: refusal[1] },
  );
}

export function checkRefusal(route: Endpoint, error: unknown): void {
  if (!(error instanceof GameError)) return;
  const isNamed = refusalsOf(route).some(
    ({ code, status }) => code === error.code && status === error.status,
  );
  if (!isNamed) {
    const where = `${route.method} ${route.path}`;
    throw new Error(`${where} refuses with ${error.status} ${error.code}: add it to \`refuses\``);
  }
}

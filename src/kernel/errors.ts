/**
 * The catalogue of refusals: codes with HTTP status and message. Features throw GameError; HTTP and sockets convert it.
 * Pure: it also runs in the browser.
 */

const catalogue = {
  VALIDATION_ERROR: [400, 'The request is not valid'],
  MALFORMED_JSON: [400, 'The body is not valid JSON'],
  PAYLOAD_TOO_LARGE: [400, 'The body is too large or nested too deeply'],
  MISSING_FIELDS: [400, 'Username and password are required'],
  DUPLICATE_ACCOUNT: [400, 'Username or e-mail is already taken'],
  INVALID_LINK: [400, 'The link is not valid'],
  INVALID_CREDENTIALS: [401, 'Invalid username or password'],
  AUTH_REQUIRED: [401, 'Authentication required'],
  FORBIDDEN: [403, 'You do not own this'],
  REGISTRATION_CLOSED: [403, 'Registration is not open to everybody'],
  CROSS_ORIGIN: [403, 'Requests from another site are refused'],
  PROTECTED: [403, 'The target is protected'],
  ALLIED: [403, 'The target is in your alliance'],
  TOKEN_SCOPE: [403, 'The token does not allow this'],
  MUTED: [403, 'The operator does not let you write to other players'],
  NOT_FOUND: [404, 'Not found'],
  NO_MAIL: [409, 'This server sends no e-mail'],
  NAME_TAKEN: [409, 'The name is already taken'],
  LOCATION_TAKEN: [409, 'There is a city or a seat on this tile'],
  TOO_CLOSE: [409, 'Another city or a seat is too close'],
  WORLD_FULL: [409, 'No free place was found'],
  EMPIRE_EXISTS: [409, 'You already have an empire'],
  CITY_LIMIT: [409, 'You have as many cities as an empire may have'],
  ARMY_LIMIT: [409, 'You have too many armies'],
  INSUFFICIENT_RESOURCES: [409, 'Not enough resources'],
  STORAGE_FULL: [409, 'Your stores have no room for this'],
  INSUFFICIENT_POPULATION: [409, 'Not enough population'],
  REQUIREMENT_MISSING: [409, 'A requirement is missing'],
  MAX_LEVEL: [409, 'The building cannot go higher'],
  QUEUE_FULL: [409, 'The queue is full'],
  ARMY_BUSY: [409, 'The army is busy'],
  INVALID_TARGET: [409, 'This cannot be the target'],
  RECENTLY_RECALLED: [409, 'You recalled an attack on this target a short time ago'],
  BATTLE_ACTIVE: [409, 'The battle is not over yet'],
  SEAT_LIMIT: [409, 'You hold as many seats as an empire may hold'],
  GUARD_LIMIT: [409, 'The place has a guard, or too many of your armies guard'],
  ALLIANCE_MEMBER: [409, 'The empire is a member of an alliance'],
  ALLIANCE_PAUSE: [409, 'The empire left another alliance a short time ago'],
  CANDIDATE_LIMIT: [409, 'There are too many open invitations and applications'],
  ALLIANCE_FULL: [409, 'The alliance has as many members as it may have'],
  ON_LEAVE: [409, 'You are on leave, or have ordered a leave'],
  LEAVE_PAUSE: [409, 'It is too early for this after the begin or the end of a leave'],
  HOLDS_SEAT: [409, 'You hold a seat'],
  LAST_OPERATOR: [409, 'The world needs an operator'],
  TOKEN_LIMIT: [409, 'You have as many tokens as an account may have'],
  IDEMPOTENCY_MISMATCH: [409, 'This Idempotency-Key was used for another request'],
  BUSY: [429, 'The server is busy, please try again'],
  RATE_LIMITED: [429, 'Too many requests'],
  UNAVAILABLE: [500, 'The service is not available at the moment, please try again'],
  INTERNAL: [500, 'Internal server error'],
  WRONG_ACCOUNT: [409, 'The page was made for another account'],
  SESSION_REPLACED: [409, 'The game was opened elsewhere'],
  SESSION_ENDED: [401, 'The session has ended'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof catalogue;

export const errorCodes = Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]];

export function statusOf(code: ErrorCode): number {
  return catalogue[code][0];
}

export function messageOf(code: ErrorCode): string {
  return catalogue[code][1];
}

export interface ErrorBody {
  error: string;
  code: ErrorCode;
  details?: string;
}

/**
 * `details` is a sentence that the client can act on; it never repeats a value from the request. Pass `status` only for
 * codes with two statuses (INVALID_TARGET: 400 if never valid, 409 if not valid at present).
 */
export class GameError extends Error {
  readonly code: ErrorCode;
  readonly details: string | undefined;
  readonly status: number;

  constructor(code: ErrorCode, details?: string, status: number = statusOf(code)) {
    super(messageOf(code));
    this.name = 'GameError';
    this.code = code;
    this.details = details;
    this.status = status;
  }

  toBody(): ErrorBody {
    return this.details === undefined
      ? { error: this.message, code: this.code }
      : { error: this.message, code: this.code, details: this.details };
  }
}

/** Responses carry the exact time to wait in the header Retry-After. */
export class RateLimited extends GameError {
  readonly seconds: number;

  constructor(limit: string, waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    super('RATE_LIMITED', `at most ${limit}; try again in ${seconds} s`);
    this.seconds = seconds;
  }
}

export function refusalFrom(attempt: () => void): GameError | null {
  try {
    attempt();
    return null;
  } catch (error) {
    if (error instanceof GameError) return error;
    throw error;
  }
}

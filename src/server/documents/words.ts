import type { LimitClass, RateLimits } from '../../http/limits/rate-limit.ts';
import { errorCodes, type ErrorCode } from '../../kernel/errors.ts';

const limitText = (name: string, limit: number, counted: string): string =>
  limit === 0 ? `${name}: not limited` : `${name}: ${limit} per minute for each ${counted}`;

export function limitWordsOf({ auth, data, action }: RateLimits) {
  return {
    auth: limitText('Authentication', auth, 'address and route'),
    data: limitText('Game data', data, 'user, otherwise each address'),
    action: limitText('Action', action, 'user'),
    none: 'Not limited',
  } satisfies Record<LimitClass, string>;
}

const codeWords = {
  VALIDATION_ERROR: 'The request is invalid; `details` names the fields and what they must be.',
  MALFORMED_JSON: 'The body cannot be parsed as JSON.',
  PAYLOAD_TOO_LARGE: 'The body exceeds 16 kB of JSON, 8 kB of form data, or 8 levels of nesting.',
  MISSING_FIELDS: 'The login lacks username or password.',
  REGISTRATION_CLOSED: 'Ask the operator for an invitation, and register with its link.',
  DUPLICATE_ACCOUNT: 'Register with another username and e-mail, or log in.',
  INVALID_LINK:
    'The token of a mail is unknown, used or expired, or the password or the e-mail has changed since.',
  INVALID_CREDENTIALS: 'Returned alike for an unknown name, a wrong password and an inactive account.',
  AUTH_REQUIRED: 'There is no session, or it has ended: log in.',
  FORBIDDEN:
    'The object exists, but belongs to another player, or your role in the alliance does not allow the request.',
  CROSS_ORIGIN: 'A browser sent the request from another site.',
  PROTECTED:
    'The target is a newcomer and you are too strong, or it is much weaker than you, or it is on leave when you would arrive. `details` says why; `protection` of the rules gives the limits.',
  ALLIED:
    'Members of an alliance cannot attack each other, until 24 hours (divided by the speed) after one has left it; `details` says until when.',
  TOKEN_SCOPE:
    'An API token is refused for changes of the account and for pages; one with the scope `read` for every request but reads.',
  MUTED:
    'Until the moment in `details`, you may send no messages, applications, invitations, names and descriptions.',
  NOT_FOUND: 'The object or the route does not exist, or the route has another method.',
  NO_MAIL: 'The server sends no mails; `details` names the contact of its operator.',
  NAME_TAKEN: 'Names are unique, ignoring case: empires in the world, cities in their empire.',
  LOCATION_TAKEN: 'Choose another tile.',
  TOO_CLOSE: 'Choose a tile at least `city.distance` of the rules away from every city.',
  WORLD_FULL: 'Choose another `starting_location`.',
  EMPIRE_EXISTS: 'A user has one empire.',
  CITY_LIMIT: 'An empire has at most `limits.cities` of the rules.',
  ARMY_LIMIT: 'An empire has at most `limits.armies` of the rules: merge some.',
  INSUFFICIENT_RESOURCES: 'Wait, or order less; `details` says what is missing.',
  STORAGE_FULL: 'Exchange less, or build warehouses; `details` says how much has room.',
  INSUFFICIENT_POPULATION: 'Build houses.',
  REQUIREMENT_MISSING: 'Build another building first; `details` says which, to which level.',
  MAX_LEVEL: 'A building has at most level `limits.level` of the rules.',
  QUEUE_FULL: 'Wait, or order fewer; `details` says how many fit.',
  ARMY_BUSY: 'The army attacks, fights or returns. Only standing armies and plain marches take orders.',
  INVALID_TARGET:
    '400: the target is your own. 409: not at present, because the target marches, is on another tile, or the army is not marching.',
  RECENTLY_RECALLED:
    'After a recall, `battle.recall_hours` of the rules pass before an attack on the same target; `details` says until when.',
  BATTLE_ACTIVE: 'A battle can be shared after its last round, at `ends_at`.',
  SEAT_LIMIT: 'An empire holds at most `limits.seats` of the rules.',
  ALLIANCE_MEMBER: 'An empire is a member of at most one alliance, which it leaves first.',
  ALLIANCE_PAUSE:
    'After the end of a membership, `alliance.pause_hours` of the rules pass before the next; `details` says until when.',
  CANDIDATE_LIMIT:
    'An alliance, and an empire, has at most `limits.candidates` of the rules: remove some, or wait.',
  ALLIANCE_FULL: 'An alliance has at most `limits.alliance_members` of the rules.',
  ON_LEAVE:
    'On leave, your empire takes no orders until you return; during the notice, no marches and attacks. `details` says until when.',
  LEAVE_PAUSE:
    'A leave lasts 48 hours at least, and the next one can be ordered 30 days after its end; `details` says when.',
  HOLDS_SEAT: 'An empire that holds a seat cannot order a leave.',
  WRONG_ACCOUNT: 'Only forms of pages: another account has logged in since in the same browser.',
  LAST_OPERATOR: 'The account of the last operator stays: another account needs the role first.',
  TOKEN_LIMIT: 'An account has at most `limits.api_tokens` of the rules: revoke one.',
  IDEMPOTENCY_MISMATCH:
    'The key was used on this route with another body: use a new key for every new request.',
  GUARD_LIMIT: 'A place has one guard, and an empire at most `limits.guards` of the rules.',
  BUSY: 'Other requests kept the server or the empire busy for too long: send the same request again.',
  RATE_LIMITED: 'Retry after `Retry-After` seconds.',
  UNAVAILABLE: 'The database is not reachable: retry later.',
  INTERNAL: 'A fault of the server; `X-Request-Id` of the response identifies it in the log.',
  SESSION_REPLACED: 'Socket only: a newer connection of the same user replaced this one.',
  SESSION_ENDED: 'Socket only: logged out, expired or deactivated; the connection closes.',
} satisfies Record<ErrorCode, string>;

/** The description of `ErrorCode`, as a Markdown list. */
export const codeList = [
  'The reason of a refusal, for programs:\n',
  ...errorCodes.map((code) => `- \`${code}\`: ${codeWords[code]}`),
].join('\n');

interface Guide {
  title: string;
  /** Text in backticks is code. */
  paragraphs: readonly string[];
}

export const guidesOf = ({ auth, data, action }: ReturnType<typeof limitWordsOf>): readonly Guide[] => [
  {
    title: 'Sessions',
    paragraphs: [
      'A login returns a token. Send it as `Authorization: Bearer <token>`; browsers keep it, signed, in the cookie `session_token`. If both are sent, the header wins. A session lasts 30 days from its login (unless configured otherwise), regardless of use, or until `POST /logout`. A change of the password ends all other sessions of the account. It has at most 20: a further login ends the oldest.',
      'For a program, make an API token on `/account`, or with `POST /api/user/tokens`. Send it in the same places as the token of a login: as `Authorization: Bearer <token>`, and to the socket. It begins with `hgm_`. One with the scope `read` is refused with 403 `TOKEN_SCOPE` for every request that is no `GET`; every token is refused for pages, for changes of the account, its sessions, tokens and alarms, and for the download of its data. A token ends when it is revoked, expires or the password is changed; its requests count in the limits of its user.',
      'The server refuses requests from other sites that change something: `Sec-Fetch-Site`, or else `Origin`, must be of this site. Programs send neither.',
    ],
  },
  {
    title: 'Requests and responses',
    paragraphs: [
      'Bodies are JSON. Unknown members of a request are dropped; ignore unknown members of a response. Whole numbers are JSON numbers, never strings. Texts are one line, tidied (NFC, trimmed, single spaces; no control or invisible characters), and their lengths count code points. Times are ISO 8601 in UTC, with milliseconds.',
      '`/register`, `/login` and `/logout` also take forms. They respond with JSON if the request has an `Authorization` header, a JSON `Content-Type`, or an `Accept` that prefers JSON to HTML; otherwise with a page or a redirect. Every other address outside `/api` is a page for people; pages that need a login redirect to `/login`.',
      'A refused request changes nothing. The server checks in this order: other site, missing session, rate limit, path, query, body, `Idempotency-Key`, existence, ownership, and last what the world does not allow at present.',
    ],
  },
  {
    title: 'Limits',
    paragraphs: [
      'Routes outside `/api`, except `/logout`, count as authentication, all other reads as game data, and the rest as actions.',
      `Limits of this server: ${[auth, data, action].join('; ')}.`,
      'Counted responses carry `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix seconds); a `RATE_LIMITED` also carries `Retry-After`.',
      'After too many failed logins of an account in 15 minutes, each further attempt waits before its password is checked: 1 s, then twice as long each time, up to 30 s. Attempts from a network, browser or session in which the account has logged in within 30 days have a count of their own, and the others do not delay them. At most 10 attempts of an account wait at an instance; further ones get 429.',
    ],
  },
  {
    title: 'Idempotency',
    paragraphs: [
      'Below `/api`, a request that changes something may carry `Idempotency-Key`: 1 to 100 visible ASCII characters of your choice, a new key for every new request. If the response was lost, send the same request with the same key. For 24 hours, a request that took effect is not executed again; the server repeats its response. A key belongs to its user, method and path; the same key with another body returns 409 `IDEMPOTENCY_MISMATCH`. A refused request leaves the key free.',
    ],
  },
];

/** Text in backticks is code. */
export const socketParagraphs: readonly string[] = [
  'Connect Socket.IO (protocol 5) to this address, path `/socket.io/`, with `auth: {token}`, the header or the cookie. Without a session the handshake fails with `connect_error` and `data.code` `AUTH_REQUIRED`. Each user has one connection: a newer one replaces the older, which receives `SESSION_REPLACED` and is closed. To watch beside a bot, read `GET /api/empire/{empire_id}/events` with `after` instead.',
  'Every event that you send takes a callback: `{ok: true, data}` or `{ok: false, error: {message, code}}`; a refusal also arrives as the event `error`. A connection may send 10 events per second, of these one `request_update`, each in bursts of 20. A client that does not read is served no further event, and is disconnected when too much waits for it.',
  'The server sends an event after it has stored the change, in the order of the changes. `seq` numbers `empire_update`, `resource_update`, `construction_complete` and `unit_training_complete` of an empire and rises by one: a gap means that you missed one, so read the empire again. `event.number` of `empire_event` is another counter, that of the event log: no entry is ever missed if you join with `after`. Battle events carry neither; their order is the round.',
  'After a lost connection, connect again and join with `after`, the number of the last `empire_event` you have: the missed entries come first. An `after` beyond the latest entry is refused with `VALIDATION_ERROR`, because it comes from another world. Read all other data again, over HTTP or with `request_update`, whose events repeat the current `seq`. Do not reconnect automatically after `SESSION_REPLACED` or `SESSION_ENDED`.',
];

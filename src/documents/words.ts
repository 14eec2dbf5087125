/** What the documents say in sentences: headings, error codes, and how to talk to the service at all. */
import type { LimitClass } from '../http/rate-limit.ts';
import type { Tag } from '../http/endpoint.ts';
import type { ErrorCode } from '../kernel/errors.ts';

export const tagWords = {
  account: { name: 'Account', description: 'Register, log in, see where you are logged in.' },
  empire: { name: 'Empire', description: 'Found yours, look at all of them.' },
  city: { name: 'City', description: 'Cities, buildings, training, and what is ordered there.' },
  military: { name: 'Military', description: 'Armies: march, recall, split, merge.' },
  battle: { name: 'Battle', description: 'Attack, and read how it went.' },
  leaderboard: { name: 'Leaderboard', description: 'Rankings, with or without a session.' },
  map: { name: 'Map', description: 'Who stands where.' },
  rules: { name: 'Rules', description: 'Every number of this world.' },
  service: { name: 'Service', description: 'These documents, and whether the service is well.' },
} satisfies Record<Tag, { name: string; description: string }>;

/** What each limit counts, and how many requests a minute it lets through unless configured otherwise. */
export const limitWords = {
  auth: 'Authentication: 5 a minute for each address and route',
  data: 'Game data: 60 a minute for each user, else each address',
  action: 'Action: 30 a minute for each user',
  none: 'Not limited',
} satisfies Record<LimitClass, string>;

/** When a code is answered, and what to do about it. */
export const codeWords = {
  VALIDATION_ERROR: 'The request is wrong in itself; `details` names every field and what it must be.',
  MALFORMED_JSON: 'The body cannot be read as JSON.',
  PAYLOAD_TOO_LARGE: 'More than 16 kB of JSON, 8 kB of form, or nested deeper than 8 levels.',
  MISSING_FIELDS: 'A login without username or password.',
  DUPLICATE_ACCOUNT: 'Register with another username and e-mail, or log in.',
  INVALID_CREDENTIALS: 'Unknown name, wrong password and inactive account alike.',
  AUTH_REQUIRED: 'No session, or one that has ended: log in.',
  FORBIDDEN: 'It exists, but belongs to somebody else.',
  CROSS_ORIGIN: 'A browser sent the request for another site.',
  PROTECTED:
    'The target is a newcomer and you are too strong for it, or it is much weaker; `details` and `protection` of the rules say where the line is.',
  NOT_FOUND: 'No such thing, no such route, or another method than the route’s.',
  NAME_TAKEN: 'Names are unique without regard to case: empires in the world, cities in their empire.',
  LOCATION_TAKEN: 'Choose another tile.',
  TOO_CLOSE: 'Choose a tile at least `city.distance` of the rules away from every city.',
  WORLD_FULL: 'Wish for another place.',
  EMPIRE_EXISTS: 'One empire a user.',
  CITY_LIMIT: 'An empire has as many cities as `limits.cities` of the rules says.',
  ARMY_LIMIT: 'Merge some: an empire leads `limits.armies` of the rules.',
  INSUFFICIENT_RESOURCES: 'Wait, or order less; `details` says what is missing.',
  INSUFFICIENT_POPULATION: 'Build houses.',
  REQUIREMENT_MISSING: 'Another building must stand first; `details` says which, at which level.',
  MAX_LEVEL: 'No building is higher than `limits.level` of the rules.',
  QUEUE_FULL: 'Wait, or order fewer; `details` says how many there is room for.',
  ARMY_BUSY: 'The army attacks, fights or returns; a plain march may be ordered anew, to move or to attack.',
  INVALID_TARGET: '400: your own. 409: not now, as it is on the march, on another tile, or stands.',
  IDEMPOTENCY_MISMATCH:
    'This route has taken the key with another body: use a new key for every new request.',
  BUSY: 'Somebody else held the empire for too long: send the same again.',
  RATE_LIMITED: 'Come back after `Retry-After` seconds.',
  UNAVAILABLE: 'The database cannot be reached: try again later.',
  INTERNAL: 'A mistake of the service; the answer’s `X-Request-Id` finds it in the log.',
  SESSION_REPLACED: 'Socket only: you connected elsewhere, and the newest connection stays.',
  SESSION_ENDED: 'Socket only: logged out, expired or deactivated; the connection closes.',
} satisfies Record<ErrorCode, string>;

export interface Guide {
  id: string;
  title: string;
  /** Paragraphs; what stands in backticks is code. */
  paragraphs: readonly string[];
}

export const guides: readonly Guide[] = [
  {
    id: 'sessions',
    title: 'Sessions',
    paragraphs: [
      'A login answers a token. Send it as `Authorization: Bearer <token>`; browsers keep it, signed, in the cookie `session_token`. When both come along the header decides. A session lives for 30 days from its login (unless configured otherwise), whatever is done with it, and ends with `POST /logout`.',
      'Requests that change something and come from another site are refused: `Sec-Fetch-Site`, else `Origin`, must be this site’s own. Programs send neither.',
    ],
  },
  {
    id: 'requests',
    title: 'Requests and answers',
    paragraphs: [
      'Bodies are JSON; unknown members are dropped, unknown members of an answer are to be ignored. Whole numbers are numbers, never texts. Texts are one line, tidied (NFC, trimmed, single blanks; no control or invisible characters), and their lengths count code points. Moments are ISO 8601, UTC, to the millisecond.',
      '`/register`, `/login` and `/logout` take forms as well. Their answer is JSON where the request says so, by an `Authorization` header, a JSON `Content-Type`, or an `Accept` that prefers JSON to HTML; else a page or a redirect. Every other address outside `/api` is for people: those behind the login lead to `/login`.',
      'What was refused has changed nothing. It is looked for in this order: another site, no session, too often, path, query, body, `Idempotency-Key`, not there, not yours, and at last what the world does not allow at present.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    paragraphs: [
      'A minute holds 5 logins and 5 registrations of an address, 60 reads and 30 actions of a user, unless this server is configured otherwise. Counted answers say so in `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix seconds); a 429 carries `Retry-After`.',
    ],
  },
  {
    id: 'idempotency',
    title: 'Sending the same twice',
    paragraphs: [
      'A request that changes something may carry `Idempotency-Key`: 1 to 100 visible ASCII characters of your choice, a new key for every new order. If the answer was lost, send the same request with the same key: for 24 hours what took effect is not done again, and its answer is repeated. A key belongs to its user, method and path; the same with another body is 409 `IDEMPOTENCY_MISMATCH`. What was refused leaves the key free.',
    ],
  },
];

export const socketGuide: Guide = {
  id: 'live',
  title: 'Live events',
  paragraphs: [
    'Connect Socket.IO (protocol 5) to this address, path `/socket.io/`, with `auth: {token}`, the header or the cookie. Without a session the handshake fails with `connect_error` and `data.code` `AUTH_REQUIRED`. One connection a user: the newest stays, the older hears `SESSION_REPLACED` and is closed.',
    'Every event you send takes a callback: `{ok: true, data}` or `{ok: false, error: {message, code}}`; a refusal also arrives as the event `error`. A connection may send 10 events a second, 20 at once.',
    'Events leave after the change they tell of was stored, in its order. `seq` numbers those of an empire and rises by one: a gap means that you missed something, so read the empire again. Battle events carry no `seq`; their order is the round.',
    'After a connection was lost, connect again and join with `after`, the number of the last `empire_event` you have: what you missed comes first. An `after` beyond the latest entry is refused with `VALIDATION_ERROR`, as it is of another world. What else you show, read again: over HTTP or with `request_update`, whose events repeat the current `seq`. After `SESSION_REPLACED` or `SESSION_ENDED` do not connect again by yourself.',
  ],
};

/** A program that listens; TOKEN and EMPIRE as a login and a profile answered them. */
export const socketProgram = `import { io } from 'socket.io-client';

const { URL: url, TOKEN: token, EMPIRE: empire_id } = process.env;
const socket = io(url, { auth: { token } });

socket.on('connect', async () => {
  const joined = await socket.emitWithAck('join_empire', { empire_id });
  console.log(joined.ok ? 'listening' : joined.error.message);
});
socket.onAny((event, payload) => console.log(event, payload));
`;

/**
 * Every row of the specification, by its sections, in short names: fields and their rules, states, endpoints with their
 * parameters and responses, events, errors, limits. `open` marks what the document leaves open.
 */

/** The names of a section; a comma separates them. */
const list = (names: string): string[] => names.split(',').map((name) => name.trim());

export const rows: Readonly<Record<string, readonly string[]>> = {
  'The service': list(
    `HTTP with JSON bodies, forms at register and login, WebSocket at /socket.io/, login creates a session,
    token in cookie or header, game rules: open`,
  ),
  User: list(
    `id, id: primary key, username, username: required, username: unique, username: at least 3, username: at most 50,
    email, email: required, email: unique, email: format, email: at most 255, password_hash, password_hash: required,
    password_hash: at most 255, password_hash: hex, password_hash: never from clients, salt, salt: required,
    salt: at most 255, salt: beside the hash, created_at, created_at: default, last_login, last_login: nullable,
    last_login: at each login, is_active, is_active: default, is_active: false refuses logins, empire_id,
    empire_id: nullable, empire_id: an empire, empire_id: set by the link, PBKDF2-HMAC-SHA-256, 100000 iterations,
    salt: 32 random bytes in hex, salt: one per password, salt: fed as UTF-8 text, derived key in hex,
    verified by a second derivation`,
  ),
  Session: list(
    `id, id: primary key, user_id, user_id: deleted with the user, session_token, session_token: required,
    session_token: unique, session_token: at most 255, session_token: 32 random bytes and URL-safe, expires_at,
    expires_at: required, expires_at: 30 days, expires_at: configurable, created_at, created_at: default, ip_address,
    ip_address: nullable, user_agent, user_agent: nullable`,
  ),
  Empire: list(
    `id, name, name: unique, owner_id, created_at, description, description: set by update, resources, resources.gold,
    resources.food, resources.materials, cities, cities: of a single empire, military, military.total_units,
    military.units_by_type, score, score: sorts and ranks, further fields: open`,
  ),
  City: list('id, name, population, location, buildings, production'),
  Building: list(
    `id, type, level, production, upkeep, status, types: open, building status: open, army status: open,
    unit types: open`,
  ),
  Army: list('id, name, location, units, status'),
  Battle: list(
    `id, attacker_id, defender_id, location, status, status: active or completed, started_at, result,
    result: when completed, attacker, defender, rounds, fields of a side: open, fields of a round: open`,
  ),
  'Ranking entry': list('rank, empire_id, empire_name, score, owner_username'),
  States: list(
    `login begins a session, credentials valid and account active, token generated, stored for 30 days, cookie set,
    last_login updated, address and user agent recorded, session expires, expired: no session, logout ends the session,
    logout: success, expired sessions are cleaned up, battle: active and completed, battle transitions: open,
    building transitions: open, army transitions: open`,
  ),
  'Account endpoints': list(
    `ids are UUIDs, timestamps are ISO 8601, GET /register, GET /login, POST /register, register: no session,
    register: JSON or form, username: required, username: at least 3, username: unique, email: required, email: format,
    email: unique, password: required, password: at least 6, confirm_password: required, confirm_password: equal,
    register: success, register: error, register: 400, register: 500, POST /login, login: no session,
    login: JSON or form, login: username, login: name or e-mail, login: password, remember_me, remember_me: a checkbox,
    login: success, login: form to the dashboard, login: 401 and message, login: form shows the message,
    login: 400 for missing fields, POST /logout, logout: session, logout: no body, logout: success,
    GET /api/user/profile, profile: session, profile: open, GET /dashboard, dashboard: session, dashboard: redirect`,
  ),
  'Empire endpoints': list(
    `GET /api/empire/<empire_id>, empire: session, empire: response, GET /api/empires, empires: session,
    page: default 1, limit: default 20, limit: maximum 100, sort: name, sort: created_at, sort: score, order: asc,
    order: desc, empires: response, pagination.page, pagination.limit, pagination.total, pagination.pages,
    sort and order: open, limit above 100: open, POST /api/empire, found: session, found: name, found: unique name,
    starting_location, found: response, PUT /api/empire/<empire_id>, update: owner, update: name, update: description,
    update: open`,
  ),
  'City and building endpoints': list(
    `GET /api/empire/<empire_id>/cities, cities: session, cities: response, POST /api/empire/<empire_id>/cities,
    city: owner, city: name, city: location, city: open, GET /api/city/<city_id>/buildings, buildings: session,
    buildings: response, POST /api/city/<city_id>/buildings, build: owner, build: type, quantity, quantity: default 1,
    build: open`,
  ),
  'Military endpoints': list(
    `GET /api/empire/<empire_id>/military, military: session, total_units, units_by_type, armies,
    POST /api/city/<city_id>/train, train: owner, unit_type, train: quantity, train: open,
    POST /api/army/<army_id>/move, move: owner, destination, move: open`,
  ),
  'Battle endpoints': list(
    `GET /api/battles, battles: session, battles: empire_id, status=active, status=completed, battles: limit,
    battles: response, limit of battles: open, POST /api/battle, battle: session, army_id, target_type: city,
    target_type: army, target_id, battle: open, GET /api/battle/<battle_id>, battle: participant, battle: response`,
  ),
  'Leaderboard endpoint': list(
    `GET /api/leaderboard, leaderboard: optional session, type=score, type=military, type=economic, default type: open,
    limit: default 50, rankings, updated_at, status codes outside the account group: open`,
  ),
  Authentication: list(
    `name or e-mail and password, session cookie, Authorization: Bearer, find the session and load the user,
    any step fails: no session, JSON without a session: 401, page without a session: redirect, must own or take part,
    403, leaderboard: with or without, register and login: none, WebSocket: session, registration validation: 400,
    effect of remember_me: open, roles: open, letter case of usernames: open`,
  ),
  Events: list(
    `endpoint /socket.io/, session needed, one connection per user, join_empire, join_empire: empire_id, leave_empire,
    leave_empire: empire_id, request_update, type: empire, type: city, type: battle, request_update: id, empire_update,
    empire_update: empire_id, changes.resources, changes.population, changes.military, timestamp, battle_start,
    battle_start: battle_id, attacker, defender, location, battle_update, battle_update: battle_id, round, events, status,
    battle_end, battle_end: battle_id, winner, casualties, loot, resource_update, resource_update: empire_id,
    resources.gold, resources.food, resources.materials, production_rates, construction_complete,
    construction_complete: city_id, building.id, building.type, building.level, unit_training_complete,
    unit_training_complete: city_id, units.type, units.quantity, error, error: message, error: code,
    triggers of events: open, receivers of events: open, reply to request_update: open`,
  ),
  Errors: list(
    `200, 201, 400, 401, 403, 404, 409, 429, 500, error, code: optional, details: optional, registration invalid,
    registration fails, wrong credentials, missing fields, no valid session, limit exceeded, errors on the socket,
    values of code: open, duplicate account: open`,
  ),
  Limits: list(
    `authentication: 5 a minute, game data: 60 a minute, actions: 30 a minute, WebSocket: 1 per user,
    empires: default 20, empires: maximum 100, leaderboard: default 50, username: 3 to 50, e-mail: up to 255,
    password: at least 6, session: 30 days, session: configurable, X-RateLimit-Limit, X-RateLimit-Remaining,
    X-RateLimit-Reset, above a limit: 429, classes: open, counting key: open, format of the reset: open`,
  ),
  Versioning: list('identifiers: open, headers: open, deprecation: open'),
};

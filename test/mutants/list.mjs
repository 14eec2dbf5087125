// Planted bugs. Each replaces a text that occurs once in its file; the tests named beside it must then fail.

/**
 * @typedef {object} Mutant
 * @property {string} bug what is wrong
 * @property {string} file
 * @property {string} find occurs exactly once
 * @property {string} replace
 * @property {string[]} tests the files that ought to notice
 */

/** @type {Mutant[]} */
export const mutants = [
  {
    bug: 'An inactive account can log in',
    file: 'src/account/operations.ts',
    find: 'isActive === true',
    replace: 'isActive !== null',
    tests: ['test/api/account-login.test.ts', 'test/api/login-guessing.test.ts'],
  },
  {
    bug: 'Failed logins of an account are not limited',
    file: 'src/account/operations.ts',
    find: 'row.attempts > deps.failedLogins',
    replace: 'row.attempts > 1_000_000',
    tests: ['test/api/login-guessing.test.ts'],
  },
  {
    bug: 'A session outlives its expiry',
    file: 'src/http/session-store.ts',
    find: 'return expiresMs <= this.#deps.clock.at(databaseMs);',
    replace: 'return expiresMs + 60_000 <= this.#deps.clock.at(databaseMs);',
    tests: ['test/api/account-sessions.test.ts', 'test/api/cached-reads.test.ts'],
  },
  {
    bug: 'A stored response is given to another user',
    file: 'src/idempotency/store.ts',
    find: "WHERE user_id = $1 AND key = $2 AND route = '' AND created_at > $3`",
    replace: 'WHERE ($1::uuid IS NOT NULL) AND key = $2 AND route = $3 AND created_at > $4`',
    tests: ['test/api/idempotency.test.ts'],
  },
  {
    bug: 'A key is accepted with another body',
    file: 'src/idempotency/store.ts',
    find: "if (!row.body_digest.startsWith(bodyDigest)) throw new GameError('IDEMPOTENCY_MISMATCH');",
    replace: '',
    tests: ['test/api/idempotency.test.ts'],
  },
  {
    bug: 'A battle seed is predictable',
    file: 'src/world/battle-random.ts',
    find: "return randomBytes(32).toString('hex');",
    replace: "return createHash('sha256').update(String(Math.floor(Date.now() / 60_000))).digest('hex');",
    tests: ['test/world/battle-seed.test.ts'],
  },
  {
    bug: 'Countdowns on pages run backwards',
    file: 'src/pages/framework/markup.ts',
    find: '`<time class="until" datetime="${isoOf(at)}" data-until="${at}">${countdown(at - now)}</time>`',
    replace: '`<time class="until" datetime="${isoOf(at)}" data-until="${at}">${countdown(now - at)}</time>`',
    tests: ['test/pages/battle-pages.test.ts', 'test/pages/actions.test.ts'],
  },
  {
    bug: 'A newcomer is never protected',
    file: 'src/game/protection.ts',
    find: '!protectionEnded && score < newcomerScore',
    replace: 'protectionEnded && score < newcomerScore',
    tests: ['test/game/protection.test.ts'],
  },
  {
    bug: 'Protection of the weak ends a millisecond late',
    file: 'src/game/protection.ts',
    find: 'if (now >= defender.lastActiveAt + absenceMs) return null;',
    replace: 'if (now > defender.lastActiveAt + absenceMs) return null;',
    tests: ['test/game/protection.test.ts'],
  },
  {
    bug: 'An army marches a millisecond too fast',
    file: 'src/game/marching.ts',
    find: 'return Math.ceil((distance(from, to) * stockScale) / (paceOf(units) * speed));',
    replace: 'return Math.floor((distance(from, to) * stockScale) / (paceOf(units) * speed));',
    tests: ['test/game'],
  },
  {
    bug: 'Production continues past the cap',
    file: 'src/game/economy.ts',
    find: 'return elapsedMs >= untilLimitMs ? limit : stock + ratePerHour * elapsedMs;',
    replace: 'return stock + ratePerHour * elapsedMs;',
    tests: ['test/game'],
  },
  {
    bug: 'Shares of losses are not exact',
    file: 'src/game/plunder.ts',
    find: 'if (left === 0) break;',
    replace: 'if (left <= 1) break;',
    tests: ['test/game'],
  },
  {
    bug: 'Due work of a later moment is applied first',
    file: 'src/game/due.ts',
    find: 'at < first.at ||',
    replace: 'at > first.at ||',
    tests: ['test/game'],
  },
  {
    bug: 'The semaphore loses a slot when work fails',
    file: 'src/kernel/semaphore.ts',
    find: 'if (next === undefined) free += 1;',
    replace: 'if (next === undefined) free += 0;',
    tests: ['test/api/passwords.test.ts'],
  },
  {
    bug: 'A combined lookup gives a caller the value of another',
    file: 'src/db/coalesce.ts',
    find: 'resolve(values[index] ?? null);',
    replace: 'resolve(values[index === 1 ? 0 : index] ?? null);',
    tests: [
      'test/api/cached-reads.test.ts',
      'test/api/account-sessions.test.ts',
      'test/world/transactions.test.ts',
    ],
  },
  {
    bug: 'Cross-origin requests are let through',
    file: 'src/http/same-origin.ts',
    find: "site === 'same-origin' || site === 'none'",
    replace: "site !== ''",
    tests: ['test/api/http-origin.test.ts'],
  },
  {
    bug: 'The list of armies shows strangers where a march goes',
    file: 'src/military/router.ts',
    find: 'const own = viewer.empireId === empire.id;',
    replace: 'const own = viewer.empireId !== null;',
    tests: ['test/api/army-moving.test.ts', 'test/api/empire.test.ts', 'test/api/authorisation.test.ts'],
  },
  {
    bug: 'The map misses its last column',
    file: 'src/map/queries.ts',
    find: 'FROM generate_series($1::int - $3::int, $1::int + $3::int) AS tiles (x)',
    replace: 'FROM generate_series($1::int - $3::int, $1::int + $3::int - 1) AS tiles (x)',
    tests: ['test/api/map.test.ts'],
  },
  {
    bug: 'Ties of a ranking have no order',
    file: 'src/leaderboard/queries.ts',
    find: 'ORDER BY ${column} DESC, id LIMIT $1) AS ids',
    replace: 'ORDER BY ${column} DESC, id DESC LIMIT $1) AS ids',
    tests: ['test/api/leaderboard.test.ts'],
  },
  {
    bug: 'The event log skips an entry after a gap',
    file: 'src/realtime/follower.ts',
    find: 'number === this.#sent + 1 && this.#reading === null',
    replace: 'number >= this.#sent + 1 && this.#reading === null',
    tests: ['test/realtime/follower.test.ts', 'test/realtime/event-log.test.ts'],
  },
  {
    bug: 'A newer connection does not replace the older one',
    file: 'src/realtime/connection.ts',
    find: 'if (claim?.isNewest !== true) {',
    replace: 'if (claim === null) {',
    tests: ['test/realtime/one-connection.test.ts'],
  },
  {
    bug: 'The token bucket gains tokens when the clock runs back',
    file: 'src/realtime/token-bucket.ts',
    find: 'Math.max(nowMs - this.#filledAt, 0)',
    replace: 'Math.abs(nowMs - this.#filledAt)',
    tests: ['test/realtime/token-bucket.test.ts'],
  },
  {
    bug: 'A client repeats a request that the server refused permanently',
    file: 'src/client/call.ts',
    find: 'if (answer.ok || !isRetryable(answer.error)) return answer;',
    replace: 'if (answer.ok) return answer;',
    tests: ['test/client'],
  },
  {
    bug: 'The document loses the description of shared schemas',
    file: 'src/documents/schemas.ts',
    find: 'Object.assign(components, $defs);',
    replace: 'Object.assign({}, $defs);',
    tests: ['test/documents'],
  },
  {
    bug: 'The simulator ignores the wall',
    file: 'src/shared-ui/form.ts',
    find: "wall: numbers.get('wall') ?? 0",
    replace: 'wall: 0',
    tests: ['test/pages/simulator.test.ts', 'test/pages/battle-pages.test.ts'],
  },
  {
    bug: 'The land is drawn differently',
    file: 'src/terrain/noise.ts',
    find: 'Math.imul(x, 374761393)',
    replace: 'Math.imul(y, 374761393)',
    tests: ['test/terrain'],
  },
  {
    bug: 'An admin command forgets its audit row',
    file: 'src/admin/sessions.ts',
    find: 'writes: value === 0 ? null : [recordAuditEntry(tx, auditEntry)]',
    replace: 'writes: null && [recordAuditEntry(tx, auditEntry)]',
    tests: ['test/admin'],
  },
  {
    bug: 'An instance is ready before its clock has caught up',
    file: 'src/server/instance.ts',
    find: 'clock: () => worldClock.caughtUp || !options.runClock,',
    replace: 'clock: () => true,',
    tests: ['test/metrics/health.test.ts'],
  },
];

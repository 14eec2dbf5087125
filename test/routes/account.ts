/** The cases of accounts and sessions. */
import { issueToken } from '../../src/account/tokens.ts';
import { badIntegers, badTexts, badWords } from '../support/bad-values.ts';
import { registerPlayer, password, type TestGame } from '../support/game.ts';
import { openSession, createApiToken, createPlayer, userIdOf } from '../support/players.ts';
import type { RouteCases, Success } from './route-case.ts';
import { openOwnersSession, type Stage } from './stage.ts';
import { systemRandom } from '../../src/kernel/random.ts';

const change = { current_password: password, new_password: password, confirm_password: password };

/** A request of a new player with a password. */
const byNewcomer =
  (body: object) =>
  async ({ game }: Stage): Promise<Success> => ({ by: await registerPlayer(game.url), body });

async function issue(game: TestGame, purpose: 'email' | 'password'): Promise<string> {
  const userId = await userIdOf(game, await createPlayer(game));
  const email = purpose === 'email' ? { email: 'new@example.org', emailKey: 'new@example.org' } : {};
  const expiresAtMs = game.clock.now() + 60_000;
  const issued = await issueToken(game.instance.pool, systemRandom, purpose, userId, {
    expiresAtMs,
    ...email,
  });
  return issued?.token ?? '';
}

/** Refused without its members. */
const closed = { owner: 400, rival: 400, body: () => ({}) };
const open = { ...closed, nobody: 400 };

export const accountCases: RouteCases = {
  'POST /register': {
    ...open,
    success: () =>
      Promise.resolve({
        by: null,
        body: { username: 'Newcomer', email: 'newcomer@example.org', password, confirm_password: password },
      }),
  },
  'POST /login': {
    ...open,
    success: async ({ game }) => {
      const { username } = await registerPlayer(game.url);
      return { by: null, body: { username, password } };
    },
  },
  'POST /password': { ...closed, success: byNewcomer(change) },
  'POST /email': {
    ...closed,
    success: byNewcomer({ email: 'renamed@example.org', current_password: password }),
  },
  'POST /delete-account': { ...closed, success: byNewcomer({ current_password: password }) },
  'POST /confirm-email': {
    ...open,
    success: async ({ game }) => ({ by: null, body: { token: await issue(game, 'email') } }),
  },
  'POST /reset-password': {
    ...open,
    success: async ({ game }) => ({
      by: null,
      body: { token: await issue(game, 'password'), new_password: password, confirm_password: password },
    }),
  },
  'GET /api/user/data': { rival: 200, statements: 'other' },
  'GET /api/user/profile': { rival: 200, statements: 'session' },
  'GET /api/user/sessions': { rival: 200 },
  'DELETE /api/user/sessions/:session_id': { rival: 403, ids: openOwnersSession },
  'GET /api/user/tokens': { rival: 200 },
  'POST /api/user/tokens': {
    owner: 201,
    rival: 201,
    body: ({ count }) => ({ name: `Token ${count()}`, scope: 'read', days: 1 }),
    badBody: {
      name: badTexts(1, 50),
      scope: badWords,
      days: badIntegers(1, 3_650, false),
    },
    success: async ({ game }) => ({
      by: await createPlayer(game),
      body: { name: 'Program', scope: 'play', days: null },
    }),
  },
  'DELETE /api/user/tokens/:token_id': {
    rival: 403,
    ids: async ({ game, callers }) => (await createApiToken(game, callers.owner, 'read')).id,
  },
  'DELETE /api/user/sessions/others': {
    rival: 200,
    success: async ({ game }) => ({ by: await createPlayer(game) }),
  },
};

export const lastAccountCases: RouteCases = {
  // It looks for the account after its response. There is none, so it sends no mail.
  'POST /forgot-password': {
    ...open,
    success: () => Promise.resolve({ by: null, body: { username: 'nobody at all' } }),
  },
  'POST /logout': {
    rival: 200,
    success: async ({ game, callers }) => ({ by: await openSession(game, callers.owner.username) }),
  },
};

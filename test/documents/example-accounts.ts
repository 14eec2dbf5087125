/** The requests of the examples before an empire is founded: accounts and logins. */
import { request } from './example-steps.ts';

export const password = 'olive branch';
const passwords = { password, confirm_password: password };

export const accounts = [
  request(null, 'POST /register', 200, 'An account for Ann', {
    body: { username: 'ann', email: 'ann@example.org', ...passwords },
  }),
  request(null, 'POST /register', 400, 'A name that is taken', {
    body: { username: 'ann', email: 'ann@example.net', ...passwords },
  }),
  request(null, 'POST /login', 401, 'A wrong password', { body: { username: 'ann', password: 'laurel' } }),
  request(null, 'POST /login', 200, 'Ann logs in', { body: { username: 'ann', password } }),
  request(null, 'POST /register', 200, 'An account for her neighbour, Ben', {
    body: { username: 'ben', email: 'ben@example.org', ...passwords },
  }),
  request(null, 'POST /login', 200, 'Ben logs in with his e-mail, to stay logged in', {
    body: { username: 'ben@example.org', password, remember_me: true },
  }),
  request('ann', 'GET /api/user/profile', 200, 'Before an empire is founded'),
  request('ann', 'POST /api/user/tokens', 201, 'A token for a program that only reads', {
    body: { name: 'Scoreboard', scope: 'read', days: 90 },
    keeps: { token: 'token.id' },
  }),
  request('ann', 'POST /api/user/tokens', 409, 'A name that another token has', {
    body: { name: 'Scoreboard', scope: 'play' },
  }),
  request('ann', 'GET /api/user/tokens', 200, 'All tokens, without their secrets'),
  request('ann', 'DELETE /api/user/tokens/{token_id}', 200, 'The program is gone'),
  request(null, 'GET /api/user/profile', 401, 'Without a session'),
];

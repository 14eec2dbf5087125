/** The callers of a route: anonymous, the owner, a rival, and three with an invalid session; by cookie or header. */
import type { Player, Ruler, TestGame } from './game.ts';
import { expireSession, openSession, seatPlayer, seatRuler } from './guests.ts';

export const callers = ['nobody', 'owner', 'rival', 'deactivated', 'expired', 'logged out'] as const;
export type Caller = (typeof callers)[number];

export const carriers = ['cookie', 'Bearer'] as const;
export type Carrier = (typeof carriers)[number];

export interface Cast {
  owner: Ruler;
  rival: Ruler;
  /** The headers of a caller. */
  headersOf: (caller: Caller, carrier: Carrier) => Record<string, string>;
}

/** The headers that carry a player's session. */
export function credentialsOf({ token, cookie }: Player, carrier: Carrier): Record<string, string> {
  return carrier === 'cookie' ? { cookie } : { authorization: `Bearer ${token}` };
}

/** Creates all callers. Each of the three invalid sessions was valid before; two of them belong to the owner. */
export async function seatCast(game: TestGame): Promise<Cast> {
  const { pool } = game.instance;
  const owner = await seatRuler(game, { x: 0, y: 0 });
  const rival = await seatRuler(game, { x: 0, y: 30 });
  const deactivated = await seatPlayer(game);
  await pool.query('UPDATE users SET is_active = false WHERE username = $1', [deactivated.username]);
  const expired = await openSession(game, owner.username);
  await expireSession(game, expired, game.clock.now());
  const loggedOut = await openSession(game, owner.username);
  await loggedOut.send('POST', '/logout');
  const players = { owner, rival, deactivated, expired, 'logged out': loggedOut };
  return {
    owner,
    rival,
    headersOf: (caller, carrier) => (caller === 'nobody' ? {} : credentialsOf(players[caller], carrier)),
  };
}

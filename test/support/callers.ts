/** The callers of a route: anonymous, the owner, a rival, and three with an invalid session; by cookie or header. */
import type { Player, Ruler, TestGame } from './game.ts';
import { expireSession, openSession, createPlayer, createEmpire } from './players.ts';

export const callerNames = ['nobody', 'owner', 'rival', 'deactivated', 'expired', 'logged out'] as const;
export type Caller = (typeof callerNames)[number];

export const carriers = ['cookie', 'Bearer'] as const;
export type Carrier = (typeof carriers)[number];

export interface Callers {
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
export async function createCallers(game: TestGame): Promise<Callers> {
  const { pool } = game.instance;
  const owner = await createEmpire(game, { x: 0, y: 0 });
  const rival = await createEmpire(game, { x: 0, y: 30 });
  const deactivated = await createPlayer(game);
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

/** What live clients may read; handed in, so that this folder knows no database. */
import type { EmpireEvent } from '../contract/event-log.ts';
import type { ClientEvents, ServerEvents } from '../contract/events.ts';
import type { Outcome } from '../game/types.ts';
import type { Viewer } from '../http/viewer.ts';

/** A battle whose outcome stands, as it is to be shown. */
export interface ShownBattle {
  id: string;
  attackerId: string;
  defenderId: string;
  outcome: Outcome;
  /** What each round tells in words. */
  roundEvents: string[][];
  casualties: ServerEvents['battle_end']['casualties'];
  /** Milliseconds between two rounds. */
  roundMs: number;
}

/** The answer to request_update: the object as the REST read shows it, and the event that goes with it. */
export type Update = {
  [Name in 'empire_update' | 'battle_update']: { data: unknown; event: Name; payload: ServerEvents[Name] };
}['empire_update' | 'battle_update'];

export interface SocketQueries {
  /** The unexpired session of an active user behind a raw token, or null. */
  findViewer(token: string): Promise<Viewer | null>;
  /** Those of these sessions that still stand, with their users' empires and sockets. */
  selectActiveSessions(
    sessionIds: string[],
  ): Promise<{ sessionId: string; empireId: string | null; socketId: string | null }[]>;
  /**
   * Makes this socket the user's only one, unless a newer one is; the feed brings the end of the one before.
   * Answers the user's empire at this moment; null when the session has ended.
   */
  claimConnection(
    viewer: Viewer,
    socketId: string,
  ): Promise<{ empireId: string | null; isNewest: boolean } | null>;
  /** Throws FORBIDDEN or NOT_FOUND unless the empire is this user's own. */
  requireOwnEmpire(viewer: Viewer, empireId: string): Promise<void>;
  /**
   * Entries of an empire's chronicle after a number, oldest first, and the number of the latest. Throws
   * VALIDATION_ERROR for a number that no entry has yet; null: only the latest number is wanted.
   */
  readEventLog(empireId: string, after: number | null): Promise<{ events: EmpireEvent[]; last: number }>;
  /** The numbers of the latest entries of these empires' chronicles, by empire. */
  selectLatestNumbers(empireIds: string[]): Promise<[empireId: string, latest: number][]>;
  /** The same rights and refusals as the REST reads. */
  readUpdate(viewer: Viewer, what: ClientEvents['request_update']): Promise<Update>;
  /** The stock of these empires now, from their rows alone. */
  selectStocks(empireIds: string[]): Promise<ServerEvents['resource_update'][]>;
  selectBattle(battleId: string): Promise<ShownBattle | null>;
  /** Decided battles of an empire whose last round has not been shown. */
  selectBattlesOnShow(empireId: string): Promise<ShownBattle[]>;
}

/** The queries of the socket layer, as an interface: this folder does not depend on the database. */
import type { EmpireEvent } from '../contract/event-log.ts';
import type { ClientEvents, ServerEvents } from '../contract/events.ts';
import type { Outcome } from '../game/battle-types.ts';
import type { Viewer } from '../http/sessions/viewer.ts';

/** A message for one user. */
export interface UnreadMessage {
  userId: string;
  event: ServerEvents['message'];
}

/** A decided battle, prepared for playback. */
export interface ShownBattle {
  id: string;
  attackerId: string;
  defenderId: string;
  outcome: Outcome;
  /** The texts of each round. */
  roundEvents: string[][];
  casualties: ServerEvents['battle_end']['casualties'];
  /** Milliseconds between two rounds. */
  roundMs: number;
}

/** The result of request_update: the response of the REST read, and the event to send with it. */
export type Update = {
  [Name in 'empire_update' | 'battle_update']: { data: unknown; event: Name; payload: ServerEvents[Name] };
}['empire_update' | 'battle_update'];

/** Entries of an event log, oldest first, and the number of its latest entry. */
export interface LogPage {
  events: EmpireEvent[];
  last: number;
}

export interface SocketQueries {
  /** The given sessions that have not ended, with the empire and active socket of their users. */
  selectActiveSessions(
    sessionIds: string[],
  ): Promise<{ sessionId: string; empireId: string | null; socketId: string | null }[]>;
  /**
   * Makes this socket the active one of the user unless a newer one exists; the feed reports the replaced socket.
   * Returns the user's current empire; null if the session has ended.
   */
  claimConnection(
    session: Pick<Viewer, 'sessionId' | 'seenAt'>,
    socketId: string,
  ): Promise<{ empireId: string | null; isNewest: boolean } | null>;
  /** Throws FORBIDDEN or NOT_FOUND unless this user owns the empire. */
  requireOwnEmpire(userId: string, empireId: string): Promise<void>;
  /**
   * One page of event log entries after a number, oldest first, and the latest number. Throws VALIDATION_ERROR for a
   * number that no entry has yet.
   */
  readEventLog(empireId: string, after: number): Promise<LogPage>;
  /**
   * What join_empire sends, in one statement: a page of the event log like readEventLog, and whether a battle of the
   * empire is in playback. Throws FORBIDDEN or NOT_FOUND unless this user owns the empire.
   * @param after null reads only the latest number
   */
  readJoin(
    userId: string,
    empireId: string,
    after: number | null,
  ): Promise<LogPage & { hasBattles: boolean }>;
  /** The latest entry numbers of these empires' event logs. */
  selectLatestNumbers(empireIds: string[]): Promise<[empireId: string, latest: number][]>;
  /** With the permissions and refusals of the REST reads. */
  readUpdate(userId: string, request: ClientEvents['request_update']): Promise<Update>;
  /** The current stock of these empires, computed from their rows only. */
  selectStocks(empireIds: string[]): Promise<ServerEvents['resource_update'][]>;
  /** A message; null if it was deleted. */
  selectMessage(threadId: string, number: number): Promise<ServerEvents['message'] | null>;
  /** The latest unread messages of these users: up to 20 each of up to 20 threads. */
  selectUnread(userIds: string[]): Promise<UnreadMessage[]>;
  /** The members of alliances among these users, each with the latest 20 messages of the alliance. */
  selectLatestChat(
    userIds: string[],
  ): Promise<{ userId: string; allianceId: string; events: ServerEvents['alliance_message'][] }[]>;
  /** Reads the operator's announcement again. */
  loadAnnouncement(): Promise<void>;
  selectBattle(battleId: string): Promise<ShownBattle | null>;
  /** Decided battles of an empire whose playback has not ended. */
  selectBattlesOnShow(empireId: string): Promise<ShownBattle[]>;
}

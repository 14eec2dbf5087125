/** The result of a match for each player. */
import type { ErrorCode } from '../../kernel/errors.ts';
import type { Order } from '../mind/orders.ts';
import type { Temperament } from '../mind/temperament.ts';

export interface PlayerResult extends Temperament {
  score: number;
  economic: number;
  military: number;
  /** 1 is best; players with equal scores share a rank. */
  rank: number;
  cities: number;
  /** Attacks on players, outside of seats. */
  attacks: Tally;
  defences: Tally;
  seatAttacks: Tally;
  seatsTaken: number;
  /** Of the match; with fractions if its last reign has not ended. */
  crowns: number;
  /** Attacks on villages, and what they brought. */
  villageRaids: Tally;
  villageLoot: number;
  plunderWon: number;
  plunderLost: number;
  /** Output that sacks took, whether or not it was carried away. */
  sackLost: number;
  /** Values of the units that fell in attack and in defence, and of those that deserted. */
  fallenAttacking: number;
  fallenDefending: number;
  deserted: number;
  /** Whole units of all resources that were produced; eaten food is subtracted. */
  produced: number;
  /** Trial fights against cities of other players, one for each city and turn of an army. */
  looks: number;
  /** Ordered attacks on cities of other players. */
  cityAttacks: number;
  /** Score at the end of each day. */
  daily: number[];
  /** Accepted orders on each day. */
  ordersByDay: number[];
  orders: Record<Order['kind'], number>;
  refusals: Partial<Record<ErrorCode, number>>;
}

export interface Tally {
  won: number;
  lost: number;
  drawn: number;
}

export interface MatchResult {
  players: PlayerResult[];
  battles: number;
  simulatedMs: number;
}

export function emptyResult(temperament: Temperament): PlayerResult {
  return {
    ...temperament,
    score: 0,
    economic: 0,
    military: 0,
    rank: 0,
    cities: 0,
    attacks: { won: 0, lost: 0, drawn: 0 },
    seatAttacks: { won: 0, lost: 0, drawn: 0 },
    villageRaids: { won: 0, lost: 0, drawn: 0 },
    seatsTaken: 0,
    crowns: 0,
    villageLoot: 0,
    sackLost: 0,
    defences: { won: 0, lost: 0, drawn: 0 },
    plunderWon: 0,
    plunderLost: 0,
    fallenAttacking: 0,
    fallenDefending: 0,
    deserted: 0,
    produced: 0,
    looks: 0,
    cityAttacks: 0,
    daily: [],
    ordersByDay: [],
    orders: { build: 0, train: 0, found: 0, move: 0, recall: 0, split: 0, merge: 0, attack: 0 },
    refusals: {},
  };
}

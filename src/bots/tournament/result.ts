/** The result of a match for each player. */
import type { ErrorCode } from '../../kernel/errors.ts';
import type { Order } from '../mind/orders.ts';
import type { Temperament } from '../mind/temperament.ts';

export interface PlayerResult extends Temperament {
  score: number;
  economic: number;
  military: number;
  /** 1 is best; players with equal scores share a place. */
  place: number;
  cities: number;
  attacks: Tally;
  defences: Tally;
  plunderWon: number;
  plunderLost: number;
  /** Values of the units that fell in attack and in defence, and of those that deserted. */
  fallenAttacking: number;
  fallenDefending: number;
  deserted: number;
  /** Score at the end of each day. */
  daily: number[];
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
    ...{ score: 0, economic: 0, military: 0, place: 0, cities: 0 },
    attacks: { won: 0, lost: 0, drawn: 0 },
    defences: { won: 0, lost: 0, drawn: 0 },
    ...{ plunderWon: 0, plunderLost: 0, fallenAttacking: 0, fallenDefending: 0, deserted: 0 },
    daily: [],
    orders: { build: 0, train: 0, found: 0, move: 0, recall: 0, split: 0, merge: 0, attack: 0 },
    refusals: {},
  };
}

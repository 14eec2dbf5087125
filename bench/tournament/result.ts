/** The result of a match for each player. */
import type { ErrorCode } from '../../src/kernel/errors.ts';
import { noOrders } from '../../src/bots/mind/orders.ts';
import type { Temperament } from '../../src/bots/mind/temperament.ts';

export interface Tally {
  won: number;
  lost: number;
  drawn: number;
}

const emptyTally = (): Tally => ({ won: 0, lost: 0, drawn: 0 });

export interface MatchPlayer extends Temperament {
  /** The name of its alliance, or null. */
  alliance: string | null;
  /** Follows the overview four times a day; temperament has no effect. */
  isPerson: boolean;
}

export const emptyResult = (player: MatchPlayer) => ({
  ...player,
  score: 0,
  economic: 0,
  military: 0,
  /** 1 is best; players with equal scores share a rank. */
  rank: 0,
  cities: 0,
  /** Score at the end relative to the median of the match. */
  ofMedian: 0,
  /** Attacks on players, outside of seats. */
  attacks: emptyTally(),
  defences: emptyTally(),
  seatAttacks: emptyTally(),
  seatsTaken: 0,
  /** Own attacks on seats that were called off at their contact. */
  seatsCalledOff: 0,
  /** Of the match; with fractions if its last reign has not ended. */
  crowns: 0,
  /** Attacks on villages, and what they brought. */
  villageRaids: emptyTally(),
  villageLoot: 0,
  plunderWon: 0,
  plunderLost: 0,
  /** Output that sacks took, whether or not it was carried away. */
  sackLost: 0,
  /** Values of the units that fell in attack and in defence, and of those that deserted. */
  fallenAttacking: 0,
  fallenDefending: 0,
  deserted: 0,
  /** Whole units of all resources that were produced; eaten food is subtracted. */
  produced: 0,
  /** Trial fights against cities of other players, one for each city and turn of an army. */
  looks: 0,
  /** Ordered attacks on cities of other players. */
  cityAttacks: 0,
  /** Score at the end of each day. */
  daily: [] as number[],
  /** Accepted orders on each day. */
  ordersByDay: [] as number[],
  orders: noOrders(),
  refusals: {} as Partial<Record<ErrorCode, number>>,
});

export type PlayerResult = ReturnType<typeof emptyResult>;

export interface MatchResult {
  players: PlayerResult[];
  battles: number;
  simulatedMs: number;
}

/** The number of accepted orders. */
export function sumOfOrders({ orders }: PlayerResult): number {
  return Object.values(orders).reduce((sum, count) => sum + count, 0);
}

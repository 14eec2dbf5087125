/** What a core serves: from the CPU time of the operations that were measured. */
import type { Cpu } from './cpu.ts';

/** Operations whose cost is used. */
export type Operation = 'read' | 'order' | 'due';

export type Costs = Partial<Record<Operation, Cpu>>;

/** What an active player does in a minute. */
const readsPerMinute = 10;
const ordersPerMinute = 1;
/** Beyond this share of the CPU, waiting times grow quickly. */
const usableShare = 0.7;
const minuteUs = 60_000_000;

const sumOf = ({ node, postgres }: Cpu): number => node + postgres;
const perSecond = (us: number): string => Math.round(1_000_000 / us).toLocaleString('en');

/** Active players that one core serves, with the server and Postgres on the same machine. */
export function playersPerCore(read: Cpu, order: Cpu): number {
  const perMinuteUs = readsPerMinute * sumOf(read) + ordersPerMinute * sumOf(order);
  return (usableShare * minuteUs) / perMinuteUs;
}

/** Sentences for the report; none for costs that were not measured. */
export function describeCapacity({ read, order, due }: Costs): string[] {
  const sentences: string[] = [];
  if (read !== undefined && order !== undefined) {
    const players = Math.round(playersPerCore(read, order) / 100) * 100;
    sentences.push(
      `An active player makes ${readsPerMinute} reads and ${ordersPerMinute} order a minute: one core serves ${players.toLocaleString('en')} of them, at ${usableShare * 100} % load.`,
    );
  }
  if (order !== undefined && due !== undefined) {
    sentences.push(
      `One core of the database carries ${perSecond(order.postgres)} orders/s, or ${perSecond(due.postgres)} due empires/s.`,
    );
  }
  return sentences;
}

import { checkOutcomes } from './battles.ts';
import {
  checkArmies,
  checkBattlesUnderWay,
  checkCities,
  checkDerivedColumns,
  checkDueEntries,
  checkNothingSkipped,
  checkQueues,
  checkWishes,
  checkVillages,
} from './empires.ts';
import { checkReigns, checkSeats, checkSeatsOfEmpire } from './seats.ts';
import { checkGoals } from './goals.ts';
import type { BattlePage, EmpirePage, Invariant, WholeWorld } from './invariant.ts';
import { checkLedgers } from './ledgers.ts';
import { checkAlliances, checkMessages, checkShares, checkGuards, checkLeaves } from './players.ts';
import { checkEventLogs, checkDue, checkLinks, checkOwners, checkSessions } from './relations.ts';

const recompute = (id: string): string => `repair recompute ${id}`;
const advance = (id: string): string => `repair advance ${id}`;
const endSessions = (id: string): string => `sessions revoke ${id} --all`;

export const empireInvariants: readonly Invariant<EmpirePage>[] = [
  {
    name: 'columns',
    title: 'Rates, cap, people, units, scores and next due moment follow from the empire',
    check: async (page) => [...(await checkDerivedColumns(page)), ...(await checkDueEntries(page))],
    hint: recompute,
  },
  {
    name: 'advanced',
    title: 'No empire has advanced past its due work',
    check: checkNothingSkipped,
    hint: advance,
  },
  { name: 'cities', title: 'Cities are inside the world, paid for and valid', check: checkCities },
  { name: 'villages', title: 'Villages have one city with the levels of its strength', check: checkVillages },
  { name: 'queues', title: 'Queues run in order, at the right price and duration', check: checkQueues },
  { name: 'wishes', title: 'Wishes are for own cities and within their limits', check: checkWishes },
  {
    name: 'goals',
    title: 'Goals were credited once, and victories were won',
    check: checkGoals,
  },
  { name: 'crowns', title: 'Seats and crowns of an empire are possible', check: checkSeatsOfEmpire },
  { name: 'armies', title: 'Armies are inside the world and have a home city', check: checkArmies },
  {
    name: 'marches',
    title: 'Attacking armies and undecided battles refer to each other',
    check: checkBattlesUnderWay,
  },
  { name: 'owners', title: 'An empire and its owner refer to each other', check: checkOwners },
  { name: 'event_logs', title: 'Event logs have no gap', check: checkEventLogs },
  { name: 'ledgers', title: 'Ledgers add up to the stock and units', check: checkLedgers, hint: recompute },
];

export const battleInvariants: readonly Invariant<BattlePage>[] = [
  { name: 'battles', title: 'Battles have the outcome that follows from their seed', check: checkOutcomes },
];

export const worldInvariants: readonly Invariant<WholeWorld>[] = [
  { name: 'links', title: 'Accounts refer to their own empires', check: checkLinks },
  {
    name: 'sessions',
    title: 'Deactivated accounts have no sessions',
    check: checkSessions,
    hint: endSessions,
  },
  {
    name: 'seats',
    title: 'Seats, their holders and the attacks on them agree',
    check: async (page) => [...(await checkSeats(page)), ...(await checkReigns(page))],
  },
  { name: 'guards', title: 'Guards stand at places of allies, and battles name them', check: checkGuards },
  { name: 'leaves', title: 'Empires on leave have nothing outside and hold no seat', check: checkLeaves },
  { name: 'alliances', title: 'Alliances count their members, who have their tag', check: checkAlliances },
  { name: 'messages', title: 'Threads and unread messages are counted right', check: checkMessages },
  { name: 'shares', title: 'Public links are of participants of finished battles', check: checkShares },
  { name: 'due', title: 'Due work is applied within a minute', check: checkDue, hint: advance },
];

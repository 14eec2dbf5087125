/** Every invariant: of each empire, of each decided battle, and of the world as a whole. */
import { checkOutcomes } from './battles.ts';
import {
  checkArmies,
  checkBattlesUnderWay,
  checkCities,
  checkDerivedColumns,
  checkNothingSkipped,
  checkQueues,
} from './empires.ts';
import type { BattlePage, EmpirePage, Invariant, WholeWorld } from './invariant.ts';
import {
  checkEventLogs,
  checkDistances,
  checkDue,
  checkLedgers,
  checkLinks,
  checkOwners,
  checkReferences,
  checkSessions,
} from './relations.ts';

const recompute = (id: string): string => `repair recompute ${id}`;
const settle = (id: string): string => `repair settle ${id}`;
const endSessions = (id: string): string => `sessions revoke ${id} --all`;

export const empireInvariants: readonly Invariant<EmpirePage>[] = [
  {
    name: 'columns',
    title: 'Rates, cap, people, units, scores and next due moment follow from the empire',
    check: checkDerivedColumns,
    hint: recompute,
  },
  {
    name: 'settled',
    title: 'Nothing was due before the moment up to which an empire is settled',
    check: checkNothingSkipped,
    hint: settle,
  },
  { name: 'cities', title: 'Cities are in the world, paid for and sound', check: checkCities },
  { name: 'distances', title: 'Cities stand 3 tiles apart', check: checkDistances },
  { name: 'queues', title: 'Queues run in turn, at their price', check: checkQueues },
  { name: 'armies', title: 'Armies are in the world and have a home', check: checkArmies },
  {
    name: 'marches',
    title: 'Attacking armies and undecided battles know each other',
    check: checkBattlesUnderWay,
  },
  { name: 'owners', title: 'An empire and its owner know each other', check: checkOwners },
  { name: 'chronicles', title: 'Chronicles have no gap', check: checkEventLogs },
  { name: 'ledgers', title: 'Ledgers add up to what there is', check: checkLedgers, hint: recompute },
];

export const battleInvariants: readonly Invariant<BattlePage>[] = [
  { name: 'battles', title: 'Battles come out as their seeds say', check: checkOutcomes },
];

export const worldInvariants: readonly Invariant<WholeWorld>[] = [
  { name: 'links', title: 'Accounts are tied to their own empires', check: checkLinks },
  {
    name: 'sessions',
    title: 'Deactivated accounts have no sessions',
    check: checkSessions,
    hint: endSessions,
  },
  { name: 'references', title: 'What is referred to is there', check: checkReferences },
  { name: 'due', title: 'What is due is applied', check: checkDue, hint: settle },
];

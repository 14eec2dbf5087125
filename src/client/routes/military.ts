/** Armies and battles. */
import type * as account from '../../contract/account.ts';
import type * as battle from '../../contract/battle.ts';
import type * as targets from '../../contract/targets.ts';
import type * as military from '../../contract/military.ts';
import { del, get, getWithQuery, post, postBody } from '../route.ts';

type ArmyResponse = typeof military.armyResponse;

export const militaryRoutes = {
  readMilitary: get<[empireId: string], typeof military.military>('/api/empire/:empire_id/military'),
  moveArmy: postBody<[armyId: string], typeof military.moveBody, ArmyResponse>('/api/army/:army_id/move'),
  /** Turns a marching army home; a recalled attack is called off. */
  recallArmy: post<[armyId: string], ArmyResponse>('/api/army/:army_id/recall'),
  guardArmy: postBody<[armyId: string], typeof military.guardBody, ArmyResponse>('/api/army/:army_id/guard'),
  /** Splits units off into a new army, and returns that army. */
  splitArmy: postBody<[armyId: string], typeof military.splitBody, ArmyResponse>('/api/army/:army_id/split'),
  /** Merges the army of the body into this one; both are on the same tile. */
  mergeArmy: postBody<[armyId: string], typeof military.mergeBody, ArmyResponse>('/api/army/:army_id/merge'),
  /** Discharges units in a city of their empire, without a refund. */
  dismissUnits: postBody<[armyId: string], typeof military.dismissBody, typeof military.dismissResponse>(
    '/api/army/:army_id/dismiss',
  ),
  attack: postBody<[], typeof battle.attackBody, typeof battle.attackResponse>('/api/battle'),
  /** Sends up to 20 armies. Each order has its own outcome: `battle`, or `refusal`. */
  attackMany: postBody<[], typeof battle.attacksBody, typeof battle.attacksResponse>('/api/battles'),
  /** What you have attacked before, with a raid and its odds for each: orders for `attackMany`. */
  listTargets: get<[], typeof targets.targets>('/api/targets'),
  listBattles: getWithQuery<[], typeof battle.battlesQuery, typeof battle.battles>('/api/battles'),
  /** A battle of your empire; with the token of a link in `share`, any battle that was shared. */
  readBattle: getWithQuery<[battleId: string], typeof battle.battleQuery, typeof battle.battle>(
    '/api/battle/:battle_id',
  ),
  /** Makes or returns your public link to the report of a battle that is over. */
  shareBattle: post<[battleId: string], typeof battle.shareResponse>('/api/battle/:battle_id/share'),
  revokeShare: del<[battleId: string], typeof account.done>('/api/battle/:battle_id/share'),
};

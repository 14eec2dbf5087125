/** The routes of armies and battles. */
import type * as account from '../../contract/account.ts';
import type * as battle from '../../contract/battle.ts';
import type * as military from '../../contract/military.ts';
import { route, type Body, type Query } from '../route.ts';

type ArmyAnswer = typeof military.armyAnswer;

export const militaryRoutes = {
  readMilitary: route<[empireId: string], typeof military.military>('GET', '/api/empire/:empire_id/military'),
  moveArmy: route<[armyId: string, march: Body<typeof military.moveBody>], ArmyAnswer>(
    'POST',
    '/api/army/:army_id/move',
    'body',
  ),
  /** Turns a marching army home; a recalled attack is called off. */
  recallArmy: route<[armyId: string], ArmyAnswer>('POST', '/api/army/:army_id/recall'),
  /** Splits some of the units off into a new army, and returns that army. */
  splitArmy: route<[armyId: string, part: Body<typeof military.splitBody>], ArmyAnswer>(
    'POST',
    '/api/army/:army_id/split',
    'body',
  ),
  /** Merges the army of the body into this one; both are on the same tile. */
  mergeArmy: route<[armyId: string, joining: Body<typeof military.mergeBody>], ArmyAnswer>(
    'POST',
    '/api/army/:army_id/merge',
    'body',
  ),
  /** Discharges units of an army in a city of its empire, without a refund. */
  dismissUnits: route<
    [armyId: string, units: Body<typeof military.dismissBody>],
    typeof military.dismissAnswer
  >('POST', '/api/army/:army_id/dismiss', 'body'),
  /** Sends an army to attack a city, a standing army or a seat. */
  attack: route<[order: Body<typeof battle.attackBody>], typeof battle.attackAnswer>(
    'POST',
    '/api/battle',
    'body',
  ),
  listBattles: route<[query?: Query<typeof battle.battlesQuery>], typeof battle.battles>(
    'GET',
    '/api/battles',
    'query',
  ),
  /** A battle of your empire, round by round; with the token of a link in `share`, any battle that was shared. */
  readBattle: route<[battleId: string, query?: Query<typeof battle.battleQuery>], typeof battle.battle>(
    'GET',
    '/api/battle/:battle_id',
    'query',
  ),
  /** Makes your public link to the report of a battle that is over, or returns it. */
  shareBattle: route<[battleId: string], typeof battle.shareAnswer>('POST', '/api/battle/:battle_id/share'),
  /** Revokes your public link to the report of a battle. */
  revokeShare: route<[battleId: string], typeof account.done>('DELETE', '/api/battle/:battle_id/share'),
};

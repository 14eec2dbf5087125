/** The cases of armies. */
import { badIds, badIntegers, badObjects, badTexts, badUnits, badWords } from '../support/bad-values.ts';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { createEmpire } from '../support/players.ts';
import { tile } from './empire.ts';
import type { RouteCases } from './route-case.ts';
import { newTile, ownArmy, raise, raiseMarching } from './stage.ts';

const oneSoldier = { soldiers: 1, archers: 0, knights: 0, catapults: 0 };
const count = badIntegers(0, 1_000_000_000, false);
const badCounts = {
  units: badObjects,
  'units.soldiers': count,
  'units.archers': count,
  'units.knights': count,
  'units.catapults': count,
};

export const armyCases: RouteCases = {
  'POST /api/army/:army_id/move': {
    rival: 403,
    ids: raise,
    body: (stage) => ({ destination: newTile(stage), units: { soldiers: 1 } }),
    badBody: { destination: badObjects, 'destination.x': tile, 'destination.y': tile, units: badUnits },
    statements: 'command',
  },
  'POST /api/army/:army_id/recall': { rival: 403, ids: raiseMarching, statements: 'command' },
  'POST /api/army/:army_id/guard': {
    // Their empires are in no alliance.
    owner: 409,
    rival: 403,
    ids: ownArmy,
    body: (stage) => ({ target_type: 'city', target_id: stage.bystander.capitalId, units: { soldiers: 1 } }),
    badBody: { target_type: badWords, target_id: badIds, units: badUnits },
    success: async (stage) => {
      const [leader, member] = [
        await createEmpire(stage.game, newTile(stage)),
        await createEmpire(stage.game, newTile(stage)),
      ];
      await enlist(leader, await foundAlliance(leader), member);
      const body = { target_type: 'city', target_id: member.capitalId };
      return { by: leader, ids: [leader.armyId], body };
    },
  },
  'POST /api/army/:army_id/split': {
    owner: 201,
    rival: 403,
    ids: ownArmy,
    body: () => ({ units: oneSoldier, name: 'Wessex' }),
    badBody: { name: badTexts(1, 50, false), ...badCounts },
    statements: 'command',
  },
  'POST /api/army/:army_id/merge': {
    rival: 403,
    ids: ownArmy,
    body: async (stage) => ({ army_id: await raise(stage) }),
    badBody: { army_id: badIds },
    statements: 'command',
  },
  'POST /api/army/:army_id/dismiss': {
    rival: 403,
    ids: ownArmy,
    body: () => ({ units: oneSoldier }),
    badBody: badCounts,
    statements: 'command',
  },
};

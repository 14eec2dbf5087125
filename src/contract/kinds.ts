/** The vocabulary as schemas, with ids for documents and clients. */
import { z } from 'zod';
import { errorCodes } from '../kernel/errors.ts';
import * as vocabulary from './vocabulary.ts';

function kind<const Values extends readonly [string, ...string[]]>(
  id: string,
  values: Values,
  description: string,
) {
  return z.enum(values).meta({ id, description });
}

export const resource = kind('Resource', vocabulary.resources, 'A kind of stock.');
export const buildingType = kind('BuildingType', vocabulary.buildingTypes, 'A type of building.');
export const buildingStatus = kind(
  'BuildingStatus',
  vocabulary.buildingStatuses,
  '`planned` until level 1 is built, `constructing` while a further level is being built, otherwise `active`.',
);
export const unitType = kind('UnitType', vocabulary.unitTypes, 'A type of unit.');
export const empireKind = kind(
  'EmpireKind',
  vocabulary.empireKinds,
  'Only a `player` empire has a player. A `village` and a `keeper` never act.',
);
export const armyStatus = kind(
  'ArmyStatus',
  vocabulary.armyStatuses,
  '`garrisoned`: in a city of its empire. `idle`: standing elsewhere. `returning` and `fighting` armies refuse orders.',
);
export const targetType = kind('TargetType', vocabulary.targetTypes, 'What an army attacks.');
export const guardedType = kind('GuardedType', vocabulary.guardedTypes, 'What an army guards.');
export const battleStatus = kind(
  'BattleStatus',
  vocabulary.battleStatuses,
  '`active` until the battle is decided and its rounds were shown.',
);
export const battlePhase = kind(
  'BattlePhase',
  vocabulary.battlePhases,
  '`marching` until contact, `fighting` while rounds appear, then `completed`.',
);
export const battleResult = kind('BattleResult', vocabulary.battleResults, 'How a battle ended.');
export const callOffReason = kind('CallOffReason', vocabulary.callOffReasons, 'Why a battle was called off.');
export const role = kind('Role', vocabulary.roles, 'A side of a battle.');
export const allianceRole = kind('AllianceRole', vocabulary.allianceRoles, 'A role in an alliance.');
export const candidateKind = kind(
  'CandidateKind',
  vocabulary.candidateKinds,
  'Whether the alliance has invited the empire, or the empire has applied.',
);
export const leaveReason = kind(
  'LeaveReason',
  vocabulary.leaveReasons,
  'Why an empire is no longer a member of an alliance.',
);
export const ledgerCause = kind('LedgerCause', vocabulary.ledgerCauses, 'Why stock or units changed.');
export const goalName = kind('GoalName', vocabulary.goalNames, 'A goal that is rewarded once.');
export const goalMeasure = kind(
  'GoalMeasure',
  vocabulary.goalMeasures,
  'What the condition of a goal counts.',
);
export const wishState = kind(
  'WishState',
  vocabulary.wishStates,
  '`next`: it is ordered at `due_at`. `behind`: it is possible and waits for the next one. The others are passed over: `busy` until nothing is queued at its place, `requirement` until a level is built, `people` until they are free, `storage` while the stock cannot grow enough.',
);
export const alarmKind = kind(
  'AlarmKind',
  vocabulary.alarmKinds,
  '`attack`: an army is on its way to your city, army, seat or guard. `battle`: an own battle is over and not marked as read. `message`: a thread has unread messages. `threat`: an attack on a member of your alliance. `wish`: no wish can be ordered, and one costs more than the stock can ever hold. `storage`: a resource is at its cap. `ready`: the moment that you asked for with `PUT /api/alarms/wake`. `report`: players have reported an account; only for moderators.',
);
export const reportedType = kind(
  'ReportedType',
  vocabulary.reportedTypes,
  'What has a name or a description that can be reported.',
);
export const errorCode = kind('ErrorCode', errorCodes, 'The reason of a refusal, for programs.');

/** The vocabulary of the game as sent and stored. */

export const resources = ['gold', 'food', 'materials'] as const;
export type Resource = (typeof resources)[number];

export const buildingTypes = [
  'town_hall',
  'farm',
  'quarry',
  'market',
  'house',
  'warehouse',
  'barracks',
  'stable',
  'workshop',
  'wall',
] as const;
export type BuildingType = (typeof buildingTypes)[number];

/** A village and a keeper, which holds a seat at first, have no player. */
export const empireKinds = ['player', 'village', 'keeper'] as const;
export type EmpireKind = (typeof empireKinds)[number];

export const buildingStatuses = ['planned', 'constructing', 'active'] as const;
export type BuildingStatus = (typeof buildingStatuses)[number];

/** `next` is ordered first, `behind` waits for it; the others name the obstacle. */
export const wishStates = ['next', 'behind', 'busy', 'requirement', 'people', 'storage'] as const;
export type WishState = (typeof wishStates)[number];

export const unitTypes = ['soldiers', 'archers', 'knights', 'catapults'] as const;
export type UnitType = (typeof unitTypes)[number];

/** Militia only defends its own city. The battle resolver uses this order. */
export const stackTypes = [...unitTypes, 'militia'] as const;
export type StackType = (typeof stackTypes)[number];

/** In the order of rewards at the same moment. */
export const goalNames = [
  'growth',
  'barracks',
  'victory',
  'house',
  'fields',
  'storehouse',
  'recruits',
  'council',
  'palisade',
  'homes',
  'estates',
  'raids',
  'hall',
  'muster',
  'stores',
  'second_city',
  'wall',
  'veteran',
  'stable',
  'riders',
  'harvest',
  'workshop',
  'third_city',
  'engines',
  'company',
  'palace',
  'conqueror',
  'five_cities',
  'ten_cities',
  'seat',
  'seat_day',
  'guard',
] as const;
export type GoalName = (typeof goalNames)[number];

export const goalMeasures = [
  'total_level',
  'highest_level',
  'units',
  'victories',
  'cities',
  'seats',
  'seat_hours',
  'guard_victories',
] as const;
export type GoalMeasure = (typeof goalMeasures)[number];

export const armyStatuses = ['garrisoned', 'idle', 'marching', 'returning', 'fighting'] as const;
export type ArmyStatus = (typeof armyStatuses)[number];

export const targetTypes = ['city', 'army', 'seat'] as const;
export type TargetType = (typeof targetTypes)[number];

export const guardedTypes = ['city', 'seat'] as const;
export type GuardedType = (typeof guardedTypes)[number];

export const battleStatuses = ['active', 'completed'] as const;

export const battlePhases = ['marching', 'fighting', 'completed'] as const;
export type BattlePhase = (typeof battlePhases)[number];

export const battleResults = ['attacker_won', 'defender_won', 'draw', 'called_off'] as const;
export type BattleResult = (typeof battleResults)[number];

export const callOffReasons = [
  'army_gone',
  'target_gone',
  'protected',
  'recalled',
  'own_seat',
  'seat_limit',
  'truce',
  'allied',
] as const;
export type CallOffReason = (typeof callOffReasons)[number];

export const ledgerCauses = [
  'founding',
  'production',
  'construction',
  'construction_cancelled',
  'city_founded',
  'training',
  'trained',
  'battle',
  'plundered',
  'loot',
  'desertion',
  'dismissed',
  'goal',
  'exchange',
  'opening',
  'unrecorded',
  'repair',
] as const;
export type LedgerCause = (typeof ledgerCauses)[number];

export const allianceRoles = ['leader', 'officer', 'member'] as const;
export type AllianceRole = (typeof allianceRoles)[number];

export const candidateKinds = ['invitation', 'application'] as const;
export type CandidateKind = (typeof candidateKinds)[number];

export const leaveReasons = ['left', 'expelled', 'dissolved'] as const;
export type LeaveReason = (typeof leaveReasons)[number];

export const roles = ['attacker', 'defender'] as const;
export type Role = (typeof roles)[number];

export const alarmKinds = [
  'attack',
  'battle',
  'message',
  'threat',
  'wish',
  'storage',
  'ready',
  'report',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** What has a name or a description that players can report. */
export const reportedTypes = ['empire', 'city', 'alliance'] as const;
export type ReportedType = (typeof reportedTypes)[number];

/** The shapes of the jsonb columns. `satisfies` and the functions of rows.ts keep them equal to the types of the game. */
import { z } from 'zod';
import {
  battleResults,
  buildingTypes,
  callOffReasons,
  goalNames,
  guardedTypes,
  resources,
  stackTypes,
  unitTypes,
} from '../../contract/vocabulary.ts';
import { uuid, integer, moment } from '../../db/columns.ts';
import { currentResolver, type GuardFight, type Outcome, type Round } from '../../game/battle-types.ts';
import type {
  Amounts,
  Batch,
  Building,
  Empire,
  GuardedPlace,
  HeldSeat,
  Leave,
  March,
  Plundering,
  QueuedLevel,
  Stacks,
  Tile,
  Units,
  WishedBatch,
  WishedLevel,
  Wishes,
} from '../../game/types.ts';

export const amounts = z.record(z.enum(resources), integer) satisfies z.ZodType<Amounts>;
export const units = z.record(z.enum(unitTypes), integer) satisfies z.ZodType<Units>;
export const stacks = z.record(z.enum(stackTypes), integer) satisfies z.ZodType<Stacks>;
export const tile = z.strictObject({ x: integer, y: integer }) satisfies z.ZodType<Tile>;

export const building = z.strictObject({
  id: uuid,
  type: z.enum(buildingTypes),
  level: integer,
}) satisfies z.ZodType<Building>;

export const queuedLevel = z.strictObject({
  orderId: uuid,
  type: z.enum(buildingTypes),
  level: integer,
  cost: amounts,
  startsAt: moment.nullable(),
  completesAt: moment.nullable(),
}) satisfies z.ZodType<QueuedLevel>;

export const batch = z.strictObject({
  id: uuid,
  unit: z.enum(unitTypes),
  quantity: integer,
  startsAt: moment.nullable(),
  completesAt: moment.nullable(),
}) satisfies z.ZodType<Batch>;

export const heldSeat = z.strictObject({
  id: uuid,
  number: integer,
  x: integer,
  y: integer,
  heldSince: moment.nullable(),
}) satisfies z.ZodType<HeldSeat>;

export const goals = z.partialRecord(z.enum(goalNames), moment) satisfies z.ZodType<Empire['goals']>;

const wishedLevel = z.strictObject({
  id: uuid,
  cityId: uuid,
  type: z.enum(buildingTypes),
  buildingId: uuid,
}) satisfies z.ZodType<WishedLevel>;

const wishedBatch = z.strictObject({
  id: uuid,
  cityId: uuid,
  unit: z.enum(unitTypes),
  quantity: integer,
}) satisfies z.ZodType<WishedBatch>;

export const wishes = z.strictObject({
  list: z.array(z.union([wishedLevel, wishedBatch])),
  reserve: amounts,
}) satisfies z.ZodType<Wishes>;

export const march = z.strictObject({
  kind: z.enum(['move', 'attack', 'return']),
  from: tile,
  to: tile,
  departsAt: moment,
  arrivesAt: moment,
  battleId: uuid.nullable(),
  lootBattleId: uuid.exactOptional(),
}) satisfies z.ZodType<March>;

export const guardedPlace = z.strictObject({
  type: z.enum(guardedTypes),
  id: uuid,
}) satisfies z.ZodType<GuardedPlace>;

export const leave = z.strictObject({
  days: integer,
  orderedAt: moment,
  noticeEndsAt: moment,
  notBefore: moment,
  beganAt: moment.nullable(),
}) satisfies z.ZodType<Leave>;

const roundSide = z.strictObject({ units: stacks, damage: stacks });

export const round = z.strictObject({
  attacker: roundSide,
  defender: roundSide,
}) satisfies z.ZodType<Round>;

export const guardFight = z.strictObject({
  empireId: uuid,
  armyId: uuid,
  morale: integer,
  start: stacks,
  rounds: z.array(round),
}) satisfies z.ZodType<GuardFight>;

export const outcome = z.strictObject({
  resolver: z.literal(currentResolver),
  volley: stacks.nullable(),
  result: z.enum(battleResults),
  at: moment,
  endsAt: moment,
  reason: z.enum(callOffReasons).nullable(),
  morale: integer,
  wall: z.strictObject({ before: integer, after: integer }).nullable(),
  guard: guardFight.exactOptional(),
  attackerStart: stacks,
  defenderStart: stacks,
  rounds: z.array(round),
  loot: amounts,
  sack: z.strictObject({ until: moment, loot: amounts }).exactOptional(),
}) satisfies z.ZodType<Outcome>;

export const plundering = z.strictObject({ at: moment, share: integer }) satisfies z.ZodType<Plundering>;

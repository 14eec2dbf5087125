import { z } from 'zod';
import { allianceRoles, empireKinds, goalNames, targetTypes } from '../../contract/vocabulary.ts';
import { uuid, integer, moment } from '../../db/columns.ts';
import type { Batch, GuardedPlace, HeldSeat, Plundering, QueuedLevel, Wishes } from '../../game/types.ts';
import { amounts, building, json, leave, march, outcome, units } from './shapes.ts';

/** Tolerates the columns of a newer release, which may run beside this one. */
export const empireRow = z.object({
  id: uuid,
  owner_id: uuid,
  kind: z.enum(empireKinds),
  name: z.string(),
  name_key: z.string(),
  description: z.string().nullable(),
  created_at: moment,
  gold: integer,
  food: integer,
  materials: integer,
  advanced_at: moment,
  founding_paid: integer,
  destroyed_value: integer,
  protection_ended: z.boolean(),
  last_active_at: moment,
  last_desertion_at: moment.nullable(),
  attacked_by: z.record(uuid, moment),
  recalled_until: z.record(uuid, moment),
  armies_raised: integer,
  event_seq: integer,
  grows_at: moment.nullable(),
  seats: z.array(json<HeldSeat>()),
  crown_offset: integer,
  alliance_crowns: z.record(uuid, integer),
  reign_ends_at: moment.nullable(),
  goals: z.partialRecord(z.enum(goalNames), moment),
  victories: integer,
  wishes: json<Wishes>().nullable(),
  alliance_id: uuid.nullable(),
  alliance_tag: z.string().nullable(),
  alliance_role: z.enum(allianceRoles).nullable(),
  alliance_joined_at: moment.nullable(),
  alliance_role_since: moment.nullable(),
  former_alliance_id: uuid.nullable(),
  alliance_left_at: moment.nullable(),
  leave: leave.nullable(),
  leave_ended_at: moment.nullable(),
  gold_rate: integer,
  food_rate: integer,
  materials_rate: integer,
  cap: integer,
  population_used: integer,
  population: integer,
  units,
  economic_score: integer,
  military_score: integer,
});

export const cityRow = z.object({
  id: uuid,
  empire_id: uuid,
  name: z.string(),
  name_key: z.string(),
  x: integer,
  y: integer,
  founded_at: moment,
  buildings: z.array(building),
  construction: z.array(json<QueuedLevel>()),
  training: z.array(json<Batch>()),
  plundered_at: z.array(json<Plundering>()),
  sacked_until: moment.nullable(),
});

export const armyRow = z.object({
  id: uuid,
  empire_id: uuid,
  name: z.string(),
  x: integer,
  y: integer,
  units,
  home_city_id: uuid,
  standing_since: moment,
  march: march.nullable(),
  loot: amounts,
  guards: json<GuardedPlace>().nullable(),
});

export const seatRow = z.strictObject({
  id: uuid,
  number: integer,
  x: integer,
  y: integer,
  keeper_id: uuid,
  holder_id: uuid,
  held_since: moment.nullable(),
});

export const crownsRow = z.strictObject({
  reign: integer,
  empire_id: uuid,
  /** In 1/3,600,000 of a crown. */
  parts: integer,
});

export const allianceCrownsRow = crownsRow.extend({ alliance_id: uuid });

export const battleRow = z.object({
  id: uuid,
  number: integer,
  attacker_id: uuid,
  defender_id: uuid,
  ally_id: uuid.nullable(),
  army_id: uuid,
  target_type: z.enum(targetTypes),
  target_id: uuid,
  x: integer,
  y: integer,
  ordered_at: moment,
  contact_at: moment,
  attack_value: integer,
  seed: z.string(),
  outcome: outcome.nullable(),
  ends_at: moment.nullable(),
});

/** A `state` of `empireStates`. */
export const empireStateRow = empireRow.extend({
  alliance_dissolved_at: moment.nullable(),
  cities: z.array(cityRow),
  armies: z.array(armyRow),
  battles: z.array(battleRow),
  /** Of the last attack on it since it ordered a leave; null without a notice. */
  called_off_at: moment.nullable(),
  /** None outside of alliances. */
  known_guards: z.array(
    z.strictObject({
      army_id: uuid,
      empire_id: uuid,
      place_id: uuid,
      holder_id: uuid.nullable(),
      arrives_at: moment.nullable(),
    }),
  ),
});

export type EmpireRow = z.infer<typeof empireRow>;
export type CityRow = z.infer<typeof cityRow>;
export type ArmyRow = z.infer<typeof armyRow>;
export type CrownsRow = z.infer<typeof crownsRow>;
export type AllianceCrownsRow = z.infer<typeof allianceCrownsRow>;
export type SeatRow = z.infer<typeof seatRow>;
export type BattleRow = z.infer<typeof battleRow>;
export type EmpireStateRow = z.infer<typeof empireStateRow>;

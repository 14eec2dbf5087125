import { z } from 'zod';
import { resources, stackTypes, unitTypes } from '../../contract/vocabulary.ts';
import { integer, uuid } from '../../db/columns.ts';
import type { GuardFight, Outcome, Round } from '../../game/battle-types.ts';
import type { Amounts, Building, March, OrderedLeave, Stacks, Tile, Units } from '../../game/types.ts';

/** The compiler checks the type where the game writes the object; a row only has to contain an object. */
export const json = <Value extends object>(): z.ZodCustom<Value, Value> =>
  z.custom<Value>((value) => typeof value === 'object' && value !== null);

export const namedEmpire = { empire_id: uuid, empire_name: z.string(), alliance_tag: z.string().nullable() };

export const namedSides = {
  attacker_id: uuid,
  attacker_name: z.string(),
  attacker_tag: z.string().nullable(),
  defender_id: uuid,
  defender_name: z.string(),
  defender_tag: z.string().nullable(),
};

export const amounts = z.record(z.enum(resources), integer) satisfies z.ZodType<Amounts>;
export const units = z.record(z.enum(unitTypes), integer) satisfies z.ZodType<Units>;
export const stacks = z.record(z.enum(stackTypes), integer) satisfies z.ZodType<Stacks>;
export const tile = z.strictObject({ x: integer, y: integer }) satisfies z.ZodType<Tile>;
export const building = json<Building>();
export const march = json<March>();
export const leave = json<OrderedLeave>();
export const round = json<Round>();
export const guardFight = json<GuardFight>();
export const outcome = json<Outcome>();

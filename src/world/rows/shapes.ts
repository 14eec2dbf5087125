/** The shapes of the jsonb columns. Where the game writes an object as a whole, its type alone describes it. */
import { z } from 'zod';
import { resources, stackTypes, unitTypes } from '../../contract/vocabulary.ts';
import { integer, uuid } from '../../db/columns.ts';
import type { GuardFight, Outcome, Round } from '../../game/battle-types.ts';
import type { Amounts, Building, March, OrderedLeave, Stacks, Tile, Units } from '../../game/types.ts';

/** An object of this type of the game. The compiler checks it where it is written; a row only has to contain an object. */
export const json = <Value extends object>(): z.ZodCustom<Value, Value> =>
  z.custom<Value>((value) => typeof value === 'object' && value !== null);

/** The columns of an empire that is named beside something else. */
export const namedEmpire = { empire_id: uuid, empire_name: z.string(), alliance_tag: z.string().nullable() };

/** The columns of both sides of a battle that is shown without the rest of their empires. */
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

import { z } from 'zod';
import { battlePhase, battleResult, battleStatus, callOffReason, empireKind, targetType } from './kinds.ts';
import {
  allianceTag,
  amounts,
  errorBody,
  location,
  named,
  namedEmpire,
  stackCounts,
  unitCounts,
} from './shapes.ts';
import { sentUnits } from './military.ts';
import { queryLimit, timestamp, uuid } from './text.ts';
import * as shared from './members.ts';

export const battleQuery = z.object({
  share: z
    .string()
    .max(100)
    .optional()
    .describe('The token of a link to the report. With it, the route needs no session.'),
});

export const battlesQuery = z.object({
  empire_id: uuid
    .optional()
    .describe('Only battles in which this empire is attacker, defender, or holder of a guarded target.'),
  status: battleStatus.optional(),
  limit: queryLimit(20, 100),
});

const startedAt = timestamp.describe('When the attack was ordered.');
const contactAt = timestamp.describe('When the attacker meets the target.');
const endsAt = timestamp
  .nullable()
  .describe('When the last round appears, or the battle was called off; null before contact.');
const seedHash = z
  .string()
  .describe(
    'SHA-256 of the seed as text (its 64 digits in ASCII), hexadecimal. Published when the attack is ordered.',
  );

export const battleItem = named('BattleItem', 'A battle as lists show it to every player.', {
  id: shared.id,
  attacker_id: shared.attackerId,
  defender_id: shared.defenderId,
  attacker_name: z.string().describe('Name of the attacking empire.'),
  attacker_tag: allianceTag,
  defender_name: z.string().describe('Name of the attacked empire.'),
  defender_tag: allianceTag,
  location,
  status: battleStatus,
  phase: battlePhase,
  started_at: startedAt,
  contact_at: contactAt,
  ends_at: endsAt,
  result: battleResult.nullable().describe('Null while the battle is active.'),
});

export const battles = z.object({ battles: z.array(battleItem).describe('The battles, latest first.') });

export const attackBody = z.object({
  army_id: uuid.describe(
    'One of your armies, standing or on a plain march. It departs from its current tile.',
  ),
  target_type: targetType,
  target_id: uuid.describe(
    'A city, a standing army or a seat. An army in a city of its own empire is attacked as that city.',
  ),
  units: sentUnits,
});
const orderedBattle = named('OrderedBattle', 'A battle that was just ordered.', {
  id: shared.id,
  attacker_id: shared.attackerId,
  defender_id: shared.defenderId,
  army_id: uuid.describe('The army that attacks: a new one if only a part of yours goes.'),
  location,
  status: battleStatus,
  phase: battlePhase,
  started_at: startedAt,
  contact_at: contactAt,
  result: z.null().describe('The result; null while it is open.'),
  seed_hash: seedHash,
  morale: z.int().describe('In thousandths. An estimate; recomputed at contact.'),
});

export const attackResponse = z.object({ success: shared.success, battle: orderedBattle });

export const maxAttackOrders = 20;

export const attacksBody = z.object({
  orders: z
    .array(attackBody)
    .min(1)
    .max(maxAttackOrders)
    .describe('Attacks, which are ordered one after the other.'),
});

export const attacksResponse = z.object({
  success: shared.success,
  orders: z
    .array(
      z.object({
        army_id: shared.armyId,
        target_type: targetType,
        target_id: shared.targetId,
        battle: orderedBattle.nullable().describe('Null if this order was refused.'),
        refusal: errorBody.nullable().describe('Why this order was refused; null if it was not.'),
      }),
    )
    .describe('The outcome of each order, in the order of the request.'),
});

const share = named('BattleShare', 'A public link to the report of a battle.', {
  token: z.string().describe('43 characters of base64url.'),
  path: z.string().describe('The page of the report, with the token, for everybody.'),
  created_at: shared.createdAt,
});

export const shareResponse = z.object({ success: shared.success, share });

const side = named('BattleSide', 'One side of a battle.', {
  ...namedEmpire,
  kind: empireKind.describe('Only a `player` empire has a player.'),
  username: shared.username,
  army_id: uuid.nullable().describe('The id of the army.'),
  city_id: uuid.nullable().describe('The id of the city.'),
  units_start: stackCounts
    .nullable()
    .describe('Known from contact on, with militia. Null if the battle was called off.'),
  units_end: stackCounts.nullable().describe('Known when the battle is completed; with militia.'),
  losses: unitCounts.nullable().describe('Known when the battle is completed; without militia.'),
});

const roundSide = named('RoundSide', 'One side in a round: damage dealt and units left.', {
  units: stackCounts.describe('Units left after the round.'),
  damage: stackCounts.describe('Damage dealt by each stack, in thousandths of a hit point, with overkill.'),
});

export const round = named('Round', 'A round of a battle.', {
  round: z.int().describe('Starts at 1.'),
  attacker: roundSide,
  defender: roundSide,
  events: z.array(z.string()).describe('Losses, in sentences.'),
});

const guardFight = named(
  'GuardFight',
  'The fight of a guard, in the open, before that of the holder. The attacker meets the holder only if the guard falls.',
  {
    ...namedEmpire,
    army_id: shared.armyId,
    morale: z.int().describe('Morale of the attacker in this fight, in thousandths.'),
    units_start: stackCounts,
    rounds: z
      .array(round)
      .describe(
        'The rounds whose time has come. The seed of their rolls is the text of the seed with `/1` at its end.',
      ),
    units_end: stackCounts.nullable().describe('Known when the battle is completed.'),
    losses: unitCounts.nullable().describe('Known when the battle is completed.'),
  },
);

export const battle = named('Battle', 'A battle as its participants see it, round by round.', {
  id: shared.id,
  attacker: side,
  defender: side,
  seat_number: z.int().nullable().describe('The seat that is attacked; null for a city or an army.'),
  location,
  guard: guardFight
    .nullable()
    .describe('Known from contact on; null if the attacker met no guard. Its rounds come before `rounds`.'),
  rounds: z
    .array(round)
    .describe('The rounds whose time has come, without those of a guard: empty if the guard did not fall.'),
  status: battleStatus,
  phase: battlePhase,
  result: battleResult.nullable().describe('Null while the battle is active.'),
  started_at: startedAt,
  contact_at: contactAt,
  ends_at: endsAt,
  seed_hash: seedHash,
  seed: z
    .string()
    .nullable()
    .describe(
      'Null until the battle is completed. The roll of a stack in a round, in thousandths, is 900 + (the first 4 bytes, big-endian, of the SHA-256 of the text `seed:round:side:type`) mod 201. The side is `a` or `d`.',
    ),
  morale: z.int().describe('Morale of the attacker, in thousandths. An estimate before contact.'),
  resolver: z
    .literal(2)
    .describe('The version of the battle rules, with which every round can be recomputed.'),
  volley: stackCounts
    .nullable()
    .describe(
      'Thousandths of a hit point that each attacking stack loses to the wall before round 1. Known from contact on; null if the battle was called off.',
    ),
  wall: z
    .object({ before: z.int().describe('Before the battle.'), after: z.int().describe('After the battle.') })
    .nullable()
    .describe('Level of the wall; null until completed, and if no city was attacked.'),
  loot: amounts.nullable().describe('All that the attacker carries home; null until completed.'),
  sack: z
    .object({
      until: timestamp.describe('When the city makes its full output again.'),
      loot: amounts.describe('The part of `loot` that does not come from the stock.'),
    })
    .nullable()
    .describe('Null until completed, and if the fight began no sack of the city.'),
  called_off: callOffReason.nullable().describe('Why the battle was called off; null otherwise.'),
  share: share.nullable().describe('Your public link to this report; null without one.'),
});

export type BattleView = z.infer<typeof battle>;
export type ShareView = z.infer<typeof share>;
export type BattleItem = z.infer<typeof battleItem>;
export type RoundView = z.infer<typeof round>;
export type BattlesQuery = z.infer<typeof battlesQuery>;

import { z } from 'zod';
import * as shared from './members.ts';
import { allianceTag, location, named, namedEmpire, placeGuard, unitCounts } from './shapes.ts';
import { nextNumber, queryInteger, queryLimit, timestamp, uuid } from './text.ts';

const seatState = {
  held_since: timestamp.nullable().describe('Null while its keeper has held it from the start.'),
  truce_until: timestamp
    .nullable()
    .describe('The end of the truce, before which no attack reaches the seat; null without a truce.'),
  morale_bonus: z
    .int()
    .describe('Thousandths that the holder’s weariness adds to the morale of attackers: 0 to 4000.'),
};

const seatAttack = named('SeatAttack', 'An attack on a seat before its contact.', {
  battle_id: shared.battleId,
  ...namedEmpire,
  contact_at: timestamp.describe('When the attacker meets the target.'),
  value: z.int().describe('Of the army at the order. At the same moment, the largest is first.'),
  units: unitCounts.nullable().describe('Null if the army was lost on its way.'),
});

export const seatsQuery = z.object({
  after: queryInteger(0, 1_000_000_000)
    .optional()
    .describe('Return seats after this number; when absent, start at the first.'),
  limit: queryLimit(100, 1000),
});

export const seat = named('Seat', 'A tile that exactly one empire holds.', {
  id: shared.id,
  number: shared.number,
  location,
  holder: z.object(namedEmpire).nullable().describe('Null while its keeper holds it.'),
  ...seatState,
  guard: placeGuard.nullable().describe('The guard; null without one.'),
  attacks: z.array(seatAttack).describe('In the order of their contacts, at most 20.'),
});

export const seats = z.object({
  seats: z.array(seat).describe('Ordered by number.'),
  next: nextNumber('`after`'),
  server_time: shared.serverTime,
});

export const standing = named('Standing', 'An empire with crowns in the current reign.', {
  rank: z.int().describe('Its rank; ties share one.'),
  ...namedEmpire,
  owner_username: shared.ownerUsername,
  is_bot: shared.isBot,
  crowns: shared.crowns,
  seats: z.int().describe('The number of seats it holds.'),
});

export const allianceCrowns = named(
  'AllianceCrowns',
  'The crowns of a reign that count for an alliance: those earned by its members while they were.',
  { alliance_id: shared.allianceId, tag: shared.tag, name: shared.name, crowns: shared.crowns },
);

export const hegemon = named('Hegemon', 'The winner of a reign.', {
  number: z.int().describe('Number of the reign.'),
  empire_id: uuid.nullable().describe('Null if the empire was deleted.'),
  empire_name: z.string().describe('Its name at the end of the reign.'),
  alliance_tag: allianceTag,
  owner_username: z.string().nullable().describe('The name of its player.'),
  crowns: shared.crowns,
  ended_at: shared.endedAt,
  alliances: z.array(allianceCrowns).describe('Of the reign, most crowns first.'),
});

export const reignsQuery = z.object({ limit: queryLimit(20, 100).describe('Of each list.') });

export const reigns = z.object({
  current: z
    .object({
      number: shared.number,
      ends_at: timestamp.describe('When it ends.'),
      standings: z.array(standing).describe('Most crowns first.'),
      alliances: z.array(allianceCrowns).describe('Most crowns first.'),
    })
    .describe('The reign that runs.'),
  hegemons: z.array(hegemon).describe('Latest reign first. A reign without any crown has none.'),
  server_time: shared.serverTime,
});

export type SeatView = z.infer<typeof seat>;
export type Standing = z.infer<typeof standing>;
export type Hegemon = z.infer<typeof hegemon>;
export type Reigns = z.infer<typeof reigns>;
export type SeatsQuery = z.infer<typeof seatsQuery>;

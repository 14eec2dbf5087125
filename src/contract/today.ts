/** Contract of what happens in the world: who plays, the seats, the great battles, the Hegemons. */
import { z } from 'zod';
import { battleResult } from './kinds.ts';
import { hegemon } from './seats.ts';
import { location, named, namedEmpire } from './shapes.ts';
import { timestamp, uuid } from './text.ts';

const byDay = z.object({
  today: z.int().describe('Since midnight UTC.'),
  yesterday: z.int().describe('The UTC day before.'),
});

const side = z.object(namedEmpire);

const greatBattle = named('GreatBattle', 'A battle between players with many losses.', {
  battle_id: uuid,
  attacker: side,
  defender: side,
  location,
  result: battleResult,
  ended_at: timestamp,
  report_path: z
    .string()
    .nullable()
    .describe('Page of the report, if a participant has made a public link to it; null otherwise.'),
});

export const seatHolder = named('SeatHolder', 'An empire that holds seats.', {
  ...namedEmpire,
  owner_username: z.string(),
  is_bot: z.boolean(),
  seats: z.int().describe('The number of seats it holds.'),
});

export const today = z.object({
  players: byDay.describe('Players, except bots, who gave an order.'),
  battles: byDay.describe('Battles that were fought.'),
  seat_holders: z.array(seatHolder).describe('Most seats first, then most crowns; ten at most.'),
  great_battles: z
    .array(greatBattle)
    .describe('Of the last seven days, most losses first; ten at most. None ended less than an hour ago.'),
  hegemons: z.array(hegemon).describe('Winners of reigns, latest first; ten at most.'),
  server_time: timestamp,
});

export type Today = z.infer<typeof today>;

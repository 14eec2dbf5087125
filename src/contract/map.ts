import { z } from 'zod';
import * as shared from './members.ts';
import { armyStatus, empireKind } from './kinds.ts';
import { location, namedEmpire, unitCounts } from './shapes.ts';
import { queryInteger, timestamp } from './text.ts';

export const mapQuery = z.object({
  x: queryInteger(-1_000_000, 1_000_000).describe('Column, counted from the centre of the world.'),
  y: queryInteger(-1_000_000, 1_000_000).describe('Row, counted from the centre of the world.'),
  radius: queryInteger(1, 50).default(10).describe('Tiles from the centre of the window to each side.'),
});

export const map = z.object({
  cities: z
    .array(
      z.object({
        id: shared.id,
        name: shared.name,
        location,
        ...namedEmpire,
        kind: empireKind.describe('The kind of its empire. Only a `player` empire has a player.'),
        score: shared.score,
        sacked_until: timestamp
          .nullable()
          .describe('When a sack of the city ends; null if it is not sacked.'),
        is_bot: z.boolean().describe('Whether one of the operator’s bots plays its empire.'),
      }),
    )
    .describe('The cities.'),
  armies: z
    .array(
      z.object({
        id: shared.id,
        name: shared.name,
        location,
        units: unitCounts,
        status: armyStatus,
        ...namedEmpire,
        is_bot: z.boolean().describe('Whether one of the operator’s bots plays its empire.'),
      }),
    )
    .describe('Standing armies; marching armies are not shown.'),
  server_time: shared.serverTime,
});

import { z } from 'zod';
import * as shared from './members.ts';
import { location, named, namedEmpire } from './shapes.ts';
import { name, queryLimit, uuid } from './text.ts';

const foundTypes = ['city', 'empire', 'player'] as const;
export type FoundType = (typeof foundTypes)[number];

export const searchQuery = z.object({
  name: name(1, 50).describe('The beginning of a name, ignoring case.'),
  after: z
    .string()
    .regex(
      /^(?:city|empire|player)\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\w-]{1,400}$/,
      'must be the `next` of an earlier response',
    )
    .optional()
    .describe('The `next` of the response before.'),
  limit: queryLimit(20, 50),
});

export const foundAlliance = named('FoundAlliance', 'An alliance that a search has found.', {
  alliance_id: shared.allianceId,
  name: shared.name,
  tag: shared.tag,
  member_count: shared.memberCount,
  score: z.int().describe('The scores of the members added up.'),
});

export const found = z.object({
  type: z.enum(foundTypes).describe('Its type.'),
  id: uuid.describe('Of the empire, the city or the user.'),
  name: shared.name,
  ...namedEmpire,
  score: z.int().describe('Of the empire.'),
  location: location.nullable().describe('Of a city; null otherwise.'),
});

export const searchResponse = z.object({
  results: z.array(found).describe('By name. Villages and seats are left out.'),
  alliances: z
    .array(foundAlliance)
    .describe(
      'Alliances whose tag or name begins with the text, those by tag first; ten at most, and none after the first page.',
    ),
  next: z.string().nullable().describe('Send it as `after` for the following results; null at the end.'),
});

export type SearchQuery = z.infer<typeof searchQuery>;
export type SearchResponse = z.infer<typeof searchResponse>;

import { z } from 'zod';
import * as shared from './members.ts';
import { leave } from './leave.ts';
import { named, namedEmpire } from './shapes.ts';
import { queryInteger, queryLimit, timestamp } from './text.ts';

export const scoreRankings = ['score', 'military', 'economic'] as const;
export type ScoreRanking = (typeof scoreRankings)[number];
export const empireRankings = [...scoreRankings, 'crowns'] as const;
export type EmpireRankingType = (typeof empireRankings)[number];
export const rankingTypes = [...empireRankings, 'alliance'] as const;
export type RankingType = (typeof rankingTypes)[number];

const rankingType = z.enum(rankingTypes).meta({
  id: 'RankingType',
  description: 'What a ranking orders empires by; `alliance` ranks alliances by the scores of their members.',
});

export const leaderboardQuery = z.object({
  type: rankingType.default('score'),
  limit: queryLimit(50, 100),
  from: queryInteger(1, 1_000_000_000).default(1).describe('Position of the first entry, counted from 1.'),
});

const position = z
  .int()
  .nullable()
  .describe(
    'Its position in the list, for `from`; ties have different ones. Null without crowns, for `crowns`.',
  );

export const ranking = named('Ranking', 'An entry of a ranking.', {
  rank: z.int().describe('Ties share a rank.'),
  ...namedEmpire,
  score: z.int().describe('Score of the requested type; for `crowns`, those of the current reign.'),
  owner_username: shared.ownerUsername,
  is_bot: z.boolean().describe('Whether one of the operator’s bots plays it.'),
  leave: leave.nullable().describe('Null without a leave.'),
});

const ownRanking = ranking
  .extend({ position })
  .meta({ id: 'OwnRanking', description: 'Your own entry of a ranking.' });

const allianceRanking = named('AllianceRanking', 'An entry of the ranking of alliances.', {
  rank: z.int().describe('Ties share a rank.'),
  alliance_id: shared.allianceId,
  name: shared.name,
  tag: shared.tag,
  member_count: shared.memberCount,
  score: z.int().describe('The scores of the members added up.'),
  crowns: z.int().describe('The crowns of the members in the current reign, added up and rounded down.'),
});

const ownAllianceRanking = allianceRanking
  .extend({ position: z.int().describe('Its position in the list, for `from`; ties have different ones.') })
  .meta({ id: 'OwnAllianceRanking', description: 'The entry of your alliance in the ranking of alliances.' });

export const leaderboard = z.object({
  rankings: z.array(ranking).describe('Empires, best first. Empty for `alliance`.'),
  alliances: z.array(allianceRanking).describe('Alliances, best first. Empty except for `alliance`.'),
  updated_at: timestamp.describe(
    'When the ranks were computed, which happens only after scores have changed. The first page and all scores are of now.',
  ),
  me: ownRanking
    .nullable()
    .describe(
      'Your own entry; null without a session or an empire, for a new empire that has no rank yet, and for `alliance`.',
    ),
  alliance: ownAllianceRanking
    .nullable()
    .describe(
      'The entry of your alliance; null without one, for a new one that has no rank yet, and except for `alliance`.',
    ),
});

export type LeaderboardQuery = z.infer<typeof leaderboardQuery>;
export type AllianceRanking = z.infer<typeof allianceRanking>;
export type OwnAllianceRanking = z.infer<typeof ownAllianceRanking>;
export type Ranking = z.infer<typeof ranking>;
export type OwnRanking = z.infer<typeof ownRanking>;
export type Leaderboard = z.infer<typeof leaderboard>;

/** Contract of the rankings. */
import { z } from 'zod';
import { allianceTag } from './shapes.ts';
import { queryLimit, timestamp, uuid } from './text.ts';

/** The rankings by a score. */
export const scoreRankings = ['score', 'military', 'economic'] as const;
export type ScoreRanking = (typeof scoreRankings)[number];
export const rankingTypes = [...scoreRankings, 'crowns'] as const;
export type RankingType = (typeof rankingTypes)[number];

const rankingType = z
  .enum(rankingTypes)
  .meta({ id: 'RankingType', description: 'What a ranking orders empires by.' });

export const leaderboardQuery = z.object({
  type: rankingType.default('score'),
  limit: queryLimit(50, 100),
});

export const ranking = z
  .object({
    rank: z.int().describe('Ties share a rank.'),
    empire_id: uuid,
    empire_name: z.string(),
    alliance_tag: allianceTag,
    score: z.int().describe('Score of the requested type; for `crowns`, those of the current reign.'),
    owner_username: z.string(),
    is_bot: z.boolean().describe('Whether one of the operator’s bots plays it.'),
  })
  .meta({ id: 'Ranking', description: 'An entry of a ranking.' });

export const leaderboard = z.object({
  rankings: z.array(ranking),
  updated_at: timestamp,
  me: ranking.nullable().describe('Your own entry; null without a session or an empire.'),
});

export type Ranking = z.infer<typeof ranking>;
export type Leaderboard = z.infer<typeof leaderboard>;

/** The wire of the rankings. */
import { z } from 'zod';
import { queryLimit, timestamp, uuid } from './text.ts';

export const rankingTypes = ['score', 'military', 'economic'] as const;
export type RankingType = (typeof rankingTypes)[number];

export const leaderboardQuery = z.object({
  type: z.enum(rankingTypes).default('score'),
  limit: queryLimit(50, 100),
});

export const ranking = z.object({
  /** Ties share a rank. */
  rank: z.int(),
  empire_id: uuid,
  empire_name: z.string(),
  score: z.int(),
  owner_username: z.string(),
  /** Whether a program of the operator's plays it. */
  is_bot: z.boolean(),
});

export const leaderboard = z.object({
  rankings: z.array(ranking),
  updated_at: timestamp,
  /** The caller's own entry; null without a session or an empire. */
  me: ranking.nullable(),
});

export type Ranking = z.infer<typeof ranking>;
export type Leaderboard = z.infer<typeof leaderboard>;

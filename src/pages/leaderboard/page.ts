/** The rankings: the top 100, the viewer's own row, and the empires within reach. */
import {
  empireRankings,
  leaderboardQuery,
  rankingTypes,
  type EmpireRankingType,
  type Leaderboard,
  type Ranking,
  type RankingType,
} from '../../contract/leaderboard.ts';
import { GameError } from '../../kernel/errors.ts';
import { readLeaderboard } from '../../leaderboard/queries.ts';
import { selectReach } from '../../leaderboard/reach.ts';
import type { Services } from '../../world/services.ts';
import { pageTop, parseForm, sentenceOf, type Fields, type Message } from '../shared/forms.ts';
import { countEmpires } from '../shared/map-queries.ts';
import { definePage } from '../framework/page.ts';

const maxListed = 100;

const typeNames = {
  score: 'Score',
  military: 'Military',
  economic: 'Economic',
  crowns: 'Crowns',
  alliance: 'Alliances',
} satisfies Record<RankingType, string>;

const meanings = {
  score: 'Score is the sum of the military and the economic score.',
  military: 'Military is the value of living units, and a part of the value of enemies destroyed.',
  economic: 'Economic is what levels and further cities have cost.',
  crowns: 'Crowns count how long an empire has held seats in this reign.',
  alliance: 'The scores, and the crowns of this reign, of all members of an alliance, added up.',
} satisfies Record<RankingType, string>;

/** The requested ranking; an unknown type gives the first ranking and a refusal. */
function chooseType({ type }: Fields): { type: RankingType; refusal: Message | null } {
  try {
    return { ...parseForm(leaderboardQuery.pick({ type: true }), { type }), refusal: null };
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    const refusal: Message = { kind: 'refusal', place: pageTop, text: sentenceOf(error), fields: {} };
    return { type: 'score', refusal };
  }
}

/** The viewer's rank in every ranking of empires. `known` has the ranks that other queries of the page already read. */
function readRanks(
  services: Services,
  known: Partial<Record<RankingType, () => Promise<number | null>>>,
  empireId: string,
): Promise<{ type: EmpireRankingType; rank: number }[]> {
  return Promise.all(
    empireRankings.map(async (type) => {
      const read =
        known[type] ?? (() => readLeaderboard(services, { type, limit: 0, empireId }).then(rankIn));
      return { type, rank: (await read()) ?? 0 };
    }),
  );
}

const rankIn = ({ me }: Leaderboard): number | null => me?.rank ?? null;

export const leaderboardPage = definePage({
  path: '/leaderboard',
  section: 'rankings',
  readers: 'everybody',
  read: async ({ services, fields, empireState }) => {
    const { type, refusal } = chooseType(fields);
    const empireId = empireState?.empire.id ?? null;
    const list = readLeaderboard(services, { type, limit: maxListed, empireId });
    const ranksKnown = { [type]: () => list.then(rankIn) };
    const [{ rankings, alliances, me, updated_at: updatedAt }, empires, reach, ranks] = await Promise.all([
      list,
      countEmpires(services.pool),
      empireId === null || type === 'crowns' || type === 'alliance'
        ? []
        : selectReach(services.pool, type, empireId),
      empireId === null ? [] : readRanks(services, ranksKnown, empireId),
    ]);
    const isMine = ({ empire_id }: Ranking): boolean => empire_id === empireId;
    const listed = me === null || rankings.some(isMine) ? rankings : [...rankings, me];
    return {
      view: 'leaderboard',
      title: 'Rankings',
      ...(refusal !== null && { status: 400, message: refusal }),
      values: {
        wrapped: true,
        description:
          'The hundred greatest empires of this world, by score, by arms and by what they have built, and its alliances.',
        type,
        types: rankingTypes.map((each) => ({ type: each, name: typeNames[each] })),
        meaning: meanings[type],
        empires,
        rankings: listed.map((row) => ({ ...row, isMine: isMine(row) })),
        alliances,
        ownAllianceId: empireState?.empire.membership?.allianceId ?? null,
        updatedAt: Date.parse(updatedAt),
        ownRanking: empireId === null ? null : { reach, ranks },
      },
    };
  },
});

/** A ranking, 50 entries a page, with the viewer's own row and the empires within reach. */
import {
  leaderboardQuery,
  rankingTypes,
  type LeaderboardQuery,
  type Ranking,
  type RankingType,
} from '../../contract/leaderboard.ts';
import { crownPartsAt } from '../../game/diplomacy/reigns.ts';
import { GameError } from '../../kernel/errors.ts';
import { readLeaderboard } from '../../leaderboard/queries.ts';
import { readOwnRanks } from '../../leaderboard/own-ranks.ts';
import type { EmpireState } from '../../world/read.ts';
import type { Services } from '../../world/services.ts';
import { pageTop, parseForm, sentenceOf, type Fields, type Message } from '../shared/forms.ts';
import { countEmpires } from '../shared/map-queries.ts';

const perPage = 50;

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

const query = leaderboardQuery.pick({ type: true, from: true });

/** An invalid page gives the first page of the first ranking and a refusal. */
export function readQuery({
  type,
  from,
}: Fields): Pick<LeaderboardQuery, 'type' | 'from'> & { refusal: Message | null } {
  try {
    return { ...parseForm(query, { type, from }), refusal: null };
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    const refusal: Message = { kind: 'refusal', anchor: pageTop, text: sentenceOf(error), fields: {} };
    return { ...query.parse({}), refusal };
  }
}

/** @param from position of its first entry */
const addressOf = (type: RankingType, from: number, anchor = 'rankings'): string =>
  `/world?type=${type}${from > 1 ? `&from=${from}` : ''}#${anchor}`;

/** Two above and one below: as listed, where the empire is. @param rivals in the order of the latest ranking */
function reachOf<Rival>(rankings: readonly Ranking[], empireId: string | null, rivals: readonly Rival[]) {
  const index = rankings.findIndex(({ empire_id }) => empire_id === empireId);
  const own = rankings[index];
  if (own === undefined) return rivals;
  return [index - 2, index - 1, index + 1]
    .flatMap((near) => rankings[near] ?? [])
    .map(({ empire_id: id, empire_name: name, alliance_tag, rank, score }) => ({
      ...{ id, name, alliance_tag, rank },
      lead: score - own.score,
    }));
}

export async function readRanking(
  services: Services,
  { type, from }: Pick<LeaderboardQuery, 'type' | 'from'>,
  viewer: EmpireState | null,
) {
  const empireId = viewer?.empire.id ?? null;
  const isByScore = type !== 'crowns' && type !== 'alliance';
  // Without crowns, an empire has no rank among those with crowns, and nothing is counted.
  const hasCrowns = viewer !== null && crownPartsAt(viewer.empire, viewer.now, viewer.world.speed) > 0;
  const crowned = hasCrowns ? empireId : null;
  const listed = { type, limit: perPage + 1, from, empireId: type === 'crowns' ? crowned : empireId };
  const [list, standing, empires, crowns] = await Promise.all([
    readLeaderboard(services, listed),
    empireId === null ? null : readOwnRanks(services, isByScore ? type : 'score', empireId),
    empireId === null ? countEmpires(services) : null,
    type === 'crowns' || crowned === null
      ? null
      : readLeaderboard(services, { type: 'crowns', limit: 0, from: 1, empireId: crowned }),
  ]);
  const { rankings, alliances, updated_at: updatedAt } = list;
  const own = list.me ?? list.alliance;
  const crownRank = (type === 'crowns' ? list : crowns)?.me?.rank ?? null;
  const ranks = { ...standing?.ranks, ...(crownRank !== null && { crowns: crownRank }) };
  const count = Math.max(rankings.length, alliances.length);
  const position = own?.position ?? null;
  return {
    type,
    types: rankingTypes.map((each) => ({ type: each, name: typeNames[each], href: addressOf(each, 1) })),
    meaning: meanings[type],
    empires: standing?.empires ?? empires ?? 0,
    rankings: rankings.slice(0, perPage),
    alliances: alliances.slice(0, perPage),
    own,
    ownHref: position === null ? null : addressOf(type, position - ((position - 1) % perPage), 'me'),
    from,
    last: from + Math.min(count, perPage) - 1,
    first: addressOf(type, 1),
    previous: from > 1 && count > 0 ? addressOf(type, Math.max(1, from - perPage)) : null,
    next: count > perPage ? addressOf(type, from + perPage) : null,
    perPage,
    updatedAt: Date.parse(updatedAt),
    ownRanking:
      standing?.ranks == null
        ? null
        : { reach: isByScore ? reachOf(rankings, empireId, standing.rivals) : [], ranks },
  };
}

/** The pages of alliances: the list of all, and one of them. */
import {
  readRights,
  selectAlliance,
  selectAlliances,
  selectCandidacies,
  selectCandidates,
} from '../../alliance/queries.ts';
import { toBattleItem } from '../../battle/present.ts';
import { allianceParams } from '../../contract/alliance.ts';
import { allianceRoles, type AllianceRole } from '../../contract/vocabulary.ts';
import { cursor } from '../../contract/text.ts';
import { alliancePauseMs } from '../../game/alliances.ts';
import type { Services } from '../../world/services.ts';
import type { Viewer } from '../../http/viewer.ts';
import { definePage } from '../framework/page.ts';
import { parseForm } from '../shared/forms.ts';
import { lasting } from '../shared/formatters.ts';
import { toScoreChart } from '../shared/score-chart.ts';
import { readAllianceScores, selectCandidacy, selectThreats } from './queries.ts';

const maxListed = 50;

export const alliancesPage = definePage({
  path: '/alliances',
  section: 'alliances',
  readers: 'everybody',
  read: async ({ services: { pool }, empireState, fields }) => {
    const own = empireState?.empire ?? null;
    const mayJoin = own !== null && own.membership === null;
    // An invalid position counts as none.
    const { data: before } = cursor.safeParse(fields.before);
    const [{ alliances, next }, { candidacies }] = await Promise.all([
      selectAlliances(pool, { before, limit: maxListed }),
      mayJoin ? selectCandidacies(pool, own.id, { limit: maxListed }) : { candidacies: [] },
    ]);
    return {
      view: 'alliances',
      title: 'Alliances',
      places: ['found'],
      values: {
        wrapped: true,
        description: 'The alliances of this world.',
        ...{ alliances, candidacies, mayJoin },
        membership: own?.membership ?? null,
        older: next,
        isNewest: before === undefined,
      },
    };
  },
});

/** The attacks on members, for members, and the candidates, for those who decide on them. */
async function readInside(
  services: Services,
  viewer: Viewer | null,
  { id, rights }: { id: string; rights: AllianceRole | null },
) {
  const { pool } = services;
  const now = services.clock.now();
  const decides = viewer !== null && (rights === 'leader' || rights === 'officer');
  const [threats, { candidates }] = await Promise.all([
    rights === null ? [] : selectThreats(pool, id),
    decides ? selectCandidates(services, viewer, id, { limit: maxListed }) : { candidates: [] },
  ]);
  return { candidates, threats: threats.map((row) => toBattleItem(row, now)) };
}

export const alliancePage = definePage({
  path: '/alliance/:alliance_id',
  section: 'alliances',
  readers: 'everybody',
  read: async ({ services, params, viewer, empireState }) => {
    const { pool, clock } = services;
    const { alliance_id: id } = parseForm(allianceParams, params);
    const own = empireState?.empire ?? null;
    const mayJoin = own !== null && own.membership === null;
    const ownId = own?.id ?? null;
    const [alliance, days, candidacy, rights] = await Promise.all([
      selectAlliance(pool, clock, id),
      readAllianceScores(pool, id),
      mayJoin ? selectCandidacy(pool, id, own.id) : null,
      ownId === null ? null : readRights(services, id, ownId),
    ]);
    const { candidates, threats } = await readInside(services, viewer, { id, rights });
    const score = alliance.members.reduce((sum, member) => sum + member.score, 0);
    return {
      view: 'alliance',
      title: `${alliance.name} [${alliance.tag}]`,
      places: ['join', 'candidates', 'members', 'leave', 'describe', 'dissolve'],
      values: {
        wrapped: true,
        description: `The alliance ${alliance.name}: members and score.`,
        ...{ alliance, ownId, rights, candidacy, candidates, threats, mayJoin, score },
        scoreChart: toScoreChart(days, score, clock.now()),
        pauseText: lasting(alliancePauseMs / services.settings.speed),
        roles: allianceRoles,
        /** Whether the viewer may expel a member. */
        mayExpel: (role: AllianceRole) => rights === 'leader' || (rights === 'officer' && role === 'member'),
      },
    };
  },
});

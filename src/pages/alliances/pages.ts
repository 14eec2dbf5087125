import {
  readRights,
  selectAlliance,
  selectCandidacies,
  selectCandidacy,
  selectCandidates,
} from '../../alliance/queries.ts';
import { markChatRead, selectChat } from '../../alliance/chat.ts';
import { readThreats } from '../../alliance/threats.ts';
import { messageLimits } from '../../contract/messages.ts';
import { allianceRoles, type AllianceRole } from '../../contract/vocabulary.ts';
import { alliancePauseMs } from '../../game/diplomacy/alliances.ts';
import { isOnLeave } from '../../game/diplomacy/leave.ts';
import { readLeaderboard } from '../../leaderboard/queries.ts';
import type { Services } from '../../world/services.ts';
import type { Viewer } from '../../http/sessions/viewer.ts';
import { definePage } from '../framework/page.ts';
import { readBefore } from '../shared/forms.ts';
import { lasting } from '../shared/formatters.ts';
import { toThreatDetails } from './threats.ts';

const maxListed = 50;
const maxMessages = 20;

export const alliancesPage = definePage('/alliances', {
  section: 'alliances',
  readers: 'guest',
  read: async ({ services, empireState }) => {
    const own = empireState?.empire ?? null;
    const mayJoin = own !== null && own.membership === null && !isOnLeave(own);
    const [{ alliances, alliance }, { candidacies }] = await Promise.all([
      readLeaderboard(services, { type: 'alliance', limit: maxListed, from: 1, empireId: own?.id ?? null }),
      mayJoin ? selectCandidacies(services.pool, own.id, { limit: maxListed }) : { candidacies: [] },
    ]);
    return {
      title: 'Alliances',
      values: {
        description: 'The alliances of this world.',
        alliances,
        own: alliance,
        candidacies,
        mayJoin,
        membership: own?.membership ?? null,
      },
    };
  },
});

/** What only members see, the candidates only leader and officers. */
async function readInside(
  services: Services,
  viewer: Viewer | null,
  { id, rights, before }: { id: string; rights: AllianceRole | null; before: number },
) {
  if (viewer === null || rights === null)
    return { candidates: [], threats: [], note: null, messages: [], older: null };
  const [threats, { note, messages, next: older }, { candidates }] = await Promise.all([
    readThreats(services, viewer.empireId, id),
    selectChat(services.pool, viewer.userId, id, { before, limit: maxMessages }),
    rights === 'member' ? { candidates: [] } : selectCandidates(services, viewer, id, { limit: maxListed }),
  ]);
  return { candidates, threats, note, messages, older };
}

export const alliancePage = definePage('/alliance/:alliance_id', {
  section: 'alliances',
  readers: 'guest',
  read: async ({ services, params, fields, viewer, empireState, isSeen, layout: layoutRead }) => {
    const { pool, clock } = services;
    const { alliance_id: id } = params;
    const own = empireState?.empire ?? null;
    const mayJoin = own !== null && own.membership === null && !isOnLeave(own);
    const ownId = own?.id ?? null;
    const [alliance, candidacy, rights] = await Promise.all([
      selectAlliance(pool, clock, id),
      mayJoin ? selectCandidacy(pool, id, own.id, 'empire') : null,
      ownId === null ? null : readRights(services, id, ownId),
    ]);
    const before = readBefore(fields);
    const inside = await readInside(services, viewer, { id, rights, before });
    const isNewest = fields.before === undefined;
    const latest = isNewest && isSeen ? inside.messages.at(-1) : undefined;
    const layout = await layoutRead;
    if (viewer !== null && latest !== undefined && layout !== null && layout.unreadChat > 0) {
      await markChatRead({ services, viewer }, { allianceId: id, number: latest.number });
      // The layout was read before that.
      layout.unreadChat = 0;
    }
    const score = alliance.members.reduce((sum, member) => sum + member.score, 0);
    return {
      title: `${alliance.name} [${alliance.tag}]`,
      scripts: rights === 'leader' || rights === 'officer' ? ['alliance'] : [],
      values: {
        description: `The alliance ${alliance.name}: members and score.`,
        alliance,
        ownId,
        rights,
        candidacy,
        mayJoin,
        isLedByBots: alliance.members.every(({ role, is_bot: isBot }) => role === 'member' || isBot),
        score,
        ...inside,
        threats:
          empireState === null ? [] : inside.threats.map((threat) => toThreatDetails(empireState, threat)),
        isNewest,
        perMinute: messageLimits.perMinute,
        pauseText: lasting(alliancePauseMs / services.settings.speed),
        roles: allianceRoles,
        mayExpel: (role: AllianceRole) => rights === 'leader' || (rights === 'officer' && role === 'member'),
      },
    };
  },
});

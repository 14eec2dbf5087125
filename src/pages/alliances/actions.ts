import { z } from 'zod';
import { requireEmpire } from '../../alliance/locked-alliance.ts';
import { writeToAlliance } from '../../alliance/chat.ts';
import { acceptMember, changeRole, foundAlliance, removeMember } from '../../alliance/membership.ts';
import { readThreats } from '../../alliance/threats.ts';
import { apply, describeAlliance, dissolve, invite, removeCandidate } from '../../alliance/operations.ts';
import {
  foundAllianceBody,
  roleBody,
  updateAllianceBody,
  type AllianceTexts,
} from '../../contract/alliance.ts';
import { sendMessageBody } from '../../contract/messages.ts';
import { guardBody } from '../../contract/military.ts';
import { searchQuery, type SearchQuery } from '../../contract/search.ts';
import { nameKey, uuid } from '../../contract/text.ts';
import { GameError } from '../../kernel/errors.ts';
import { guard } from '../../military/operations.ts';
import { reportMessage } from '../../messages/reports.ts';
import { searchNames } from '../../empire/search.ts';
import type { Context, Services } from '../../world/services.ts';
import { defineAction, type ActionResult } from '../framework/action.ts';
import { targetOfField, optionalText, pageTop, parseForm, type Fields } from '../shared/forms.ts';
import { reportForm, reportNameForm } from '../shared/report-form.ts';
import { alliancePage, alliancesPage } from './pages.ts';
import { callForGuard } from './threats.ts';

interface Ids {
  allianceId: string;
  empireId: string;
}

/** @param act is about the empire of the path, else the viewer's own */
const button = (
  path: string,
  anchor: string,
  act: (context: Context, ids: Ids) => Promise<unknown>,
  result: ActionResult,
) =>
  defineAction(`/alliance/:alliance_id/${path}`, alliancePage, {
    anchor: () => anchor,
    result,
    run: ({ params, ...context }) => {
      const ids: { alliance_id: string; empire_id?: string } = params;
      const empireId = ids.empire_id ?? requireEmpire(context.viewer);
      return act(context, { allianceId: ids.alliance_id, empireId });
    },
  });

const textForm = (path: string, fromFields: (fields: Fields) => AllianceTexts) =>
  defineAction(`/alliance/:alliance_id/${path}`, alliancePage, {
    anchor: () => path,
    body: updateAllianceBody,
    fromFields,
    result: { notice: 'Saved.' },
    run: ({ params: { alliance_id: allianceId }, body, ...context }) =>
      describeAlliance(context, { allianceId, ...body }),
  });

/** The exact name, else the only one that begins so. Throws NOT_FOUND. */
async function findEmpire({ pool }: Services, query: SearchQuery) {
  const { results } = await searchNames(pool, query);
  const found = results.filter(({ type }) => type !== 'city');
  const exact = found.find(({ name }) => nameKey(name) === nameKey(query.name));
  const empire = exact ?? (new Set(found.map((each) => each.empire_id)).size === 1 ? found[0] : undefined);
  if (empire === undefined) throw new GameError('NOT_FOUND', 'no empire and no player has this name');
  return empire;
}

const outside = { anchor: pageTop, address: alliancesPage.path };

export const allianceActions = [
  defineAction('/alliances', alliancesPage, {
    anchor: () => 'found',
    body: foundAllianceBody,
    fromFields: ({ name, tag, description }) => ({ name, tag, description: optionalText(description) }),
    run: async ({ body, ...context }) => {
      const { alliance } = await foundAlliance(context, body);
      return { notice: 'Founded.', anchor: pageTop, address: `/alliance/${alliance.id}` };
    },
  }),
  button('apply', 'join', (context, { allianceId }) => apply(context, allianceId), {
    notice: 'You have applied.',
  }),
  button('join', 'join', acceptMember, { notice: 'You are a member now.', anchor: pageTop }),
  button('decline', 'join', removeCandidate, { notice: 'Removed.' }),
  button('leave', 'leave', removeMember, { notice: 'You have left the alliance.', ...outside }),
  button('dissolve', 'dissolve', (context, { allianceId }) => dissolve(context, allianceId), {
    notice: 'The alliance is dissolved.',
    ...outside,
  }),
  button('candidate/:empire_id/accept', 'candidates', acceptMember, { notice: 'Accepted.' }),
  button('candidate/:empire_id/remove', 'candidates', removeCandidate, { notice: 'Removed.' }),
  button('member/:empire_id/expel', 'members', removeMember, { notice: 'Expelled.' }),
  defineAction('/alliance/:alliance_id/write', alliancePage, {
    anchor: () => 'write',
    body: sendMessageBody,
    result: { notice: null },
    run: ({ params: { alliance_id: allianceId }, body, ...context }) =>
      writeToAlliance(context, { allianceId, ...body }),
  }),
  defineAction('/alliance/:alliance_id/guard', alliancePage, {
    anchor: () => 'threats',
    body: guardBody.extend({ army_id: uuid }),
    fromFields: ({ army_id, place }) => ({ army_id, ...targetOfField(place) }),
    run: async ({ body, ...context }) => {
      const { army } = await guard(context, body.army_id, body);
      return { notice: `${army.name} is on its way to guard it.` };
    },
  }),
  defineAction('/alliance/:alliance_id/ask', alliancePage, {
    anchor: () => 'threats',
    body: z.object({ battle_id: uuid }),
    run: async ({ params: { alliance_id: allianceId }, body, ...context }) => {
      const { services, viewer } = context;
      const empireId = requireEmpire(viewer);
      const threats = await readThreats(services, empireId, allianceId);
      const threat = threats.find(({ id, holder }) => id === body.battle_id && holder.empire_id === empireId);
      const state = await services.readEmpire('empire', empireId);
      if (threat === undefined || state === null) throw new GameError('NOT_FOUND', 'the attack is over');
      const { text } = parseForm(sendMessageBody, { text: callForGuard(state, threat) });
      await writeToAlliance(context, { allianceId, text });
      return { notice: 'Your alliance is asked for a guard, in the chat.' };
    },
  }),
  defineAction('/alliance/:alliance_id/report-name', alliancePage, reportNameForm),
  defineAction('/alliance/:alliance_id/report', alliancePage, {
    ...reportForm,
    run: ({ params, body, ...context }) => reportMessage(context, { threadId: params.alliance_id, ...body }),
  }),
  textForm('describe', ({ description }) => ({ description: description ?? '' })),
  textForm('note', ({ note }) => ({ note: optionalText(note) ?? null })),
  defineAction('/alliance/:alliance_id/invite', alliancePage, {
    anchor: () => 'candidates',
    body: searchQuery,
    fromFields: ({ name }) => ({ name }),
    run: async ({ params: { alliance_id: allianceId }, body, ...context }) => {
      const { empire_id: empireId, empire_name: name } = await findEmpire(context.services, body);
      await invite(context, { allianceId, empireId });
      return { notice: `${name} is invited.` };
    },
  }),
  defineAction('/alliance/:alliance_id/member/:empire_id/role', alliancePage, {
    anchor: () => 'members',
    body: roleBody,
    result: { notice: 'Saved.' },
    run: ({ params: { alliance_id: allianceId, empire_id: empireId }, body, ...context }) =>
      changeRole(context, { allianceId, empireId, ...body }),
  }),
];

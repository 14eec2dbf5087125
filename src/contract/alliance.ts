import { z } from 'zod';
import * as shared from './members.ts';
import { allianceRole, candidateKind } from './kinds.ts';
import { descriptionText, messageText } from './lines.ts';
import { newName } from './new-name.ts';
import { named, namedEmpire } from './shapes.ts';
import { next, timestamp, uuid } from './text.ts';

const tag = newName(2, 5)
  .refine((text) => /^[\p{L}\p{N}]*$/u.test(text), { message: 'must have letters and digits only' })
  .describe('2 to 5 letters and digits; unique, ignoring case.');
const description = descriptionText.nullable();
const note = messageText.nullable();

const allianceItem = named('AllianceItem', 'An alliance as lists show it.', {
  id: shared.id,
  name: shared.name,
  tag: shared.tag,
  description: z.string().nullable().describe('What its player wrote about it.'),
  created_at: shared.createdAt,
  member_count: shared.memberCount,
});

const member = named('AllianceMember', 'A member of an alliance.', {
  empire_id: shared.empireId,
  empire_name: shared.empireName,
  owner_id: shared.ownerId,
  owner_username: shared.ownerUsername,
  is_bot: shared.isBot,
  role: allianceRole,
  joined_at: timestamp.describe('When it became a member.'),
  on_leave: z.boolean().describe('On leave, it neither leads the alliance nor takes part.'),
  score: shared.score,
});

export const alliance = allianceItem
  .extend({
    leader_id: uuid.describe(
      'The empire that leads: the leader, or after 30 days without one the longest-serving officer.',
    ),
    members: z
      .array(member)
      .describe('The leader first, then officers, then members, each by time of service.'),
  })
  .meta({ id: 'Alliance', description: 'An alliance with its members.' });

export const alliances = z.object({ alliances: z.array(allianceItem).describe('The newest first.'), next });

const candidacyOf = { kind: candidateKind, since: timestamp.describe('When it was invited, or applied.') };

export const candidate = named('Candidate', 'An empire that an alliance has invited, or that has applied.', {
  ...candidacyOf,
  ...namedEmpire,
  owner_id: shared.ownerId,
  owner_username: shared.ownerUsername,
  is_bot: shared.isBot,
  score: shared.score,
});

export const candidates = z.object({
  candidates: z.array(candidate).describe('The newest first.'),
  next,
});

export const candidacies = z.object({
  candidacies: z
    .array(
      named('Candidacy', 'An alliance that has invited you, or to which you have applied.', {
        ...candidacyOf,
        alliance: allianceItem,
      }),
    )
    .describe('The newest first.'),
  next,
});

export const foundAllianceBody = z.object({
  name: newName(3, 30).describe('Its name.'),
  tag,
  description: description.optional().describe('What its player wrote about it.'),
});
export const foundAllianceResponse = z.object({ success: shared.success, alliance: allianceItem });

export const updateAllianceBody = z
  .object({
    description: description.describe('For everybody. Null removes it; absent, it stays.').optional(),
    note: note
      .describe(
        'For members, on top of the chat: 1 to 2,000 characters with line breaks. Null removes it; absent, it stays.',
      )
      .optional(),
  })
  .refine((body) => body.description !== undefined || body.note !== undefined, {
    message: 'must have a description or a note',
  });

export const inviteBody = z.object({ empire_id: shared.empireId });
export const joinBody = z.object({
  empire_id: uuid.describe('Your own empire accepts an invitation; another one’s application is accepted.'),
});
export const roleBody = z.object({
  role: allianceRole.describe('`leader` hands the alliance over; you become an officer.'),
});

export const allianceUpdate = z.object({
  alliance_id: shared.allianceId,
  timestamp: timestamp.describe('The time for which all values hold.'),
});

export type AllianceTexts = z.infer<typeof updateAllianceBody>;
export type AllianceItem = z.infer<typeof allianceItem>;
export type AllianceView = z.infer<typeof alliance>;
export type Candidate = z.infer<typeof candidate>;
export type Candidacy = z.infer<typeof candidacies>['candidacies'][number];

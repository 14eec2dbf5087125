/** Contract of the chat of an alliance, and of attacks on members. */
import { z } from 'zod';
import * as shared from './members.ts';
import { battleItem } from './battle.ts';
import { targetType } from './kinds.ts';
import { message, nextMessages, threadQuery } from './messages.ts';
import { namedEmpire, placeGuard } from './shapes.ts';

const chatMessage = message
  .extend({ is_blocked: z.boolean().describe('Whether you block the author: fold the text.') })
  .meta({ id: 'AllianceMessage', description: 'A message to all members of an alliance.' });

export const chatQuery = threadQuery;

export const chat = z.object({
  note: z.string().nullable().describe('What the leader keeps on top of the chat; null without one.'),
  messages: z.array(chatMessage).describe('In the order of their numbers.'),
  next: nextMessages,
});

const messageOfAlliance = { alliance_id: shared.allianceId, message: chatMessage };

export const writeToAllianceResponse = z.object({ success: shared.success, ...messageOfAlliance });

export const allianceMessageEvent = z.object(messageOfAlliance);

/** For the download. */
export const ownAllianceMessage = z.object({ alliance_id: shared.allianceId, message });

const threatened = {
  holder: z.object(namedEmpire).describe('The member whose target it is.'),
  target_type: targetType,
  target_id: shared.targetId,
};

export const threats = z.object({
  threats: z
    .array(
      battleItem.extend({
        ...threatened,
        guard: placeGuard.nullable().describe('The present guard; null without one.'),
      }),
    )
    .describe('The attacks on their way to members, soonest first; 100 at most.'),
});

const threatStates = ['coming', 'met', 'called_off'] as const;

export const threatEvent = z.object({
  alliance_id: shared.allianceId,
  battle_id: shared.battleId,
  state: z
    .enum(threatStates)
    .describe(
      '`coming` when the attack is ordered. Then `met` at contact, or `called_off` if it no longer goes to a member.',
    ),
  ...battleItem.pick({ attacker_id: true, attacker_name: true, attacker_tag: true }).shape,
  ...threatened,
  ...battleItem.pick({ location: true, contact_at: true }).shape,
});

export type ChatMessage = z.infer<typeof chatMessage>;
export type AllianceMessage = z.infer<typeof allianceMessageEvent>;
export type OwnAllianceMessage = z.infer<typeof ownAllianceMessage>;
export type Threat = z.infer<typeof threatEvent>;

/** Contract of the chat of an alliance, and of the attacks on its members. */
import { z } from 'zod';
import * as shared from './members.ts';
import { battleItem } from './battle.ts';
import { targetType } from './kinds.ts';
import { message, nextMessages, threadQuery } from './messages.ts';
import { allianceTag, location, namedEmpire, placeGuard } from './shapes.ts';
import { timestamp, uuid } from './text.ts';

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

export const writeToAllianceAnswer = z.object({ success: shared.success, ...messageOfAlliance });

export const allianceMessageEvent = z.object(messageOfAlliance);

/** An own message, for the download. */
export const ownAllianceMessage = z.object({ alliance_id: shared.allianceId, message });

export const threats = z.object({
  threats: z
    .array(
      battleItem.extend({
        holder: z.object(namedEmpire).describe('The member whose target it is.'),
        target_type: targetType,
        target_id: shared.targetId,
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
  attacker_id: shared.attackerId,
  attacker: z.string().describe('Name of the attacking empire.'),
  attacker_tag: allianceTag,
  defender_id: uuid.describe('The member.'),
  defender: z.string().describe('Name of the attacked empire.'),
  location,
  contact_at: timestamp.describe('When the attacker meets the target.'),
});

export type ChatMessage = z.infer<typeof chatMessage>;
/** The payload of the event `alliance_message`. */
export type AllianceMessage = z.infer<typeof allianceMessageEvent>;
export type OwnAllianceMessage = z.infer<typeof ownAllianceMessage>;
/** The payload of the event `alliance_threat`. */
export type Threat = z.infer<typeof threatEvent>;

import { z } from 'zod';
import * as shared from './members.ts';
import { profile, sessionList } from './account.ts';
import { alarmDevice, alarmSettingsBody, wake } from './alarms.ts';
import { candidacies } from './alliance.ts';
import { ownAllianceMessage } from './alliance-chat.ts';
import { battle } from './battle.ts';
import { empire } from './empire.ts';
import { events } from './event-log.ts';
import { ledger } from './ledger.ts';
import { blocks, messageEvent } from './messages.ts';
import { military } from './military.ts';
import { timestamp } from './text.ts';
import { tokenList } from './tokens.ts';
import { wishes } from './wishes.ts';

export const download = z.object({
  created_at: shared.createdAt,
  account: profile.describe('Your account.'),
  pending_email: z.string().nullable().describe('A new e-mail that is not confirmed yet.'),
  sessions: sessionList.shape.sessions.describe('The sessions, newest first.'),
  tokens: tokenList.shape.tokens,
  login_networks: z
    .array(
      z.object({
        hash: z.string().describe('Of the network, with a key of this server.'),
        last_login: timestamp.describe('The last login from there.'),
      }),
    )
    .describe('The networks of your logins of the last 30 days, as keyed hashes.'),
  alarms: alarmSettingsBody
    .extend({ devices: z.array(alarmDevice).describe('The latest first.'), wake })
    .describe('Which alarms you want, and the browsers that receive them.'),
  empire: empire.nullable().describe('Your empire; null until you found one.'),
  armies: military.shape.armies.describe('The armies.'),
  wishes: wishes.nullable().describe('Your wishes; null without an empire.'),
  messages: z.array(messageEvent).describe('The messages of your threads, by thread and number.'),
  alliance_messages: z
    .array(ownAllianceMessage)
    .describe('What you wrote to alliances in the last 30 days, by alliance and number.'),
  blocks: blocks.shape.blocks.describe('The players whom you block, the latest first.'),
  candidacies: candidacies.shape.candidacies.describe(
    'The alliances that have invited you, and those to which you have applied.',
  ),
  battles: z.array(battle).describe('Newest first; with the rounds that have been shown.'),
  events: events.shape.events,
  ledger: ledger.shape.entries,
});

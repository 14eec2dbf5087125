/** Commands that make links: invitations, and that of the first operator. */
import { Option } from 'commander';
import { createInvite, deleteInvite, selectInvites } from '../account/invites.ts';
import { issueOperatorLink } from '../account/operator-link.ts';
import { transaction } from '../db/transaction.ts';
import { wholeNumber } from '../kernel/arguments.ts';
import { hourMs, isoOf } from '../kernel/time.ts';
import { defineCommand, Refusal } from './command.ts';
import { hoursOption, limitOption } from './options.ts';
import { momentText, pluralize, table } from './tables.ts';

/** A year. */
const maxHours = 8_760;
const maxUses = 10_000;
const maxId = 999_999_999;

export const entryCommands = [
  defineCommand<{ uses: number; hours: number }>('invites create', {
    summary:
      'Makes a link with which people register while REGISTRATION is `invite`. It is shown once; the database has only its hash.',
    options: {
      uses: new Option('--uses <n>', `accounts that it admits, 1 to ${maxUses}`)
        .argParser(wholeNumber(1, maxUses))
        .default(1),
      hours: hoursOption(maxHours, 'when it expires: '),
    },
    examples: ['invites create', 'invites create --uses 50 --hours 168'],
    run: async ({ pool, clock, random, baseUrl, auditIn }, _args, { uses, hours }) => {
      const now = clock.now();
      const expires_at = isoOf(now + hours * hourMs);
      const { id, token } = await transaction(pool, async (tx) => {
        const created = await createInvite(tx, random, { uses, now, expiresAt: now + hours * hourMs });
        auditIn(tx, `invitation ${created.id}`, { uses, expires_at });
        return created;
      });
      const link = `${baseUrl}/register?invite=${token}`;
      return {
        data: { id, link, uses, expires_at },
        text: `Invitation ${id} admits ${pluralize(uses, 'account')} until ${expires_at}.`,
        secret: link,
      };
    },
  }),
  defineCommand<{ limit: number }>('invites list', {
    summary: 'Lists the invitations that have not expired, the latest first, without their links.',
    options: { limit: limitOption },
    examples: ['invites list'],
    run: async ({ pool, clock }, _args, { limit }) => {
      const found = await selectInvites(pool, clock.now(), limit);
      const invites = found.map(({ created_at, expires_at, ...invite }) => ({
        ...{ ...invite, created_at: isoOf(created_at), expires_at: isoOf(expires_at) },
      }));
      const text = table(found, {
        id: ({ id }) => String(id),
        used: ({ used }) => used,
        of: ({ uses }) => uses,
        'created (UTC)': ({ created_at }) => momentText(created_at),
        'expires (UTC)': ({ expires_at }) => momentText(expires_at),
      });
      return { data: { invites }, text: text || 'There is no invitation.' };
    },
  }),
  defineCommand('invites revoke <invitation>', {
    summary: 'Takes an invitation back: its link no longer works. Accounts that it admitted stay.',
    examples: ['invites revoke 12'],
    run: async ({ change }, [text = '']) => {
      const id = wholeNumber(1, maxId)(text);
      const details = await change(`invitation ${id}`, async (tx) => {
        const [invite] = await deleteInvite(tx, id);
        if (invite === undefined) throw new Refusal(`There is no invitation ${id}.`);
        return invite;
      });
      return { data: { id, ...details }, text: `Invitation ${id} is taken back.` };
    },
  }),
  defineCommand('operator-link', {
    summary:
      'Prints a link that makes an account the first operator, while there is none. It works once, for a week.',
    examples: ['operator-link'],
    run: async ({ pool, clock, random, baseUrl, audit }) => {
      const link = await issueOperatorLink(pool, random, clock.now(), baseUrl);
      if (link === null) throw new Refusal('There is an operator.');
      await audit('operator link', {});
      return {
        data: { link },
        text: 'Open this link once, within a week, to become the operator:',
        secret: link,
      };
    },
  }),
];

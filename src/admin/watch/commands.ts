/** Commands that look for players with several accounts. They show hints, no proof, and change nothing; the audit records each look. */
import { isoOf } from '../../kernel/time.ts';
import { defineCommand } from '../command.ts';
import { limitOption } from '../options.ts';
import { momentText, table } from '../tables.ts';
import { findUser } from '../users/queries.ts';
import { selectSeatPairs, selectSharedAddresses } from './queries.ts';

export const watchCommands = [
  defineCommand<{ user?: string; limit: number }>({
    name: 'watch addresses',
    summary:
      'Lists addresses from which several accounts logged in within 30 days, latest login first. An address is shown as its keyed hash, as in the log. Families and schools share addresses, too.',
    options: {
      user: { flags: '--user <user>', description: 'only addresses of this account' },
      limit: limitOption,
    },
    examples: ['watch addresses', 'watch addresses --user ann --json'],
    run: async ({ pool, audit }, _args, { user, limit }) => {
      const account = user === undefined ? null : await findUser(pool, user);
      const addresses = await selectSharedAddresses(pool, account?.id ?? null, limit);
      const target = account === null ? 'all accounts' : `${account.username} (${account.id})`;
      await audit(target, { addresses: addresses.length });
      const rows = addresses.map(({ address_hash, accounts, usernames, last_login }) => [
        address_hash,
        accounts,
        last_login,
        usernames.join(', ') + (accounts > usernames.length ? ', ...' : ''),
      ]);
      const head = ['address', 'accounts', 'last login (UTC)', 'names'];
      return {
        data: { addresses },
        text: addresses.length === 0 ? 'No shared addresses.' : table(head, rows),
      };
    },
  }),
  defineCommand<{ limit: number }>({
    name: 'watch seats',
    summary:
      'Lists pairs of empires that took a seat from each other within 30 days, most changes first, and whether their players logged in from one address.',
    options: { limit: limitOption },
    examples: ['watch seats'],
    run: async ({ pool, audit }, _args, { limit }) => {
      const pairs = await selectSeatPairs(pool, limit);
      await audit('all accounts', { pairs: pairs.length });
      const rows = pairs.map((pair) => [
        pair.seat_number,
        pair.changes,
        momentText(pair.last_at),
        `${pair.first_empire} (${pair.first_player})`,
        `${pair.second_empire} (${pair.second_player})`,
        pair.share_address,
      ]);
      const head = ['seat', 'changes', 'last (UTC)', 'empire', 'other empire', 'same address'];
      return {
        data: { pairs: pairs.map(({ last_at, ...pair }) => ({ ...pair, last_at: isoOf(last_at) })) },
        text: pairs.length === 0 ? 'No seat went to and fro.' : table(head, rows),
      };
    },
  }),
];

/** Contract of API tokens, with which programs play for an account. */
import { z } from 'zod';
import * as shared from './members.ts';
import { integer, name, timestamp } from './text.ts';

export const tokenScope = z.enum(['read', 'play']);

/** Per account. */
export const maxTokens = 10;
const maxDays = 3_650;

const scopeWords = '`read`: reads only. `play`: everything but changes of the account.';

export const tokenBody = z.object({
  name: name(1, 50).describe(
    'What you call it, for example the name of the program. Unique among your tokens.',
  ),
  scope: tokenScope.describe(scopeWords),
  days: integer(1, maxDays)
    .nullable()
    .default(null)
    .describe('How long it works. Null: until you revoke it.'),
});
export type TokenBody = z.output<typeof tokenBody>;

export const tokenView = z.object({
  id: shared.id,
  name: shared.name,
  scope: tokenScope.describe(scopeWords),
  created_at: shared.createdAt,
  expires_at: timestamp.nullable().describe('Null: it works until you revoke it.'),
  last_used_at: timestamp.nullable().describe('Accurate to an hour. Null: not used yet.'),
});
export type TokenView = z.output<typeof tokenView>;

export const tokenList = z.object({ tokens: z.array(tokenView).describe('The newest first.') });

export const createdToken = z.object({
  token: tokenView.describe('The token, without its secret.'),
  secret: z.string().describe('For `Authorization: Bearer`. No later response repeats it.'),
});

/**
 * The key of the forms of a page: a form that arrives twice is carried out once, and one of a page for another account
 * is refused. Clients may send forms without it.
 */
import { z } from 'zod';
import type { Viewer } from '../../http/sessions/viewer.ts';
import type { IdempotencyKey } from '../../world/idempotency/caller.ts';
import { digestOf } from '../../http/idempotency-key.ts';
import { GameError } from '../../kernel/errors.ts';
import type { Random } from '../../kernel/random.ts';
import type { Fields } from '../shared/forms.ts';

const name = 'form_key';

/** Random characters, and the id of the user. */
const formKey = z.templateLiteral([z.string().regex(/^[\w-]{12}$/), '.', z.uuid()]);

const beginnings = /<form\b[^>]*\bmethod="post"[^>]*>/g;

/** All forms of a page share one key: what they order differs by path or fields. */
export function addFormKeys(html: string, viewer: Pick<Viewer, 'userId'> | null, random: Random): string {
  if (viewer === null) return html;
  const field = `<input type="hidden" name="${name}" value="${random.bytes(9).toString('base64url')}.${viewer.userId}">`;
  return html.replaceAll(beginnings, (beginning) => beginning + field);
}

/** The key is null without a well-formed one. Throws WRONG_ACCOUNT if the page was made for another user. */
export function takeFormKey(
  path: string,
  { [name]: value, ...fields }: Fields,
  viewer: Pick<Viewer, 'userId' | 'username'>,
): { fields: Fields; key: IdempotencyKey | null } {
  const parsed = formKey.safeParse(value);
  if (!parsed.success) return { fields, key: null };
  const { userId, username } = viewer;
  if (!parsed.data.endsWith(`.${userId}`))
    throw new GameError('WRONG_ACCOUNT', `you are logged in as ${username} now; nothing was changed`);
  const digest = digestOf([path, parsed.data, JSON.stringify(fields)].join('\n'));
  return { fields, key: { userId, digest, bodyDigest: '', storesResponse: false } };
}

export const doneBefore = { notice: 'This form arrived twice, and was carried out once.' };

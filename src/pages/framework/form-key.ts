/**
 * The key of the forms of a page, a hidden field: one form that arrives twice is carried out once, and a form of a page that
 * was made for another account is refused. Clients that send forms without it are served as before.
 */
import { z } from 'zod';
import type { Viewer } from '../../http/sessions/viewer.ts';
import type { IdempotencyKey } from '../../world/idempotency/caller.ts';
import { digestOf } from '../../http/idempotency-key.ts';
import { GameError } from '../../kernel/errors.ts';
import type { Random } from '../../kernel/random.ts';
import type { Fields } from '../shared/forms.ts';

const name = 'form_key';

/** Random characters of a page, and the id of the user for whom it was made. */
const formKey = z.templateLiteral([z.string().regex(/^[\w-]{12}$/), '.', z.uuid()]);

const beginnings = /<form\b[^>]*\bmethod="post"[^>]*>/g;

/** A page whose forms have a key, all the same: what they order differs by path or fields. Only users have keys. */
export function addFormKeys(html: string, viewer: Pick<Viewer, 'userId'> | null, random: Random): string {
  if (viewer === null) return html;
  const field = `<input type="hidden" name="${name}" value="${random.bytes(9).toString('base64url')}.${viewer.userId}">`;
  return html.replaceAll(beginnings, (beginning) => beginning + field);
}

/**
 * Takes the key from the fields of a form; null without a well-formed one. Throws WRONG_ACCOUNT if the page was made for
 * another user than the viewer.
 */
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

/** The result of a form that arrives again, for example because its first response was lost. */
export const doneBefore = { notice: 'This form arrived twice, and was carried out once.' };

import { z } from 'zod';
import * as shared from './members.ts';
import { isRequired } from './validation-issues.ts';
import { newName } from './new-name.ts';
import { countCodePoints, name, nullAs, refusing, timestamp, uuid } from './text.ts';

const minPasswordLength = 6;
const maxPasswordBytes = 1024;
const maxEmailLength = 255;

/** Neither trimmed nor normalised. */
function password(minLength: number): z.ZodString {
  const issueOf = (text: string): string | null => {
    if (countCodePoints(text) < minLength) return `must have at least ${minLength} characters`;
    const bytes = new TextEncoder().encode(text).length;
    return bytes > maxPasswordBytes ? `must have at most ${maxPasswordBytes} bytes` : null;
  };
  return z.string().superRefine(refusing(issueOf)).meta({ minLength });
}

export const newPassword = password(minPasswordLength);

export const lettersOfUsername = 'may have only letters, digits, spaces and _ . -';
export const foreignToUsername = /[^\p{L}\p{M}\p{Nd}_. -]/u;

/** Letters of any script, digits, `_ . -` and single inner spaces. No `@`, because the login takes name or e-mail. */
const username = newName(3, 50).regex(/^(?!\p{M})[\p{L}\p{M}\p{Nd}_. -]*$/u, lettersOfUsername);
/** Unlike \p{L}, every tool that generates clients knows these ranges. */
const portableUsername = String.raw`^[^\u0000-\u001F!-,/:-@\[-\^\x60{-\u007F]*$`;

/** As the e-mail field of a form (HTML), with at least two labels in the domain. */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?\.)+[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?$/;
/** A dot at an end of the local part, or two in a row. */
const misplacedDot = /^\.|\.\.|\.@/;

const email = z
  .string()
  .trim()
  .max(maxEmailLength)
  .refine((text) => emailPattern.test(text) && !misplacedDot.test(text), 'must be an e-mail address')
  .meta({ format: 'email' });

const repeated = (field: string) => ({
  path: ['confirm_password'],
  error: 'The two passwords differ',
  // Report it together with other issues, as soon as both were sent.
  when: ({ value }: { value: unknown }) =>
    z.object({ [field]: z.string(), confirm_password: z.string() }).safeParse(value).success,
});

export const registerBody = z
  .object({
    username: username.meta({
      description: 'Unique, ignoring case. Letters, digits, single spaces and _ . - are allowed; @ is not.',
      pattern: portableUsername,
    }),
    email: email.describe('Unique, ignoring case.'),
    password: newPassword.describe('Used exactly as sent, at most 1,024 bytes.'),
    confirm_password: z.string().describe('The same as the password.'),
    invite: z
      .string()
      .max(100)
      .optional()
      .describe('The token of an invitation, where registration is by invitation; otherwise without effect.'),
  })
  .refine((body) => body.confirm_password === body.password, repeated('password'));
export type RegisterBody = z.output<typeof registerBody>;

export const loginBody = z.object({
  username: name(0, 255).min(1, 'required').describe('The username or the e-mail.'),
  password: password(0).min(1, 'required').describe('The password, exactly as at registration.'),
  remember_me: nullAs(false, z.boolean()).describe(
    'Whether the browser keeps the cookie for 30 days. The session lasts as long either way.',
  ),
});
export type LoginBody = z.output<typeof loginBody>;

const currentPassword = password(0).min(1, 'required').describe('The password so far.');

const chosenPassword = {
  new_password: newPassword.describe('Used exactly as sent, at most 1,024 bytes.'),
  confirm_password: z.string().describe('The same as the new password.'),
};

export const changePasswordBody = z
  .object({ current_password: currentPassword, ...chosenPassword })
  .refine((body) => body.confirm_password === body.new_password, repeated('new_password'));
export type ChangePasswordBody = z.output<typeof changePasswordBody>;

export const changeEmailBody = z.object({
  email: email.describe('Unique, ignoring case.'),
  current_password: currentPassword,
});
export type ChangeEmailBody = z.output<typeof changeEmailBody>;

/** Other tokens are refused without a query. */
const token = z
  .string()
  .regex(/^[\w-]{43}$/, 'must be the token of a link')
  .describe('The token in the link of the mail.');

export const confirmEmailBody = z.object({ token });
export type ConfirmEmailBody = z.output<typeof confirmEmailBody>;

export const forgotPasswordBody = z.object({
  username: name(0, 255).min(1, 'required').describe('The username or the e-mail.'),
});
export type ForgotPasswordBody = z.output<typeof forgotPasswordBody>;

export const resetPasswordBody = z
  .object({ token, ...chosenPassword })
  .refine((body) => body.confirm_password === body.new_password, repeated('new_password'));
export type ResetPasswordBody = z.output<typeof resetPasswordBody>;

export const deleteAccountBody = z.object({ current_password: currentPassword });
export type DeleteAccountBody = z.output<typeof deleteAccountBody>;

/** Whether the username or the password is missing. */
export function hasMissingFields(error: z.core.$ZodError): boolean {
  return error.issues.some(
    (issue) => isRequired(issue) && ['username', 'password'].includes(String(issue.path[0])),
  );
}

/** A ticked checkbox arrives as text. */
export function loginFromForm(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const checkbox = fields.remember_me ?? '';
  return {
    ...fields,
    remember_me: typeof checkbox !== 'string' ? checkbox : !['', 'false', '0'].includes(checkbox),
  };
}

/** The response of an operation without data. */
export const done = z.object({ success: shared.success, message: z.string().describe('For people.') });

export const loginResponse = done.extend({
  token: z
    .string()
    .describe(
      'For `Authorization: Bearer`. The cookie carries it signed; the header also accepts the signed form.',
    ),
  expires_at: timestamp.describe('When it ends by itself.'),
  deletion_cancelled: z.boolean().describe('Whether the login cancelled the deletion of the account.'),
});

export const deletionResponse = done.extend({
  deletes_at: timestamp.describe('The account is deleted after this moment, unless you log in before.'),
});

export const profile = z.object({
  id: shared.id,
  username: shared.username,
  email: z.string().describe('The e-mail address.'),
  created_at: shared.createdAt,
  last_login: timestamp.nullable().describe('When the account last logged in; null before the first time.'),
  is_active: z.boolean().describe('Whether the account can be used.'),
  empire_id: uuid.nullable().describe('Null until the user founds an empire.'),
});

export const sessionList = z.object({
  sessions: z
    .array(
      z.object({
        id: shared.id,
        created_at: shared.createdAt,
        expires_at: timestamp.describe('When it ends by itself.'),
        ip_address: z.string().nullable().describe('The address that logged in.'),
        user_agent: z.string().nullable().describe('The program that logged in.'),
        device: z.string().describe('Browser and system, such as `Chrome on Linux`.'),
        current: z.boolean().describe('Whether it is the session of this request.'),
      }),
    )
    .describe('The sessions, newest first.'),
});
export type SessionList = z.output<typeof sessionList>;

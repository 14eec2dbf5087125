import { describeHelp } from '../../account/account-changes.ts';
import { requireEntry } from '../../account/invites.ts';
import { confirmPage as confirmPath, resetPage as resetPath } from '../../account/mail-texts.ts';
import {
  endedNotice,
  loginPath,
  readLocalPath,
  returnCookie,
  returnLifetimeMs,
} from '../../http/sessions/authenticate.ts';
import type { GameError } from '../../kernel/errors.ts';
import { secondMs } from '../../kernel/time.ts';
import { lasting } from '../../shared-ui/numbers.ts';
import { definePage, type PageContext } from '../framework/page.ts';
import { isSentence, sentenceFrom, sentenceOf } from '../shared/forms.ts';

/** The limit has set the header with the time to wait. */
function failureText(refusal: GameError, response: PageContext['response']): string {
  const { code, message } = refusal;
  if (code === 'REGISTRATION_CLOSED') return sentenceOf(refusal);
  const seconds = Number(response.get('Retry-After') ?? 0);
  if (code !== 'RATE_LIMITED' || seconds === 0) return message;
  return `You are too fast for the server. You can go on in ${lasting(seconds * secondMs)}.`;
}

/** `username`: a registration leads to the login with it. */
function readForm({ message, fields, account, response }: PageContext): object {
  const { issues, refusal } = message ?? {};
  return {
    notice: message?.kind === 'notice' ? message.text : null,
    issues: issues ?? new Map(),
    isSentence,
    failure: issues === undefined && refusal !== undefined ? failureText(refusal, response) : null,
    username: message?.fields.username ?? '',
    token: fields.token ?? '',
    help: account.mailer === null ? describeHelp(account) : null,
  };
}

const formPage = (path: string, title: string, scripts: string[] = [], read = readForm) =>
  definePage(path, {
    section: null,
    readers: 'public',
    read: (context) => ({ title, scripts, values: read(context) }),
  });

export const loginPage = formPage(loginPath, 'Log in', [], (context) => {
  // The live script names the path to return to.
  const path = readLocalPath(context.fields[returnCookie] ?? '');
  if (path === null) return readForm(context);
  context.http.cookies.set(context.response, returnCookie, path, returnLifetimeMs);
  return { ...readForm(context), notice: endedNotice };
});
export const registerPage = formPage('/register', 'Register', ['new-password'], (context) => {
  const { invite = '' } = context.fields;
  const closed = sentenceFrom(() => requireEntry(context.account, invite));
  return {
    ...readForm(context),
    ...(closed === null ? {} : { failure: null }),
    invite,
    closed,
    contact: context.account.operatorContact,
  };
});
export const forgotPage = formPage('/forgot-password', 'Forgotten password');
export const resetPage = formPage(resetPath, 'Choose a new password', ['new-password']);
export const confirmPage = formPage(confirmPath, 'Confirm your e-mail');

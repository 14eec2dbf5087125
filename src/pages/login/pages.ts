/** The pages of guests with forms: login, register, forgotten password, links of mails. Issues show beside each field. */
import { describeHelp } from '../../account/account-changes.ts';
import { confirmPage as confirmPath, resetPage as resetPath } from '../../account/mail-texts.ts';
import {
  endedNotice,
  loginPath,
  readLocalPath,
  returnCookie,
  returnLifetimeMs,
} from '../../http/sessions/authenticate.ts';
import { definePage, type Content, type Visit } from '../framework/page.ts';
import { isSentence } from '../shared/forms.ts';

/** The values and issues that the forms show again. The action framework has removed the passwords. */
function readForm({ message, fields, account }: Visit): object {
  const { username = '', email = '', remember_me: rememberMe = '' } = message?.fields ?? {};
  const { issues, refusal } = message ?? {};
  return {
    notice: message?.kind === 'notice' ? message.text : null,
    issues: issues ?? new Map(),
    isSentence,
    failure: issues === undefined ? (refusal?.message ?? null) : null,
    values: { username, email, remember_me: rememberMe !== '' },
    token: fields.token ?? '',
    help: account.mailer === null ? describeHelp(account) : null,
  };
}

const read =
  (view: string, title: string, scripts: readonly string[] = []) =>
  (visit: Visit): Promise<Content> =>
    Promise.resolve({ view, title, scripts, values: readForm(visit) });

export const loginPage = definePage({
  path: loginPath,
  section: null,
  readers: 'public',
  read: async (visit) => {
    // The link of the live script after the end of a session names the path to return to.
    const path = readLocalPath(visit.fields[returnCookie] ?? '');
    if (path !== null) visit.setCookie(returnCookie, path, returnLifetimeMs);
    const content = await read('login', 'Log in')(visit);
    return path === null ? content : { ...content, values: { ...content.values, notice: endedNotice } };
  },
});

export const registerPage = definePage({
  path: '/register',
  section: null,
  readers: 'public',
  read: read('register', 'Register', ['new-password']),
});

export const forgotPage = definePage({
  path: '/forgot-password',
  section: null,
  readers: 'public',
  read: read('forgot-password', 'Forgotten password'),
});

export const resetPage = definePage({
  path: resetPath,
  section: null,
  readers: 'public',
  read: read('reset-password', 'Choose a new password', ['new-password']),
});

export const confirmPage = definePage({
  path: confirmPath,
  section: null,
  readers: 'public',
  read: read('confirm-email', 'Confirm your e-mail'),
});

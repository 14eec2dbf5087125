/** The login and register pages, which show issues beside each field. They render without the layout of the game. */
import { loginPath } from '../../http/authenticate.ts';
import { definePage, type Content, type Visit } from '../framework/page.ts';

/** The values and issues that the forms show again. The action framework has removed the passwords. */
function readForm({ message }: Visit): object {
  const { username = '', email = '', remember_me: rememberMe = '' } = message?.fields ?? {};
  const { issues, refusal } = message ?? {};
  return {
    notice: message?.kind === 'notice' ? message.text : null,
    issues: issues ?? new Map(),
    failure: issues === undefined ? (refusal?.message ?? null) : null,
    values: { username, email, remember_me: rememberMe !== '' },
  };
}

const read =
  (view: string, title: string, scripts: readonly string[] = []) =>
  (visit: Visit): Promise<Content> =>
    Promise.resolve({ view, title, scripts, values: readForm(visit) });

export const loginPage = definePage({
  path: loginPath,
  section: null,
  readers: 'visitor',
  read: read('login', 'Log in'),
});

export const registerPage = definePage({
  path: '/register',
  section: null,
  readers: 'visitor',
  read: read('register', 'Register', ['new-password']),
});

/**
 * The pages of accounts: the two forms, what they do when they are sent, and the log out button. They stand
 * before the JSON routes of the same paths and leave JSON requests to those.
 */
import { Router } from 'express';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { loginBody, loginFromForm, registerBody } from '../contract/account.ts';
import { inPlainWords, listMistakes } from '../contract/mistakes.ts';
import { loginPath } from '../http/authenticate.ts';
import { createBodyReader } from '../http/body.ts';
import { toGameError } from '../http/error-handler.ts';
import type { Http } from '../http/http.ts';
import { isJsonRequest } from '../http/negotiate.ts';
import { logIn, register, type AccountDeps } from './operations.ts';

const dashboardPath = '/dashboard';

const pagesOnly: RequestHandler = (request, _response, next) => {
  if (isJsonRequest(request)) next('route');
  else next();
};

/** A form as it is shown: what was typed, but no passwords, and what is wrong. */
interface Form {
  status: number;
  /** By field. */
  mistakes: Map<string, string>;
  /** What is wrong with the whole. */
  failure: string | null;
  notice: string | null;
}

const emptyForm: Form = { status: 200, mistakes: new Map(), failure: null, notice: null };

function fieldsOf(request: Request): Record<string, unknown> {
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

function typedText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function showForm(
  request: Request,
  response: Response,
  view: 'login' | 'register',
  form: Partial<Form>,
): void {
  const { status, ...rest } = { ...emptyForm, ...form };
  const { username, email, remember_me: rememberMe } = fieldsOf(request);
  const values = {
    username: typedText(username),
    email: typedText(email),
    remember_me: typedText(rememberMe) !== '',
  };
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .render(view, { ...rest, values });
}

/** Shows the form again with what the server refused; what is no refusal goes on to the error page. */
function showRefusal(view: 'login' | 'register'): ErrorRequestHandler {
  return (error, request, response, next) => {
    const { status, message } = toGameError(error);
    if (status >= 500 || response.headersSent) next(error);
    else showForm(request, response, view, { status, failure: message });
  };
}

/** The parsed form, or null after it was shown again with the mistakes beside their fields. */
function readForm<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, unknown>,
  show: (form: Partial<Form>) => void,
): z.output<Schema> | null {
  const parsed = schema.safeParse(fields, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  show({ status: 400, mistakes: listMistakes(parsed.error, 'form') });
  return null;
}

export function createAccountPages(deps: AccountDeps, http: Http): Router {
  const router = Router();
  const readBody = createBodyReader(true);

  router.get('/register', (request, response) => {
    showForm(request, response, 'register', {});
  });
  router.get(loginPath, (request, response) => {
    showForm(request, response, 'login', { notice: http.flash.take(request, response) });
  });

  const sendRegistration: RequestHandler = async (request, response) => {
    const body = readForm(registerBody, fieldsOf(request), (form) => {
      showForm(request, response, 'register', form);
    });
    if (body === null) return;
    await register(deps, body);
    http.flash.leave(response, 'The account was created. You can log in now.');
    response.redirect(loginPath);
  };
  router.post(
    '/register',
    pagesOnly,
    http.limits.auth('/register'),
    readBody,
    sendRegistration,
    showRefusal('register'),
  );

  const sendLogin: RequestHandler = async (request, response) => {
    const body = readForm(loginBody, loginFromForm(fieldsOf(request)), (form) => {
      showForm(request, response, 'login', form);
    });
    if (body === null) return;
    await logIn(deps, body, request, response);
    response.redirect(http.takeReturnPath(request, response) ?? dashboardPath);
  };
  router.post(loginPath, pagesOnly, http.limits.auth(loginPath), readBody, sendLogin, showRefusal('login'));

  const sendLogout: RequestHandler = async (request, response) => {
    const viewer = http.viewerOf(request);
    if (viewer !== null) await http.sessions.end(viewer, response);
    http.flash.leave(response, 'You are logged out');
    response.redirect(loginPath);
  };
  router.post('/logout', pagesOnly, http.requireViewer, sendLogout);

  return router;
}

/** Forms as values: path, page, field mapping and the operation, which JSON routes share. */
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { pathParams, type PathParams } from '../../contract/path-params.ts';
import { readBody } from '../../http/body.ts';
import { toGameError } from '../../http/error-handler.ts';
import { isScripted } from '../../http/negotiate.ts';
import { requireLogin, type Viewer } from '../../http/sessions/viewer.ts';
import { callerOf, type IdempotencyKey } from '../../world/idempotency/caller.ts';
import { GameError, RateLimited } from '../../kernel/errors.ts';
import { fillPath } from '../../kernel/fill-path.ts';
import {
  describeRefusal,
  pageTop,
  parseForm,
  readFields,
  withoutPasswords,
  type Fields,
} from '../shared/forms.ts';
import { bindServices } from '../../world/services.ts';
import { doneBefore, takeFormKey } from './form-key.ts';
import type { Page, PageDeps, Params, RenderPage } from './page.ts';

export interface ActionResult {
  /** Null for no notice. */
  notice: string | null;
  /** By default the anchor of the form. */
  anchor?: string;
  /** For the next page; nothing secret. */
  fields?: Fields;
  /** With a secret in the fields, the page is shown at once, and no cookie and no later page has it. */
  isShownOnce?: boolean;
  /** By default the address of the form's page. */
  address?: string;
}

type FormRequest = Request<Record<string, string>>;

/** `user`: the form requires a session. */
export interface ViewerOf {
  user: Viewer;
  guest: Viewer | null;
}
type Senders = keyof ViewerOf;

interface ActionContext<Path extends string, B, S extends Senders> extends PageDeps {
  params: PathParams<Path>;
  body: z.output<B>;
  fields: Fields;
  viewer: ViewerOf[S];
  request: FormRequest;
  response: Response;
}

export interface Action<
  Path extends string = string,
  B extends z.ZodType = z.ZodType,
  S extends Senders = Senders,
> {
  path: Path;
  /** It shows a refusal, and the redirect leads back to it. */
  page: Page;
  senders: S;
  limit: 'action' | 'auth' | 'oneClick' | 'none';
  /** Mail programs send the form, too (RFC 8058): it takes any body, reads none, and answers with its page. */
  isOneClick: boolean;
  /** Id of the element that shows the message; null if the whole page is the form. */
  anchor: (params: Params, fields: Fields) => string | null;
  /** Path and query of the page. */
  address: (params: Params, fields: Fields) => string;
  params: z.ZodObject;
  body: B;
  /** For the contract to validate. */
  fromFields: (fields: Fields) => unknown;
  /** Throws a GameError for a refusal. */
  run: (context: ActionContext<Path, B, S>) => Promise<ActionResult>;
}

const nothing = z.object({});

const defaults = {
  senders: 'user',
  limit: 'action',
  isOneClick: false,
  body: nothing,
  fromFields: (fields: Fields): unknown => fields,
} as const;

/** `result`: that of every success. Without it, `run` returns the result. */
type Runs<Path extends string, B, S extends Senders> =
  | { result: ActionResult; run: (context: ActionContext<Path, B, S>) => unknown }
  | { result?: undefined; run: (context: ActionContext<Path, B, S>) => Promise<ActionResult> };

/** By default, the form is a single button for a session, and leads to its page with the same parameters. */
export function defineAction<
  Path extends string,
  B extends z.ZodType = typeof nothing,
  S extends Senders = 'user',
>(
  path: Path,
  page: Page,
  definition: Pick<Action<Path, B, S>, 'anchor'> &
    Partial<Omit<Action<Path, B, S>, 'path' | 'params' | 'page' | 'run'>> &
    Runs<Path, B, S>,
): Action {
  const address = (params: Params): string => fillPath(page.path, params);
  const run = async (context: ActionContext<Path, B, S>): Promise<ActionResult> => {
    if (definition.result === undefined) return definition.run(context);
    await definition.run(context);
    return definition.result;
  };
  // mountActions gives each context what its action declares.
  return {
    ...defaults,
    path,
    page,
    params: pathParams(path),
    address,
    ...definition,
    run,
  } as unknown as Action;
}

/** Then a GET of the path is unknown, as the specification has it. */
const hasJsonRoute = ({ path }: Action, { http }: PageDeps): boolean =>
  http.endpoints.some((endpoint) => endpoint.path === path);

function guardsOf(action: Action, deps: PageDeps): RequestHandler<Record<string, string>>[] {
  const { path, senders, limit } = action;
  const { requireViewerOfForm, limits } = deps.http;
  return [
    ...(senders === 'user' ? [requireViewerOfForm((params) => action.address(params, {}))] : []),
    ...(limit === 'auth' ? limits.auth(path) : limits[limit]),
  ];
}

/**
 * A refusal renders the page again. A success redirects to it with a notice; a scripted form gets the page at once.
 */
export function mountActions(
  router: Router,
  actions: readonly Action[],
  show: RenderPage,
  deps: PageDeps,
): void {
  const { http } = deps;
  /** Rethrows server errors, and refusals whose sender may not see the page. */
  const showRefusal = async (
    action: Action,
    request: FormRequest,
    response: Response,
    { error, fields }: { error: unknown; fields: Fields },
  ): Promise<void> => {
    const refusal = toGameError(error);
    if (refusal.status >= 500 || refusal.code === 'AUTH_REQUIRED' || refusal.code === 'WRONG_ACCOUNT')
      throw error;
    if (refusal instanceof RateLimited) response.set('Retry-After', String(refusal.seconds));
    const { params } = request;
    await show(action.page, request, response, {
      status: refusal.status,
      address: action.address(params, fields),
      fields,
      message: describeRefusal(refusal, action.anchor(params, fields) ?? pageTop, withoutPasswords(fields)),
    });
  };
  const respond = async (action: Action, request: FormRequest, response: Response): Promise<void> => {
    const viewer = http.viewerOf(request as Request);
    requireLogin(viewer);
    if (viewer === null && action.senders === 'user') throw new GameError('AUTH_REQUIRED');
    const { params } = request;
    let fields: Fields = {};
    try {
      if (!action.isOneClick) fields = readFields(await readBody(request as Request, response, true));
      let key: IdempotencyKey | null = null;
      if (viewer !== null) ({ fields, key } = takeFormKey(request.path, fields, viewer));
      const context = {
        ...deps,
        services: bindServices(deps.services, callerOf(viewer, key)),
        account: { ...deps.account, formKey: key },
        viewer,
        params: parseForm(action.params, params),
        body: parseForm(action.body, action.fromFields(fields)),
        fields,
        request,
        response,
      };
      let result: ActionResult = doneBefore;
      const run = async (): Promise<void> => {
        result = await action.run(context);
      };
      if (key === null) await run();
      else await http.withIdempotency(key, run);
      const anchor = result.anchor ?? action.anchor(params, fields);
      const address = result.address ?? action.address(params, fields);
      const { notice } = result;
      const isScriptedHere = isScripted(request as Request) && result.address === undefined;
      if (action.isOneClick || result.isShownOnce === true || isScriptedHere) {
        // So a scripted form costs one request, not two.
        const query = Object.fromEntries(new URL(address, 'http://page').searchParams);
        await show(action.page, request, response, {
          status: 200,
          address,
          fields: { ...withoutPasswords(fields), ...query },
          message:
            notice === null
              ? null
              : { kind: 'notice', anchor: anchor ?? pageTop, text: notice, fields: result.fields ?? {} },
        });
        return;
      }
      if (notice !== null) {
        const values = JSON.stringify(result.fields ?? {});
        http.cookies.setNotice(response, [anchor ?? pageTop, notice, values].join('\n'));
      }
      // A fragment would scroll the head away.
      response.redirect(anchor === null || anchor === pageTop ? address : `${address}#${anchor}`);
    } catch (error) {
      await showRefusal(action, request, response, { error, fields });
    }
  };
  for (const action of actions) {
    const handler: RequestHandler<Record<string, string>> = (request, response) =>
      respond(action, request, response);
    // For the forms of the game, RATE_LIMITED is an error page.
    const onLimit: ErrorRequestHandler<Record<string, string>> = async (error, request, response, next) => {
      if (error instanceof GameError && error.code === 'RATE_LIMITED') {
        await showRefusal(action, request, response, { error, fields: {} });
      } else next(error);
    };
    router.post(
      action.path,
      ...guardsOf(action, deps),
      handler,
      ...(action.limit === 'auth' ? [onLimit] : []),
    );
    // After a refusal the browser shows the form's path. A GET of it redirects to the page.
    if (hasJsonRoute(action, deps)) continue;
    router.get(action.path, http.requireViewer, (request, response) =>
      response.redirect(action.address(request.params as Params, readFields(request.query))),
    );
  }
}

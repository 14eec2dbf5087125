/**
 * What can be result on a page, a form each: where it is sent, what its fields mean, which operation runs, and what
 * is said afterwards at which place. The operations are those of the JSON routes.
 */
import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { readBody } from '../../http/body.ts';
import { toGameError } from '../../http/error-handler.ts';
import { isJsonRequest } from '../../http/negotiate.ts';
import type { Viewer } from '../../http/viewer.ts';
import { GameError } from '../../kernel/errors.ts';
import { fillPath } from '../../kernel/fill-path.ts';
import {
  describeRefusal,
  pageTop,
  parseForm,
  readFields,
  withoutPasswords,
  type Fields,
} from '../shared/forms.ts';
import type { Page, PageDeps, Params, ShowPage } from './page.ts';

/** What was result, in a sentence; and where it shows, if not on the page where it was tried. */
interface ActionResult {
  /** null: emptyBody is said. */
  notice: string | null;
  /** By default the place where it was tried. */
  place?: string;
  /** Path and query of the page; by default that of the form. */
  address?: string;
}

type FormRequest = Request<Record<string, string>>;

/** One submission of a form. */
interface FormSubmission extends PageDeps {
  params: Params;
  fields: Fields;
  viewer: Viewer | null;
  request: FormRequest;
  response: Response;
}

/** Who may send a form: whoever is logged in, or everybody. */
interface ViewerOf {
  viewer: Viewer;
  everybody: Viewer | null;
}
type Senders = keyof ViewerOf;

interface ActionGuards {
  senders: Senders;
  limit: 'action' | 'auth' | 'none';
  /** Whether a JSON route has the same path, and takes the requests that are no form of a page. */
  hasJsonRoute: boolean;
}

export interface Action extends ActionGuards {
  path: string;
  /** The page the form stands on: shown again with a refusal, returned to afterwards. */
  page: Page;
  /** The place of the page where it is tried: the id of an element; null: the page is this form. */
  place: (params: Params, fields: Fields) => string | null;
  /** Path and query of that page. */
  address: (params: Params, fields: Fields) => string;
  /** Throws a GameError for a refusal. */
  submit: (submission: FormSubmission) => Promise<ActionResult>;
}

interface ActionDefinition<
  P extends z.ZodObject,
  B extends z.ZodType,
  S extends Senders,
> extends Partial<ActionGuards> {
  path: string;
  page: Page;
  /** By default who is logged in. */
  senders?: S;
  place: Action['place'];
  /** By default the page's path with the same parameters. */
  address?: Action['address'];
  params?: P;
  body: B;
  /** The body that the fields mean. */
  fromFields: (fields: Fields) => unknown;
  run: (
    call: Omit<FormSubmission, 'params' | 'viewer'> & {
      params: z.output<P>;
      body: z.output<B>;
      viewer: ViewerOf[S];
    },
  ) => Promise<ActionResult>;
}

/** The body of a form that is one button. */
export const emptyBody = z.object({});

export function defineAction<B extends z.ZodType, P extends z.ZodObject, S extends Senders = 'viewer'>(
  definition: ActionDefinition<P, B, S>,
): Action {
  const { page, fromFields, run } = definition;
  return {
    senders: 'viewer',
    limit: 'action',
    hasJsonRoute: false,
    address: (params) => fillPath(page.path, params),
    ...definition,
    async submit(submission) {
      const schema: z.ZodType = definition.params ?? emptyBody;
      return run({
        ...submission,
        params: parseForm(schema, submission.params) as z.output<P>,
        body: parseForm(definition.body, fromFields(submission.fields)),
        // Mounting has seen to it.
        viewer: submission.viewer as ViewerOf[S],
      });
    },
  };
}

const formsOnly: RequestHandler<Record<string, string>> = (request, _response, next) => {
  next(isJsonRequest(request as Request) ? 'route' : undefined);
};

function guardsOf(
  { path, senders, limit, hasJsonRoute }: Action,
  { requireViewer, limits }: PageDeps['http'],
): RequestHandler<Record<string, string>>[] {
  const limiter = { auth: () => [limits.auth(path)], action: () => [limits.action], none: () => [] };
  return [
    ...(hasJsonRoute ? [formsOnly] : []),
    ...(senders === 'viewer' ? [requireViewer] : []),
    ...limiter[limit](),
  ];
}

/** Mounts forms. A refusal shows the page again with its status; what was result leads back with a notice. */
export function mountActions(
  router: Router,
  actions: readonly Action[],
  show: ShowPage,
  deps: PageDeps,
): void {
  const { http } = deps;
  const respond = async (action: Action, request: FormRequest, response: Response): Promise<void> => {
    const viewer = http.viewerOf(request as Request);
    if (viewer === null && action.senders === 'viewer') throw new GameError('AUTH_REQUIRED');
    const { params } = request;
    let fields: Fields = {};
    try {
      fields = readFields(await readBody(request as Request, response, true));
      const result = await action.submit({ ...deps, viewer, params, fields, request, response });
      const place = result.place ?? action.place(params, fields);
      if (result.notice !== null) http.flash.leave(response, `${place ?? pageTop}\n${result.notice}`);
      const address = result.address ?? action.address(params, fields);
      response.redirect(place === null ? address : `${address}#${place}`);
    } catch (error) {
      const refusal = toGameError(error);
      if (refusal.status >= 500) throw error;
      await show(action.page, request, response, {
        status: refusal.status,
        address: action.address(params, fields),
        fields,
        message: describeRefusal(refusal, action.place(params, fields) ?? pageTop, withoutPasswords(fields)),
      });
    }
  };
  for (const action of actions) {
    const handler: RequestHandler<Record<string, string>> = (request, response) =>
      respond(action, request, response);
    router.post(action.path, ...guardsOf(action, http), handler);
    // The address of a form, opened again after its refusal.
    if (action.hasJsonRoute) continue;
    router.get(action.path, http.requireViewer, (request, response) => {
      response.redirect(action.address(request.params as Params, readFields(request.query)));
    });
  }
}

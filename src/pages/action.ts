/**
 * What can be done on a page, a form each: where it is sent, what its fields mean, which operation runs, and what
 * is said afterwards at which place. The operations are those of the JSON routes.
 */
import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { createBodyReader } from '../http/body.ts';
import { toGameError } from '../http/error-handler.ts';
import type { Viewer } from '../http/viewer.ts';
import { GameError } from '../kernel/errors.ts';
import { parseForm, readFields, sentenceOf } from './forms.ts';
import type { Fields } from './forms.ts';
import type { Page, PageDeps, Params, ShowPage } from './page.ts';

/** What was done, in a sentence; and where it shows, if not on the page where it was tried. */
interface Done {
  notice: string;
  /** By default the place where it was tried. */
  place?: string;
  /** Path and query of the page; by default that of the form. */
  address?: string;
}

export interface Action {
  path: string;
  /** The page the form stands on: shown again with a refusal, returned to afterwards. */
  page: Page;
  /** The place of the page where it is tried: the id of an element. */
  place: (params: Params, fields: Fields) => string;
  /** Path and query of that page. */
  address: (params: Params, fields: Fields) => string;
  /** Throws a GameError for a refusal. */
  perform: (deps: PageDeps, viewer: Viewer, params: Params, fields: Fields) => Promise<Done>;
}

interface Definition<P extends z.ZodObject, B extends z.ZodType> {
  path: string;
  page: Page;
  place: Action['place'];
  /** By default the page's path with the same parameters. */
  address?: Action['address'];
  params?: P;
  body: B;
  /** The body that the fields mean. */
  fromFields: (fields: Fields) => unknown;
  run: (
    call: PageDeps & { params: z.output<P>; body: z.output<B>; fields: Fields; viewer: Viewer },
  ) => Promise<Done>;
}

/** The body of a form that is one button. */
export const nothing = z.object({});

function fillPath(path: string, params: Params): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

export function defineAction<B extends z.ZodType, P extends z.ZodObject>(
  definition: Definition<P, B>,
): Action {
  const { path, page, place, fromFields, run } = definition;
  return {
    path,
    page,
    place,
    address: definition.address ?? ((params) => fillPath(page.path, params)),
    async perform(deps, viewer, params, fields) {
      const schema: z.ZodType = definition.params ?? nothing;
      return run({
        ...deps,
        params: parseForm(schema, params) as z.output<P>,
        body: parseForm(definition.body, fromFields(fields)),
        fields,
        viewer,
      });
    },
  };
}

/** Mounts forms. A refusal shows the page again with its status; what was done leads back with a notice. */
export function mountActions(
  router: Router,
  actions: readonly Action[],
  show: ShowPage,
  deps: PageDeps,
): void {
  const { http } = deps;
  const readBody = createBodyReader(true);
  const perform = async (
    action: Action,
    request: Request<Record<string, string>>,
    response: Response,
  ): Promise<void> => {
    const viewer = http.viewerOf(request);
    if (viewer === null) throw new GameError('AUTH_REQUIRED');
    const { params } = request;
    const fields = readFields(request.body);
    const place = action.place(params, fields);
    try {
      const done = await action.perform(deps, viewer, params, fields);
      const to = done.place ?? place;
      http.flash.leave(response, `${to}\n${done.notice}`);
      response.redirect(`${done.address ?? action.address(params, fields)}#${to}`);
    } catch (error) {
      const refusal = toGameError(error);
      if (refusal.status >= 500) throw error;
      await show(action.page, request, response, {
        status: refusal.status,
        address: action.address(params, fields),
        fields,
        message: { kind: 'refusal', place, text: sentenceOf(refusal), fields },
      });
    }
  };
  for (const action of actions) {
    const answer: RequestHandler<Record<string, string>> = (request, response) =>
      perform(action, request, response);
    router.post(action.path, http.requireViewer, http.limits.action, readBody, answer);
    // The address of a form, opened again after its refusal.
    router.get(action.path, http.requireViewer, (request, response) => {
      response.redirect(action.address(request.params as Params, readFields(request.query)));
    });
  }
}

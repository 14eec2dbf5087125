/** Pages as values. The renderer adds the layout (stock, alarms, navigation) and the message. */
import { promisify } from 'node:util';
import type { Request, RequestHandler, Response, Router } from 'express';
import { selectOwnEmpireId } from '../../account/queries.ts';
import type { AlarmMeans } from '../../alarms/operations.ts';
import type { AccountDeps } from '../../account/deps.ts';
import { pathParams, type PathParams } from '../../contract/path-params.ts';
import { isOnLeave } from '../../game/diplomacy/leave.ts';
import type { StaffRole } from '../../contract/roles.ts';
import type { Http } from '../../http/http.ts';
import { isScripted } from '../../http/negotiate.ts';
import { callerOf } from '../../world/idempotency/caller.ts';
import { requireLogin, requireRole, type Viewer } from '../../http/sessions/viewer.ts';
import { GameError } from '../../kernel/errors.ts';
import { countOpenReports } from '../../messages/reports.ts';
import { addFormKeys } from './form-key.ts';
import { bindServices, type Services } from '../../world/services.ts';
import type { EmpireState } from '../../world/read.ts';
import {
  createFormMessages,
  pageTop,
  parseAddress,
  readFields,
  type Fields,
  type Message,
} from '../shared/forms.ts';
import { readLayout, type Layout } from '../shared/layout.ts';
import { createMarkup } from './markup.ts';
import { fillRefusedForm } from './refused-form.ts';
import * as format from '../shared/formatters.ts';

export interface PageDeps {
  services: Services;
  http: Http;
  account: AccountDeps;
  alarms: AlarmMeans;
  /** Of the embedded Postgres; null for another one. */
  dataDir: string | null;
}

export type Params = Readonly<Record<string, string>>;

export interface PageContext extends PageDeps {
  params: Params;
  /** The query; after a refusal, the fields of the form. */
  fields: Fields;
  message: Message | null;
  /** False while the page refreshes in the background: then nothing counts as read. */
  isSeen: boolean;
  /** For cookies and headers. */
  request: Request;
  response: Response;
  viewer: Viewer | null;
  /** Advanced to now; null without an empire. */
  empireState: EmpireState | null;
  /** It loads in parallel with the page's own data. */
  layout: Promise<Layout | null>;
}

export interface PageContextOf {
  public: PageContext;
  guest: PageContext;
  user: PageContext & { viewer: Viewer };
  player: PageContext & { viewer: Viewer; empireState: EmpireState; layout: Promise<Layout> };
}

type Readers = keyof PageContextOf;

export interface Content {
  /** By default the path without parameters, with hyphens. */
  view?: string;
  title: string;
  /** By default the status of the request. */
  status?: number;
  /** Replaces the message. */
  message?: Message;
  /** Files of src/browser/entries besides live.ts, without extension. */
  scripts?: readonly string[];
  values: object;
}

export interface Page<R extends Readers = Readers, Path extends string = string> {
  /** An Express path. */
  path: Path;
  params: ReturnType<typeof pathParams>;
  /** The entry of the main navigation in views/partials/head.ejs. */
  section: string | null;
  /**
   * `guest`: without or with a session; `user`: with a session; `player`: with an empire. `public` is `guest` without a
   * rate limit, the viewer's empire and the live script.
   */
  readers: R;
  /** A guest needs the query parameter `share`, which `read` checks. */
  isShared?: boolean;
  /** Its reads have a rate limit of their own, so that many of them lock no other page. */
  isMap?: boolean;
  role?: StaffRole;
  read: (context: PageContextOf[R] & { params: PathParams<Path> }) => Content | Promise<Content>;
}

/** createPageRenderer ensures that `read` receives what `readers` promises. */
export const definePage = <R extends Readers, Path extends string>(
  path: Path,
  page: Omit<Page<R, Path>, 'path' | 'params'>,
): Page => ({ path, params: pathParams(path), ...page }) as unknown as Page;

interface ShowOptions {
  status: number;
  /** Of the page itself, also when a form of it was sent. */
  address: string;
  fields: Fields;
  message: Message | null;
}

export type RenderPage = (
  page: Page,
  request: Request<Record<string, string>>,
  response: Response,
  options: ShowOptions,
) => Promise<void>;

/** Throws NOT_FOUND without an empire. */
export function requireEmpireId({ empireId }: Viewer): string {
  if (empireId === null) throw new GameError('NOT_FOUND', 'found an empire first');
  return empireId;
}

export function createPageRenderer(deps: PageDeps): RenderPage {
  const { services, http } = deps;
  const markup = createMarkup(http.assets);
  return async (page, request, response, { status, address, fields, message }) => {
    const viewer = http.viewerOf(request);
    // If a second founding is refused, the first may have created the empire after the viewer was read.
    const empireId =
      page.readers === 'public' || viewer === null || (viewer.empireId === null && request.method === 'GET')
        ? null
        : (viewer.empireId ?? (await selectOwnEmpireId(services.pool, viewer.userId)));
    const empireState = empireId === null ? null : await services.readEmpire('empire', empireId);
    if (page.readers === 'player' && empireState === null) {
      response.redirect('/dashboard');
      return;
    }
    const layoutRead = empireState === null ? Promise.resolve(null) : readLayout(services, empireState);
    const context: PageContext = {
      ...deps,
      services: bindServices(services, callerOf(viewer)),
      params: request.params,
      fields,
      message,
      isSeen: request.get('x-refresh') !== 'hidden',
      viewer,
      empireState,
      layout: layoutRead,
      request: request as Request,
      response,
    };
    // Asynchronous, so that a synchronous throw becomes a rejection.
    const readContent = async (): Promise<Content> => {
      // After a form was sent, those of its path, too: they tell the armies page which army the order was for.
      const params = { ...request.params, ...parseAddress(page.params, request.params) };
      return page.read({ ...context, params });
    };
    const isStaff = viewer !== null && viewer.role !== 'player';
    const [layout, content, openReports] = await Promise.all([
      layoutRead,
      readContent(),
      isStaff ? countOpenReports(services.pool, viewer.userId) : 0,
    ]);
    const shownMessage = content.message ?? message;
    const values = {
      format,
      markup,
      section: page.section,
      title: shownMessage?.kind === 'refusal' ? `Refused: ${content.title}` : content.title,
      layout,
      openReports,
      isOnLeave: empireState !== null && isOnLeave(empireState.empire),
      scripts: content.scripts ?? [],
      isPart: isScripted(request),
      ...(page.readers === 'public'
        ? {}
        : { now: empireState?.now ?? services.clock.now(), ownAddress: address }),
      ...content.values,
    };
    const pathWithoutParams = page.path.replace(/\/:\w+/g, '');
    const view = content.view ?? pathWithoutParams.slice(1).replaceAll('/', '-');
    const render = promisify<string, object, string>(response.render.bind(response));
    const messages = createFormMessages(shownMessage, shownMessage?.anchor ?? pageTop);
    let html = await render(view, { ...values, ...messages });
    // The form is for others, or its object is gone.
    if (!messages.isShown()) {
      html = await render(view, { ...values, ...createFormMessages(shownMessage, pageTop) });
    }
    const fillRefused = (text: string): string =>
      shownMessage === null ? text : fillRefusedForm(text, request.path, shownMessage);
    response
      .status(content.status ?? status)
      .set('Cache-Control', 'no-store')
      .send(addFormKeys(fillRefused(html), viewer, services.random));
  };
}

function takeNotice({ cookies }: Http, request: Request, response: Response): Message | null {
  const notice = cookies.takeNotice(request, response);
  if (notice === null) return null;
  const [anchor = pageTop, text = notice, fields = '{}'] = notice.split('\n');
  return { kind: 'notice', anchor, text, fields: readFields(JSON.parse(fields)) };
}

/** Pages count against the `data` rate limit, the map against its own. */
export function mountPages(router: Router, pages: readonly Page[], show: RenderPage, http: Http): void {
  for (const page of pages) {
    const guards = [
      ...(page.isShared === true ? [http.requireViewerOrShare] : []),
      ...(page.readers === 'user' || page.readers === 'player' ? [http.requireViewer] : []),
      ...(page.readers === 'public' ? [] : page.isMap === true ? http.limits.map : http.limits.data),
    ];
    const answer: RequestHandler<Record<string, string>> = async (request, response) => {
      const viewer = http.viewerOf(request);
      requireLogin(viewer);
      if (page.role !== undefined && viewer !== null) requireRole(viewer, page.role);
      // A background refresh must not consume the notice that another page load waits for.
      const message = isScripted(request) ? null : takeNotice(http, request, response);
      await show(page, request, response, {
        status: 200,
        address: request.originalUrl,
        fields: readFields(request.query),
        message,
      });
    };
    router.get(page.path, ...guards, answer);
  }
}

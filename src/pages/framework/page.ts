/**
 * A page as a value: its address, who may open it, and what it reads. Mounting puts the layout (stock, alarms,
 * navigation) and the one message layout what the page itself brings.
 */
import type { Request, RequestHandler, Response, Router } from 'express';
import { selectOwnEmpireId } from '../../account/active-connection.ts';
import type { AccountDeps } from '../../account/operations.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Http } from '../../http/http.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Services } from '../../world/execute-command.ts';
import type { EmpireState } from '../../world/read.ts';
import { readFields, pageTop, type Fields, type Message } from '../shared/forms.ts';
import { readLayout, type Layout } from '../shared/layout.ts';
import { createMarkup } from './markup.ts';
import { createFormMessages } from './form-messages.ts';
import * as format from '../shared/formatters.ts';

export interface PageDeps {
  services: Services;
  http: Http;
  account: AccountDeps;
  /** Every JSON route, for the page that describes them. */
  endpoints: readonly Endpoint[];
}

export type Params = Readonly<Record<string, string>>;

/** Where the main navigation stands. */
export type Section =
  | 'overview'
  | 'cities'
  | 'map'
  | 'armies'
  | 'battles'
  | 'rankings'
  | 'rules'
  | 'simulator'
  | 'docs'
  | 'account';

/** One opening of a page. */
export interface Visit extends PageDeps {
  params: Params;
  /** The query; after a refusal the fields of the form. */
  fields: Fields;
  message: Message | null;
  /** What the reader's browser keeps for a page under a name. */
  readCookie: (name: string) => string | null;
  setCookie: (name: string, value: string, lifetimeMs: number) => void;
  viewer: Viewer | null;
  /** The reader's empire as it stands now; null without one. */
  empireState: EmpireState | null;
  /** What stands layout the page; awaited beside the page's own reading. */
  layout: Promise<Layout | null>;
}

interface RulerVisit extends Visit {
  viewer: Viewer;
  empireState: EmpireState;
  layout: Promise<Layout>;
}

interface ViewerVisit extends Visit {
  viewer: Viewer;
}

interface VisitOf {
  visitor: Visit;
  everybody: Visit;
  viewer: ViewerVisit;
  ruler: RulerVisit;
}

type Readers = keyof VisitOf;

export interface Content {
  view: string;
  title: string;
  /** Other than 200: of a page that says what was wrong with its address. */
  status?: number;
  /** Said instead of what the visit brought. */
  message?: Message;
  /** Ids at which a message may stand; one for any other place stands at the top. */
  places?: readonly string[];
  /** Modules of this page beside live.ts: files of src/browser/entries, without their ending. */
  scripts?: readonly string[];
  values: object;
}

export interface Page {
  /** As Express writes it. */
  path: string;
  section: Section | null;
  readers: Readers;
  read: (visit: Visit) => Promise<Content>;
}

/** Makes a page. `read` gets a viewer or a realm that is there, as `readers` says. */
export function definePage<R extends Readers>(definition: {
  path: string;
  section: Section | null;
  /**
   * Who may open it: everybody, who is logged in, who has an empire. `visitor`: everybody, without a limit, and it is
   * drawn without the reader's empire and its live script.
   */
  readers: R;
  read: (visit: VisitOf[R]) => Promise<Content>;
}): Page {
  // Mounting has seen to it that the visit is of this kind.
  // Async, so that what it throws at once is a rejection like any other.
  return { ...definition, read: async (visit) => definition.read(visit as VisitOf[R]) };
}

interface ShowOptions {
  status: number;
  /** Path and query at which the page itself stands, whatever was sent. */
  address: string;
  fields: Fields;
  message: Message | null;
}

export type ShowPage = (
  page: Page,
  request: Request<Record<string, string>>,
  response: Response,
  options: ShowOptions,
) => Promise<void>;

/** Makes what draws a page with its layout. */
export function createShow(deps: PageDeps): ShowPage {
  const { services, http } = deps;
  const markup = createMarkup(http.assets);
  return async (page, request, response, { status, address, fields, message }) => {
    const viewer = http.viewerOf(request);
    // A second founding is refused because the first one succeeded a moment ago.
    const empireId =
      page.readers === 'visitor' || viewer === null || (viewer.empireId === null && request.method === 'GET')
        ? null
        : (viewer.empireId ?? (await selectOwnEmpireId(services.pool, viewer.userId)));
    const empireState = empireId === null ? null : await services.readEmpire('empire', empireId);
    if (page.readers === 'ruler' && empireState === null) {
      response.redirect('/dashboard');
      return;
    }
    const layoutRead = empireState === null ? Promise.resolve(null) : readLayout(services, empireState);
    const visit: Visit = {
      ...deps,
      params: request.params,
      ...{ fields, message, viewer, empireState, layout: layoutRead },
      readCookie: (name) => http.cookies.read(request, name),
      setCookie: (name, value, lifetimeMs) => {
        http.cookies.set(response, name, value, lifetimeMs);
      },
    };
    const [layout, content] = await Promise.all([layoutRead, page.read(visit)]);
    const shownMessage = content.message ?? message;
    response
      .status(content.status ?? status)
      .set('Cache-Control', 'no-store')
      .render(content.view, {
        format,
        markup,
        section: page.section,
        title: shownMessage?.kind === 'refusal' ? `Refused: ${content.title}` : content.title,
        layout,
        scripts: content.scripts ?? [],
        ...(page.readers === 'visitor'
          ? {}
          : { now: empireState?.now ?? services.clock.now(), ownAddress: address }),
        ...createFormMessages(shownMessage, content.places ?? []),
        ...content.values,
      });
  };
}

/** The notice that an action flashText: its place and its format. */
function takeNotice({ flash }: Http, request: Request, response: Response): Message | null {
  const flashText = flash.take(request, response);
  if (flashText === null) return null;
  const [place = pageTop, text = flashText] = flashText.split('\n');
  return { kind: 'notice', place, text, fields: {} };
}

/** Mounts pages. They count as reads, of the reader or of the address. */
export function mountPages(router: Router, pages: readonly Page[], show: ShowPage, http: Http): void {
  for (const page of pages) {
    const isOpen = page.readers === 'visitor' || page.readers === 'everybody';
    const guards = [
      ...(isOpen ? [] : [http.requireViewer]),
      ...(page.readers === 'visitor' ? [] : [http.limits.data]),
    ];
    const answer: RequestHandler<Record<string, string>> = async (request, response) => {
      // A page that is brought up to date must not take the notice that another one waits for.
      const isRefresh = request.get('x-refresh') !== undefined;
      const message = isRefresh ? null : takeNotice(http, request, response);
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

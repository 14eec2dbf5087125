/** The pages of the game: the landing page, the dashboard with all its forms, and the report of a battle. */
import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { AccountDeps } from '../account/operations.ts';
import { selectOwnEmpireId } from '../account/presence.ts';
import { toBattleView } from '../battle/present.ts';
import { selectBattleOptional } from '../battle/queries.ts';
import { battleParams } from '../contract/battle.ts';
import { tile } from '../contract/shapes.ts';
import { selectCitiesAround } from '../empire/queries.ts';
import { nearestFreeTile, requireInWorld } from '../game/map.ts';
import type { Tile } from '../game/types.ts';
import { createBodyReader } from '../http/body.ts';
import { toGameError } from '../http/error-handler.ts';
import type { Http } from '../http/http.ts';
import type { Viewer } from '../http/viewer.ts';
import { GameError } from '../kernel/errors.ts';
import { selectLeaderboard } from '../leaderboard/queries.ts';
import type { Game } from '../world/act.ts';
import { actions } from './actions.ts';
import type { Action } from './actions.ts';
import { toBattlePage } from './battles.ts';
import { pageTop, parseForm, readFields, sentenceOf, tileOfFields } from './forms.ts';
import type { Message } from './forms.ts';
import { readOverview } from './overview.ts';
import { countEmpires } from './queries.ts';
import { createSpeaker, placesOf } from './speaker.ts';
import * as markup from './markup.ts';
import * as words from './words.ts';

const dashboardPath = '/dashboard';
const topRanks = 10;
/** How far from the centre newcomers are led, a root of the empires there are. */
const tilesAnEmpire = 4;

interface Show {
  status: number;
  message: Message | null;
  look: Tile | null;
}

export function createDashboardPages(game: Game, http: Http, account: AccountDeps): Router {
  const { pool, settings, clock } = game;
  const router = Router();
  const readBody = createBodyReader(true);

  const viewerOf = (request: Request): Viewer => {
    const viewer = http.viewerOf(request);
    if (viewer === null) throw new GameError('AUTH_REQUIRED');
    return viewer;
  };

  const render = (response: Response, status: number, view: string, values: object): void => {
    response
      .status(status)
      .set('Cache-Control', 'no-store')
      .render(view, { words, markup, ...values });
  };

  /** A free tile for somebody new: near the others, in a direction that is the user's own. */
  const suggestTile = async (viewer: Viewer): Promise<Tile> => {
    const turn = createHash('sha256').update(viewer.userId).digest().readUInt32BE(0) / 2 ** 32;
    const away = Math.min(tilesAnEmpire * Math.sqrt(await countEmpires(pool)), settings.radius);
    const wish = {
      x: Math.round(away * Math.cos(2 * Math.PI * turn)),
      y: Math.round(away * Math.sin(2 * Math.PI * turn)),
    };
    return nearestFreeTile(wish, await selectCitiesAround(pool, wish), settings.radius) ?? wish;
  };

  const showDashboard = async (request: Request, response: Response, show: Show): Promise<void> => {
    const viewer = viewerOf(request);
    // A second founding is refused because the first one succeeded a moment ago.
    const empireId = viewer.empireId ?? (await selectOwnEmpireId(pool, viewer.userId));
    const { status, message, look } = show;
    if (empireId === null) {
      const suggestion = await suggestTile(viewer);
      const speaker = createSpeaker(message, ['found-empire']);
      render(response, status, 'dashboard-new', { ...speaker, suggestion, radius: settings.radius });
      return;
    }
    const overview = await readOverview(game, account, viewer, empireId, look);
    const speaker = createSpeaker(message, placesOf(overview));
    render(response, status, 'dashboard', { ...speaker, ...overview, radius: settings.radius });
  };

  const takeNotice = (request: Request, response: Response): Message | null => {
    const left = http.flash.take(request, response);
    if (left === null) return null;
    const [place = '', text] = left.split('\n');
    return text === undefined
      ? { kind: 'notice', place: pageTop, text: left, fields: {} }
      : { kind: 'notice', place, text, fields: {} };
  };

  router.get('/', async (request, response) => {
    const empireId = http.viewerOf(request)?.empireId ?? null;
    const [rankings, empires] = await Promise.all([
      selectLeaderboard(pool, clock, { type: 'score', limit: topRanks, empireId }),
      countEmpires(pool),
    ]);
    render(response, 200, 'home', { rankings, empires, speed: settings.speed });
  });

  router.get(dashboardPath, http.requireViewer, http.limits.data, async (request, response) => {
    const fields = readFields(request.query);
    if (fields.x === undefined && fields.y === undefined) {
      await showDashboard(request, response, {
        status: 200,
        message: takeNotice(request, response),
        look: null,
      });
      return;
    }
    try {
      const look = parseForm(tile, tileOfFields(fields));
      requireInWorld(look, settings.radius, 'location');
      await showDashboard(request, response, { status: 200, message: null, look });
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      const message: Message = { kind: 'refusal', place: 'look', text: sentenceOf(error), fields };
      await showDashboard(request, response, { status: error.status, message, look: null });
    }
  });

  const answerWith =
    (action: Action): RequestHandler<Record<string, string>> =>
    async (request, response) => {
      const fields = readFields(request.body);
      try {
        const done = await action.perform({ game, account }, viewerOf(request), request.params, fields);
        http.flash.leave(response, `${done.place}\n${done.notice}`);
        response.redirect(`${dashboardPath}#${done.place}`);
      } catch (error) {
        const refusal = toGameError(error);
        if (refusal.status >= 500) throw error;
        const place = action.place(request.params, fields);
        const message: Message = { kind: 'refusal', place, text: sentenceOf(refusal), fields };
        await showDashboard(request, response, { status: refusal.status, message, look: null });
      }
    };
  for (const action of actions) {
    router.post(action.path, http.requireViewer, http.limits.action, readBody, answerWith(action));
  }
  // The address of a form, opened again after its refusal.
  router.get(`${dashboardPath}/*form`, (_request, response) => {
    response.redirect(dashboardPath);
  });

  router.get('/battle/:battle_id', http.requireViewer, http.limits.data, async (request, response) => {
    const { battle_id } = parseForm(battleParams, request.params);
    const row = await selectBattleOptional(pool, battle_id);
    if (row === null) throw new GameError('NOT_FOUND');
    const { empireId } = viewerOf(request);
    if (empireId === null || (empireId !== row.attacker_id && empireId !== row.defender_id)) {
      throw new GameError('FORBIDDEN');
    }
    const now = clock.now();
    render(response, 200, 'battle', {
      ...toBattlePage(toBattleView(row, now, settings.speed), empireId),
      now,
    });
  });

  return router;
}

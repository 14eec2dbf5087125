/** The landing page and the dashboard. */
import { Router } from 'express';
import type { Http } from '../http/http.ts';
import type { Game } from '../world/act.ts';

export function createDashboardPages(_game: Game, _http: Http): Router {
  return Router();
}

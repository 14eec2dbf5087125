/** The cases of all JSON routes, by the name of the route, and a valid request of each. */
import { sendAnonymously, type ApiResponse, type TestGame } from '../support/game.ts';
import { accountCases, lastAccountCases } from './account.ts';
import { alarmCases } from './alarms.ts';
import { allianceCases } from './alliance.ts';
import { armyCases } from './army.ts';
import { battleCases } from './battle.ts';
import { cityCases } from './city.ts';
import { empireCases } from './empire.ts';
import { messageCases } from './messages.ts';
import type { RouteCase, RouteCases, Success } from './route-case.ts';
import { openStage, type Stage } from './stage.ts';
import { worldCases } from './world.ts';

export const routeCases: RouteCases = {
  ...accountCases,
  ...empireCases,
  ...cityCases,
  ...armyCases,
  ...battleCases,
  ...worldCases,
  ...messageCases,
  ...alarmCases,
  ...allianceCases,
  // Last, because they end sessions.
  ...lastAccountCases,
};

/** The address of a route with these ids, and with its query or the required part of it. */
export function addressOf(route: string, ids: readonly string[], isWhole = false): string {
  const path = fillPath(route, ids);
  const fields = Object.entries(routeCases[route]?.query ?? {});
  const pairs = fields.filter(([, { isRequired }]) => isWhole || isRequired === true);
  return pairs.length === 0
    ? path
    : `${path}?${pairs.map(([name, { good }]) => `${name}=${good}`).join('&')}`;
}

/** The path of a route: `/api/city/:city_id` with its id. */
export function fillPath(route: string, ids: readonly string[]): string {
  const left = [...ids];
  return route.replace(/^\w+ /, '').replaceAll(/:\w+/g, () => left.shift() ?? '');
}

export const idsOf = async ({ ids }: RouteCase, stage: Stage): Promise<string[]> =>
  [(await ids?.(stage)) ?? []].flat();

/** The request of the owner, or the one that succeeds instead of it. */
async function successOf(routeCase: RouteCase, stage: Stage): Promise<Success> {
  if (routeCase.success !== undefined) return routeCase.success(stage);
  const ids = await idsOf(routeCase, stage);
  const body = await routeCase.body?.(stage);
  const by = routeCase.statements === 'none' ? null : stage.callers.owner;
  return { by, ids, ...(body === undefined ? {} : { body }) };
}

export interface ValidRequest extends Required<Pick<Success, 'by' | 'ids'>> {
  route: string;
  body: object | undefined;
}

/**
 * Sends a valid request of every route.
 * @param around sends each request, between what prepares it and the next one
 */
export async function sendEveryRoute(
  game: TestGame,
  around: (request: ValidRequest, send: () => Promise<ApiResponse>) => Promise<unknown> = (_request, send) =>
    send(),
): Promise<void> {
  const stage = await openStage(game);
  for (const [route, routeCase] of Object.entries(routeCases)) {
    const { by, ids = [], body } = await successOf(routeCase, stage);
    const headers: Record<string, string> = by === null ? {} : { authorization: `Bearer ${by.token}` };
    const [method = ''] = route.split(' ');
    const send = () => sendAnonymously(game.url, method, addressOf(route, ids), body, headers);
    await around({ route, by, ids, body }, send);
  }
}

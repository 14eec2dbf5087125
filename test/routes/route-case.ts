/**
 * What the tests of all routes know about one of them: a value in the file of its feature, `all.ts` lists the files. From
 * it follow the tests of authorisation, of invalid input, and of the statements, and one valid request for other tests.
 */
import type { BadValue } from '../support/bad-values.ts';
import type { Player } from '../support/game.ts';
import type { Stage } from './stage.ts';

export interface RouteCase {
  /** Status without a valid session; 401 unless the route is open. */
  nobody?: number;
  /** 200 by default. */
  owner?: number;
  rival: number;
  /** The values of the path parameters: an object of the owner, new if the request uses it up. */
  ids?: (stage: Stage) => string | string[] | Promise<string | string[]>;
  query?: Record<string, QueryCase>;
  /** A valid body with every member. */
  body?: (stage: Stage) => object | Promise<object>;
  /** Bad values by the path of the member, `a.b`. The limited account routes have tests of their own for these. */
  badBody?: Record<string, BadValue[]>;
  /**
   * The statements of a successful request: none; the session alone, with the check of
   * a cached empire, or with one more; a command on the owner's empire; others, see test/api/statements.test.ts. By
   * default `read` for a GET, `other` for a change.
   */
  statements?: 'none' | 'session' | 'cached' | 'read' | 'command' | 'other';
  /** A request that succeeds, for routes that refuse the one of the owner. */
  success?: (stage: Stage) => Promise<Success>;
}

export interface QueryCase {
  good: string;
  bad: string[];
  isRequired?: true;
}

export interface Success {
  /** null: without a session. */
  by: Pick<Player, 'token'> | null;
  ids?: string[];
  body?: object;
}

export type RouteCases = Record<string, RouteCase>;

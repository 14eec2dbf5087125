/** A route as a value: a method, a path and where its input goes, with the types of the contract. */
import type { z } from 'zod';

type Optional<Input> = { [Key in keyof Input]-?: undefined extends Input[Key] ? Key : never }[keyof Input];
/** Numbers as numbers; in the URL every value is text. */
type Query<Schema extends z.ZodObject> = Partial<z.output<Schema>> &
  Omit<z.output<Schema>, Optional<z.input<Schema>>>;
type QueryArgs<Schema extends z.ZodObject> =
  keyof z.input<Schema> extends Optional<z.input<Schema>> ? [query?: Query<Schema>] : [query: Query<Schema>];

/** @template Args arguments of the method: the ids of the path, then the query or body */
export interface Route<Args extends unknown[], Data> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In the form of the server: `/api/city/:city_id/buildings`. */
  path: string;
  sends: 'query' | 'body' | null;
  /** Never set; it only carries the types. */
  types?: { args: Args; data: Data };
}

type Method = Route<[], null>['method'];

const plain =
  (method: Method) =>
  <Ids extends string[], Data extends z.ZodType>(path: string): Route<Ids, z.output<Data>> => ({
    method,
    path,
    sends: null,
  });

const withBody =
  (method: Method) =>
  <Ids extends string[], Body extends z.ZodType, Data extends z.ZodType>(
    path: string,
  ): Route<[...Ids, body: z.input<Body>], z.output<Data>> => ({ method, path, sends: 'body' });

export const get = plain('GET');
export const getWithQuery = <Ids extends string[], Schema extends z.ZodObject, Data extends z.ZodType>(
  path: string,
): Route<[...Ids, ...QueryArgs<Schema>], z.output<Data>> => ({ method: 'GET', path, sends: 'query' });
export const post = plain('POST');
export const postBody = withBody('POST');
export const putBody = withBody('PUT');
export const del = plain('DELETE');

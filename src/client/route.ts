/** A route as a value: at run time a method, a path and where its input goes; its types are those of the contract. */
import type { z } from 'zod';

/** The keys of optional parameters. */
type Optional<Input> = { [Key in keyof Input]-?: undefined extends Input[Key] ? Key : never }[keyof Input];
/** A query with numbers as numbers; in the URL every value is text. */
export type Query<Schema extends z.ZodObject> = Partial<z.output<Schema>> &
  Omit<z.output<Schema>, Optional<z.input<Schema>>>;
export type Body<Schema extends z.ZodType> = z.input<Schema>;

type AnyMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** @template Args arguments of the method: the ids of the path, then the query or body */
export interface Route<Args extends unknown[], Data> {
  method: AnyMethod;
  /** In the form of the server: `/api/city/:city_id/buildings`. */
  path: string;
  sends: 'query' | 'body' | null;
  /** Never set; it only carries the types. */
  types?: { args: Args; data: Data };
}

const route =
  (method: AnyMethod, sends: 'query' | 'body' | null) =>
  <Args extends unknown[], Schema extends z.ZodType>(path: string): Route<Args, z.output<Schema>> => ({
    method,
    path,
    sends,
  });

export const get = route('GET', null);
export const getWithQuery = route('GET', 'query');
export const post = route('POST', null);
export const postBody = route('POST', 'body');
export const putBody = route('PUT', 'body');
export const del = route('DELETE', null);

/** A route as a value: at run time a method, a path and where its input goes; its types are those of the contract. */
import type { z } from 'zod';

/** The keys of optional parameters. */
type Optional<Input> = { [Key in keyof Input]-?: undefined extends Input[Key] ? Key : never }[keyof Input];
/** A query with numbers as numbers; in the URL every value is text. */
export type Query<Schema extends z.ZodObject> = Partial<z.output<Schema>> &
  Omit<z.output<Schema>, Optional<z.input<Schema>>>;
export type Body<Schema extends z.ZodType> = z.input<Schema>;

/** @template Args arguments of the method: the ids of the path, then the query or body */
export interface Route<Args extends unknown[], Data> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In the form of the server: `/api/city/:city_id/buildings`. */
  path: string;
  sends: 'query' | 'body' | null;
  /** Never set; it only carries the types. */
  types?: { args: Args; data: Data };
}

export function route<Args extends unknown[], Schema extends z.ZodType>(
  method: Route<Args, never>['method'],
  path: string,
  sends: Route<Args, never>['sends'] = null,
): Route<Args, z.output<Schema>> {
  return { method, path, sends };
}

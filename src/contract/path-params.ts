/** The parameters of paths in Express syntax, such as `/api/city/:city_id/train`. */
import { z } from 'zod';
import { uuid } from './text.ts';

type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | Names<Further>
    : Rest
  : never;

export type PathParams<Path extends string> = Readonly<Record<Names<Path>, string>>;

function schemaOf(name: string) {
  if (!name.endsWith('_id')) return z.string();
  return uuid.describe(`The id of the ${name.replace('_id', '')}.`);
}

/** A UUID if the name ends in `_id`, otherwise any text. */
export function pathParams(path: string) {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, schemaOf(name)])));
}

/** Searchable entries of the API page, and the shape of a body or response. */
import type { JsonSchema } from '../../documents/schemas.ts';
import { typeHtml } from './markup.ts';
import { componentOf, membersOf, typeOf, type Member } from './members.ts';

export interface Entry {
  id: string;
  /** The text that the search looks through. */
  searchText: string;
}

/** The members of an object, or the name of an object that has its own entry. */
export function shapeOf(schema: JsonSchema = {}) {
  const type = typeOf(schema);
  const object = type.find((part) => part.object !== null)?.object ?? null;
  return { object, typeHtml: typeHtml(type), members: componentOf(schema) === null ? membersOf(schema) : [] };
}

/** The names of members, for the search text. */
export const namesOf = (members: readonly Member[]): string => members.map(({ name }) => name).join(' ');

/** Something of the documents that can be looked for on their page, and the shape of what is sent or answered. */
import type { JsonSchema } from '../../documents/schemas.ts';
import { typeHtml } from './markup.ts';
import { membersOf, typeOf, type Member } from './members.ts';

/** Something that can be looked for. */
export interface Entry {
  id: string;
  /** What a search looks through. */
  searchText: string;
}

/** Members of an object that is described here, or the name of one that is described elsewhere. */
export interface Shape {
  /** The object it is, where that is described on its own. */
  object: string | null;
  typeHtml: string;
  members: Member[];
}

/** What a schema looks like to a reader. */
export function shapeOf(schema: JsonSchema = {}): Shape {
  const type = typeOf(schema);
  const object = type.find((part) => part.object !== null)?.object ?? null;
  return { object, typeHtml: typeHtml(type), members: schema.$ref === undefined ? membersOf(schema) : [] };
}

/** The names of members, to be looked for. */
export const namesOf = (members: readonly Member[]): string => members.map(({ name }) => name).join(' ');

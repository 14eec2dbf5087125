/** The objects that have their own entry on the API page. */
import type { Documents } from '../../documents/documents.ts';
import { namesOf } from './entry.ts';
import { membersOf } from './members.ts';

export function objectsOf({ openapi, asyncapi }: Documents) {
  return Object.entries({ ...asyncapi.components.schemas, ...openapi.components.schemas })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const members = membersOf(schema);
      const values = schema.enum === undefined ? '' : ` One of: ${schema.enum.join(', ')}.`;
      const description = (schema.description ?? '') + values;
      return {
        id: `object-${name}`,
        searchText: [name, description, namesOf(members), 'object'].join(' '),
        name,
        description,
        members,
      };
    });
}

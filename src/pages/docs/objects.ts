/** The objects and the error codes that have their own entries on the API page. */
import type { Documents } from '../../documents/documents.ts';
import { codeWords } from '../../documents/words.ts';
import { errorCodes, messageOf, statusOf } from '../../kernel/errors.ts';
import { membersOf, namesOf } from './members.ts';

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

export function codesOf() {
  return errorCodes.map((code) => {
    const [status, message, meaning] = [statusOf(code), messageOf(code), codeWords[code]];
    const searchText = [code, status, message, meaning, 'error code'].join(' ');
    return { id: `code-${code}`, searchText, code, status, message, meaning };
  });
}

// Prints the modules of the Python client that are recorded: the types and the routes of the API documents of a server.
import { createTypes, keywords, quote, toCamel, toDocstring } from './print-types.mjs';

const toSnake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const note = '"""Recorded from the API documents of the server by npm run record:examples.';

/** The parameters of a method: ids of the path, required members, then the optional ones by name. */
function parametersOf({ method, parameters = [], requestBody }, types, operation) {
  const body = requestBody?.content['application/json'].schema ?? { properties: {} };
  const ids = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const members = [
    ...query.map(({ name, schema, required }) => ({ name, schema, isRequired: required })),
    ...Object.entries(body.properties).map(([name, schema]) => ({
      name,
      schema,
      isRequired: body.required?.includes(name) === true,
    })),
  ].map(({ name, schema, isRequired }) => ({
    name,
    argument: keywords.has(name) ? `${name}_` : ids.includes(name) ? `other_${name}` : name,
    type: types.print(schema, toCamel(toSnake(operation)) + toCamel(name)),
    isRequired,
  }));
  const takesKey =
    method !== 'get' && parameters.some(({ $ref }) => $ref?.endsWith('/Idempotency-Key') === true);
  return { ids, members, sends: query.length > 0 ? 'query' : members.length > 0 ? 'body' : null, takesKey };
}

function printMethod({ method, path, ...operation }, types) {
  const { operationId, summary, responses } = operation;
  const { ids, members, sends, takesKey } = parametersOf({ method, ...operation }, types, operationId);
  const output = (responses['200'] ?? responses['201']).content['application/json'].schema;
  const answer = types.print(output, `${toCamel(toSnake(operationId))}Answer`);
  const optional = members.filter(({ isRequired }) => !isRequired);
  const asOptional = (type) => (type.startsWith('Optional[') ? type : `Optional[${type}]`);
  const options = [
    ...(takesKey ? ['idempotency_key: Optional[str]'] : []),
    'timeout: Optional[float]',
    'patience: Optional[float]',
  ];
  const signature = [
    'self',
    ...ids.map((id) => `${id}: str`),
    ...members.filter(({ isRequired }) => isRequired).map(({ argument, type }) => `${argument}: ${type}`),
    '*',
    ...optional.map(({ argument, type }) => `${argument}: ${asOptional(type)} = None`),
    ...options.map((option) => `${option} = None`),
  ];
  const filled = path.replaceAll(/\{(\w+)\}/g, '{_id($1)}');
  const sent = members.map(({ name, argument }) => `${quote(name)}: ${argument}`).join(', ');
  const args = [
    quote(method.toUpperCase()),
    filled === path ? quote(path) : `f${quote(filled)}`,
    ...(sends === null ? [] : [`${sends}={${sent}}`]),
    ...(takesKey ? ['idempotency_key=idempotency_key'] : []),
    'timeout=timeout',
    'patience=patience',
  ];
  const lines = (items) => items.map((item) => `            ${item},\n`).join('');
  return `    def ${toSnake(operationId)}(\n${signature.map((item) => `        ${item},\n`).join('')}    ) -> ${answer}:
${toDocstring(`${summary}.`, '        ')}        return self.call(\n${lines(args)}        )\n`;
}

/**
 * @param documents both API documents of a server
 * @param names of the methods, in their order
 * @returns the text of each module, by its name
 */
export function printPython(documents, names) {
  const { openapi } = documents;
  const types = createTypes(openapi.components.schemas);
  const operations = new Map(
    Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { ...operation, method, path },
      ]),
    ),
  );
  const methods = names.map((name) => printMethod(operations.get(name), types));
  const declarations = [...types.declared.entries()];
  const isAlias = ([, text]) => !/^class |^\w+ = TypedDict/.test(text);
  const ordered = [...declarations.filter((one) => !isAlias(one)), ...declarations.filter(isAlias)];
  const used = new Set(methods.join('').match(/\w+/g));
  const imported = declarations
    .map(([name]) => name)
    .filter((name) => used.has(name))
    .sort();
  return {
    'types.py': `${note}

Members that may be missing are optional; a later server may add members.
"""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict, Union

Json = dict[str, Any]


${ordered.map(([, text]) => text).join('\n\n')}`,
    'routes.py': `${note}

Every JSON route of the server as a method.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal, Mapping, Optional
from urllib.parse import quote

from .types import (
${imported.map((name) => `    ${name},\n`).join('')})


def _id(text: str) -> str:
    return quote(text, safe='')


class Routes(ABC):
    """The methods return the answer, and raise Refusal. An absent argument is not sent.

    Each takes \`timeout\`, the seconds that one attempt may take, and \`patience\`, the seconds after which no attempt
    begins; orders also take \`idempotency_key\`: to repeat an earlier call, also after a restart, pass the same key.
    """

    @abstractmethod
    def call(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Any:
        """Calls a route."""

${methods.join('\n')}`,
  };
}

// Finds the schemas of the API documents: of each call, each event, and each part of another schema.

/** A schema without the reference that it consists of. */
function createResolve(components) {
  return function resolve(schema) {
    const reference = schema?.$ref ?? (schema?.allOf?.length === 1 ? schema.allOf[0].$ref : undefined);
    return reference === undefined ? schema : components[reference.split('/').at(-1)];
  };
}

/** The schemas of an operation: of its query or body, and of its answer. */
function toCall({ parameters = [], requestBody, responses, summary }) {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const properties = Object.fromEntries(
    query.map(({ name, schema, description }) => [name, { ...schema, description }]),
  );
  const content = (of) => of?.content?.['application/json']?.schema;
  return {
    input: content(requestBody) ?? { properties },
    output: content(responses['200'] ?? responses['201']),
    description: summary,
  };
}

/** @param documents both API documents of a server */
export function createSchemas({ openapi, asyncapi }) {
  const resolve = createResolve({ ...openapi.components.schemas, ...asyncapi.components.schemas });
  const operations = Object.values(openapi.paths).flatMap((methods) => Object.values(methods));
  return {
    resolve,
    /** By the name of the call. */
    operations: Object.fromEntries(operations.map((operation) => [operation.operationId, toCall(operation)])),
    serverEvents: Object.fromEntries(
      Object.entries(asyncapi.components.messages).map(([name, { payload, summary }]) => [
        name,
        { ...resolve(payload), description: summary },
      ]),
    ),
    /** The part of a union that is not null; of several objects, the one with this constant as its `type`. */
    partOf(schema, constant) {
      const parts = schema?.oneOf ?? schema?.anyOf;
      if (parts === undefined) return schema;
      const objects = parts.map(resolve).filter(({ type }) => type !== 'null');
      return objects.find(({ properties }) => properties?.type?.const === constant) ?? objects[0];
    },
  };
}

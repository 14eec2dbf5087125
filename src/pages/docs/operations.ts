/** The operations of the OpenAPI document, for the API page. */
import type { Documents } from '../../documents/documents.ts';
import { examples, toCurl, type Example } from '../../documents/examples.ts';
import type { OpenApi, Operation, Parameter, Reference } from '../../documents/types.ts';
import type { LimitClass } from '../../http/limits/rate-limit.ts';
import { namesOf, parameterMember, shapeOf } from './members.ts';

function accessOf({ security }: Operation): string {
  if (security.length === 0) return 'Open to everybody';
  return security.some((scheme) => Object.keys(scheme).length === 0)
    ? 'With or without a session'
    : 'Needs a session';
}

function resolveParameter({ components }: OpenApi, parameter: Parameter | Reference): Parameter | undefined {
  return '$ref' in parameter ? components.parameters[parameter.$ref.replace(/.*\//, '')] : parameter;
}

function toExample(example: Example) {
  const { title, status, answer } = example;
  return { title, status, curl: toCurl(example), answer: JSON.stringify(answer, null, 2) };
}

/** The operations of a tag, in the order of the document. */
export function operationsOf(
  { openapi }: Documents,
  tag: string,
  limitWords: Readonly<Record<LimitClass, string>>,
) {
  const all = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return all
    .filter(({ operation }) => operation.tags.includes(tag))
    .map(({ path, method, operation }) => {
      const parameters = operation.parameters.flatMap((parameter) => {
        const found = resolveParameter(openapi, parameter);
        return found === undefined ? [] : [parameterMember(found)];
      });
      const content = operation.requestBody?.content;
      const answers = Object.entries(operation.responses);
      const [status, good] = answers[0] ?? ['200', undefined];
      const refusals = answers
        .filter(([code]) => Number(code) >= 400)
        .map(([code, answer]) => ({
          status: code,
          codes: (answer.content?.['application/json']?.schema.properties?.code?.enum ?? []) as string[],
        }));
      const body = content === undefined ? null : shapeOf(content['application/json']?.schema);
      const answer = shapeOf(good?.content?.['application/json']?.schema);
      return {
        id: operation.operationId,
        searchText: [
          method,
          path,
          operation.summary,
          operation.description,
          tag,
          namesOf(parameters),
          namesOf(body?.members ?? []),
          namesOf(answer.members),
          answer.object ?? '',
          ...refusals.flatMap(({ status: number, codes }) => [number, ...codes]),
        ].join(' '),
        method,
        path,
        summary: operation.summary,
        description: operation.description,
        access: accessOf(operation),
        limit: limitWords[operation['x-rate-limit-class']],
        parameters,
        body,
        /** Whether the route also accepts a form. */
        takesForm: content !== undefined && Object.keys(content).length > 1,
        answer,
        status,
        refusals,
        examples: examples.requests.filter(({ route }) => route === `${method} ${path}`).map(toExample),
      };
    });
}

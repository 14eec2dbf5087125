/** Converts a JSON schema to rows of members: name, type, bounds and meaning, with links from types to their entries. */
import ejs from 'ejs';
import type { JsonSchema } from '../../documents/schemas.ts';
import type { Parameter } from '../../documents/types.ts';

/** A sentence as HTML; backticks mark code. */
export function proseHtml(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? ejs.escapeXML(part) : `<code>${ejs.escapeXML(part)}</code>`))
    .join('');
}

export interface Member {
  /** With its path: `order.cost`, `sessions[].id`. */
  name: string;
  /** `optional`, or the kind of object it belongs to: `of battle_start`. */
  note: string;
  typeHtml: string;
  meaningHtml: string;
}

const formatNames: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'moment',
  email: 'e-mail',
};
const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

/** The name of the component that a schema refers to, perhaps with a description of its own; or null. */
function componentOf({ $ref, allOf }: JsonSchema): string | null {
  return ($ref ?? allOf?.[0]?.$ref)?.replace('#/components/schemas/', '') ?? null;
}

function alternativesOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] {
  return anyOf ?? oneOf ?? [];
}

/** The type as HTML, with links to objects: `whole number`, `list of City`, `UUID or null`. */
function typeOf(schema: JsonSchema): string {
  const component = componentOf(schema);
  if (component !== null) {
    const name = ejs.escapeXML(component);
    return `<a href="/docs#object-${name}">${name}</a>`;
  }
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return ejs.escapeXML(JSON.stringify(schema.const));
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (typeof schema.additionalProperties === 'object')
    return `by name: ${typeOf(schema.additionalProperties)}`;
  const types = [schema.type ?? 'any value'].flat();
  const names = types.map(
    (type) => (type === 'string' ? formatNames[schema.format ?? ''] : null) ?? typeNames[type] ?? type,
  );
  return ejs.escapeXML(names.join(' or '));
}

function boundsOf({ type, minimum, maximum, minLength, maxLength }: JsonSchema): string {
  const isText = [type].flat().includes('string');
  const [low, high] = isText ? [minLength, maxLength] : [minimum, maximum];
  const unit = isText ? ' characters' : '';
  const show = (bound: number): string => bound.toLocaleString('en').replace('-', '−');
  if (high === undefined) return low === undefined || low === 0 ? '' : `At least ${show(low)}${unit}.`;
  return low === undefined || (isText && low === 0)
    ? `At most ${show(high)}${unit}.`
    : `${show(low)} to ${show(high)}${unit}.`;
}

/** The description, the allowed values, the bounds and the default. Backticks mark code. */
function meaningOf(schema: JsonSchema): string {
  const shapes = [schema, ...alternativesOf(schema)];
  const values = shapes.find(({ enum: allowed }) => allowed !== undefined)?.enum;
  const preset = schema.default;
  return [
    schema.description ?? '',
    values === undefined ? '' : `One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.`,
    shapes.map(boundsOf).find((bounds) => bounds !== '') ?? '',
    preset === undefined || schema.description?.includes('when absent') === true
      ? ''
      : `\`${JSON.stringify(preset).replaceAll('"', '')}\` when absent.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The inline schemas inside a member, with their paths; referenced objects have their own entries. */
function partsOf(schema: JsonSchema, name: string): [path: string, schema: JsonSchema][] {
  if (componentOf(schema) !== null) return [];
  if (schema.properties !== undefined) return [[`${name}.`, schema]];
  if (schema.items !== undefined) return partsOf(schema.items, `${name}[]`);
  if (typeof schema.additionalProperties === 'object')
    return partsOf(schema.additionalProperties, `${name}.*`);
  return alternativesOf(schema).flatMap((alternative) => partsOf(alternative, name));
}

/** The members of a union whose kinds differ by `type`: first the shared members, then those of each kind. */
function membersOfKinds(kinds: readonly JsonSchema[]): Member[] {
  const [first = {}] = kinds;
  const isShared = ([key, member]: [string, JsonSchema]): boolean =>
    kinds.every(({ properties }) => JSON.stringify(properties?.[key]) === JSON.stringify(member));
  const shared = Object.entries(first.properties ?? {}).filter(isShared);
  const kindNames = kinds.map(({ properties }) => properties?.type?.const);
  const type: JsonSchema = { type: 'string', enum: kindNames };
  const { required = [] } = first;
  return [
    ...membersOf({ properties: Object.fromEntries([...shared, ['type', type]]), required }),
    ...kinds.flatMap(({ properties = {}, ...kind }, index) => {
      const own = Object.entries(properties).filter((entry) => entry[0] !== 'type' && !isShared(entry));
      return membersOf({ ...kind, properties: Object.fromEntries(own) }, '', String(kindNames[index]));
    }),
  ];
}

/**
 * Every member of an object. A required inner object without a description is replaced by its members.
 * @param kind the kind of object, for unions
 */
export function membersOf(schema: JsonSchema, prefix = '', kind: string | null = null): Member[] {
  const kinds = alternativesOf(schema).filter(({ properties }) => properties?.type?.const !== undefined);
  if (kinds.length > 0) return membersOfKinds(kinds);
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, member]) => {
    const isOptional = !required.includes(key);
    const meaning = meaningOf(member);
    const inner = partsOf(member, prefix + key).flatMap(([path, part]) => membersOf(part, path, kind));
    if (member.properties !== undefined && !isOptional && meaning === '') return inner;
    const own = {
      name: prefix + key,
      note: kind === null ? (isOptional ? 'optional' : '') : `of ${kind}`,
      typeHtml: typeOf(member),
      meaningHtml: proseHtml(meaning),
    };
    return [own, ...inner];
  });
}

/** A request parameter as a member. Headers are marked as such. */
export function parameterMember({ name, in: place, required, description, schema }: Parameter): Member {
  const meaning = meaningOf(description === undefined ? schema : { ...schema, description });
  return {
    name,
    note: required ? '' : 'optional',
    typeHtml: typeOf(schema),
    meaningHtml: proseHtml(place === 'header' ? `A header. ${meaning}` : meaning),
  };
}

/** The members of an object, or the name of an object that has its own entry, which is null without one. */
export function shapeOf(schema: JsonSchema = {}) {
  const typeHtml = typeOf(schema);
  const object = /#object-(\w+)/.exec(typeHtml)?.[1] ?? null;
  return { object, typeHtml, members: componentOf(schema) === null ? membersOf(schema) : [] };
}

/** The names of members, for the search text. */
export const namesOf = (members: readonly Member[]): string => members.map(({ name }) => name).join(' ');

/**
 * Draws requests from the OpenAPI document: mostly valid ones with ids that the player has seen, so that they reach
 * commands; some with an invalid member, address or body.
 */
import { pickFrom } from '../support/pick-from.ts';
import type { Chance } from '../../src/bots/mind/chance.ts';
import type { JsonSchema } from '../../src/server/documents/schemas.ts';
import type { OpenApi, Parameter, Reference } from '../../src/server/documents/types.ts';
import {
  badIds,
  badIntegers,
  badObjects,
  badPathIds,
  badTexts,
  badWishes,
  badWords,
} from '../support/bad-values.ts';
import { listOperations, type ResolvedOperation } from '../support/documents.ts';

/** Ids by the name of the parameter that takes them. */
export type Known = Map<string, string[]>;

/** Answers with the ids of other players; their cities are targets. */
export const ofOthers = /\/api\/(?:map|empires|leaderboard|seats|reigns|battles?)\b/;

export interface Drawn {
  /** Method and path of the document. */
  route: string;
  operation: ResolvedOperation;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Raw text; undefined: no body. */
  body: string | undefined;
}

/** The share of requests with an invalid member, address or body. */
const invalidShare = 0.1;
const keyShare = 0.3;
const maxKnown = 40;
/** The distance from a player's tile in which tiles are drawn. */
const reach = 12;
const invalid = [
  ...badTexts(1, 50),
  ...badIntegers(0, 1000),
  ...badWords,
  ...badIds,
  ...badObjects,
  ...badWishes,
];
const noJson = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1,}',
  'type=farm',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
];
const targets = ['foreign city_id', 'foreign city_id', 'foreign army_id', 'seat_id'];
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
/** The parameters that take the `id` of an object, by the member that contains it. */
const owners: Partial<Record<string, string>> = {
  ...{ army: 'army_id', armies: 'army_id', city: 'city_id', cities: 'city_id', capital: 'city_id' },
  ...{ order: 'order_id', battle: 'battle_id', battles: 'battle_id', empire: 'empire_id' },
  ...{ empires: 'empire_id', sessions: 'session_id', wishes: 'id', seats: 'seat_id' },
};

/** Adds the ids of a response. @param prefix of their names, to keep them apart */
export function learn(known: Known, value: unknown, prefix = '', member = ''): void {
  if (Array.isArray(value)) for (const item of value) learn(known, item, prefix, member);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix + (key === 'id' ? (owners[member] ?? 'id') : key);
    if (typeof inner !== 'string') learn(known, inner, prefix, key);
    else if (uuid.test(inner)) {
      const ids = (known.get(name) ?? []).filter((id) => id !== inner);
      known.set(name, [...ids, inner].slice(-maxKnown));
    }
  }
}

export class RequestMaker {
  readonly #openapi: OpenApi;
  readonly #chance: Chance;
  readonly #operations: [string, ResolvedOperation][];

  constructor(openapi: OpenApi, chance: Chance) {
    this.#openapi = openapi;
    this.#chance = chance;
    this.#operations = [...listOperations(openapi)];
  }

  /** @param tile a tile near which the player acts */
  draw(known: Known, tile: { x: number; y: number }): Drawn {
    const [route, operation] = this.#drawOperation();
    const [method = '', template = ''] = route.split(' ');
    const headers: Record<string, string> = {};
    let path = template;
    const query = new URLSearchParams();
    for (const parameter of operation.parameters.map((given) => this.#resolve<Parameter>(given))) {
      const { name, schema } = parameter;
      if (parameter.in === 'path') path = path.replace(`{${name}}`, this.#pathId(name, known));
      if (parameter.in === 'query' && (parameter.required || this.#chance() < 0.4)) {
        query.set(
          name,
          this.#is(invalidShare) ? this.#invalidText() : String(this.#value(schema, name, known, tile)),
        );
      }
      if (parameter.in === 'header' && this.#chance() < keyShare) {
        headers[name.toLowerCase()] = this.#is(invalidShare) ? 'ä b' : `key-${this.#below(2_000)}`;
      }
    }
    const search = query.size === 0 ? '' : `?${query.toString()}`;
    const body = method === 'GET' ? undefined : this.#body(operation, known, tile);
    if (body !== undefined) {
      headers['content-type'] = this.#is(0.01) ? 'text/plain' : 'application/json';
    }
    return { route, operation, method, path: path + search, headers, body };
  }

  /** Commands more often than reads; what hashes a password or ends a session, rarely. */
  #drawOperation(): [string, ResolvedOperation] {
    for (;;) {
      const drawn = pickFrom(this.#operations, this.#chance);
      const [route] = drawn;
      const isCostly = /\/(?:login|logout|register|sessions|openapi|asyncapi)/.test(route);
      const share = isCostly ? 0.02 : route.startsWith('GET') ? 0.2 : 1;
      if (this.#is(share)) return drawn;
    }
  }

  #is(share: number): boolean {
    return this.#chance() < share;
  }

  #below(limit: number): number {
    return Math.floor(this.#chance() * limit);
  }

  #resolve<T>(given: T | Reference): T {
    if (typeof given !== 'object' || given === null || !('$ref' in given)) return given;
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(given.$ref) ?? [];
    return (this.#openapi.components as unknown as Record<string, Record<string, T>>)[kind]?.[name] as T;
  }

  #id(name: string, known: Known): string {
    // The target of an attack may be a city or an army.
    const isForeign = this.#is(0.05);
    const shelf =
      name === 'target_id' ? pickFrom(targets, this.#chance) : isForeign ? `foreign ${name}` : name;
    const ids = known.get(shelf) ?? known.get('empire_id') ?? [];
    return ids.length === 0 ? '00000000-0000-4000-8000-000000000000' : pickFrom(ids, this.#chance);
  }

  #pathId(name: string, known: Known): string {
    return this.#is(invalidShare / 2) ? pickFrom(badPathIds, this.#chance) : this.#id(name, known);
  }

  #invalidText(): string {
    return String(pickFrom(invalid, this.#chance)[1]).slice(0, 500);
  }

  #body(
    { requestBody }: ResolvedOperation,
    known: Known,
    tile: { x: number; y: number },
  ): string | undefined {
    const schema = requestBody?.content['application/json']?.schema;
    if (schema === undefined) return this.#is(0.02) ? '{"unexpected":1}' : undefined;
    if (this.#is(0.02)) return pickFrom(noJson, this.#chance);
    const value = this.#value(schema, '', known, tile);
    if (!this.#is(invalidShare) || typeof value !== 'object' || value === null) return JSON.stringify(value);
    const raw = new Map(Object.entries(value).map(([key, inner]) => [key, JSON.stringify(inner)]));
    const member = pickFrom([...Object.keys(this.#resolve(schema).properties ?? { x: {} })], this.#chance);
    const [, json] = pickFrom(invalid, this.#chance);
    if (json === undefined) raw.delete(member);
    else raw.set(member, json);
    return `{${[...raw].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
  }

  /** A value that fits the schema, as far as the schema can say. */
  #value(given: JsonSchema, name: string, known: Known, tile: { x: number; y: number }): unknown {
    const schema = this.#resolve<JsonSchema>(given);
    const options = schema.anyOf ?? schema.oneOf;
    if (options !== undefined) return this.#value(pickFrom(options, this.#chance), name, known, tile);
    if (schema.enum !== undefined) return pickFrom(schema.enum, this.#chance);
    if (schema.const !== undefined) return schema.const;
    switch (schema.type) {
      case 'object':
        return this.#object(schema, known, tile);
      case 'array':
        return Array.from({ length: this.#below(4) }, () =>
          this.#value(schema.items ?? {}, name, known, tile),
        );
      case 'integer':
      case 'number':
        return this.#number(schema, name, tile);
      case 'boolean':
        return this.#is(0.5);
      case 'null':
        return null;
      case 'string':
      case undefined:
      default:
        return this.#text(schema, name, known);
    }
  }

  #object(schema: JsonSchema, known: Known, tile: { x: number; y: number }): Record<string, unknown> {
    const entries = Object.entries(schema.properties ?? {}).filter(
      ([key]) => schema.required?.includes(key) === true || this.#is(0.5),
    );
    return Object.fromEntries(entries.map(([key, inner]) => [key, this.#value(inner, key, known, tile)]));
  }

  #number({ minimum = -1_000, maximum = 1_000 }: JsonSchema, name: string, tile: { x: number; y: number }) {
    if (name === 'x' || name === 'y') return tile[name] + this.#below(2 * reach + 1) - reach;
    if (this.#is(0.05)) return pickFrom([minimum, maximum], this.#chance);
    return minimum + this.#below(Math.min(maximum - minimum + 1, 9));
  }

  #text({ format, minLength = 1, maxLength = 30 }: JsonSchema, name: string, known: Known): string {
    if (format === 'uuid' || name.endsWith('_id')) return this.#id(name, known);
    if (format === 'email') return `fuzz${this.#below(1e9)}@example.org`;
    const length = Math.min(maxLength, minLength + 4 + this.#below(12));
    return Array.from({ length }, () => String.fromCharCode(97 + this.#below(26))).join('');
  }
}

/** Converts schemas of the contract to JSON Schema 2020-12. Schemas with an id become components. */
import { z } from 'zod';
import { codeList } from './words.ts';

/** The subset of JSON Schema that the contract uses. */
export interface JsonSchema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $defs?: Record<string, JsonSchema>;
}

/** A field with a default is optional in input only. */
type Direction = 'input' | 'output';

export interface SchemaRegistry {
  describe: (schema: z.ZodType, direction: Direction) => JsonSchema;
  /** Those referred to so far, by name. */
  components: Record<string, JsonSchema>;
}

/** Removes constraints without use for clients: bounds of safe integers, patterns that implement a format. */
function simplify(zodSchema: z.core.$ZodTypes, json: JsonSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format !== undefined || json.type === 'integer') delete json.pattern;
  // Responses may have undocumented members, and unknown members of a body are dropped.
  if (json.additionalProperties === false) delete json.additionalProperties;
  const { def } = zodSchema._zod;
  if (def.type === 'default') json.default = def.defaultValue;
  if (def.type === 'record') nameMembers([...(def.keyType._zod.values ?? [])], json);
}

/** A record whose keys are a closed list becomes an object with these members. */
function nameMembers(keys: readonly unknown[], json: JsonSchema): void {
  const { additionalProperties } = json;
  if (keys.length === 0 || typeof additionalProperties !== 'object') return;
  json.properties = Object.fromEntries(keys.map((key) => [String(key), additionalProperties]));
  delete json.propertyNames;
  delete json.additionalProperties;
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** In place. A reference with other keys becomes `allOf`, because many tools ignore what is beside `$ref`. */
function wrapReferences(json: JsonSchema): void {
  const { properties, items, additionalProperties, anyOf = [], oneOf = [] } = json;
  const parts = [...Object.values(properties ?? {}), items, additionalProperties, ...anyOf, ...oneOf];
  for (const part of parts) if (isSchema(part)) wrapReferences(part);
  const { $ref } = json;
  if ($ref !== undefined && Object.keys(json).length > 1) {
    delete json.$ref;
    json.allOf = [{ $ref }];
  }
}

export function createSchemaRegistry(): SchemaRegistry {
  const components: Record<string, JsonSchema> = {};
  return {
    components,
    describe(schema, direction) {
      const converted = z.toJSONSchema(schema, {
        target: 'draft-2020-12',
        io: direction,
        override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema as JsonSchema),
      });
      const text = JSON.stringify({ ...converted, $schema: undefined });
      const { $defs = {}, ...json } = JSON.parse(
        text.replaceAll('"#/$defs/', '"#/components/schemas/'),
      ) as JsonSchema;
      for (const component of [...Object.values($defs), json]) wrapReferences(component);
      Object.assign(components, $defs);
      if (components.ErrorCode !== undefined) components.ErrorCode.description = codeList;
      return json;
    },
  };
}

/**
 * The schemas of the contract as JSON Schema 2020-12. What has an id in the contract becomes a component that the
 * others refer to; what only zod needs to know is left out.
 */
import { z } from 'zod';

/** What of JSON Schema the contract makes use of. */
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
  $defs?: Record<string, JsonSchema>;
}

/** What arrives is input, what is answered is output: a field with a preset may be left out of the one only. */
type Direction = 'input' | 'output';

export interface SchemaRegistry {
  describe: (schema: z.ZodType, direction: Direction) => JsonSchema;
  /** By name, those that were referred to so far. */
  components: Record<string, JsonSchema>;
}

/** Leaves out what says nothing to a client: the bounds of a safe integer, patterns behind a format. */
function simplify(zodSchema: z.core.$ZodTypes, json: JsonSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format !== undefined || json.type === 'integer') delete json.pattern;
  // Answers may carry more members than the document shows; unknown members of a body are dropped.
  if (json.additionalProperties === false) delete json.additionalProperties;
  const { def } = zodSchema._zod;
  if (def.type === 'default') json.default = def.defaultValue;
}

/** Starts a book of schemas that refer to each other at `#/components/schemas/`. */
export function createSchemaRegistry(): SchemaRegistry {
  const components: Record<string, JsonSchema> = {};
  return {
    components,
    describe(schema, direction) {
      const written = z.toJSONSchema(schema, {
        target: 'draft-2020-12',
        io: direction,
        override: ({ zodSchema, jsonSchema }) => {
          simplify(zodSchema, jsonSchema as JsonSchema);
        },
      });
      const text = JSON.stringify({ ...written, $schema: undefined });
      const { $defs = {}, ...json } = JSON.parse(
        text.replaceAll('"#/$defs/', '"#/components/schemas/'),
      ) as JsonSchema;
      Object.assign(components, $defs);
      return json;
    },
  };
}

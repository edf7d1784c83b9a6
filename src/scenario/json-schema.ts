/** The JSON Schema of scenario files, for editors, from the shapes of the language. */
import { conditionSchema } from './checks/conditions/index.ts';
import { conditionReference } from './checks/conditions/form.ts';
import { scenarioShape } from './document.ts';
import { stepSchema } from './step-shape.ts';
import type { JsonSchema } from './shape/shape.ts';

const VARIABLE = { $ref: '#/definitions/variable' };

/** Where a schema holds other schemas. */
const SCHEMAS_BY_NAME = ['properties', 'definitions'];
const SCHEMA_LISTS = ['anyOf', 'oneOf'];
const SCHEMAS = ['items', 'additionalProperties'];

/** Returns the schema of scenario files: runs need none. */
export function scenarioSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Orrery scenario',
    ...withVariables(scenarioShape.schema),
    definitions: {
      condition: withVariables(conditionSchema),
      variable: {
        type: 'string',
        pattern: '\\$\\{',
        description: 'A variable, such as ${nodes}, or a text that holds some.',
      },
    },
  };
}

/**
 * Returns the schemas of a single step and of a condition, without variables.
 * @param condition where they find that of a condition, as a reference
 */
export function languageSchemas(
  condition: string,
): Readonly<Record<'Step' | 'Condition', JsonSchema>> {
  const text = JSON.stringify({ Step: stepSchema, Condition: conditionSchema });
  const here = JSON.stringify(conditionReference.$ref);
  return JSON.parse(text.replaceAll(here, JSON.stringify(condition))) as ReturnType<
    typeof languageSchemas
  >;
}

/** Returns the schema, with variables allowed where it would otherwise reject a text. */
function withVariables(schema: JsonSchema): JsonSchema {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withVariablesBelow(key, value)]),
  );
  const { oneOf, ...rest } = inner;
  // A text with a variable would match no alternative, or several.
  if (oneOf !== undefined) return { ...rest, anyOf: oneOf };
  if (!isScalarButText(schema)) return inner;
  const { description, ...restricted } = inner;
  return { ...(description !== undefined && { description }), anyOf: [restricted, VARIABLE] };
}

function withVariablesBelow(key: string, value: unknown): unknown {
  if (SCHEMAS_BY_NAME.includes(key)) {
    const schemas = Object.entries(value as Readonly<Record<string, JsonSchema>>);
    return Object.fromEntries(schemas.map(([name, each]) => [name, withVariables(each)]));
  }
  if (SCHEMA_LISTS.includes(key)) return (value as readonly JsonSchema[]).map(withVariables);
  const isSchema = SCHEMAS.includes(key) && typeof value === 'object' && value !== null;
  return isSchema ? withVariables(value as JsonSchema) : value;
}

function isScalarButText({ type, enum: values, pattern }: JsonSchema): boolean {
  if (type === 'string') return values !== undefined || pattern !== undefined;
  return type === 'integer' || type === 'number' || type === 'boolean';
}

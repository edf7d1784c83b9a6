/** The schemas of custom resources as v1.24 publishes them, which is not quite as they are defined. */
import type { JSONSchemaProps } from '#types';

type JsonSchema = Readonly<Record<string, unknown>>;

/** What is added to every object that has a type. */
export type TypeFields = Readonly<Record<'apiVersion' | 'kind' | 'metadata', JsonSchema>>;

/** In version 3 all is published. */
export function customSchema3(props: JSONSchemaProps, type: TypeFields): JsonSchema {
  return withRootType(schema3(props, type), type);
}

/**
 * Clients of version 2 take what is published for all that there may be: nothing is published below
 * values that keep unknown fields, and no types of values that may be null.
 */
export function customSchema2(props: JSONSchemaProps, type: TypeFields): JsonSchema {
  if (props['x-kubernetes-preserve-unknown-fields'] === true) return { type: 'object' };
  return withRootType(schema2(props, type), type);
}

function withRootType(schema: JsonSchema, type: TypeFields): JsonSchema {
  return { ...schema, properties: { ...(schema['properties'] as object | undefined), ...type } };
}

/** Parts that documents of both versions show as they are. */
const plain = [
  ...['description', 'enum', 'exclusiveMaximum', 'exclusiveMinimum', 'format', 'maxItems'],
  ...['maxLength', 'maxProperties', 'maximum', 'minItems', 'minLength', 'minProperties'],
  ...['minimum', 'multipleOf', 'pattern', 'required', 'title', 'type'],
  ...['x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string'],
  ...['x-kubernetes-list-map-keys', 'x-kubernetes-list-type', 'x-kubernetes-map-type'],
  ...['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-validations'],
] as const;
const onlyIn3 = ['allOf', 'anyOf', 'default', 'not', 'nullable', 'oneOf'] as const;

const integerOrText = [{ type: 'integer' }, { type: 'string' }];

function schema3(props: JSONSchemaProps, type: TypeFields): JsonSchema {
  const result = { ...picked(props, [...plain, ...onlyIn3]), ...partsOf(props, type, schema3) };
  const whole = props['x-kubernetes-int-or-string'] === true ? withForms(result) : result;
  return props['x-kubernetes-embedded-resource'] === true ? embedded(whole, type) : whole;
}

/** Says that a value is an integer or a text, if the schema does not say so itself. */
function withForms(schema: JsonSchema): JsonSchema {
  const { anyOf, allOf = [] } = schema;
  if (anyOf === undefined) return { ...schema, anyOf: integerOrText };
  if (JSON.stringify(anyOf) === JSON.stringify(integerOrText)) return schema;
  return { ...schema, allOf: [{ anyOf: integerOrText }, ...(allOf as readonly unknown[])] };
}

function schema2(props: JSONSchemaProps, type: TypeFields): JsonSchema {
  const { properties = {}, additionalProperties: others, nullable: isNullable = false } = props;
  const preserves = props['x-kubernetes-preserve-unknown-fields'] === true;
  const isEmpty = isNullable || preserves;
  const result: Record<string, unknown> = { ...picked(props, plain) };
  if (isNullable || (preserves && (props.type === 'object' || props.type === 'array'))) {
    delete result['type'];
  }
  Object.assign(result, partsOf(isEmpty ? withoutParts(props) : props, type, schema2));
  const isRequired = (name: string): boolean => properties[name]?.nullable !== true;
  const isAllNullable = typeof others === 'object' && others.nullable === true;
  const required = isEmpty ? props.required : props.required?.filter(isRequired);
  if (isAllNullable || required?.length === 0) delete result['required'];
  else if (required !== undefined) result['required'] = required;
  const isEmbedded = props['x-kubernetes-embedded-resource'] === true && !preserves;
  return isEmbedded ? embedded(result, type) : result;
}

function withoutParts({ additionalProperties }: JSONSchemaProps): JSONSchemaProps {
  return additionalProperties === undefined ? {} : { additionalProperties };
}

/** Returns the schemas of the parts of a value. */
function partsOf(
  { properties, additionalProperties, items }: JSONSchemaProps,
  type: TypeFields,
  convert: (props: JSONSchemaProps, type: TypeFields) => JsonSchema,
): JsonSchema {
  const fields = Object.entries(properties ?? {});
  return {
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, of]) => [name, convert(of, type)])),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean'
          ? additionalProperties
          : convert(additionalProperties, type),
    }),
    ...(items !== undefined && { items: convert(items as JSONSchemaProps, type) }),
  };
}

function embedded(schema: JsonSchema, type: TypeFields): JsonSchema {
  const { properties, required = [] } = schema as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  return {
    ...schema,
    properties: { ...properties, ...type },
    required: [...new Set([...required, 'kind', 'apiVersion'])],
  };
}

function picked(props: JSONSchemaProps, names: readonly (keyof JSONSchemaProps)[]): JsonSchema {
  const input = names.filter((name) => props[name] !== undefined);
  return Object.fromEntries(input.map((name) => [name, props[name]]));
}

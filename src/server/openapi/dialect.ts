/** Where the two versions of OpenAPI differ about values. */
import type { JSONSchemaProps } from '#types';
import type { ScalarName } from '#schema';
import { customSchema2, customSchema3, type TypeFields } from './custom.ts';

/** JSON Schema, as far as OpenAPI supports it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Dialect {
  /** The prefix of references to definitions. */
  readonly refs: string;
  /** Whether defaults are published. (Old clients of version 2 fail on them.) */
  readonly hasDefaults: boolean;
  /** Definitions of the scalars that are referenced by name. */
  readonly named: Readonly<Record<string, JsonSchema>>;
  /** A reference with a description. */
  described(ref: JsonSchema, about: JsonSchema): JsonSchema;
  /** The schema of a custom resource. */
  custom(props: JSONSchemaProps, type: TypeFields): JsonSchema;
}

const text: JsonSchema = { type: 'string' };
const anyObject: JsonSchema = { type: 'object' };
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const apiextensions = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

/** Scalars with a definition of their own. `any` has one of two, depending on the field. */
export const scalarDefinitions: Readonly<Partial<Record<ScalarName, string>>> = {
  Time: `${meta}.Time`,
  MicroTime: `${meta}.MicroTime`,
  Quantity: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  IntOrString: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  JSON: `${apiextensions}.JSON`,
  any: 'io.k8s.apimachinery.pkg.runtime.RawExtension',
};
export const fieldsDefinition = `${meta}.FieldsV1`;
export const patchDefinition = `${meta}.Patch`;

/** The other scalars are inlined. */
export const plainScalars: Readonly<Partial<Record<ScalarName, JsonSchema>>> = {
  string: text,
  boolean: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
};

const instant: JsonSchema = { type: 'string', format: 'date-time' };
/** Definitions that are the same in both versions. */
const shared: Readonly<Record<string, JsonSchema>> = {
  [scalarDefinitions.Time!]: { ...instant, description: 'An instant, to the second, in UTC.' },
  [scalarDefinitions.MicroTime!]: {
    ...instant,
    description: 'An instant, to the microsecond, in UTC.',
  },
  [scalarDefinitions.any!]: { ...anyObject, description: 'An object of any kind.' },
  [scalarDefinitions.JSON!]: { description: 'Any JSON value.' },
  [`${apiextensions}.JSONSchemaPropsOrArray`]: { description: 'A schema, or a list of schemas.' },
  [`${apiextensions}.JSONSchemaPropsOrBool`]: {
    description: 'A schema, or whether anything is allowed.',
  },
  [`${apiextensions}.JSONSchemaPropsOrStringArray`]: {
    description: 'A schema, or a list of names.',
  },
  [fieldsDefinition]: { ...anyObject, description: 'A set of fields, as a tree of their names.' },
  [patchDefinition]: {
    ...anyObject,
    description: 'Changes of an object, in one of several forms.',
  },
};

const quantity = 'An amount, such as 500m, 1.5 or 2Gi.';
const intOrString = 'A number, or a text such as 10%.';

/** OpenAPI 2.0, where Kubernetes writes keys beside references, which the standard forbids. */
export const version2: Dialect = {
  refs: '#/definitions/',
  hasDefaults: false,
  named: {
    ...shared,
    [scalarDefinitions.Quantity!]: { ...text, description: quantity },
    [scalarDefinitions.IntOrString!]: {
      ...text,
      format: 'int-or-string',
      description: intOrString,
    },
  },
  described: (ref, about) => ({ ...about, ...ref }),
  custom: customSchema2,
};

/** OpenAPI 3.0, where a reference may have no keys beside it. */
export const version3: Dialect = {
  refs: '#/components/schemas/',
  hasDefaults: true,
  named: {
    ...shared,
    [scalarDefinitions.Quantity!]: {
      oneOf: [text, { type: 'number' }],
      description: quantity,
    },
    [scalarDefinitions.IntOrString!]: {
      oneOf: [{ type: 'integer' }, text],
      format: 'int-or-string',
      description: intOrString,
    },
  },
  described: (ref, about) => (Object.keys(about).length === 0 ? ref : { ...about, allOf: [ref] }),
  custom: customSchema3,
};

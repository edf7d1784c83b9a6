/** What the two versions of OpenAPI say differently about values. */
import type { ScalarName } from '#kinds';

/** JSON Schema, as far as OpenAPI has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Dialect {
  /** What references to definitions begin with. */
  readonly refs: string;
  /** Defaults are published. (Old clients of version 2 stumble over them.) */
  readonly hasDefaults: boolean;
  /** Definitions of the scalars that are referred to by name. */
  readonly named: Readonly<Record<string, JsonSchema>>;
  /** A reference with something said about it. */
  described(ref: JsonSchema, about: JsonSchema): JsonSchema;
}

const text: JsonSchema = { type: 'string' };
const anyObject: JsonSchema = { type: 'object' };
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** Scalars that have a definition of their own. `any` is one of two, by the field. */
export const scalarDefinitions: Readonly<Partial<Record<ScalarName, string>>> = {
  Time: `${meta}.Time`,
  MicroTime: `${meta}.MicroTime`,
  Quantity: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  IntOrString: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  any: 'io.k8s.apimachinery.pkg.runtime.RawExtension',
};
export const fieldsDefinition = `${meta}.FieldsV1`;
export const patchDefinition = `${meta}.Patch`;
export const versionDefinition = 'io.k8s.apimachinery.pkg.version.Info';

/** The others stand where they are used. */
export const plainScalars: Readonly<Partial<Record<ScalarName, JsonSchema>>> = {
  string: text,
  boolean: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
};

const instant: JsonSchema = { type: 'string', format: 'date-time' };
const versionFields: readonly string[] = [
  'buildDate',
  'compiler',
  'gitCommit',
  'gitTreeState',
  'gitVersion',
  'goVersion',
  'major',
  'minor',
  'platform',
];

/** Definitions that look the same in both. */
const shared: Readonly<Record<string, JsonSchema>> = {
  [scalarDefinitions.Time!]: { ...instant, description: 'An instant, to the second, in UTC.' },
  [scalarDefinitions.MicroTime!]: {
    ...instant,
    description: 'An instant, to the microsecond, in UTC.',
  },
  [scalarDefinitions.any!]: { ...anyObject, description: 'An object of any kind.' },
  [fieldsDefinition]: { ...anyObject, description: 'A set of fields, as a tree of their names.' },
  [patchDefinition]: {
    ...anyObject,
    description: 'Changes of an object, in one of several forms.',
  },
  [versionDefinition]: {
    ...anyObject,
    description: 'The version of the server, and how it was built.',
    required: versionFields,
    properties: Object.fromEntries(versionFields.map((name) => [name, text])),
  },
};

const quantity = 'An amount, such as 500m, 1.5 or 2Gi.';
const intOrString = 'A number, or a text such as 10%.';

/** OpenAPI 2.0, in which Kubernetes writes what it should not: keys beside references. */
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
};

/** OpenAPI 3.0, in which nothing may stand beside a reference. */
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
};

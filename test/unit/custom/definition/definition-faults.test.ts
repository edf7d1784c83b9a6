/** What definitions must not have: in their versions, names and columns, and in the structure of their schemas. */
import { describe, expect, it } from 'vitest';
import { customResourceDefinition } from '#custom';
import type { CustomResourceDefinition } from '#types';
import { errorsIn } from '../../kinds/later/release.ts';
import { errorsOf } from '../../kinds/samples.ts';

const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

function errorsWith(spec: object, names: object = {}, metadata: object = {}): readonly string[] {
  const definition = {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', status: {} },
    metadata: { name: 'widgets.example.com', uid: 'w', ...metadata },
    spec: {
      ...{ group: 'example.com', scope: 'Namespaced', versions: [version('v1')] },
      names: { plural: 'widgets', kind: 'Widget', ...names },
      ...spec,
    },
  } as unknown as CustomResourceDefinition;
  return errorsOf(customResourceDefinition, definition);
}

function version(name: string, more: object = {}): object {
  const schema = { openAPIV3Schema: { type: 'object' } };
  return { ...{ name, served: true, storage: name === 'v1', schema }, ...more };
}

const go = (name: string, storage: boolean): string =>
  `apiextensions.CustomResourceDefinitionVersion{Name:"${name}", Served:true, Storage:${storage}, ` +
  'Deprecated:false, DeprecationWarning:(*string)(nil), Schema:(*apiextensions.CustomResourceValidation)(nil), ' +
  'Subresources:(*apiextensions.CustomResourceSubresources)(nil), AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition(nil)}';
const list = (...shown: readonly string[]): string =>
  `[]apiextensions.CustomResourceDefinitionVersion{${shown.join(', ')}}`;

describe('the versions of a definition', () => {
  const column = (more: object): object => ({ name: 'a', type: 'string', jsonPath: '.a', ...more });
  const scale = (specReplicasPath: string): object => ({
    subresources: { scale: { specReplicasPath, statusReplicasPath: '.status.x' } },
  });
  it.each<[string, readonly object[], ...string[]]>([
    [
      'two of a name',
      [version('v1'), version('v1', { storage: false })],
      `spec.versions: Invalid value: ${list(go('v1', true), go('v1', false))}: must contain unique version names`,
    ],
    [
      'none that is stored',
      [version('v1', { storage: false })],
      `spec.versions: Invalid value: ${list(go('v1', false))}: must have exactly one version marked as storage version`,
      'status.storedVersions: Invalid value: []string(nil): must have at least one stored version',
    ],
    [
      'two that are stored',
      [version('v1'), version('v2', { storage: true })],
      `spec.versions: Invalid value: ${list(go('v1', true), go('v2', true))}: must have exactly one version marked as storage version`,
      `status.storedVersions: Invalid value: ${go('v2', true)}: must have the storage version v2`,
    ],
    [
      'a name',
      [version('V_1', { storage: true })],
      `spec.versions[0].name: Invalid value: "V_1": ${label}`,
      `spec.version: Invalid value: "V_1": ${label}`,
    ],
    [
      'no schema',
      [version('v1', { schema: undefined })],
      'spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required',
    ],
    [
      'a path of one version',
      [version('v1', scale('.x')), version('v2')],
      'spec.versions[0].subresources.scale.specReplicasPath: Invalid value: ".x": should be a json path under .spec',
    ],
    [
      'a column of one version',
      [version('v1'), version('v2', { additionalPrinterColumns: [column({ type: 'x' })] })],
      'spec.versions[1].additionalPrinterColumns[0].type: Invalid value: "x": must be one of boolean,date,integer,number,string',
    ],
  ])('%s', (_, versions, ...errors) => {
    expect(errorsWith({ versions })).toEqual(errors);
  });

  const at = 'spec.additionalPrinterColumns[0]';
  it.each<[object, ...string[]]>([
    [column({})],
    [column({ type: 'date', format: 'date-time', priority: 1 })],
    [
      {},
      `${at}.name: Required value`,
      `${at}.type: Required value: must be one of boolean,date,integer,number,string`,
      `${at}.JSONPath: Required value`,
    ],
    [
      column({ format: 'odd' }),
      `${at}.format: Invalid value: "odd": must be one of byte,date,date-time,double,float,int32,int64,password`,
    ],
    [
      column({ jsonPath: 'a' }),
      `${at}.JSONPath: Invalid value: "a": must be a simple json path starting with .`,
    ],
  ])('a column %j', (one, ...errors) => {
    const versions = [version('v1', { additionalPrinterColumns: [one] })];
    expect(errorsWith({ versions })).toEqual(errors);
  });

  it.each<[string, boolean, string?]>([
    ['old', true],
    ['x'.repeat(256), true],
    ['x'.repeat(257), true, 'must be <= 256 characters long'],
    ['', true, 'must not be an empty string'],
    [
      'a\n',
      true,
      'must only contain printable UTF-8 characters; non-printable character found at index 1',
    ],
    ['old', false, 'can only be set for deprecated versions'],
  ])('a warning %j, deprecated: %s', (deprecationWarning, deprecated, why) => {
    const versions = [version('v1', { deprecationWarning, ...(deprecated && { deprecated }) })];
    const message = `spec.versions[0].deprecationWarning: Invalid value: ${JSON.stringify(deprecationWarning)}: ${why}`;
    expect(errorsWith({ versions })).toEqual(why === undefined ? [] : [message]);
  });
});

describe('names of a definition', () => {
  it('are labels', () => {
    const names = { shortNames: ['w', 'W'], categories: ['all', 'All'], singular: 'W_' };
    expect(errorsWith({}, names)).toEqual([
      `spec.names.singular: Invalid value: "W_": ${label}`,
      `spec.names.shortNames[1]: Invalid value: "W": ${label}`,
      `spec.names.categories[1]: Invalid value: "All": ${label}`,
    ]);
  });

  it('of kinds may have large letters, and differ', () => {
    const mixed = (field: string, name: string): string =>
      `spec.names.${field}: Invalid value: "${name}": may have mixed case, but should otherwise match: ${label}`;
    expect(errorsWith({}, { kind: 'Wid_get', singular: 'widget' })).toEqual([
      ...[mixed('kind', 'Wid_get'), mixed('listKind', 'Wid_getList')],
    ]);
    expect(errorsWith({}, { listKind: 'Widget' })).toEqual([
      'spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same',
    ]);
  });

  const key = 'api-approved.kubernetes.io';
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  const field = `metadata.annotations[${key}]`;
  it.each<[string | undefined, ...string[]]>([
    [
      undefined,
      `${field}: Required value: protected groups must have approval annotation "${key}", ${see}`,
    ],
    [
      'odd',
      `${field}: Invalid value: "odd": protected groups must have approval annotation "${key}" with either a URL or a reason starting with "unapproved", ${see}`,
    ],
    ['https://github.com/kubernetes/kubernetes/pull/1'],
    ['unapproved, a test'],
  ])('in a group of Kubernetes need an approval, not %j', (approval, ...errors) => {
    const annotations = approval === undefined ? {} : { [key]: approval };
    const metadata = { name: 'widgets.x.k8s.io', annotations };
    expect(errorsWith({ group: 'x.k8s.io' }, {}, metadata)).toEqual(errors);
  });
});

it('a definition with defaults prunes unknown fields', () => {
  const openAPIV3Schema = { type: 'object', properties: { a: { type: 'string', default: 'x' } } };
  const versions = [version('v1', { schema: { openAPIV3Schema } })];
  expect(errorsWith({ preserveUnknownFields: true, versions })[0]).toBe(
    'spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in the schema',
  );
});

describe('a property of a schema', () => {
  const embedded = 'x-kubernetes-embedded-resource';
  const preserves = 'x-kubernetes-preserve-unknown-fields';
  const listType = 'x-kubernetes-list-type';
  const keys = 'x-kubernetes-list-map-keys';
  const map = (items?: object): object => ({
    type: 'array',
    [listType]: 'map',
    [keys]: ['k'],
    items,
  });
  const items = (k: object, more: object = {}): object => ({
    ...{ type: 'object', required: ['k'], properties: { k }, ...more },
  });
  const text = { type: 'string' };
  it.each<[object, ...string[]]>([
    [map(items(text))],
    [{ type: 'object', [embedded]: true, [preserves]: true }],
    [
      { type: 'array', items: text, uniqueItems: true },
      'uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
    [
      { type: 'object', [preserves]: false },
      `${preserves}: Invalid value: false: must be true or undefined`,
    ],
    [
      { type: 'null' },
      'type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
      'type: Forbidden: type cannot be set to null, use nullable as an alternative',
    ],
    [{ ...text, $ref: '#/x' }, '$ref: Forbidden: $ref is not supported'],
    [
      { type: 'object', definitions: { b: text }, dependencies: { c: ['d'], e: text } },
      'definitions: Forbidden: definitions is not supported',
      'dependencies: Forbidden: dependencies is not supported',
    ],
    [
      { 'x-kubernetes-int-or-string': true, [preserves]: true },
      `${preserves}: Invalid value: true: must be false if x-kubernetes-int-or-string is true`,
    ],
    [
      { ...text, [embedded]: true },
      `properties: Required value: must not be empty if ${embedded} is true without ${preserves}`,
      `type: Invalid value: "string": must be object if ${embedded} is true`,
    ],
    [
      { [embedded]: true, [preserves]: true },
      `type: Required value: must be object if ${embedded} is true`,
    ],
    [
      { type: 'object', [embedded]: true, [preserves]: true, additionalProperties: text },
      `additionalProperties: Forbidden: must not be used if ${embedded} is set`,
    ],
    [
      {
        ...{ type: 'object', [embedded]: true },
        properties: { apiVersion: { type: 'integer' }, kind: text, metadata: text },
      },
      'properties[apiVersion].type: Invalid value: "integer": must be string',
      'properties[metadata].type: Invalid value: "string": must be object',
    ],
    [{}, 'type: Required value: must not be empty for specified object fields'],
    [
      { type: 'object', 'x-kubernetes-map-type': 'odd' },
      'x-kubernetes-map-type: Unsupported value: "odd": supported values: "atomic", "granular"',
    ],
    [
      { type: 'array', [listType]: 'map', items: items(text) },
      `${keys}: Required value: must not be empty if ${listType} is map`,
    ],
    [
      map(),
      `items: Required value: must have a schema if ${listType} is map`,
      'items: Required value: must be specified',
    ],
    [
      map(text),
      `items.type: Invalid value: "string": must be object if parent array's ${listType} is map`,
    ],
    [
      map(items({ type: 'object' })),
      `items.properties[k].type: Invalid value: "object": must be a scalar type if parent array's ${listType} is map`,
    ],
    [
      map(items(text, { nullable: true })),
      `items.nullable: Forbidden: cannot be nullable when ${listType} is map`,
    ],
    [
      { type: 'array', [listType]: 'set', items: { ...text, nullable: true } },
      `items.nullable: Forbidden: cannot be nullable when ${listType} is set`,
    ],
    [
      { ...text, pattern: '(' },
      'pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(`',
    ],
    [
      { type: 'object', properties: { c: text }, default: { b: 1 } },
      'default: Invalid value: map[string]interface {}{"b":1}: must not have unknown fields',
    ],
    [
      { type: 'object', [embedded]: true, [preserves]: true, default: { kind: 1 } },
      'default.kind: Invalid value: 1: must be a string',
    ],
  ])('%j', (a, ...errors) => {
    const openAPIV3Schema = { type: 'object', properties: { a } };
    const versions = [version('v1', { schema: { openAPIV3Schema } })];
    const at = 'spec.validation.openAPIV3Schema.properties[a].';
    expect(errorsWith({ versions })).toEqual(errors.map((error) => `${at}${error}`));
  });
});

it.each([
  [27, go('v2', true)],
  [28, '[]string{"v1"}'],
])('1.%i shows that a stored version is missing by %s', (minor, shown) => {
  const spec = {
    ...{ group: 'example.com', scope: 'Namespaced' },
    names: { plural: 'widgets', kind: 'Widget', singular: 'widget', listKind: 'WidgetList' },
    versions: [version('v1'), version('v2', { storage: true })],
  };
  const metadata = { name: 'widgets.example.com', namespace: undefined };
  const errors = errorsIn(minor, customResourceDefinition, { metadata, spec });
  const why = 'must have the storage version v2';
  expect(errors).toContain(`status.storedVersions: Invalid value: ${shown}: ${why}`);
});

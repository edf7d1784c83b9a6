import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { customResourceDefinition } from '#custom';
import { DefinedKinds } from '#catalog';
import type { CustomResourceDefinition, JSONSchemaProps } from '#types';
import { compareKubeVersions } from '../../../../src/values/names/kube-version.ts';
import { created, errorsOf, updateErrorsOf } from '../../kinds/samples.ts';

const object: JSONSchemaProps = { type: 'object' };

function definition(spec: object = {}, names: object = {}): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com', uid: 'w' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget', ...names },
      versions: [version('v1', object)],
      ...spec,
    },
    status: {},
  } as unknown as CustomResourceDefinition;
}

function version(name: string, schema: object, more: object = {}): object {
  return {
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: schema },
    ...more,
  };
}

/** Of a schema that all versions share. */
function schemaErrors(schema: object, more: object = {}): readonly string[] {
  const versions = [version('v1', schema, more)];
  return errorsOf(customResourceDefinition, definition({ versions })).map((text) =>
    text.replace('spec.validation.openAPIV3Schema.', ''),
  );
}

const property = (a: object): object => ({ type: 'object', properties: { a } });
const list = (items: object, more: object): object => property({ type: 'array', items, ...more });
const mapList = (items: object, ...keys: string[]): object =>
  list(items, { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys });

describe('the schema of a definition', () => {
  it.each<[string, object, ...string[]]>([
    ['a plain one', object],
    [
      'properties beside additional ones',
      property({
        type: 'object',
        properties: { b: { type: 'string' } },
        additionalProperties: false,
      }),
      'properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
    ],
    [
      'an array without items',
      property({ type: 'array' }),
      'properties[a].items: Required value: must be specified',
    ],
    [
      'a list of schemas',
      property({ type: 'array', items: [{ type: 'string' }] }),
      'properties[a].items: Forbidden: items must be a schema object and not an array',
    ],
    [
      'a type in a clause',
      { ...property({ type: 'string' }), anyOf: [{ properties: { a: { type: 'string' } } }] },
      'anyOf[0].properties[a].type: Forbidden: must be empty to be structural',
    ],
    [
      'a clause about what is not declared',
      { ...property({ type: 'string' }), not: { properties: { b: { minLength: 1 } } } },
      'properties[b]: Required value: because it is defined in spec.validation.openAPIV3Schema.not.properties[b]',
    ],
    [
      'both types of an integer or string',
      property({
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'integer' }, { type: 'string' }],
      }),
    ],
    [
      'the same in another order',
      property({
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'string' }, { type: 'integer' }],
      }),
      'properties[a].anyOf[0].type: Forbidden: must be empty to be structural',
      'properties[a].anyOf[1].type: Forbidden: must be empty to be structural',
    ],
    [
      'metadata with labels',
      {
        type: 'object',
        properties: { metadata: { type: 'object', properties: { labels: object } } },
      },
      'properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
    [
      'additional properties at the root',
      { type: 'object', additionalProperties: { type: 'string' } },
      'additionalProperties: Forbidden: must not be used at the root',
    ],
    [
      'a nullable root',
      { type: 'object', nullable: true },
      'nullable: Forbidden: nullable cannot be true at the root',
    ],
    [
      'a set of objects',
      list(object, { 'x-kubernetes-list-type': 'set' }),
      'properties[a].items.x-kubernetes-map-type: Invalid value: "null": must be atomic as item of a list with x-kubernetes-list-type=set',
    ],
    [
      'keys without fields',
      mapList(property({ type: 'string' }), 'b', 'b'),
      'properties[a].x-kubernetes-list-map-keys: Invalid value: []string{"b", "b"}: entries must all be names of item properties',
      'properties[a].x-kubernetes-list-map-keys: Invalid value: []string{"b", "b"}: entries must all be names of item properties',
      'properties[a].x-kubernetes-list-map-keys: Invalid value: []string{"b", "b"}: must not contain duplicate entries',
    ],
    [
      'a key that may be missing or null',
      mapList(property({ type: 'string', nullable: true }), 'a'),
      'properties[a].items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      'properties[a].items.properties[a].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
    ],
    [
      'a list type of something else',
      property({ type: 'string', 'x-kubernetes-list-type': 'bag' }),
      'properties[a].type: Invalid value: "string": must be array if x-kubernetes-list-type is specified',
      'properties[a].x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"',
    ],
    [
      'a default in the metadata of an embedded object',
      property({
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: {
          metadata: {
            type: 'object',
            properties: { labels: { type: 'object', default: { 'a b': 'c' } } },
          },
        },
      }),
      expect.stringMatching(
        /^properties\[a\]\.properties\[metadata\]\.properties\[labels\]\.default: Invalid value: map\[string\]interface \{\}\{"a b":"c"\}: must result in valid metadata: metadata\.labels: Invalid value: "a b": /,
      ) as string,
    ],
  ])('%s', (_, schema, ...found) => {
    expect(schemaErrors(schema)).toEqual(found);
  });

  it('has few fields at its root beside a status', () => {
    const status = { subresources: { status: {} } };
    expect(schemaErrors(property({ type: 'string' }), status)).toEqual([]);
    expect(schemaErrors({ ...object, maxProperties: 3 }, status)).toEqual([
      expect.stringMatching(
        /^spec\.validation\.openAPIV3Schema: .*only \[Description Type .*\] fields are allowed at the root/,
      ),
    ]);
  });

  it('is named by its version where versions differ', () => {
    const versions = [version('v1', object), version('v2', { type: 'array', items: object })];
    expect(errorsOf(customResourceDefinition, definition({ versions }))).toEqual([
      'spec.versions[1].schema.openAPIV3Schema.type: Invalid value: "array": must be object at the root',
    ]);
  });

  it('loses its rules', () => {
    const rules = { 'x-kubernetes-validations': [{ rule: 'true' }] };
    const schema = { ...property({ type: 'array', items: { ...object, ...rules } }), ...rules };
    const made = created(
      customResourceDefinition,
      definition({ versions: [version('v1', schema)] }),
    );
    expect(JSON.stringify(made)).not.toContain('x-kubernetes-validations');
  });
});

describe('a definition', () => {
  it.each<[string, object, ...string[]]>([
    ['fits', {}],
    ['has a scope', { scope: '' }, 'spec.scope: Required value'],
    [
      'has a known scope',
      { scope: 'Global' },
      'spec.scope: Unsupported value: "Global": supported values: "Cluster", "Namespaced"',
    ],
    [
      'scales by paths below spec and status',
      {
        versions: [
          version('v1', object, {
            subresources: {
              scale: {
                specReplicasPath: '.size',
                statusReplicasPath: 'x',
                labelSelectorPath: '.a.b',
              },
            },
          }),
        ],
      },
      'spec.subresources.scale.specReplicasPath: Invalid value: ".size": should be a json path under .spec',
      'spec.subresources.scale.statusReplicasPath: Invalid value: "x": must be a simple json path starting with .',
      'spec.subresources.scale.labelSelectorPath: Invalid value: ".a.b": should be a json path under either .spec or .status',
    ],
  ])('%s', (_, spec, ...found) => {
    expect(errorsOf(customResourceDefinition, definition(spec))).toEqual(found);
  });

  const established = {
    ...created(customResourceDefinition, definition()),
    status: {
      acceptedNames: { plural: 'widgets', kind: 'Widget' },
      conditions: [{ type: 'Established', status: 'True' }],
      storedVersions: ['v1'],
    },
  };

  it('keeps what is fixed', () => {
    const next = {
      ...definition({ scope: 'Cluster' }, { kind: 'Other' }),
      status: established.status,
    };
    expect(updateErrorsOf(customResourceDefinition, next, established)).toEqual([
      'spec.scope: Invalid value: "Cluster": field is immutable',
      'spec.names.kind: Invalid value: "Other": field is immutable',
    ]);
  });

  it('may keep what it breaks already', () => {
    const bare = { name: 'v1', served: true, storage: true };
    const old = {
      ...established,
      spec: { ...established.spec, preserveUnknownFields: true, versions: [bare] },
    };
    const next = definition({ preserveUnknownFields: true, versions: [bare] });
    const kept = { ...next, status: established.status };
    expect(updateErrorsOf(customResourceDefinition, kept, old)).toEqual([]);
    expect(updateErrorsOf(customResourceDefinition, kept, established)).not.toEqual([]);
  });
});

describe('the kinds of definitions', () => {
  const served = (group: string, ...versions: string[]): CustomResourceDefinition => {
    const { spec } = definition({ group, versions: versions.map((name) => version(name, object)) });
    const status = {
      acceptedNames: { plural: 'widgets', kind: 'Widget', listKind: 'WidgetList' },
      conditions: [{ type: 'NamesAccepted', status: 'True' }],
    };
    return { ...definition(), metadata: { uid: group }, spec, status } as never;
  };

  it('come in the order of discovery', () => {
    const kinds = new DefinedKinds(defaultProfile).of([
      served('b.com', 'v1beta1', 'v2', 'v1', 'x'),
      served('a.com', 'v3'),
    ]);
    expect(kinds.map(({ group, version: name }) => `${group}/${name}`)).toEqual([
      ...['b.com/v2', 'b.com/v1', 'b.com/v1beta1', 'b.com/x', 'a.com/v3'],
    ]);
  });

  it('are the identical ones while their definition says the same', () => {
    const made = new DefinedKinds(defaultProfile);
    const one = served('a.com', 'v1');
    const [kind] = made.of([one]);
    const labelled = { ...one, metadata: { ...one.metadata, labels: { a: 'b' } } };
    expect(made.of([labelled])[0]).toBe(kind);
    expect(made.of([served('a.com', 'v1', 'v2')])[0]).not.toBe(kind);
    expect(made.of([])).toEqual([]);
  });
});

describe('versions', () => {
  it('are ordered by stability, then by number', () => {
    const names = ['foo', 'v1alpha2', 'v10', 'v2', 'v1beta1', 'v1', 'bar', 'v11beta2', 'v1alpha10'];
    expect(names.toSorted(compareKubeVersions)).toEqual([
      ...['v10', 'v2', 'v1', 'v11beta2', 'v1beta1', 'v1alpha10', 'v1alpha2', 'bar', 'foo'],
    ]);
  });
});

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaModules } from '../../../src/kinds/schemas/modules.ts';
import { type SchemaModule, Schemas } from '../../../src/schema/schemas.ts';
import type { Schema } from '../../../src/schema/schema.ts';
import { schemas } from '../../../src/kinds/schemas/schemas.ts';
import { generateTypes, TYPES_FOLDER } from '../../../tools/generate-types.ts';

/** What a path such as `PodSpec.volumes` says, of a module. */
function field(module: string, path: string) {
  const [type, name] = path.split('.');
  const found = schemas.of(module, type!).fields.get(name!);
  if (found === undefined) throw new Error(`no field ${path}`);
  return found;
}

function list(module: string, path: string) {
  const { schema } = field(module, path);
  if (schema.type !== 'list') throw new Error(`${path} is a ${schema.type}`);
  return schema;
}

describe('lists', () => {
  it.each([
    // What server-side apply does is published apart from what strategic merge does ...
    ['core/v1', 'Container.ports', 'map', 'containerPort,protocol', 'containerPort'],
    ['core/v1', 'ServiceSpec.ports', 'map', 'port,protocol', 'port'],
    [
      'core/v1',
      'PodSpec.topologySpreadConstraints',
      'map',
      'topologyKey,whenUnsatisfiable',
      'topologyKey',
    ],
    ['batch/v1', 'JobStatus.conditions', 'atomic', '', 'type'],
    ['autoscaling/v2', 'HorizontalPodAutoscalerStatus.conditions', 'map', 'type', 'type'],
    ['discovery/v1', 'Endpoint.addresses', 'set', '', undefined],
    ['batch/v1', 'UncountedTerminatedPods.failed', 'set', '', undefined],
    // ... or follows from it.
    ['core/v1', 'PodSpec.containers', 'map', 'name', 'name'],
    ['core/v1', 'PodStatus.podIPs', 'map', 'ip', 'ip'],
    ['core/v1', 'NodeStatus.addresses', 'map', 'type', 'type'],
    ['meta/v1', 'ObjectMeta.ownerReferences', 'map', 'uid', 'uid'],
    ['core/v1', 'PodSpec.tolerations', 'atomic', '', undefined],
    ['core/v1', 'Container.args', 'atomic', '', undefined],
  ])('%s %s are applied as %s [%s], patched by %s', (module, path, listType, keys, mergeKey) => {
    const found = list(module, path);
    expect(found).toMatchObject({ listType, keys: keys === '' ? [] : keys.split(',') });
    expect(found.patchMergeKey).toBe(mergeKey);
    expect(found.patchMerge).toBe(mergeKey !== undefined);
  });

  it('of scalars that patches merge are sets', () => {
    expect(list('meta/v1', 'ObjectMeta.finalizers')).toMatchObject({
      listType: 'set',
      patchMerge: true,
      items: { scalar: 'string' },
    });
    expect(list('meta/v1', 'ObjectMeta.finalizers').patchMergeKey).toBeUndefined();
  });

  it('of volumes retain only listed keys', () => {
    expect(list('core/v1', 'PodSpec.volumes').retainKeys).toBe(true);
    expect(list('core/v1', 'PodSpec.containers').retainKeys).toBeUndefined();
  });
});

describe('structs and maps', () => {
  it('say how strategic merge treats them, where that is special', () => {
    expect(field('apps/v1', 'DeploymentSpec.strategy').patchStrategy).toBe('retainKeys');
    expect(field('policy/v1', 'PodDisruptionBudgetSpec.selector').patchStrategy).toBe('replace');
    expect(field('apps/v1', 'DaemonSetSpec.updateStrategy').patchStrategy).toBeUndefined();
  });

  it('are atomic where published so', () => {
    expect(schemas.of('meta/v1', 'LabelSelector').atomic).toBe(true);
    expect(schemas.of('meta/v1', 'ObjectMeta').atomic).toBe(false);
    expect(field('core/v1', 'ServiceSpec.selector').schema).toMatchObject({ atomic: true });
    expect(field('meta/v1', 'ObjectMeta.labels').schema).toMatchObject({ atomic: false });
  });

  it('know required fields, values and defaults', () => {
    expect(field('apps/v1', 'DaemonSetSpec.template').required).toBe(true);
    expect(field('apps/v1', 'DaemonSetSpec.minReadySeconds').required).toBe(false);
    expect(field('core/v1', 'ContainerPort.protocol').default).toBe('TCP');
    expect(field('core/v1', 'Container.imagePullPolicy').schema).toEqual({
      type: 'scalar',
      scalar: 'string',
      enum: ['Always', 'IfNotPresent', 'Never'],
    });
  });

  it('refer to types of their own module before those of core', () => {
    const { items } = list('discovery/v1', 'EndpointSlice.ports');
    expect(items).toBe(schemas.of('discovery/v1', 'EndpointPort'));
    const template = field('apps/v1', 'DaemonSetSpec.template').schema;
    expect(template).toBe(schemas.of('core/v1', 'PodTemplateSpec'));
  });
});

describe('kinds', () => {
  it('are found by the apiVersion and kind of objects', () => {
    const slice = schemas.ofKind('discovery.k8s.io/v1', 'EndpointSlice');
    expect(slice).toBe(schemas.of('discovery/v1', 'EndpointSlice'));
    expect(schemas.ofKind('v1', 'Pod')?.definition).toBe('io.k8s.api.core.v1.Pod');
    expect(schemas.ofKind('v1', 'PodSpec')).toBeUndefined();
    expect(schemas.ofKind('apps/v1', 'Pod')).toBeUndefined();
  });

  it('have apiVersion, kind and metadata, in the published order', () => {
    const { fields } = schemas.of('core/v1', 'ConfigMap');
    expect([...fields.keys()]).toEqual([
      'apiVersion',
      'binaryData',
      'data',
      'immutable',
      'kind',
      'metadata',
    ]);
    expect(fields.get('metadata')?.schema).toBe(schemas.of('meta/v1', 'ObjectMeta'));
  });

  it('may differ from the usual metadata', () => {
    expect(field('meta/v1', 'Status.metadata').schema).toBe(schemas.of('meta/v1', 'ListMeta'));
    expect(field('core/v1', 'Event.metadata').required).toBe(true);
  });
});

const emptyTypes = new Set([
  'CustomResourceSubresourceStatus',
  'WorkloadPodGroupAllDisruptionMode',
  'WorkloadPodGroupBasicSchedulingPolicy',
  'WorkloadPodGroupSingleDisruptionMode',
]);

describe('every type', () => {
  it('is there', () => {
    for (const { name, texts } of schemaModules) {
      const heads = texts.join('\n').match(/^(?:[a-z]+(?:@[0-9.-]+)? )*[A-Z]\w*/gm) ?? [];
      expect(schemas.typesOf(name).size, name).toBe(heads.length);
    }
  });

  it.each(schemaModules.map(({ name }) => name))('of %s compiles', (name) => {
    for (const type of schemas.typesOf(name).values()) {
      const isEmpty = emptyTypes.has(type.name);
      expect(type.fields.size > 0, type.name).toBe(!isEmpty);
      for (const { schema } of type.fields.values()) checkKeys(schema, type);
    }
  });

  /** What elements of a list are merged by is among their fields. */
  function checkKeys(schema: Schema, type: { readonly name: string }): void {
    if (schema.type === 'map') checkKeys(schema.values, type);
    if (schema.type !== 'list') return;
    for (const key of [...schema.keys, schema.patchMergeKey ?? []].flat()) {
      const { items } = schema;
      expect(items.type === 'struct' && items.fields.has(key), `${type.name}: ${key}`).toBe(true);
    }
    checkKeys(schema.items, type);
  }
});

describe('errors name the type', () => {
  function compile(text: string): void {
    const module: SchemaModule = {
      name: 't/v1',
      apiVersion: 't/v1',
      definitions: 'd',
      texts: [text],
    };
    const all = new Schemas([module], 24).typesOf('t/v1');
    for (const type of all.values()) void type.fields;
  }

  it.each([
    ['A { b: Bee }', 'd.A, field b: unknown type Bee'],
    ['A { b: [{Bee}] }', 'd.A, field b: unknown type Bee'],
    ['A { b: string; b: int32 }', 'd.A, field b: declared twice'],
    ['A {}\nA {}', 't/v1 A: declared twice'],
    ['A { b: string merge=k }', 'd.A, field b: merge on a scalar'],
    ['A { b: {string} set }', 'd.A, field b: set on a map'],
    ['A { b: int32 = many }', 'd.A, field b: bad value many'],
    ['A { b: string(', 't/v1, line 1, in A: expected a value, found the end'],
  ])('%j', (text, message) => {
    expect(() => {
      compile(text);
    }).toThrow(new Error(message));
  });

  it('when it is asked for and missing', () => {
    expect(() => schemas.of('core/v1', 'Pot')).toThrow('no schema of core/v1 Pot');
    expect(() => schemas.typesOf('core/v2')).toThrow('no schema module core/v2');
  });
});

it('types may refer to themselves', () => {
  const module: SchemaModule = {
    name: 't/v1',
    apiVersion: 't/v1',
    definitions: 'd',
    texts: ['Tree { branches: [Tree] }'],
  };
  const tree = new Schemas([module], 24).of('t/v1', 'Tree');
  expect(tree.fields.get('branches')?.schema).toMatchObject({ type: 'list', items: tree });
});

describe('the TypeScript types', () => {
  const root = resolve(import.meta.dirname, '../../..');

  it('on disk are what the schema generates', async () => {
    for (const [file, text] of await generateTypes(root)) {
      expect(readFileSync(join(root, TYPES_FOLDER, file), 'utf8'), file).toBe(text);
    }
  });

  it('require what every stored object has', async () => {
    const files = await generateTypes(root);
    expect(files.get('meta-v1.ts')).toContain('  readonly uid: string;\n');
    expect(files.get('core-v1.ts')).toMatch(
      /interface Pod {\n.*apiVersion: string;\n.*kind: string;\n.*metadata: ObjectMeta;\n.*spec: PodSpec;/,
    );
    expect(files.get('core-v1.ts')).toMatch(
      /interface PodTemplateSpec {\n.*metadata\?: TemplateMeta;/,
    );
  });
});

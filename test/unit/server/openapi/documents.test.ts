import { describe, expect, it } from 'vitest';
import { apiVersionOf, schemas, defaultProfile, withGates } from '#kinds';
import type { StructSchema } from '#schema';
import { KindRegistry } from '#catalog';
import type { APIResourceList } from '#types';
import { discoveryDocuments } from '../../../../src/server/discovery/documents.ts';
import { OpenApiDocuments } from '../../../../src/server/openapi/documents.ts';
import { ServedKinds } from '../../../../src/server/exchange/served-kinds.ts';

type Json = Readonly<Record<string, unknown>>;
type Definitions = Readonly<Record<string, Json>>;

const registry = new KindRegistry(defaultProfile);
const discovery = discoveryDocuments(new ServedKinds(registry), '127.0.0.1:6443');
const documents = make(false);

function make(validatesFields: boolean): OpenApiDocuments {
  const profile = withGates(defaultProfile, { ServerSideFieldValidation: validatesFields });
  return new OpenApiDocuments({ kinds: registry.all, discovery, profile });
}

function version3(name: string, from = documents): Json {
  return JSON.parse(from.version3(name)!.text) as Json;
}

function definitionsOf(document: Json): Definitions {
  const { components, definitions } = document as {
    components?: { schemas: Definitions };
    definitions?: Definitions;
  };
  return components?.schemas ?? definitions!;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly responses: Json;
  readonly 'x-kubernetes-action'?: string;
  readonly 'x-kubernetes-group-version-kind'?: Json;
}
interface PathItem {
  readonly parameters?: readonly Json[];
  readonly [method: string]: unknown;
}

function pathsOf(document: Json): readonly (readonly [string, PathItem])[] {
  return Object.entries(document['paths'] as Readonly<Record<string, PathItem>>);
}

function operationsOf(item: PathItem): readonly (readonly [string, Operation])[] {
  const methods = Object.entries(item).filter(([name]) => name !== 'parameters');
  return methods as readonly (readonly [string, Operation])[];
}

/** Every value under a key, however deep. */
function collect(value: unknown, key: string, found: unknown[] = []): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, of] of Object.entries(value)) {
    if (name === key && typeof of === 'string') found.push(of);
    collect(of, key, found);
  }
  return found;
}

const all: readonly (readonly [string, Json])[] = [
  ['version 2', JSON.parse(documents.version2().text) as Json],
  ...documents.names().map((name) => [name, version3(name)] as const),
];

describe.each(all)('the document of %s', (_, document) => {
  it('refers only to what it defines, and defines only what it refers to', () => {
    const names = collect(document, '$ref').map((ref) => (ref as string).replace(/^#\/.*\//, ''));
    expect([...new Set(names)].sort()).toEqual(Object.keys(definitionsOf(document)).sort());
  });

  it('lists every parameter in a path, and none twice', () => {
    for (const [path, item] of pathsOf(document)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const told = (item.parameters ?? []).map(({ name }) => name as string);
      expect(told.sort(), path).toEqual(named.sort());
      for (const [method, { parameters = [] }] of operationsOf(item)) {
        const names = [
          ...told.map((name) => `path ${name}`),
          ...parameters.map((one) => `${one['in'] as string} ${one['name'] as string}`),
        ];
        expect(new Set(names).size, `${method} ${path}`).toBe(names.length);
      }
    }
  });

  it('names each operation once, and what it may answer', () => {
    const operations = pathsOf(document).flatMap(([, item]) => operationsOf(item));
    expect(operations.length).toBeGreaterThan(0);
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, { responses }] of operations) {
      expect(Object.keys(responses).length).toBeGreaterThan(1);
      expect(responses).toHaveProperty('401');
    }
  });

  it('requires only fields that there are', () => {
    for (const [name, { required = [], properties = {} }] of Object.entries(
      definitionsOf(document),
    )) {
      for (const field of required as readonly string[]) {
        expect(properties, name).toHaveProperty([field]);
      }
    }
  });
});

// The kinds of servers that others stand behind are in version 3 from 1.27 on.
const described = registry.all.filter(({ group }) => group !== 'apiregistration.k8s.io');

describe('every kind', () => {
  it.each(described.map((kind) => [`${apiVersionOf(kind)} ${kind.kind}`, kind] as const))(
    '%s is there, with its list and its paths',
    (_, kind) => {
      const { group, version } = kind;
      const root = group === '' ? `api/${version}` : `apis/${group}/${version}`;
      const document = version3(root);
      const known = Object.values(definitionsOf(document)).flatMap(
        (definition) => definition['x-kubernetes-group-version-kind'] ?? [],
      );
      expect(known).toContainEqual({ group, version, kind: kind.kind });
      expect(known).toContainEqual({ group, version, kind: `${kind.kind}List` });
      const place = kind.namespaced ? 'namespaces/{namespace}/' : '';
      const paths = new Map(pathsOf(document));
      const collection = `/${root}/${place}${kind.plural}`;
      const isReadOnly = kind.wire.readOnly === true;
      const operation = paths.get(collection)?.[isReadOnly ? 'get' : 'post'];
      expect(operation).toHaveProperty('x-kubernetes-group-version-kind', {
        group,
        version,
        kind: kind.kind,
      });
      const methods = isReadOnly
        ? ['get', 'parameters']
        : ['delete', 'get', 'parameters', 'patch', 'put'];
      expect(Object.keys(paths.get(`${collection}/{name}`)!).sort()).toEqual(methods);
      for (const name of Object.keys(kind.subresources ?? {})) {
        expect(paths.has(`${collection}/{name}/${name}`)).toBe(true);
      }
    },
  );

  it('is described as in discovery', () => {
    const { resources } = discovery.get('/apis/apps/v1') as APIResourceList;
    const actions = (name: string): string[] =>
      pathsOf(version3('apis/apps/v1'))
        .filter(([path]) => path.replaceAll('/{name}', '').endsWith(`}/${name}`))
        .flatMap(([, item]) => operationsOf(item))
        .map(([, operation]) => operation['x-kubernetes-action']!);
    const verbs = { post: 'create', put: 'update' } as Readonly<Record<string, string>>;
    for (const { name, verbs: told } of resources) {
      const found = actions(name).map((action) => verbs[action] ?? action);
      // What can be watched has paths for it: of an object, and of lists.
      const expected = told.flatMap((verb) => (verb === 'watch' ? ['watch', 'watchlist'] : verb));
      expect(found.sort(), name).toEqual(expected.sort());
    }
  });
});

describe('what is behind an object', () => {
  const paths = new Map(pathsOf(version3('api/v1')));
  const idsAt = (path: string): readonly unknown[] =>
    operationsOf(paths.get(`/api/v1/${path}`)!).map(([, operation]) => operation['operationId']);

  it('is connected to by the options of the connection', () => {
    const item = paths.get('/api/v1/namespaces/{namespace}/pods/{name}/exec')!;
    expect(item['post']).toMatchObject({
      operationId: 'connectCoreV1PostNamespacedPodExec',
      'x-kubernetes-action': 'connect',
      'x-kubernetes-group-version-kind': { group: '', kind: 'PodExecOptions', version: 'v1' },
      parameters: ['command', 'container', 'stderr', 'stdin', 'stdout', 'tty'].map((name) => ({
        name,
      })),
      responses: { 200: { content: { '*/*': { schema: { type: 'string' } } } } },
    });
  });

  it('is a server that gets requests with any method, and the rest of the path', () => {
    const methods = ['Delete', 'Get', 'Head', 'Options', 'Patch', 'Post', 'Put'];
    expect(idsAt('nodes/{name}/proxy')).toEqual(
      methods.map((method) => `connectCoreV1${method}NodeProxy`),
    );
    expect(idsAt('namespaces/{namespace}/services/{name}/proxy/{path}')).toEqual(
      methods.map((method) => `connectCoreV1${method}NamespacedServiceProxyWithPath`),
    );
  });

  it('is listed by discovery, with the kind of its options', () => {
    const { resources } = discovery.get('/api/v1') as APIResourceList;
    expect(resources.find(({ name }) => name === 'pods/exec')).toEqual({
      name: 'pods/exec',
      singularName: '',
      namespaced: true,
      kind: 'PodExecOptions',
      verbs: ['create', 'get'],
    });
  });
});

describe('types say', () => {
  const definitions = definitionsOf(all[0]![1]);

  it('which of their fields counts', () => {
    expect(definitions['io.k8s.api.flowcontrol.v1beta2.Subject']).toMatchObject({
      'x-kubernetes-unions': [
        {
          discriminator: 'kind',
          'fields-to-discriminateBy': {
            group: 'Group',
            serviceAccount: 'ServiceAccount',
            user: 'User',
          },
        },
      ],
    });
  });

  it.each([
    ['networking.v1.IngressSpec', 'rules', { 'x-kubernetes-list-type': 'atomic' }],
    [
      'certificates.v1.CertificateSigningRequestSpec',
      'request',
      { format: 'byte', 'x-kubernetes-list-type': 'atomic' },
    ],
    [
      'policy.v1.PodDisruptionBudgetStatus',
      'conditions',
      {
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-patch-merge-key': 'type',
      },
    ],
  ])('how lists merge: %s %s', (name, field, says) => {
    const { properties } = definitions[`io.k8s.api.${name}`]!;
    expect((properties as Definitions)[field]).toMatchObject(says);
  });

  it('nothing of what only follows', () => {
    const { properties } = definitions['io.k8s.api.apps.v1.DeploymentStatus']!;
    expect((properties as Definitions)['conditions']).not.toHaveProperty('x-kubernetes-list-type');
  });
});

describe('the schemas of values', () => {
  const version2 = definitionsOf(all[0]![1]);
  const apps = definitionsOf(version3('apis/apps/v1'));
  const batch = definitionsOf(version3('apis/batch/v1'));
  const property = (definitions: Definitions, type: string, field: string): Json =>
    (definitions[type]!['properties'] as Definitions)[field]!;

  it('references stand alone in version 3', () => {
    const spec = property(apps, 'io.k8s.api.apps.v1.DaemonSet', 'spec');
    expect(spec).toEqual({
      default: {},
      description: expect.any(String),
      allOf: [{ $ref: '#/components/schemas/io.k8s.api.apps.v1.DaemonSetSpec' }],
    });
  });

  it('and with their schemas of version 2', () => {
    const spec = property(version2, 'io.k8s.api.apps.v1.DeploymentSpec', 'strategy');
    expect(spec).toEqual({
      'x-kubernetes-patch-strategy': 'retainKeys',
      $ref: '#/definitions/io.k8s.api.apps.v1.DeploymentStrategy',
    });
  });

  it.each([
    [
      'a list that merges by a key',
      'Container',
      'env',
      { 'x-kubernetes-patch-merge-key': 'name', 'x-kubernetes-patch-strategy': 'merge' },
    ],
    [
      'that is applied by other keys',
      'Container',
      'ports',
      {
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['containerPort', 'protocol'],
        'x-kubernetes-patch-merge-key': 'containerPort',
        'x-kubernetes-patch-strategy': 'merge',
      },
    ],
    [
      'whose items keep what is named',
      'PodSpec',
      'volumes',
      { 'x-kubernetes-patch-merge-key': 'name', 'x-kubernetes-patch-strategy': 'merge,retainKeys' },
    ],
    ['that does not merge', 'Container', 'args', {}],
  ])('%s', (_, type, field, marks) => {
    const {
      items,
      type: form,
      ...others
    } = property(version2, `io.k8s.api.core.v1.${type}`, field);
    expect(form).toBe('array');
    expect(items).toBeDefined();
    expect(others).toEqual(marks);
  });

  it('a list that is applied as a whole although it merges', () => {
    expect(property(batch, 'io.k8s.api.batch.v1.JobStatus', 'conditions')).toMatchObject({
      'x-kubernetes-list-type': 'atomic',
      'x-kubernetes-patch-merge-key': 'type',
    });
  });

  it('a struct that has one owner', () => {
    expect(version2['io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector']).toMatchObject({
      'x-kubernetes-map-type': 'atomic',
    });
  });

  it('options that each group knows', () => {
    const kinds =
      version2['io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions']![
        'x-kubernetes-group-version-kind'
      ];
    expect(kinds).toContainEqual({ group: 'apps', kind: 'DeleteOptions', version: 'v1' });
    expect(kinds).toContainEqual({ group: '', kind: 'DeleteOptions', version: 'v1' });
  });

  it('one definition for a kind that two groups have', () => {
    expect(version2['io.k8s.api.node.v1.RuntimeClass']!['x-kubernetes-group-version-kind']).toEqual(
      [
        { group: 'node.cluster.io', kind: 'RuntimeClass', version: 'v1' },
        { group: 'node.k8s.io', kind: 'RuntimeClass', version: 'v1' },
      ],
    );
  });
});

describe('fieldValidation', () => {
  const listed = (of: OpenApiDocuments): readonly string[] =>
    pathsOf(version3('apis/apps/v1', of))
      .flatMap(([, item]) => operationsOf(item))
      .filter(([, { parameters = [] }]) =>
        parameters.some(({ name }) => name === 'fieldValidation'),
      )
      .map(([method]) => method);

  it('is not offered while the server looks past it: clients check by themselves then', () => {
    expect(listed(documents)).toEqual([]);
  });

  it('is offered for writes when the server checks', () => {
    expect(new Set(listed(make(true)))).toEqual(new Set(['post', 'put', 'patch']));
  });
});

/** What all kinds have: it is described once for all of them. */
const isCommon = (struct: StructSchema, field: string): boolean =>
  struct.apiVersion !== undefined && ['apiVersion', 'kind', 'metadata'].includes(field);

describe('descriptions', () => {
  const seed: readonly (readonly [string, string])[] = [
    ['v1', 'ResourceQuota'],
    ['v1', 'Endpoints'],
    ['autoscaling/v1', 'HorizontalPodAutoscaler'],
    ['node.cluster.io/v1', 'RuntimeClass'],
    ['apps/v1', 'DaemonSet'],
    ['batch/v1', 'CronJob'],
  ];

  it.each(seed)('%s %s: each field of its own types', (apiVersion, kind) => {
    const module = schemas.ofKind(apiVersion, kind)!.definition.replace(/\.\w+$/, '.');
    const left = [schemas.ofKind(apiVersion, kind)!];
    const seen = new Set(left);
    for (const struct of left) {
      for (const { name, schema, description } of struct.fields.values()) {
        if (!isCommon(struct, name)) {
          expect(description, `${struct.name}.${name}`).toMatch(/\w.*\.$/);
        }
        let inner = schema;
        while (inner.type === 'list') inner = inner.items;
        if (inner.type !== 'struct' || seen.has(inner)) continue;
        if (!inner.definition.startsWith(module) || inner.name === 'PodTemplateSpec') continue;
        seen.add(inner);
        left.push(inner);
      }
    }
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe('a document', () => {
  it('is made once, and made alike by another server', () => {
    expect(documents.version2()).toBe(documents.version2());
    expect(make(false).version2()).toEqual(documents.version2());
    expect(make(true).version2().hash).not.toBe(documents.version2().hash);
  });
});

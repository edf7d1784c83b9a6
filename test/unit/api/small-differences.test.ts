/** What a v1.24.17 API server does where one would expect something else; seen on a real one. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestContext } from '#api';
import {
  configMap,
  controllerRevision,
  daemonSet,
  namespace,
  node,
  service,
  validatingWebhookConfiguration,
  type Kind,
} from '#kinds';
import type { KubeObject, NewObject } from '#values';
import { networkPolicy } from '../../../src/kinds/networking/network-policy.ts';
import { apiRig, context, refusal, type ApiRig } from '../../support/api.ts';

const ref = { namespace: 'default', name: 'x' };
const as = (fieldManager: string): RequestContext => ({ origin: { actor: 'test' }, fieldManager });
let rig: ApiRig;
beforeEach(async () => {
  rig = await apiRig();
});

const refOf = (kind: Kind, name = 'x') => (kind.namespaced ? ref : { name });

function make<T extends KubeObject>(kind: Kind<T>, fields: object): Promise<T> {
  const wanted = { metadata: { name: 'x' }, ...fields } as unknown as NewObject<T>;
  return rig.api.create(context, kind, wanted, kind.namespaced ? 'default' : undefined);
}

async function put<T extends KubeObject>(
  kind: Kind<T>,
  change: (object: T) => object,
  endpoint?: string,
): Promise<T> {
  const old = (await rig.api.get(kind, refOf(kind as unknown as Kind))) as T;
  const wanted = { ...old, ...change(old) } as T;
  return (await rig.api.update(context, kind, refOf(kind as unknown as Kind), wanted, endpoint))
    .object as T;
}

async function patch<T extends KubeObject>(
  kind: Kind<T>,
  type: 'merge' | 'strategic' | 'json',
  body: unknown,
  by = as('writer'),
): Promise<T> {
  const options = { type, body } as never;
  return (await rig.api.patch(by, kind, refOf(kind as unknown as Kind), options)).object as T;
}

const refused = async (call: Promise<unknown>) => (await refusal(call)).message;
const owners = ({ metadata }: KubeObject) =>
  metadata.managedFields?.map(({ manager, apiVersion }) => `${manager} ${apiVersion}`);

describe('the status of a NetworkPolicy', () => {
  const conditions = (type: string) => ({
    conditions: [
      {
        type,
        status: 'True',
        reason: 'r',
        message: '',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ],
  });

  test('is taken from a PUT while it has no conditions, and then stays', async () => {
    await make(networkPolicy, { spec: { podSelector: {} } });
    const first = await put(networkPolicy, () => ({ status: conditions('A') }));
    expect(first.status).toEqual(conditions('A'));
    expect(first.metadata.generation).toBe(1);
    const second = await put(networkPolicy, () => ({ status: conditions('B') }));
    expect(second.status).toEqual(conditions('A'));
    expect((await put(networkPolicy, () => ({ status: {} }))).status).toEqual(conditions('A'));
    expect((await put(networkPolicy, () => ({ status: {} }), 'status')).status).toEqual({});
  });
});

describe('an empty list or map', () => {
  const hook = {
    ...{ name: 'a.b.c', clientConfig: { url: 'https://x/y' }, sideEffects: 'None' },
    admissionReviewVersions: ['v1'],
  };

  test('in a NetworkPolicy raises its generation each time, and is not kept', async () => {
    await make(networkPolicy, { spec: { podSelector: {} } });
    for (const generation of [2, 3]) {
      const { metadata, spec } = await put(networkPolicy, (old) => ({
        spec: { ...old.spec, ingress: [] },
      }));
      expect(metadata.generation).toBe(generation);
      expect(spec).toEqual({ podSelector: {}, policyTypes: ['Ingress'] });
    }
    const same = await put(networkPolicy, () => ({}));
    expect(same.metadata.generation).toBe(3);
  });

  test.each([{ matchLabels: {} }, { matchExpressions: [] }])(
    'in a webhook raises the generation: %j',
    async (namespaceSelector) => {
      await make(validatingWebhookConfiguration, { webhooks: [hook] });
      const { metadata, webhooks } = await put(validatingWebhookConfiguration, (old) => ({
        webhooks: [{ ...old.webhooks![0]!, namespaceSelector }],
      }));
      expect(metadata.generation).toBe(2);
      expect(webhooks![0]!.namespaceSelector).toEqual({});
    },
  );
});

test.each([[{}], [undefined]])(
  'a Node can allocate its capacity unless it says %j',
  async (none) => {
    const made = await make(node, { status: { capacity: { pods: '110' }, allocatable: none } });
    expect(made.status.allocatable).toEqual({ pods: '110' });
    const status = { capacity: { pods: '7' }, allocatable: none };
    const written = await put(node, () => ({ status }), 'status');
    expect(written.status.allocatable).toEqual({ pods: '7' });
    const nothing = await put(node, () => ({ status: { allocatable: none } }), 'status');
    expect(nothing.status).not.toHaveProperty('allocatable');
  },
);

describe('an update of a ControllerRevision', () => {
  test.each<[object, string, number]>([
    [{ labels: { 'a b': 'x' } }, 'metadata.labels', 4],
    [{ annotations: { 'a b': 'x' } }, 'metadata.annotations', 4],
    [
      { ownerReferences: [{ apiVersion: 'v1', kind: '', name: 'x', uid: 'u' }] },
      'metadata.ownerReferences.kind',
      4,
    ],
    [{ finalizers: ['b ad'] }, 'metadata.finalizers', 2],
  ])('checks %j as often as v1.24', async (metadata, field, times) => {
    await make(controllerRevision, { data: { a: 1 }, revision: 1 });
    const status = await refusal(patch(controllerRevision, 'merge', { metadata }));
    const causes = status.details!.causes!.filter((cause) => cause.field === field);
    expect(causes).toHaveLength(times);
  });

  test('shows missing data as the text that it was', async () => {
    await make(controllerRevision, { data: { a: 1 }, revision: 1 });
    const status = await refusal(patch(controllerRevision, 'merge', { data: null }));
    expect(status.details!.causes!.map(({ message }) => message)).toEqual([
      'Required value: data is mandatory',
      'Invalid value: "null": field is immutable',
    ]);
  });
});

describe('the label with the name of a namespace', () => {
  const labels = ({ metadata }: KubeObject) =>
    metadata.managedFields!.map(({ manager, fieldsV1 }) => {
      const { 'f:metadata': owned } = fieldsV1 as Record<string, Record<string, object>>;
      return `${manager}: ${Object.keys(owned!['f:labels']!).sort().join(' ')}`;
    });
  const name = 'f:kubernetes.io/metadata.name';

  test('is there again before owners are found', async () => {
    const made = await rig.api.create(as('writer'), namespace, { metadata: { name: 'x' } });
    expect(labels(made)).toEqual([`writer: . ${name}`]);
    const other = { metadata: { labels: { 'kubernetes.io/metadata.name': 'a' } } };
    const same = await patch(namespace, 'strategic', other, as('second'));
    expect(same.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
    const retained = { metadata: { labels: { $retainKeys: ['y'], y: 'z' } } };
    const changed = await patch(namespace, 'strategic', retained);
    expect(changed.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'x', y: 'z' });
    expect(labels(changed)).toEqual([`writer: . ${name} f:y`]);
    const removed = { metadata: { labels: { 'kubernetes.io/metadata.name': null } } };
    expect(labels(await patch(namespace, 'merge', removed))).toEqual([`writer: . ${name} f:y`]);
  });
});

describe('owners that a JSON patch changes', () => {
  const entry = '/metadata/managedFields/0';
  const replaceIn = (field: string, value: unknown) =>
    patch(configMap, 'json', [{ op: 'replace', path: `${entry}/${field}`, value }]);
  beforeEach(async () => {
    await rig.api.create(as('a'), configMap, { metadata: ref, data: { a: '1' } });
    await patch(configMap, 'merge', { data: { b: '1' } }, as('b'));
  });

  test('are dropped where they own nothing any more', async () => {
    expect(owners(await replaceIn('fieldsV1', {}))).toEqual(['b v1']);
    const remove = [{ op: 'remove', path: `${entry}/fieldsV1` }];
    expect(owners(await patch(configMap, 'json', remove))).toBeUndefined();
  });

  test('are dropped in a version in which the kind is not known', async () => {
    expect(owners(await replaceIn('apiVersion', 'apps/v1'))).toEqual(['b v1']);
  });

  test('are all dropped for the sake of one whose version is none', async () => {
    expect(owners(await replaceIn('apiVersion', 'a/b/c'))).toBeUndefined();
    // An object without owners stays without.
    expect(owners(await patch(configMap, 'merge', { data: { c: '1' } }))).toBeUndefined();
  });

  test.each([
    ['operation', 'Foo'],
    ['fieldsType', 'Foo'],
  ])('stay as they were when the %s is none', async (field, value) => {
    expect(owners(await replaceIn(field, value))).toEqual(['a v1', 'b v1']);
  });
});

describe('a node that was made with an address twice', () => {
  const address = { type: 'InternalIP', address: '1.2.3.4' };
  beforeEach(async () => {
    await make(node, { status: { addresses: [address, address] } });
  });

  test.each([undefined, 'status'])('is refused in an update of other fields (%s)', async (part) => {
    const labelled = put(
      node,
      ({ metadata }) => ({ metadata: { ...metadata, labels: { a: 'b' } } }),
      part,
    );
    expect(await refused(labelled)).toContain(
      'status.addresses[1]: Duplicate value: core.NodeAddress{Type:"InternalIP", Address:"1.2.3.4"}',
    );
  });

  test('is refused in an update that changes nothing', async () => {
    expect(await refused(put(node, () => ({})))).toContain('status.addresses[1]: Duplicate value');
  });
});

describe('a Service that a write to its status makes', () => {
  const madeWith = (spec: object) => {
    const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec };
    return rig.api.patch(as('applier'), service, ref, { type: 'apply', body } as never, 'status');
  };

  test.each([
    [{ clusterIP: 'None' }, '[spec.ports: Required value, spec.clusterIPs: Required value]'],
    [
      { clusterIP: 'x', ipFamilyPolicy: 'Foo' },
      '[spec.ports: Required value, spec.clusterIPs: Required value, spec.ipFamilyPolicy: Unsupported value: "Foo": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"]',
    ],
  ])('is checked as it is: %j', async (spec, why) => {
    expect(await refused(madeWith(spec))).toContain(`Service "x" is invalid: ${why}`);
  });

  test('may have families that the cluster has not', async () => {
    const { object } = await madeWith({ ipFamilies: ['IPv6'], ports: [{ port: 80 }] });
    expect(object).toMatchObject({ spec: { ipFamilies: ['IPv6'] } });
    expect(object).not.toHaveProperty('spec.ipFamilyPolicy');
  });
});

test('an apply of a DaemonSet with a template generation that is not a number is refused as not convertible', async () => {
  const metadata = {
    name: 'x',
    annotations: { 'deprecated.daemonset.template.generation': 'true' },
  };
  const body = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata };
  const applied = rig.api.patch(as('applier'), daemonSet, ref, { type: 'apply', body } as never);
  expect(await refused(applied)).toContain(
    'failed to convert to unversioned (/x; apps/v1, Kind=DaemonSet): strconv.ParseInt: parsing "true": invalid syntax',
  );
});

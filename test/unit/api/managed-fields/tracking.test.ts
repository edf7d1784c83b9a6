/** Whose fields are whose after writes of all sorts, as a v1.24 server answers. */
import { KindRegistry } from '#catalog';
import {
  controllerRevision,
  daemonSet,
  defineKind,
  namespace,
  node,
  pod,
  scalePart,
  statusPart,
  type Kind,
  defaultProfile,
} from '#kinds';
import type { DaemonSet, Pod } from '#types';
import type { KubeObject, NewObject } from '#values';
import type { RequestContext } from '#api';
import type { Patch } from '#request';
import { beforeEach, describe, expect, test } from 'vitest';
import { ManagedFields } from '../../../../src/api/managed-fields/index.ts';
import { Present } from '../../../../src/api/present.ts';
import { makeResource } from '../../../../src/api/resource.ts';
import { apiRig, startTime, type ApiRig } from '../../../support/api.ts';

const by = (fieldManager: string): RequestContext => ({ origin: { actor: 'test' }, fieldManager });

const alice = by('alice');
const bob = by('bob');
const ref = { namespace: 'default', name: 'x' };

let rig: ApiRig;
beforeEach(async () => {
  rig = await apiRig();
});

/** Entries by owner, in their order. */
function owned(object: KubeObject): Record<string, unknown> {
  const entries = object.metadata.managedFields ?? [];
  return Object.fromEntries(
    entries.map(({ manager, operation, subresource, fieldsV1 }) => [
      [manager, operation, subresource].filter(Boolean).join(' '),
      fieldsV1,
    ]),
  );
}

const container = {
  '.': {},
  'f:image': {},
  'f:imagePullPolicy': {},
  'f:name': {},
  'f:resources': {},
  'f:terminationMessagePath': {},
  'f:terminationMessagePolicy': {},
};
const podSpec = {
  'f:containers': { 'k:{"name":"main"}': container },
  'f:dnsPolicy': {},
  'f:restartPolicy': {},
  'f:schedulerName': {},
  'f:securityContext': {},
  'f:terminationGracePeriodSeconds': {},
};
const createdPod = { 'f:spec': { ...podSpec, 'f:enableServiceLinks': {} } };
const generation = { 'f:deprecated.daemonset.template.generation': {} };
const daemonSetSpec = {
  'f:revisionHistoryLimit': {},
  'f:selector': {},
  'f:template': { 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } }, 'f:spec': podSpec },
  'f:updateStrategy': {
    'f:rollingUpdate': { '.': {}, 'f:maxSurge': {}, 'f:maxUnavailable': {} },
    'f:type': {},
  },
};

const spec = { containers: [{ name: 'main', image: 'app:1' }] };
const wantedPod: NewObject<Pod> = { metadata: ref, spec: spec as Pod['spec'] };
const wantedSet = {
  metadata: ref,
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec },
  },
} as unknown as NewObject<DaemonSet>;

describe('the creator owns', () => {
  test('what it gave and what was filled in for it, not what admission and strategy add', async () => {
    const made = await rig.api.create(alice, pod, wantedPod);
    expect(made.spec.tolerations).toHaveLength(2);
    expect(made.metadata.managedFields).toEqual([
      {
        manager: 'alice',
        operation: 'Update',
        apiVersion: 'v1',
        time: startTime,
        fieldsType: 'FieldsV1',
        fieldsV1: createdPod,
      },
    ]);
  });

  test('the count of template generations of a DaemonSet', async () => {
    const made = await rig.api.create(alice, daemonSet, wantedSet);
    expect(owned(made)).toEqual({
      'alice Update': {
        'f:metadata': { 'f:annotations': { '.': {}, ...generation } },
        'f:spec': daemonSetSpec,
      },
    });
  });

  test('metadata, but not what identifies the object or is the server’s', async () => {
    const metadata = {
      generateName: 'x-',
      namespace: 'default',
      labels: { a: 'b' },
      annotations: {},
      finalizers: ['a.b/c'],
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' }],
      deletionTimestamp: '2001-01-01T00:00:00Z',
      uid: 'mine',
      generation: 3,
    };
    const made = await rig.api.create(alice, pod, { ...wantedPod, metadata });
    expect(owned(made)).toEqual({
      'alice Update': {
        ...createdPod,
        'f:metadata': {
          'f:generateName': {},
          'f:labels': { '.': {}, 'f:a': {} },
          'f:finalizers': { '.': {}, 'v:"a.b/c"': {} },
          'f:ownerReferences': { '.': {}, 'k:{"uid":"u"}': {} },
          'f:deletionTimestamp': {},
        },
      },
    });
  });

  test('free-form data as a whole', async () => {
    const made = await rig.api.create(alice, controllerRevision, {
      metadata: ref,
      revision: 1,
      data: { spec: { a: 1 } },
    });
    expect(owned(made)).toEqual({ 'alice Update': { 'f:data': {}, 'f:revision': {} } });
  });

  test('what a status says only when there is no endpoint for it', async () => {
    const made = await rig.api.create(alice, node, {
      metadata: { name: 'n' },
      spec: { unschedulable: true },
      status: { capacity: { cpu: '1' } },
    } as never);
    expect(owned(made)).toEqual({ 'alice Update': { 'f:spec': { 'f:unschedulable': {} } } });
  });

  test('nothing, when there is nothing to own', async () => {
    const made = await rig.api.create(alice, node, { metadata: { name: 'n' } } as never);
    expect(made.metadata).not.toHaveProperty('managedFields');
  });

  test('nothing of an object with elements that cannot be distinguished', async () => {
    const env = [
      { name: 'A', value: '1' },
      { name: 'A', value: '2' },
    ];
    const twice = { containers: [{ ...spec.containers[0], env }] };
    const made = await rig.api.create(alice, pod, { metadata: ref, spec: twice as never });
    expect(owned(made)).toEqual({});
  });
});

describe('an update', () => {
  const change = async <T extends KubeObject>(
    context: RequestContext,
    kind: Kind<T>,
    patch: object,
    endpoint?: string,
  ) => {
    const merge: Patch = { type: 'merge', body: patch };
    const { object } = await rig.api.patch(context, kind, ref, merge, endpoint);
    return object;
  };

  test('of labels: the map is its creator’s, the keys are their writers’', async () => {
    await rig.api.create(alice, pod, wantedPod);
    await change(bob, pod, { metadata: { labels: { a: '1' } } });
    const both = await change(by('carol'), pod, { metadata: { labels: { b: '1' } } });
    expect(owned(both)).toEqual({
      'alice Update': createdPod,
      'bob Update': { 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } } },
      'carol Update': { 'f:metadata': { 'f:labels': { 'f:b': {} } } },
    });
    const none = await change(alice, pod, { metadata: { labels: null } });
    expect(owned(none)).toEqual({ 'alice Update': createdPod });
  });

  test('of the template leaves the count of generations with its owner', async () => {
    await rig.api.create(alice, daemonSet, wantedSet);
    const image = { containers: [{ name: 'main', image: 'app:2' }] };
    const patch: Patch = { type: 'strategic', body: { spec: { template: { spec: image } } } };
    const { object } = await rig.api.patch(bob, daemonSet, ref, patch);
    expect(object.metadata.generation).toBe(2);
    expect(owned(object)['bob Update']).toEqual({
      'f:spec': {
        'f:template': {
          'f:spec': { 'f:containers': { 'k:{"name":"main"}': { 'f:image': {} } } },
        },
      },
    });
  });

  test('that does not bring the count of generations along takes it', async () => {
    await rig.api.create(alice, daemonSet, wantedSet);
    const { object } = await rig.api.update(bob, daemonSet, ref, {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      ...wantedSet,
    } as never);
    expect(owned(object)).toEqual({
      'alice Update': { 'f:metadata': { 'f:annotations': {} }, 'f:spec': daemonSetSpec },
      'bob Update': { 'f:metadata': { 'f:annotations': generation } },
    });
  });

  test('of the status is owned apart', async () => {
    await rig.api.create(alice, pod, { ...wantedPod, spec: { ...wantedPod.spec!, nodeName: 'n' } });
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
    const object = await change(alice, pod, { status, spec: { nodeName: 'm' } }, 'status');
    expect(owned(object)['alice Update status']).toEqual({
      'f:status': {
        'f:phase': {},
        'f:conditions': {
          '.': {},
          'k:{"type":"Ready"}': {
            '.': {},
            'f:type': {},
            'f:status': {},
            'f:lastProbeTime': {},
            'f:lastTransitionTime': {},
          },
        },
      },
    });
  });

  test('moves the time only when it comes to own other fields', async () => {
    await rig.api.create(alice, pod, wantedPod);
    await rig.clock.advanceBy(1000);
    const set = await change(bob, pod, { metadata: { labels: { a: '1' } } });
    await rig.clock.advanceBy(1000);
    const value = await change(bob, pod, { metadata: { labels: { a: '2' } } });
    expect(value.metadata.managedFields).toBe(set.metadata.managedFields);
    const more = await change(bob, pod, { metadata: { labels: { b: '1' } } });
    expect(more.metadata.managedFields?.map(({ time }) => time)).toEqual([
      startTime,
      '2026-11-20T20:00:02Z',
    ]);
  });

  test('that changes nothing leaves no trace, whoever makes it', async () => {
    const made = await rig.api.create(alice, pod, wantedPod);
    expect(await change(bob, pod, { spec: { restartPolicy: 'Always' } })).toBe(made);
  });

  test('of managedFields wipes them, and no later update starts them again', async () => {
    await rig.api.create(alice, pod, wantedPod);
    const wiped = await change(bob, pod, { metadata: { managedFields: [{}] } });
    expect(wiped.metadata).not.toHaveProperty('managedFields');
    const labelled = await change(bob, pod, { metadata: { labels: { a: '1' } } });
    expect(labelled.metadata).not.toHaveProperty('managedFields');
  });

  test('of managedFields through a subresource is overlooked', async () => {
    const made = await rig.api.create(alice, pod, wantedPod);
    expect(await change(bob, pod, { metadata: { managedFields: [{}] } }, 'status')).toBe(made);
  });

  test('may name other owners', async () => {
    const made = await rig.api.create(alice, pod, wantedPod);
    const managedFields = [{ ...made.metadata.managedFields![0]!, manager: 'carol' }];
    const object = await change(bob, pod, { metadata: { managedFields, labels: { a: '1' } } });
    expect(Object.keys(owned(object))).toEqual(['bob Update', 'carol Update']);
  });

  test('of the namespace’s status', async () => {
    const { object } = await rig.api.update(
      alice,
      namespace,
      { name: 'default' },
      {
        metadata: { name: 'default' },
        status: { phase: 'Active', conditions: [{ type: 'X', status: 'T' }] },
      } as never,
      'status',
    );
    expect(owned(object)).toMatchObject({
      'orrery Update': { 'f:metadata': { 'f:labels': { '.': {} } } },
      'alice Update status': { 'f:status': { 'f:conditions': { 'k:{"type":"X"}': {} } } },
    });
  });
});

describe('without a field manager', () => {
  const reconcile = { controller: 'daemonset', key: 'default/x', number: 1 };

  test.each([
    { origin: { actor: 'daemonset-controller', reconcile }, manager: 'kube-controller-manager' },
    { origin: { actor: 'default-scheduler', reconcile }, manager: 'kube-scheduler' },
    { origin: { actor: 'kubelet' }, manager: 'kubelet' },
    { origin: { actor: 'scenario' }, manager: 'orrery' },
  ])('$origin.actor writes as $manager', async ({ origin, manager }) => {
    const made = await rig.api.create({ origin }, pod, wantedPod);
    expect(Object.keys(owned(made))).toEqual([`${manager} Update`]);
  });
});

test('objects made alike share their entries', async () => {
  const first = await rig.api.create(alice, pod, wantedPod);
  const second = await rig.api.create(alice, pod, {
    ...wantedPod,
    metadata: { ...ref, name: 'y' },
  });
  expect(second.metadata.managedFields).toBe(first.metadata.managedFields);
});

describe('a write through /scale', () => {
  interface Scaled extends KubeObject {
    readonly spec: { readonly replicas?: number };
  }
  const deployment = defineKind<Scaled>({
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    plural: 'deployments',
    namespaced: true,
    subresources: {
      status: statusPart(),
      scale: scalePart<Scaled>({
        get: ({ spec: { replicas = 0 } }) => ({ replicas, statusReplicas: 0, selector: '' }),
        set: (object, replicas) => ({ ...object, spec: { replicas } }),
      }),
    },
    table: { columns: [] },
  });
  const resource = makeResource(deployment as unknown as Kind, defaultProfile);
  const managedFields = new ManagedFields(
    new Present({ now: () => 0 }),
    new KindRegistry(defaultProfile),
  );
  const scaled = (from: Scaled, replicas: number, context = bob): Scaled =>
    managedFields.scaled(
      context,
      resource,
      { ...from, spec: { replicas } } as Scaled,
      from,
    ) as Scaled;

  const wanted = { metadata: ref, spec: { replicas: 2 } } as unknown as Scaled;
  const entries = managedFields.created(alice, resource, wanted);
  const made = { ...wanted, metadata: { ...wanted.metadata, managedFields: entries } };

  test('takes the number of replicas, without a time', () => {
    const entry = scaled(made, 5).metadata.managedFields?.[0];
    expect(entry).toEqual({
      manager: 'bob',
      operation: 'Update',
      apiVersion: 'apps/v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      subresource: 'scale',
    });
    expect(owned(scaled(made, 5))).not.toHaveProperty('alice Update');
  });

  test('to nothing leaves the number without a manager, and then no manager gets it back', () => {
    const none = scaled(scaled(made, 5), 0);
    expect(owned(none)).toEqual({});
    expect(owned(scaled(none, 3))).toEqual({});
  });

  test('to the number there is takes it from who updated it, for an entry without a time', () => {
    const [entry] = entries;
    const timeless = { ...entry!, time: undefined };
    const once = scaled(made, 2);
    expect(once.metadata.managedFields).toEqual([timeless]);
    expect(scaled(once, 2).metadata).toBe(once.metadata);
  });

  test('to the number there is leaves it to who applied it', () => {
    const managedFields = [{ ...entries[0]!, operation: 'Apply' as const }];
    const applied = { ...made, metadata: { ...made.metadata, managedFields } };
    expect(scaled(applied, 2).metadata.managedFields).toBe(managedFields);
  });

  test('splits the entry of who owns more, of which only the one with the rest is read', () => {
    const fieldsV1 = { 'f:spec': { 'f:paused': {}, 'f:replicas': {} } };
    const managedFields = [{ ...entries[0]!, fieldsV1 }];
    const more = { ...made, metadata: { ...made.metadata, managedFields } };
    const fieldsOf = ({ metadata }: Scaled) =>
      metadata.managedFields?.map((entry) => entry.fieldsV1);
    const split = scaled(more, 2);
    const rest = { 'f:spec': { 'f:paused': {} } };
    expect(fieldsOf(split)).toEqual([{ 'f:spec': { 'f:replicas': {} } }, rest]);
    expect(fieldsOf(scaled(split, 2))).toEqual([rest]);
    expect(fieldsOf(scaled(split, 5))).toEqual([rest]);
  });
});

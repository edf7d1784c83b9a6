import { describe, expect, it } from 'vitest';
import {
  controllerRevision,
  daemonSet,
  event,
  lease,
  namespace,
  node,
  pod,
  defaultProfile,
} from '#kinds';
import { KindRegistry, kindsOf } from '#catalog';
import type { ControllerRevision, Event, Lease, Namespace, Node } from '#types';
import {
  context,
  created,
  errorsOf,
  messages,
  texts,
  updated,
  updateErrorsOf,
} from '../kinds/samples.ts';
import { partOf } from '../../support/part.ts';

const kinds = kindsOf(defaultProfile);

function of<T>(apiVersion: string, kind: string, metadata: object, rest: object = {}): T {
  return { apiVersion, kind, metadata, ...rest } as T;
}

const namespaceOf = (rest: object = {}, metadata: object = {}): Namespace =>
  of('v1', 'Namespace', { name: 'n', ...metadata }, rest);
const nodeOf = (rest: object = {}): Node => of('v1', 'Node', { name: 'n1' }, rest);
const eventOf = (involvedObject: object, inNamespace: string): Event =>
  of('v1', 'Event', { name: 'e', namespace: inNamespace }, { involvedObject });
const leaseOf = (rest: object = {}): Lease =>
  of('coordination.k8s.io/v1', 'Lease', { name: 'l', namespace: 'default' }, rest);
const revisionOf = (rest: object): ControllerRevision =>
  of('apps/v1', 'ControllerRevision', { name: 'c', namespace: 'default' }, rest);

describe('namespaces', () => {
  it('are created active, with their name as label and a finalizer', () => {
    expect(created(namespace, namespaceOf({ status: { phase: 'Terminating' } }))).toEqual({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'n', labels: { 'kubernetes.io/metadata.name': 'n' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
    const given = namespaceOf({ spec: { finalizers: ['a.b/c'] } });
    expect(created(namespace, given).spec.finalizers).toEqual(['a.b/c', 'kubernetes']);
  });

  it('keep label and finalizers through updates', () => {
    const old = created(namespace, namespaceOf());
    const next = updated(namespace, namespaceOf({}, { labels: { a: 'b' } }), old);
    expect(next.spec).toBe(old.spec);
    expect(next.metadata.labels).toEqual({ a: 'b', 'kubernetes.io/metadata.name': 'n' });
    expect(updated(namespace, old, old)).toBe(old);
  });

  it('are refused', () => {
    expect(errorsOf(namespace, namespaceOf({}, { name: 'a.b' }))).toEqual([
      `metadata.name: Invalid value: "a.b": ${messages.label}`,
    ]);
    expect(errorsOf(namespace, namespaceOf({ spec: { finalizers: ['bad'] } }))).toEqual([
      'spec.finalizers: Invalid value: "bad": name is neither a standard finalizer name nor is it fully qualified',
    ]);
  });

  it('have the phase that goes with being deleted or not', () => {
    const old = created(namespace, namespaceOf());
    const terminating = { ...old, status: { phase: 'Terminating' } } as Namespace;
    const errors = (next: Namespace): readonly string[] =>
      texts((errors) => partOf(namespace, 'status').validate!(errors, next, next, context));
    expect(errors(old)).toEqual([]);
    expect(errors(terminating)).toEqual([
      'status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty',
    ]);
    const deleted = { ...old.metadata, deletionTimestamp: '2001-01-01T00:00:00Z' };
    expect(errors({ ...terminating, metadata: deleted })).toEqual([]);
  });
});

describe('nodes', () => {
  it('can allocate all that they have, and print empty details', () => {
    const capacity = { cpu: '4', pods: '110' };
    const { status, spec } = created(node, nodeOf({ status: { capacity } }));
    expect(spec).toEqual({});
    expect(status).toEqual({
      capacity,
      allocatable: capacity,
      daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
      nodeInfo: {
        architecture: '',
        bootID: '',
        containerRuntimeVersion: '',
        kernelVersion: '',
        kubeProxyVersion: '',
        kubeletVersion: '',
        machineID: '',
        operatingSystem: '',
        osImage: '',
        systemUUID: '',
      },
    });
  });

  it('are the same when nothing is missing', () => {
    const conditions = [{ type: 'Ready', status: 'True' }];
    const whole = created(
      node,
      nodeOf({ spec: { podCIDR: '10.0.0.0/24' }, status: { conditions } }),
    );
    expect(whole.spec.podCIDRs).toEqual(['10.0.0.0/24']);
    expect(node.rules.defaults!(whole, defaultProfile)).toBe(whole);
    expect(node.rules.defaults!(created(node, nodeOf()), defaultProfile).status).not.toHaveProperty(
      'capacity',
    );
  });

  it('are refused', () => {
    const taints = [
      { key: '', effect: 'NoSchedule' },
      { key: 'a', effect: 'Bad' },
      { key: 'b', value: 'x y', effect: 'NoSchedule' },
      { key: 'c', effect: 'NoSchedule' },
      { key: 'c', effect: 'NoSchedule' },
      { key: 'd' },
    ];
    expect(errorsOf(node, nodeOf({ spec: { taints } }))).toEqual([
      'metadata.taints[0].key: Invalid value: "": name part must be non-empty',
      `metadata.taints[0].key: Invalid value: "": ${messages.name}`,
      'metadata.taints[1].effect: Unsupported value: "Bad": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      `metadata.taints[2].value: Invalid value: "x y": ${messages.value}`,
      expect.stringMatching(
        /^metadata\.taints\[4\]: Duplicate value: .*: taints must be unique by key and effect pair$/,
      ),
      'metadata.taints[5].effect: Required value',
    ]);
    const spec = { podCIDR: '10.0.0.0', podCIDRs: ['1.2.3.4/24', '2.3.4.5/24'] };
    expect(errorsOf(node, nodeOf({ spec }))).toEqual([
      'spec.podCIDRs[0]: Invalid value: []string{"10.0.0.0"}: must be valid CIDR',
    ]);
    expect(errorsOf(node, nodeOf({ spec: { podCIDR: '10.0.0.0/33' } }))).toHaveLength(1);
    expect(errorsOf(node, nodeOf({ spec: { podCIDR: 'fd00::/64' } }))).toEqual([]);
  });

  it('keep what identifies the machine', () => {
    const old = created(node, nodeOf({ spec: { providerID: 'a', podCIDR: '10.0.0.0/24' } }));
    const next = nodeOf({ spec: { providerID: 'b', podCIDR: '10.1.0.0/24' } });
    expect(updateErrorsOf(node, next, old)).toEqual([
      'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
      'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    ]);
    expect(updateErrorsOf(node, old, created(node, nodeOf()))).toEqual([]);
  });
});

describe('events', () => {
  it('print what they do not know', () => {
    expect(created(event, eventOf({ kind: 'Pod', namespace: 'x' }, 'x'))).toEqual({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e', namespace: 'x' },
      involvedObject: { kind: 'Pod', namespace: 'x' },
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: null,
      reportingComponent: '',
      reportingInstance: '',
    });
    const whole = created(event, eventOf({}, 'default'));
    expect(event.rules.defaults!(whole, defaultProfile)).toBe(whole);
  });

  it('live beside what they are about', () => {
    const why = (namespace: string): string =>
      `involvedObject.namespace: Invalid value: "${namespace}": does not match event.namespace`;
    expect(errorsOf(event, eventOf({ namespace: 'other' }, 'default'))).toEqual([why('other')]);
    expect(errorsOf(event, eventOf({}, 'other'))).toEqual([why('')]);
    expect(errorsOf(event, eventOf({}, 'default'))).toEqual([]);
  });
});

describe('leases and revisions', () => {
  it('have their fields in range', () => {
    expect(created(lease, leaseOf()).spec).toEqual({});
    const spec = { leaseDurationSeconds: 0, leaseTransitions: -1 };
    expect(errorsOf(lease, leaseOf({ spec }))).toEqual([
      'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
      'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
    ]);
    expect(errorsOf(controllerRevision, revisionOf({ revision: -1 }))).toEqual([
      'data: Required value: data is mandatory',
      'revision: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });

  it('keep the data of a revision', () => {
    const old = created(controllerRevision, revisionOf({ data: { a: 1 } }));
    expect(old.revision).toBe(0);
    const renumbered = revisionOf({ data: { a: 1 }, revision: 2 });
    expect(updateErrorsOf(controllerRevision, renumbered, old)).toEqual([]);
    expect(updateErrorsOf(controllerRevision, revisionOf({ data: { a: 2 } }), old)).toEqual([
      // As Go prints a runtime.Unknown.
      'data: Invalid value: runtime.Unknown{TypeMeta:runtime.TypeMeta{APIVersion:"", Kind:""}, Raw:[]uint8{0x7b, 0x22, 0x61, 0x22, 0x3a, 0x32, 0x7d}, ContentEncoding:"", ContentType:"application/json"}: field is immutable',
    ]);
  });
});

describe('KindRegistry', () => {
  const registry = new KindRegistry(defaultProfile);

  it('finds kinds by all their names', () => {
    expect(registry.all).toEqual(kinds);
    expect(registry.all).toBe(registry.all);
    expect(registry.byKind('apps/v1', 'DaemonSet')).toBe(daemonSet);
    expect(registry.byKind('v1', 'DaemonSet')).toBeUndefined();
    expect(registry.byResource('apps', 'v1', 'daemonsets')).toBe(daemonSet);
    expect(registry.byResource('', 'v1', 'pods')).toBe(pod);
    expect(registry.byResource('', 'v2', 'pods')).toBeUndefined();
    for (const name of ['DaemonSet', 'daemonsets', 'DS', 'daemonset.apps', 'ds.apps']) {
      expect(registry.byName(name)).toBe(daemonSet);
    }
    expect(registry.byName('po')).toBe(pod);
    expect(registry.byName('toString')).toBeUndefined();
  });

  it.each(kinds.map((kind) => [kind.kind, kind] as const))('%s has a schema', (name, kind) => {
    expect(kind.schema.name).toBe(name);
    expect(kind.schema).toBe(kind.schema);
    expect(Object.isFrozen(kind)).toBe(true);
  });
});

/** How often releases check a change, and in which words. */
import { expect, it } from 'vitest';
import {
  csiStorageCapacity,
  daemonSet,
  persistentVolumeClaim,
  pod,
  podDisruptionBudget,
  replicaSet,
  replicationController,
  resourceQuota,
  service,
  statefulSet,
  type Kind,
} from '#kinds';
import type { KubeObject } from '#values';
import { changeErrorsIn, errorsIn } from './release.ts';

const labels = { app: 'a' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const workload = (minReadySeconds: number) => ({
  spec: { minReadySeconds, selector: { matchLabels: labels }, template },
});
const replicated = (minReadySeconds: number) => ({
  spec: { minReadySeconds, selector: labels, template },
});

const countOf = <T extends KubeObject>(
  minor: number,
  kind: Kind<T>,
  [before, after]: readonly [object, object],
): number => changeErrorsIn(minor, kind, before, after).length;

it.each([
  ['ReplicaSets', replicaSet, workload, 34],
  ['DaemonSets', daemonSet, workload, 34],
  ['replication controllers', replicationController, replicated, 35],
] as const)('checks changes of %s twice before it checks them once', (_, kind, made, since) => {
  const change = [made(0), made(-1)] as const;
  const counts = [since - 1, since].map((minor) => countOf(minor, kind as Kind, change));
  expect(counts).toEqual([2, 1]);
});

it('checks the metadata of a changed service once from v1.34 on', () => {
  const named = (label: string) => ({
    metadata: { name: 'a', namespace: 'default', labels: { [label]: 'x' } },
    spec: { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ports: [{ port: 80 }] },
  });
  const change = [named('a'), named('A b')] as const;
  expect([33, 34].map((minor) => countOf(minor, service, change))).toEqual([2, 1]);
});

it('checks changed claims once from v1.35 on', () => {
  const claim = (accessModes: readonly string[]) => ({
    spec: { accessModes, resources: { requests: { storage: '1Gi' } } },
  });
  const change = [claim(['ReadWriteOnce']), claim(['X'])] as const;
  const counts = [34, 35].map((minor) => countOf(minor, persistentVolumeClaim, change));
  expect(counts).toEqual([3, 2]);
});

it('checks new capacities of storage twice until v1.27', () => {
  const given = { storageClassName: 'A' };
  const counts = [27, 28].map((minor) => errorsIn(minor, csiStorageCapacity, given).length);
  expect(counts).toEqual([2, 1]);
});

it('prints names of resources without quotes from v1.29 to v1.33', () => {
  const hard = { spec: { hard: { widgets: '1' } } };
  const printed = [28, 29, 33, 34].map((minor) => errorsIn(minor, resourceQuota, hard)[1]);
  const why = 'must be a standard resource for quota';
  const [text, plain] = [`"widgets": ${why}`, `widgets: ${why}`];
  expect(printed).toEqual(
    [text, plain, plain, text].map((t) => `spec.hard[widgets]: Invalid value: ${t}`),
  );
});

it('checks drivers without a name no further from v1.35 on', () => {
  const given = {
    spec: { ...template.spec, volumes: [{ name: 'v', csi: { driver: '' } }] },
  };
  const counts = [34, 35].map((minor) => errorsIn(minor, pod, given).length);
  expect(counts).toEqual([2, 1]);
});

it('says from v1.36 on whose restart policy it means', () => {
  const [container] = template.spec.containers;
  const resizePolicy = [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }];
  const given = { spec: { restartPolicy: 'Never', containers: [{ ...container, resizePolicy }] } };
  const told = [35, 36].map((minor) => errorsIn(minor, pod, given)[0]);
  expect(told).toEqual([
    expect.stringContaining(' when `restartPolicy` is'),
    expect.stringContaining(' when pod `restartPolicy` is'),
  ]);
});

it('names files as sources of variables once there are such, in v1.35', () => {
  const containers = [{ name: 'c', image: 'i', env: [{ name: 'A', valueFrom: {} }] }];
  const told = [34, 35].map((minor) => errorsIn(minor, pod, { spec: { containers } })[0]);
  expect(told.map((text) => text!.includes('fileKeyRef'))).toEqual([false, true]);
});

it('allows a policy of restarts for each container once there are rules of restarts, in v1.35', () => {
  const containers = [{ name: 'c', image: 'i', restartPolicy: 'Never' }];
  const told = [33, 35].map((minor) => errorsIn(minor, pod, { spec: { containers } }));
  const why = 'may not be set for non-init containers';
  expect(told).toEqual([[`spec.containers[0].restartPolicy: Forbidden: ${why}`], []]);
});

it('lets containers sleep for no time where a gate is on, and says so of the gate at v1.32', () => {
  const lifecycle = { preStop: { sleep: { seconds: 0 } } };
  const given = {
    spec: {
      terminationGracePeriodSeconds: 30,
      containers: [{ name: 'c', image: 'i', lifecycle }],
    },
  };
  const told = [31, 32, 33].map((minor) => errorsIn(minor, pod, given)[0]);
  expect(told).toEqual([
    expect.stringMatching(/ must be greater than 0 and less than .* \(30\)$/),
    expect.stringMatching(/ \(30\)\. Enable \w+ feature gate for zero sleep\.$/),
    undefined,
  ]);
});

it('refuses keys of spread constraints that the selector has, until they are merged at v1.34', () => {
  const constraint = {
    ...{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
    ...{ matchLabelKeys: ['app'], labelSelector: { matchLabels: labels } },
  };
  const given = { spec: { ...template.spec, topologySpreadConstraints: [constraint] } };
  const counts = [33, 34].map((minor) => errorsIn(minor, pod, given).length);
  expect(counts).toEqual([1, 0]);
});

it('refuses fates of the claims of a StatefulSet that it does not know', () => {
  const given = {
    spec: {
      ...{ selector: { matchLabels: labels }, serviceName: 's', template },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'a' },
    },
  };
  const [told] = errorsIn(30, statefulSet, given);
  expect(told).toContain(
    'whenScaled: Unsupported value: "a": supported values: "Retain", "Delete"',
  );
});

it('checks the changed pods of a StatefulSet whose sidecar is right in its release', () => {
  const sidecar = { name: 's', image: 'i', restartPolicy: 'Always' };
  const of = (readinessProbe: object) => ({
    spec: {
      serviceName: 'a',
      selector: { matchLabels: labels },
      template: {
        ...template,
        spec: { ...template.spec, initContainers: [{ ...sidecar, readinessProbe }] },
      },
    },
  });
  const probe = { tcpSocket: { port: 80 } };
  const [before, after] = [of(probe), of({ ...probe, periodSeconds: -1 })];
  expect(changeErrorsIn(37, statefulSet, before, after)).toEqual([
    expect.stringContaining('initContainers[0].readinessProbe.periodSeconds: Invalid value: -1'),
  ]);
});

it('knows what budgets do with pods that are not ready', () => {
  const budget = (policy: string) => ({ spec: { unhealthyPodEvictionPolicy: policy } });
  const supported = 'supported values: "AlwaysAllow", "IfHealthyBudget"';
  const message = `spec.unhealthyPodEvictionPolicy: Unsupported value: "Some": ${supported}`;
  expect(errorsIn(30, podDisruptionBudget, budget('Some'))).toEqual([message]);
  expect(errorsIn(30, podDisruptionBudget, budget('AlwaysAllow'))).toEqual([]);
});

it('lets disks that several machines have be written to from v1.29 on', () => {
  const disks = [{ name: 'v', gcePersistentDisk: { pdName: 'p' } }];
  const withDisk = { ...template, spec: { ...template.spec, volumes: disks } };
  const given = { spec: { selector: { matchLabels: labels }, template: withDisk } };
  expect([28, 29].map((minor) => errorsIn(minor, daemonSet, given))).toEqual([
    [
      'spec.template.spec.volumes[0].gcePersistentDisk.readOnly: Invalid value: false: must be true for replicated pods > 1; ' +
        'GCE PD can only be mounted on multiple machines if it is read-only',
    ],
    [],
  ]);
});

import { expect, it } from 'vitest';
import {
  columnsOf,
  cronJob,
  csiDriver,
  deployment,
  horizontalPodAutoscaler,
  job,
  ofRelease,
  persistentVolume,
  pod,
  priorityClass,
  resourceQuota,
  serviceAccount,
  statefulSet,
  type Kind,
} from '#kinds';
import { makeResource } from '../../../src/api/resource.ts';
import { profileOf, withGates } from '../../../src/kinds/profile/profile.ts';

/** What a release makes of an object, before its strategy. */
function filled(kind: Kind<never>, minor: number, spec: object): never {
  const object = { apiVersion: 'x', kind: 'x', metadata: { name: 'x' }, spec };
  return kind.rules.defaults!(object as never, profileOf(minor));
}

const columnNames = (kind: Kind<never>, minor: number): readonly string[] =>
  columnsOf(ofRelease(kind, profileOf(minor).schemas)).map(({ name }) => name);

it('says in templates that they were never created until v1.33', () => {
  const spec = { template: {}, volumeClaimTemplates: [{}] };
  const metadataAt = (minor: number): unknown => {
    const object = filled(statefulSet as never, minor, spec) as { spec: typeof spec };
    return [object.spec.template, ...object.spec.volumeClaimTemplates].map(
      (template) => (template as { metadata: object }).metadata,
    );
  };
  expect(metadataAt(33)).toEqual([{ creationTimestamp: null }, { creationTimestamp: null }]);
  expect(metadataAt(34)).toEqual([{}, {}]);
  const { spec: scheduled } = filled(cronJob as never, 34, {}) as { spec: object };
  expect(scheduled).toMatchObject({ jobTemplate: { metadata: {} } });
});

it('gives templates on the host network their host ports until v1.27', () => {
  const container = { name: 'a', image: 'b', ports: [{ containerPort: 80 }] };
  const spec = { template: { spec: { hostNetwork: true, containers: [container] } } };
  const portAt = (minor: number): unknown => {
    const object = filled(deployment as never, minor, spec) as { spec: typeof spec };
    return object.spec.template.spec.containers[0]!.ports[0];
  };
  expect(portAt(27)).toMatchObject({ hostPort: 80 });
  expect(portAt(28)).not.toHaveProperty('hostPort');
  const { spec: ofPod } = filled(pod as never, 37, spec.template.spec) as { spec: object };
  expect(ofPod).toMatchObject({ containers: [{ ports: [{ hostPort: 80 }] }] });
});

it('counts the generation of pods from v1.33, and of autoscalers from v1.37', () => {
  const counts = (kind: Kind<never>, profile = profileOf(33)): boolean =>
    makeResource(kind, profile).main.generation !== undefined;
  expect([32, 33].map((minor) => counts(pod as never, profileOf(minor)))).toEqual([false, true]);
  const autoscaler = horizontalPodAutoscaler as never;
  expect([36, 37].map((minor) => counts(autoscaler, profileOf(minor)))).toEqual([false, true]);
  expect(counts(autoscaler, withGates(profileOf(37), { HPAGeneration: false }))).toBe(false);
  const { parts } = makeResource(pod as never, profileOf(33));
  expect(parts.get('ephemeralcontainers')!.generation).toBeDefined();
  expect(parts.get('status')!.generation).toBeUndefined();
});

it('counts each change of a CSIDriver from v1.30', () => {
  const old = { metadata: {}, spec: { storageCapacity: false } };
  const next = { metadata: {}, spec: { storageCapacity: true } };
  const at = (minor: number): unknown => {
    const context = { now: 0, profile: profileOf(minor) };
    return csiDriver.rules.prepareUpdate!(next as never, old as never, context).metadata.generation;
  };
  expect([at(29), at(30)]).toEqual([undefined, 1]);
});

it('shows the columns of each release', () => {
  expect(columnNames(resourceQuota as never, 32)).toEqual(['Name', 'Age', 'Request', 'Limit']);
  expect(columnNames(resourceQuota as never, 33)).toEqual(['Name', 'Request', 'Limit', 'Age']);
  expect(columnNames(job as never, 29)).not.toContain('Status');
  expect(columnNames(job as never, 30).slice(0, 3)).toEqual(['Name', 'Status', 'Completions']);
  expect(columnNames(cronJob as never, 30)[2]).toBe('Timezone');
  expect(columnNames(serviceAccount as never, 34)).toContain('Secrets');
  expect(columnNames(serviceAccount as never, 35)).toEqual(['Name', 'Age']);
  expect(columnNames(priorityClass as never, 32).at(-1)).toBe('PreemptionPolicy');
  expect(columnNames(persistentVolume as never, 28)).not.toContain('VolumeAttributesClass');
  expect(columnNames(persistentVolume as never, 29)[7]).toBe('VolumeAttributesClass');
});

it('shows how far a job is, and which resource an autoscaler follows', () => {
  const cell = (kind: Kind<never>, name: string, minor: number, object: object): unknown =>
    columnsOf(ofRelease(kind, profileOf(minor).schemas))
      .find((column) => column.name === name)!
      .cell(object as never, 0);
  const status = (minor: number, type?: string, deletionTimestamp?: string): unknown =>
    cell(job as never, 'Status', minor, {
      metadata: { deletionTimestamp },
      status: { conditions: type === undefined ? [] : [{ type, status: 'True' }] },
    });
  expect(status(30)).toBe('Running');
  expect(status(30, 'Complete', 'now')).toBe('Complete');
  expect(status(30, 'Suspended', 'now')).toBe('Terminating');
  expect([status(33, 'SuccessCriteriaMet'), status(34, 'SuccessCriteriaMet')]).toEqual([
    'Running',
    'SuccessCriteriaMet',
  ]);
  const target = { type: 'Utilization', averageUtilization: 70 };
  const spec = { metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }] };
  const targets = (minor: number): unknown =>
    cell(horizontalPodAutoscaler as never, 'Targets', minor, { spec });
  expect([targets(29), targets(30)]).toEqual(['<unknown>/70%', 'cpu: <unknown>/70%']);
});

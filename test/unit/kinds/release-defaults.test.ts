import { describe, expect, it } from 'vitest';
import {
  csiDriver,
  job,
  networkPolicy,
  persistentVolume,
  persistentVolumeClaim,
  pod,
  service,
  statefulSet,
  type Kind,
} from '#kinds';
import { profileOf } from '../../../src/kinds/profile/profile.ts';

const named = { apiVersion: 'x', kind: 'x', metadata: { name: 'x', uid: 'u' } };

interface Whole {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: unknown;
}

function defaulted(kind: Kind<never>, minor: number, spec: object): Whole {
  const given = { ...named, spec } as never;
  return kind.rules.defaults!(given, profileOf(minor)) as Whole;
}

function created(kind: Kind<never>, minor: number, given: object): Whole {
  const context = { now: 0, profile: profileOf(minor) };
  return kind.rules.prepareCreate!({ status: {}, ...given } as never, context) as Whole;
}

describe('a new Job', () => {
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [] } };

  const at = (minor: number): Whole =>
    created(job as never, minor, defaulted(job as never, minor, { template }));

  it('selects by a label with a prefix from v1.27 on', () => {
    expect(at(26).spec['selector']).toEqual({ matchLabels: { 'controller-uid': 'u' } });
    expect(at(27).spec['selector']).toEqual({
      matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' },
    });
    expect(at(27).metadata['labels']).toEqual({
      a: 'b',
      'job-name': 'x',
      'controller-uid': 'u',
      'batch.kubernetes.io/job-name': 'x',
      'batch.kubernetes.io/controller-uid': 'u',
    });
  });

  it('says how pods are replaced, and that its selector is generated, from v1.29 on', () => {
    expect(at(28).spec).not.toHaveProperty('podReplacementPolicy');
    expect(at(28).spec).not.toHaveProperty('manualSelector');
    const stated = { podReplacementPolicy: 'TerminatingOrFailed', manualSelector: false };
    expect(at(29).spec).toMatchObject(stated);
    const podFailurePolicy = { rules: [] };
    const { spec } = defaulted(job as never, 29, { template, podFailurePolicy });
    expect(spec).toMatchObject({ podReplacementPolicy: 'Failed' });
  });

  it('says in an annotation that its pods are tracked until v1.27', () => {
    const tracked = { 'batch.kubernetes.io/job-tracking': '' };
    expect(at(27).metadata['annotations']).toEqual(tracked);
    expect(at(28).metadata['annotations']).toBeUndefined();
  });
});

it('keeps the claims of a StatefulSet from v1.27 on, and counts missing pods from v1.37 on', () => {
  const at = (minor: number): object => defaulted(statefulSet as never, minor, {}).spec;
  expect(at(26)).not.toHaveProperty('persistentVolumeClaimRetentionPolicy');
  expect(at(27)).toMatchObject({
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
    updateStrategy: { rollingUpdate: { partition: 0 } },
  });
  expect(at(36)).not.toMatchObject({ updateStrategy: { rollingUpdate: { maxUnavailable: 1 } } });
  expect(at(37)).toMatchObject({ updateStrategy: { rollingUpdate: { maxUnavailable: 1 } } });
});

it('gives services with external addresses a policy from v1.29 on', () => {
  const spec = { externalIPs: ['1.2.3.4'] };
  const at = (minor: number): unknown =>
    defaulted(service as never, minor, spec).spec['externalTrafficPolicy'];
  expect([at(28), at(29)]).toEqual([undefined, 'Cluster']);
});

it('fills in what CSIDrivers have from v1.28 and v1.37 on', () => {
  const at = (minor: number): object => defaulted(csiDriver as never, minor, {}).spec;
  expect(at(27)).not.toHaveProperty('seLinuxMount');
  expect(at(28)).toMatchObject({ seLinuxMount: false });
  expect(at(36)).not.toHaveProperty('preventPodSchedulingIfMissing');
  expect(at(37)).toMatchObject({ preventPodSchedulingIfMissing: false });
});

it('gives network policies a status until v1.27', () => {
  const at = (minor: number): unknown => defaulted(networkPolicy as never, minor, {}).status;
  expect([at(27), at(28)]).toEqual([{}, undefined]);
});

it('says since when a volume is in its phase from v1.29 on', () => {
  const pending = { phase: 'Pending' };
  const at = (minor: number): unknown =>
    created(persistentVolume as never, minor, { ...named, status: pending }).status;
  const time = '1970-01-01T00:00:00Z';
  expect([at(28), at(29)]).toEqual([pending, { ...pending, lastPhaseTransitionTime: time }]);
  const { prepare } = persistentVolume.subresources!['status']!.part!;
  const context = { now: 5000, profile: profileOf(29) };
  const old = { ...named, status: { ...pending, lastPhaseTransitionTime: time } };
  const statusAfter = (status: object): unknown =>
    (prepare!({ ...named, status } as never, old as never, context) as unknown as Whole).status;
  expect(statusAfter(pending)).toEqual(old.status);
  expect(statusAfter({ ...old.status, phase: 'Bound' })).toEqual({
    phase: 'Bound',
    lastPhaseTransitionTime: '1970-01-01T00:00:05Z',
  });
});

it('keeps what a status says about the growth of a claim from v1.32 on', () => {
  const { trim } = persistentVolumeClaim.subresources!['status']!.part!;
  const status = { allocatedResources: { storage: '1Gi' } };
  const keeps = (minor: number): unknown => {
    const context = { now: 0, profile: profileOf(minor) };
    const object = trim!({ ...named, status } as never, { ...named, status: {} } as never, context);
    return (object as unknown as Whole).status;
  };
  expect([keeps(31), keeps(32)]).toEqual([{}, status]);
});

it('writes seccomp profiles into annotations at v1.24, and reads these until v1.26', () => {
  const key = 'seccomp.security.alpha.kubernetes.io/pod';
  const profile = { type: 'RuntimeDefault' };
  const fromField = (minor: number): unknown =>
    created(pod as never, minor, {
      ...named,
      spec: { securityContext: { seccompProfile: profile } },
    }).metadata['annotations'];
  expect([fromField(24), fromField(25)]).toEqual([{ [key]: 'runtime/default' }, undefined]);
  const fromAnnotation = (minor: number): unknown => {
    const metadata = { ...named.metadata, annotations: { [key]: 'runtime/default' } };
    return created(pod as never, minor, { ...named, metadata, spec: {} }).spec['securityContext'];
  };
  expect([fromAnnotation(26), fromAnnotation(27)]).toEqual([
    { seccompProfile: profile },
    undefined,
  ]);
});

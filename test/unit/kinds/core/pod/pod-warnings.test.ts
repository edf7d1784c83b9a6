/** Warnings about pods that are accepted. */
import { describe, expect, it } from 'vitest';
import { cronJob, defaultProfile, deployment, pod, runtimeClass, statefulSet } from '#kinds';
import type { Pod, RuntimeClass, StatefulSet } from '#types';

const container = { name: 'c', image: 'i' };

function told(spec: object, annotations?: Readonly<Record<string, string>>): readonly string[] {
  const object = {
    metadata: { name: 'p', annotations },
    spec: { containers: [container], ...spec },
  };
  return pod.rules.warnings!(object as unknown as Pod, undefined, defaultProfile);
}

const terms = (key: string) => [{ matchExpressions: [{ key, operator: 'Exists' }] }];

describe('pods', () => {
  it.each<[what: object, warning: string]>([
    [
      { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } },
      'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
    ],
    [
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: terms('beta.kubernetes.io/instance-type'),
            },
          },
        },
      },
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/instance-type is deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
    ],
    [
      {
        affinity: {
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, preference: terms('failure-domain.beta.kubernetes.io/zone')[0] },
            ],
          },
        },
      },
      'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].key: failure-domain.beta.kubernetes.io/zone is deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
    ],
    [
      { topologySpreadConstraints: [{ topologyKey: 'failure-domain.beta.kubernetes.io/region' }] },
      'spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.kubernetes.io/region is deprecated since v1.17; use "topology.kubernetes.io/region" instead',
    ],
    [{ volumes: [{ name: 'v', gitRepo: {} }] }, 'spec.volumes[0].gitRepo: deprecated in v1.11'],
    [
      { hostAliases: [{ ip: '1.1.1.1' }, { ip: '1.1.1.1' }] },
      'spec.hostAliases[1].ip: duplicate ip "1.1.1.1"',
    ],
    [
      { imagePullSecrets: [{ name: 'a' }, { name: 'a' }] },
      'spec.imagePullSecrets[1].name: duplicate name "a"',
    ],
    [{ imagePullSecrets: [{}] }, 'spec.imagePullSecrets[0].name: invalid empty name ""'],
    [
      { initContainers: [{ ...container, env: [{ name: 'A' }, { name: 'B' }, { name: 'A' }] }] },
      'spec.initContainers[0].env[2].name: duplicate name "A"',
    ],
    [
      { containers: [{ ...container, resources: { limits: { memory: '100m', cpu: '100m' } } }] },
      'spec.containers[0].resources.limits[memory]: fractional byte value "100m" is invalid, must be an integer',
    ],
    [
      { overhead: { 'ephemeral-storage': '1500m' } },
      'spec.overhead[ephemeral-storage]: fractional byte value "1500m" is invalid, must be an integer',
    ],
  ])('with %j', (what, warning) => {
    expect(told(what)).toEqual([warning]);
  });

  it('with annotations that are no longer read', () => {
    expect(told({}, { 'scheduler.alpha.kubernetes.io/critical-pod': '' })).toEqual([
      'metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
    ]);
  });

  it('in order', () => {
    expect(told({})).toEqual([]);
    const amounts = { memory: '1Gi', cpu: '0.1' };
    expect(told({ containers: [{ ...container, resources: { requests: amounts } }] })).toEqual([]);
  });
});

describe('templates', () => {
  const env = [{ name: 'A' }, { name: 'A' }];
  const template = { spec: { containers: [{ ...container, env }] } };

  it('are reported where they are new, or their owner wants something new', () => {
    const of = (generation: number) =>
      ({ metadata: { name: 'd', generation }, spec: { template } }) as never;
    const warnings = ['spec.template.spec.containers[0].env[1].name: duplicate name "A"'];
    expect(deployment.rules.warnings!(of(1), undefined, defaultProfile)).toEqual(warnings);
    expect(deployment.rules.warnings!(of(2), of(1), defaultProfile)).toEqual(warnings);
    expect(deployment.rules.warnings!(of(1), of(1), defaultProfile)).toEqual([]);
  });

  it('of CronJobs are reported with their path', () => {
    const spec = { schedule: '* * * * *', jobTemplate: { spec: { template } } };
    expect(
      cronJob.rules.warnings!(
        { metadata: { name: 'c' }, spec } as never,
        undefined,
        defaultProfile,
      ),
    ).toEqual([
      'spec.jobTemplate.spec.template.spec.containers[0].env[1].name: duplicate name "A"',
    ]);
  });
});

it('runtime classes that choose nodes by old labels', () => {
  const scheduling = { nodeSelector: { 'beta.kubernetes.io/arch': 'arm64', a: 'b' } };
  const object = { metadata: { name: 'r' }, handler: 'h', scheduling } as unknown as RuntimeClass;
  expect(runtimeClass.rules.warnings!(object, undefined, defaultProfile)).toEqual([
    'scheduling.nodeSelector: deprecated since v1.14; use "kubernetes.io/arch" instead',
  ]);
});

describe('templates that are stored as they come', () => {
  it.each([{}, { template: {} }, { template: { spec: {} } }])('have no warnings: %j', (spec) => {
    const object = { metadata: {}, spec } as unknown as StatefulSet;
    expect(statefulSet.rules.warnings?.(object, undefined, defaultProfile)).toEqual([]);
  });
});

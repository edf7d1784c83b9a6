/** Warnings about pods as later releases give them: each at the releases around its change. */
import { describe, expect, it } from 'vitest';
import { deployment, pod, profileOf } from '#kinds';
import type { Deployment, Pod } from '#types';

const container = { name: 'c', image: 'i' };

interface Sent {
  readonly name?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

function told(minor: number, spec: object, { name = 'p', annotations }: Sent = {}) {
  const object = { metadata: { name, annotations }, spec: { containers: [container], ...spec } };
  return pod.rules.warnings!(object as unknown as Pod, undefined, profileOf(minor));
}

const withPorts = (...ports: object[]) => ({ containers: [{ ...container, ports }] });
const withEnv = (...env: object[]) => ({ containers: [{ ...container, env }] });
const withVolume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });
const file = (path: string) => ({ key: 'k', path });
const seccomp = 'seccomp.security.alpha.kubernetes.io/pod';
const http = { name: 'http', containerPort: 80, protocol: 'TCP' };

describe('pods warn as their release does', () => {
  it.each<[what: object, minor: number, before: readonly string[], since: readonly string[]]>([
    [
      withVolume({ glusterfs: {} }),
      25,
      [],
      [
        'spec.volumes[0].glusterfs: deprecated in v1.25, this feature will be removed soon after in a subsequent release',
      ],
    ],
    [
      withVolume({ glusterfs: {} }),
      27,
      [
        'spec.volumes[0].glusterfs: deprecated in v1.25, this feature will be removed soon after in a subsequent release',
      ],
      ['spec.volumes[0].glusterfs: deprecated in v1.25, non-functional in v1.26+'],
    ],
    [
      withVolume({ storageos: {} }),
      27,
      ['spec.volumes[0].storageOS: deprecated in v1.22, support removal is planned in v1.26'],
      ['spec.volumes[0].storageOS: deprecated in v1.22, non-functional in v1.25+'],
    ],
    [
      withVolume({
        ephemeral: {
          volumeClaimTemplate: { spec: { resources: { requests: { storage: '100m' } } } },
        },
      }),
      26,
      [],
      [
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]: fractional byte value "100m" is invalid, must be an integer',
      ],
    ],
    [
      { terminationGracePeriodSeconds: -1 },
      27,
      [],
      [
        'spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1',
      ],
    ],
    [
      withVolume({ rbd: {} }),
      28,
      [],
      ['spec.volumes[0].rbd: deprecated in v1.28, non-functional in v1.31+'],
    ],
    [
      { topologySpreadConstraints: [{ topologyKey: 'k' }] },
      28,
      [],
      [
        'spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod',
      ],
    ],
    [
      {
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'k' }],
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1 }],
          },
        },
      },
      28,
      [],
      [
        'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod',
        'spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: a null labelSelector results in matching no pod',
      ],
    ],
    [
      withPorts({ ...http, hostIP: '1.1.1.1' }),
      28,
      [],
      [
        'spec.containers[0].ports[0]: hostIP set without hostPort: {Name:http HostPort:0 ContainerPort:80 Protocol:TCP HostIP:1.1.1.1}',
      ],
    ],
    [
      withPorts(
        { containerPort: 1, protocol: 'TCP', hostPort: 2 },
        { containerPort: 1, protocol: 'TCP' },
        { containerPort: 1, protocol: 'TCP', hostPort: 2, hostIP: '1.1.1.1' },
        { containerPort: 1, protocol: 'UDP' },
      ),
      28,
      [],
      [
        'spec.containers[0].ports[1]: overlapping port definition with spec.containers[0].ports[0]',
        'spec.containers[0].ports[2]: dangerously ambiguous port definition with spec.containers[0].ports[0]',
        'spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[1]',
      ],
    ],
    [
      withEnv({ name: 'A', value: 'a' }, { name: 'A', value: 'b' }),
      28,
      ['spec.containers[0].env[1].name: duplicate name "A"'],
      ['spec.containers[0].env[1]: hides previous definition of "A"'],
    ],
    [
      withEnv(
        { name: 'A', value: 'a' },
        { name: 'A', value: '$(A)' },
        { name: 'A', value: '$(A)b' },
      ),
      30,
      ['spec.containers[0].env[1]: hides previous definition of "A"'],
      [
        'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
      ],
    ],
    [
      { nodeSelector: { 'node-role.kubernetes.io/master': '' } },
      31,
      [],
      [
        'spec.nodeSelector[node-role.kubernetes.io/master]: use "node-role.kubernetes.io/control-plane" instead',
      ],
    ],
    [
      withVolume({ configMap: { name: 'm', items: [file('a'), file('a/b'), file('ab')] } }),
      32,
      [],
      ['volume "v" (ConfigMap "m"): overlapping paths: "a/b" with "a"'],
    ],
    [
      withVolume({
        projected: {
          sources: [
            {},
            { secret: { name: 's', items: [file('a')] } },
            { serviceAccountToken: { path: 'a/' } },
          ],
        },
      }),
      32,
      [],
      [
        'volume "v" (Projected) has no sources provided',
        'volume "v" (Projected): overlapping paths: "a" (ServiceAccountToken) with "a" (Secret "s")',
      ],
    ],
    [
      withPorts(http, { ...http, containerPort: 81 }),
      33,
      [],
      [
        'spec.containers[0].ports[1]: duplicate port name "http" with spec.containers[0].ports[0], services and probes that select ports by name will use spec.containers[0].ports[0]',
      ],
    ],
    [
      withVolume({ gitRepo: {} }),
      33,
      ['spec.volumes[0].gitRepo: deprecated in v1.11'],
      ['spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+'],
    ],
  ])('%j from 1.%i on', (what, minor, before, since) => {
    expect(told(minor - 1, what)).toEqual(before);
    expect(told(minor, what)).toEqual(since);
  });

  it('about values of labels that are only preferred', () => {
    const preference = { matchExpressions: [{ key: 'k', operator: 'In', values: ['a b'] }] };
    const preferredDuringSchedulingIgnoredDuringExecution = [{ weight: 1, preference }];
    const affinity = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution } };
    expect(told(32, { affinity })).toEqual([]);
    expect(told(33, { affinity })).toEqual([
      expect.stringMatching(
        /\.matchExpressions\[0\]\.values\[0\]: a b is invalid, a valid label must/,
      ),
    ]);
  });

  it('about annotations for seccomp without a field', () => {
    const sent = { annotations: { [seccomp]: 'unconfined' } };
    const text = (fate: string) =>
      `metadata.annotations[${seccomp}]: ${fate}; use the "seccompProfile" field instead`;
    expect(told(24, {}, sent)).toEqual([]);
    expect(told(26, {}, sent)).toEqual([
      text('deprecated since v1.19, non-functional in a future release'),
    ]);
    expect(told(27, {}, sent)).toEqual([text('non-functional in v1.27+')]);
    const securityContext = { seccompProfile: { type: 'Unconfined' } };
    expect(told(27, { securityContext }, sent)).toEqual([]);
  });

  it('about names that are not those of hosts', () => {
    const use = 'can result in surprising behavior; a DNS label is recommended';
    expect(told(26, {}, { name: 'a.b' })).toEqual([]);
    expect(told(27, {}, { name: 'a.b' })).toEqual([
      `metadata.name: this is used in the Pod's hostname, which ${use}: [must not contain dots]`,
    ]);
    const object = { metadata: { name: 'a.b' }, spec: { template: { spec: {} } } };
    const sent = object as unknown as Deployment;
    expect(deployment.rules.warnings!(sent, undefined, profileOf(27))).toEqual([
      `metadata.name: this is used in Pod names and hostnames, which ${use}: [must not contain dots]`,
    ]);
    expect(deployment.rules.warnings!(sent, sent, profileOf(27))).toEqual([]);
  });
});

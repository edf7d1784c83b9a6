/** What later releases let pods say, and how they check it. */
import { describe, expect, it } from 'vitest';
import { pod, podRequests, qosClassOf } from '#kinds';
import type { PodSpec } from '#types';
import { changeErrorsIn, createdIn, errorsIn } from './release.ts';

const c = { name: 'c', image: 'img' };
const podOf = (spec: object, metadata: object = {}) => ({
  metadata: { name: 'p', namespace: 'default', ...metadata },
  spec: { containers: [c], ...spec },
});
const withContainer = (parts: object, spec: object = {}) =>
  podOf({ containers: [{ ...c, ...parts }], ...spec });
const first = 'spec.containers[0]';
const mount = { name: 'v', mountPath: '/v' };
const volumes = [{ name: 'v', emptyDir: {} }];

describe('a pod', () => {
  it.each([
    [podOf({ schedulingGates: [{ name: 'a' }, { name: 'a' }] }), 'schedulingGates[1]: Duplicate'],
    [podOf({ schedulingGates: [{ name: 'a' }], nodeName: 'n' }), 'cannot be set until all'],
    [podOf({ hostUsers: false, hostPID: true }), 'spec.HostPID: Forbidden: when `hostUsers` is'],
    [podOf({ resourceClaims: [{ name: 'a' }] }), 'must specify one of: `resourceClaimName`'],
    [podOf({ securityContext: { supplementalGroupsPolicy: 'Odd' } }), 'supported values: "Merge"'],
    [
      podOf({ securityContext: { appArmorProfile: { type: 'Localhost' } } }),
      'must be set when App',
    ],
    [podOf({ volumes: [{ name: 'v', image: {} }] }), 'volumes[0].image.reference: Required value'],
    [
      withContainer({ resources: { claims: [{ name: 'a' }] } }),
      `${first}.resources.claims[0]: Not found: "a": must be one of the names`,
    ],
    [withContainer({ restartPolicy: 'Odd' }), `${first}.restartPolicy: Unsupported value: "Odd"`],
    [
      withContainer({ restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In' } }] }),
      'must specify restartPolicy when restart rules are used',
    ],
    [withContainer({ resizePolicy: [{ resourceName: 'cpu' }] }), `${first}.resizePolicy: Required`],
    [
      withContainer({ lifecycle: { preStop: { sleep: { seconds: 31 } } } }),
      'must be non-negative and less than terminationGracePeriodSeconds (30)',
    ],
    [
      withContainer({ volumeMounts: [{ ...mount, recursiveReadOnly: 'Enabled' }] }, { volumes }),
      'may only be specified when readOnly is true',
    ],
    [
      withContainer({
        env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'n', path: 'a', key: 'K' } } }],
      }),
      'fileKeyRef.volumeName: Not found: "n"',
    ],
    [
      podOf({ resources: { requests: { 'ephemeral-storage': '1Gi' } } }),
      'supported values: "cpu", "hugepages-", "memory"',
    ],
    [
      withContainer(
        { resources: { requests: { cpu: '2' } } },
        { resources: { requests: { cpu: '1' } } },
      ),
      'must be greater than or equal to aggregate container requests of 2',
    ],
  ])('is refused: %j', (given, told) => {
    expect(errorsIn(37, pod, given)).toEqual([expect.stringContaining(told)]);
  });

  it('with gates says why it is not scheduled', () => {
    const { status } = createdIn(37, pod, podOf({ schedulingGates: [{ name: 'a' }] }));
    expect(status.conditions).toMatchObject([{ type: 'PodScheduled', reason: 'SchedulingGated' }]);
  });

  it('loses gates, and while it has some may only ask for less of the cluster', () => {
    const gated = (spec: object) => podOf({ schedulingGates: [{ name: 'a' }], ...spec });
    const before = gated({ nodeSelector: { x: 'y' } });
    const errors = (spec: object) => changeErrorsIn(37, pod, before, gated(spec));
    expect(errors({ nodeSelector: { x: 'y', z: 'w' } })).toEqual([]);
    expect(errors({ nodeSelector: { x: 'z' } })).toHaveLength(1);
    expect(errors({ nodeSelector: { x: 'y' }, schedulingGates: [] })).toEqual([]);
    expect(errors({ nodeSelector: { x: 'y' }, schedulingGates: [{ name: 'b' }] })).toEqual([
      "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'b'",
    ]);
  });

  it('looks for pods with the labels that it has itself', () => {
    const spread = {
      ...{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
      ...{ labelSelector: { matchLabels: { a: 'b' } }, matchLabelKeys: ['v', 'none'] },
    };
    const given = podOf({ topologySpreadConstraints: [spread] }, { labels: { v: '1' } });
    const selectors = [33, 34].map(
      (minor) => createdIn(minor, pod, given).spec.topologySpreadConstraints![0]!.labelSelector,
    );
    const added = [{ key: 'v', operator: 'In', values: ['1'] }];
    expect(selectors).toEqual([
      { matchLabels: { a: 'b' } },
      { matchLabels: { a: 'b' }, matchExpressions: added },
    ]);
  });

  it('spreads over a number of domains, by labels of its own', () => {
    const spread = (parts: object) => {
      const constraint = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' };
      return podOf({ topologySpreadConstraints: [{ ...constraint, ...parts }] });
    };
    const field = 'spec.topologySpreadConstraints[0]';
    const told = (minor: number, parts: object) => errorsIn(minor, pod, spread(parts));
    expect(told(26, { minDomains: 0 })).toEqual([]);
    expect(told(27, { minDomains: 0 })).toEqual([
      `${field}.minDomains: Invalid value: 0: must be greater than zero`,
      `${field}.minDomains: Invalid value: 0: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway`,
    ]);
    expect(told(27, { nodeTaintsPolicy: 'Odd' })).toEqual([
      `${field}.nodeTaintsPolicy: Unsupported value: "Odd": supported values: "Honor", "Ignore"`,
    ]);
    const twice = { matchLabelKeys: ['a'], labelSelector: { matchLabels: { a: 'b' } } };
    const why = 'Invalid value: "a": exists in both matchLabelKeys and labelSelector';
    expect(told(33, twice)).toEqual([`${field}.matchLabelKeys[0]: ${why}`]);
    const labelled = {
      ...spread(twice),
      metadata: { name: 'p', namespace: 'd', labels: { a: 'b' } },
    };
    expect(errorsIn(34, pod, labelled)).toEqual([`${field}[0]: ${why}`]);
    expect(told(34, { matchLabelKeys: ['a'] })).toEqual([
      `${field}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
    ]);
  });

  it('has files from many places', () => {
    const told = (minor: number, ...sources: object[]) =>
      errorsIn(minor, pod, podOf({ volumes: [{ name: 'v', projected: { sources } }] }));
    const field = 'spec.volumes[0].projected';
    const two = { secret: { name: 's' }, configMap: { name: 'm' } };
    const many = 'Forbidden: may not specify more than 1 volume type';
    expect(told(30, two)).toEqual([`${field}.sources[0]: ${many}`]);
    expect(told(31, two)).toEqual([`${field}.sources[0]: ${many} per source`]);
    const bundle = { name: 'a:b', labelSelector: { matchLabels: { a: 'b' } }, path: '../x' };
    expect(told(37, { clusterTrustBundle: bundle })).toEqual([
      `${field}.sources[0].clusterTrustBundle.labelSelector: Invalid value: {"matchLabels":{"a":"b"}}: labelSelector must be unset if name is specified`,
      `${field}.sources[0].clusterTrustBundle.path: Invalid value: "../x": must not contain '..'`,
    ]);
    const certificate = { signerName: 'a.b/c', keyType: 'Odd', maxExpirationSeconds: 1 };
    expect(told(37, { podCertificate: certificate })).toEqual([
      expect.stringContaining('podCertificate.keyType: Unsupported value: "Odd"'),
      expect.stringContaining('maxExpirationSeconds must be >= 3600'),
      expect.stringContaining('specify at least one of credentialBundlePath, keyPath, and'),
    ]);
  });

  it('has resources as a whole by those of its containers', () => {
    const limited = (parts: object) => ({
      ...c,
      resources: { limits: { cpu: '1', memory: '1Gi' }, ...parts },
    });
    const spec = { containers: [limited({})], resources: { requests: { cpu: '2' } } };
    const of = (minor: number) => createdIn(minor, pod, podOf(spec)).spec.resources;
    expect(of(36)).toEqual({ requests: { cpu: '2' } });
    expect(of(37)).toEqual({
      ...{ requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '2', memory: '1Gi' } },
    });
  });

  it('lets sidecars have probes and hooks', () => {
    const probe = { tcpSocket: { port: 1 } };
    const init = (parts: object) => podOf({ initContainers: [{ ...c, name: 's', ...parts }] });
    expect(errorsIn(37, pod, init({ restartPolicy: 'Always', startupProbe: probe }))).toEqual([]);
    expect(errorsIn(37, pod, init({ startupProbe: probe }))).toHaveLength(1);
  });
});

describe('what a pod requests', () => {
  const cpu = (amount: string) => ({ resources: { requests: { cpu: amount } } });
  const spec = (parts: object): PodSpec => ({ containers: [{ ...c, ...cpu('1') }], ...parts });

  it('counts sidecars beside the others, and beside the init containers after them', () => {
    const sidecar = { ...c, ...cpu('500m'), restartPolicy: 'Always' };
    const init = { ...c, ...cpu('2') };
    expect(podRequests(spec({ initContainers: [sidecar] }))).toEqual({ cpu: 1500 });
    expect(podRequests(spec({ initContainers: [sidecar, init] }))).toEqual({ cpu: 2500 });
    expect(podRequests(spec({ initContainers: [init, sidecar] }))).toEqual({ cpu: 2000 });
  });

  it('is what it states for itself as a whole', () => {
    const whole = { cpu: '2', memory: '1' };
    const resources = { requests: whole, limits: whole };
    expect(podRequests(spec({ resources }))).toEqual({ cpu: 2000, memory: 1 });
    expect(qosClassOf(spec({ resources }))).toBe('Guaranteed');
  });
});

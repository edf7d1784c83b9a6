/** Limits of what validation takes and shows, on both sides. */
import { describe, expect, it } from 'vitest';
import { deployment, endpointSlice, pod, defaultProfile } from '#kinds';
import { kindsOf } from '#catalog';
import { changedFields } from '../../../src/kinds/object/changed-fields.ts';
import { validateClaimStatus } from '../../../src/kinds/core/volume/validate-claim-status.ts';
import { created, errorsOf, podOf, texts, updateErrorsOf } from './samples.ts';

const kinds = kindsOf(defaultProfile);

describe('validation', () => {
  it('shows long lists up to a limit', () => {
    const long = 'x'.repeat(300_000);
    expect(changedFields({ a: [long, long, long] }, { a: [1] })).toBe(
      `- a: [1]\n+ a: ["${long}","${long}",...]`,
    );
    expect(changedFields({ a: [long, long] }, { a: [1] })).toBe(
      `- a: [1]\n+ a: ["${long}","${long}"]`,
    );
  });

  it('finds all capacities of a claim that are negative', () => {
    const claim = {
      spec: { accessModes: [] },
      status: { capacity: { d: '-2', c: '0', b: '-1', a: '1' } },
    };
    expect(texts((errors) => validateClaimStatus(errors, claim as never))).toEqual([
      'Spec.accessModes: Required value',
      'status.capacity[b]: Invalid value: -1: must be a valid resource quantity',
      'status.capacity[d]: Invalid value: -2: must be a valid resource quantity',
    ]);
  });

  it.each<[number, readonly string[]]>([
    [20_000, []],
    [20_001, ['ports: Too many: 20001: must have at most 20000 items']],
  ])('takes %d ports of endpoints', (count, faults) => {
    const slice = {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 's', namespace: 'default' },
      addressType: 'IPv4',
      endpoints: [],
      ports: Array.from({ length: count }, (_, index) => ({ name: `p${index}`, port: 80 })),
    };
    expect(errorsOf(endpointSlice, slice as never)).toEqual(faults);
  });

  const range = (least: number, value: number): string =>
    `spec.activeDeadlineSeconds: Invalid value: ${value}: must be between ${least} and 2147483647, inclusive`;
  it.each<[number, readonly string[]]>([
    [-1, [range(1, -1), range(0, -1)]],
    [0, [range(1, 0)]],
    [1, []],
    [2 ** 31 - 1, []],
    [2 ** 31, [range(1, 2 ** 31), range(0, 2 ** 31)]],
  ])('updates a pod to a deadline of %d', (activeDeadlineSeconds, faults) => {
    const old = created(pod, podOf());
    expect(updateErrorsOf(pod, podOf({ activeDeadlineSeconds }), old)).toEqual(faults);
  });

  it('reads the fields of a pod that variables and files may have', () => {
    const own = ['metadata.name', 'metadata.namespace', 'metadata.uid'];
    const others = ['spec.nodeName', 'spec.serviceAccountName', 'status.hostIP', 'status.podIP'];
    const variables = [...own, ...others, 'status.podIPs'].map((fieldPath, index) => ({
      name: `V${index}`,
      valueFrom: { fieldRef: { fieldPath } },
    }));
    const items = [...own, 'metadata.labels', 'metadata.annotations'].map((fieldPath, index) => ({
      path: `f${index}`,
      fieldRef: { fieldPath },
    }));
    const spec = {
      containers: [{ name: 'main', image: 'app:1', env: variables }],
      volumes: [{ name: 'v', downwardAPI: { items } }],
    };
    expect(errorsOf(pod, podOf(spec))).toEqual([]);
  });

  it('compares profiles of templates with their annotations', () => {
    const template = {
      metadata: {
        labels: { a: 'b' },
        annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' },
      },
      spec: {
        containers: [{ name: 'main', image: 'app:1' }],
        securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      },
    };
    const given = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd', namespace: 'default' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    };
    expect(errorsOf(deployment, given as never)).toMatchInlineSnapshot(`
      [
        "spec.template.spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match",
      ]
    `);
  });

  it('knows all kinds of volumes that a policy may allow', () => {
    const any = { rule: 'RunAsAny' };
    const volumes = [
      ...['azureFile', 'azureDisk', 'cephFS', 'cinder', 'configMap', 'csi', 'downwardAPI'],
      ...['emptyDir', 'ephemeral', 'fc', 'flexVolume', 'flocker', 'gcePersistentDisk', 'gitRepo'],
      ...['glusterfs', 'hostPath', 'iscsi', 'nfs', 'persistentVolumeClaim', 'photonPersistentDisk'],
      ...['portworxVolume', 'projected', 'quobyte', 'rbd', 'scaleIO', 'secret', 'storageos'],
      ...['vsphereVolume', 'awsElasticBlockStore', '*'],
    ];
    const policy = {
      apiVersion: 'policy/v1beta1',
      kind: 'PodSecurityPolicy',
      metadata: { name: 'p' },
      spec: { volumes, seLinux: any, runAsUser: any, supplementalGroups: any, fsGroup: any },
    };
    expect(
      errorsOf(
        kinds.find(({ kind }) => kind === 'PodSecurityPolicy')!,
        policy as never,
      ),
    ).toEqual([]);
  });
});

/** The checks of each kind of volume, at their bounds; what is reported is without the volume's own path. */
import { describe, expect, it } from 'vitest';
import type { FieldErrors } from '#values';
import type { Volume } from '#types';
import {
  validateReadOnlyDisks,
  validateVolumes,
} from '../../../../src/kinds/core/volume/validate-volumes.ts';
import { messages, texts } from '../samples.ts';

function ofVolumes(volumes: readonly object[], podName?: string): readonly string[] {
  return texts((errors) => void validateVolumes(errors, volumes as Volume[], 'v', podName));
}

const ofSource = (source: string, value: object): readonly string[] =>
  ofVolumes([{ name: 'x', [source]: value }]).map((text) => text.replace(/^v\[0\]\./, ''));

const pairs = 'must be a host:port pair or multiple pairs separated by commas';
const partition = 'must be between 1 and 255, inclusive';
const lun = 'must be between 0 and 255, inclusive';
const form = 'must be valid format';
const blob = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';
const modes = 'must be a number between 0 and 0777 (octal), both inclusive';

describe('a volume of a storage system', () => {
  const target = { targetPortal: 'p', iqn: 'iqn.2020-01.com.example:t' };
  const disk = { diskName: 'd', diskURI: 'https://x' };
  it.each<[source: string, value: object, ...errors: string[]]>([
    ['gcePersistentDisk', { pdName: 'd', partition: 0 }],
    ['gcePersistentDisk', { pdName: 'd', partition: 255 }],
    [
      'gcePersistentDisk',
      { pdName: 'd', partition: -1 },
      `persistentDisk.partition: Invalid value: -1: ${partition}`,
    ],
    ['awsElasticBlockStore', { volumeID: 'd' }],
    [
      'awsElasticBlockStore',
      { partition: 256 },
      'awsElasticBlockStore.volumeID: Required value',
      `awsElasticBlockStore.partition: Invalid value: 256: ${partition}`,
    ],
    ['gitRepo', { repository: 'r', directory: 'a/b' }],
    ['gitRepo', { repository: 'r' }],
    ['nfs', { server: 's', path: '/a' }],
    [
      'nfs',
      { server: 's' },
      'nfs.path: Required value',
      'nfs.path: Invalid value: "": must be an absolute path',
    ],
    ['iscsi', target],
    ['iscsi', { ...target, lun: 255, initiatorName: 'eui.0123456789abcdef' }],
    ['iscsi', { ...target, lun: -1 }, `iscsi.lun: Invalid value: -1: ${lun}`],
    ['iscsi', { ...target, iqn: `naa.${'0'.repeat(32)}` }],
    [
      'iscsi',
      { ...target, iqn: `naa.${'0'.repeat(31)}` },
      `iscsi.iqn: Invalid value: "naa.${'0'.repeat(31)}": ${form}`,
    ],
    [
      'iscsi',
      { ...target, initiatorName: 'eui.0123456789abcde' },
      `iscsi.initiatorname: Invalid value: "eui.0123456789abcde": ${form}`,
    ],
    ['iscsi', {}, 'iscsi.targetPortal: Required value', 'iscsi.iqn: Required value'],
    ['iscsi', { ...target, chapAuthDiscovery: true }, 'iscsi.secretRef: Required value'],
    ['iscsi', { ...target, chapAuthDiscovery: true, secretRef: { name: 's' } }],
    ['iscsi', { ...target, chapAuthDiscovery: false, chapAuthSession: false }],
    ['glusterfs', { endpoints: 'e', path: 'p' }],
    ['glusterfs', {}, 'glusterfs.endpoints: Required value', 'glusterfs.path: Required value'],
    ['flocker', { datasetName: 'a' }],
    ['flocker', { datasetUUID: 'a' }],
    [
      'flocker',
      { datasetName: 'a/b', datasetUUID: 'c' },
      'flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
      'flocker.datasetName: Invalid value: "a/b": must not contain \'/\'',
    ],
    ['rbd', { monitors: ['m'], image: 'i' }],
    ['cinder', { volumeID: 'v' }],
    ['cinder', { volumeID: 'v', secretRef: { name: 's' } }],
    [
      'cinder',
      { secretRef: {} },
      'cinder.volumeID: Required value',
      'cinder.secretRef.name: Required value',
    ],
    ['cephfs', { monitors: ['m'] }],
    ['cephfs', {}, 'cephfs.monitors: Required value'],
    ['quobyte', { registry: 'a:1,[::1]:2', volume: 'v', tenant: 't'.repeat(64) }],
    ['quobyte', {}, `quobyte.registry: Required value: ${pairs}`, 'quobyte.volume: Required value'],
    [
      'quobyte',
      { registry: 'a:1', volume: 'v', tenant: 't'.repeat(65) },
      'quobyte.tenant: Required value: must be a UUID and may not exceed a length of 64 characters',
    ],
    [
      'quobyte',
      { registry: 'a:1,b:1:2', volume: 'v' },
      `quobyte.registry: Invalid value: "a:1,b:1:2": ${pairs}`,
    ],
    ['fc', { targetWWNs: ['a'], lun: 0 }],
    ['fc', { targetWWNs: ['a'], lun: 255 }],
    ['fc', { wwids: ['a'] }],
    ['fc', { wwids: ['a'], lun: 256 }],
    ['fc', { targetWWNs: ['a'], lun: 256 }, `fc.lun: Invalid value: 256: ${lun}`],
    ['fc', { targetWWNs: ['a'], lun: -1 }, `fc.lun: Invalid value: -1: ${lun}`],
    [
      'fc',
      {},
      'fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both',
    ],
    ['flexVolume', { driver: 'd' }],
    ['flexVolume', { driver: 'd', options: { 'kubernetes.io.example.com/a': '', b: '' } }],
    [
      'flexVolume',
      { driver: 'd', options: { 'K8S.io': '', 'a.k8s.io/b/c': '' } },
      ...['K8S.io', 'a.k8s.io/b/c'].map(
        (key) =>
          `flexVolume.options[${key}]: Invalid value: "${key}": kubernetes.io and k8s.io namespaces are reserved`,
      ),
    ],
    ['azureFile', { secretName: 's', shareName: 't' }],
    [
      'azureFile',
      {},
      'azureFile.secretName: Required value',
      'azureFile.shareName: Required value',
    ],
    ['vsphereVolume', {}, 'vsphereVolume.volumePath: Required value'],
    ['photonPersistentDisk', {}, 'photonPersistentDisk.pdID: Required value'],
    ['portworxVolume', {}, 'portworxVolume.volumeID: Required value'],
    [
      'scaleIO',
      {},
      'scaleIO.gateway: Required value',
      'scaleIO.system: Required value',
      'scaleIO.volumeName: Required value',
    ],
    ['azureDisk', disk],
    ['azureDisk', { ...disk, kind: 'Dedicated', cachingMode: 'ReadOnly' }],
    ['azureDisk', { ...disk, kind: 'Managed', diskURI: '/subscriptions/x' }],
    [
      'azureDisk',
      { cachingMode: 'Odd' },
      'azureDisk.diskName: Required value',
      'azureDisk.diskURI: Required value',
      'azureDisk.cachingMode: Unsupported value: "Odd": supported values: "None", "ReadOnly", "ReadWrite"',
    ],
    [
      'azureDisk',
      { diskName: 'd', diskURI: '/subscriptions/x', kind: 'Shared' },
      `azureDisk.diskURI: Unsupported value: "/subscriptions/x": supported values: "${blob}"`,
    ],
    [
      'azureDisk',
      { ...disk, kind: 'Odd' },
      'azureDisk.kind: Unsupported value: "Odd": supported values: "Dedicated", "Managed", "Shared"',
    ],
    ['storageos', { volumeName: 'v', volumeNamespace: 'n', secretRef: { name: 's' } }],
    ['storageos', { volumeName: 'v', volumeNamespace: '' }],
    [
      'storageos',
      { volumeNamespace: 'A', secretRef: {} },
      'storageos.volumeName: Required value',
      `storageos.volumeNamespace: Invalid value: "A": ${messages.label}`,
      'storageos.secretRef.name: Required value',
    ],
    [
      'storageos',
      { volumeName: 'A' },
      `storageos.volumeName: Invalid value: "A": ${messages.label}`,
    ],
    ['csi', { driver: 'A.example.com' }],
    ['csi', { driver: `${'a'.repeat(31)}.${'b'.repeat(31)}` }],
    [
      'csi',
      { driver: `${'a'.repeat(31)}.${'b'.repeat(32)}` },
      'csi.driver: Too long: must have at most 63 bytes',
    ],
    [
      'csi',
      {},
      'csi.driver: Required value',
      `csi.driver: Invalid value: "": ${messages.subdomain}`,
    ],
    ['csi', { driver: 'd', nodePublishSecretRef: { name: 's' } }],
    [
      'csi',
      { driver: 'd', nodePublishSecretRef: { name: 'A' } },
      `csi.name: Invalid value: "A": ${messages.subdomain}`,
    ],
  ])('%s %j', (source, value, ...errors) => {
    expect(ofSource(source, value)).toEqual(errors);
  });
});

describe('a volume of the cluster itself', () => {
  const byField = { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } };
  const byResource = { resourceFieldRef: { containerName: 'c', resource: 'limits.cpu' } };
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } };
  const token = (seconds: number): object => ({
    sources: [{ serviceAccountToken: { expirationSeconds: seconds, path: 't' } }],
  });
  const tokenAt = 'projected.sources[0].serviceAccountToken.expirationSeconds';
  it.each<[source: string, value: object, ...errors: string[]]>([
    ['emptyDir', {}],
    ['emptyDir', { sizeLimit: '0' }],
    ['hostPath', { path: '/a', type: '' }],
    ['hostPath', { path: '/a..b' }],
    ['hostPath', { type: 'Odd' }, 'hostPath.path: Required value'],
    ['secret', { secretName: 's', defaultMode: 511, items: [{ key: 'k', path: 'p', mode: 0 }] }],
    ['secret', {}, 'secret.secretName: Required value'],
    [
      'configMap',
      { defaultMode: -1, items: [{ path: 'p' }, { key: 'k', mode: 512 }] },
      'configMap.name: Required value',
      `configMap.defaultMode: Invalid value: -1: ${modes}`,
      'configMap.items[0].key: Required value',
      'configMap.items[1].path: Required value',
      `configMap.items[1].mode: Invalid value: 512: ${modes}`,
    ],
    ['persistentVolumeClaim', { claimName: 'c' }],
    ['persistentVolumeClaim', {}, 'persistentVolumeClaim.claimName: Required value'],
    [
      'downwardAPI',
      {
        items: [
          { path: 'a', ...byField },
          { path: 'b', ...byResource },
        ],
      },
    ],
    ['downwardAPI', { defaultMode: 512 }, `downwardAPI.defaultMode: Invalid value: 512: ${modes}`],
    [
      'downwardAPI',
      { items: [{ ...byField, ...byResource, mode: 512 }] },
      'downwardAPI.path: Required value',
      'downwardAPI: Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously',
      `downwardAPI.mode: Invalid value: 512: ${modes}`,
    ],
    [
      'projected',
      { defaultMode: 512, sources: [{}, { secret: {} }, { configMap: {} }] },
      `projected.defaultMode: Invalid value: 512: ${modes}`,
      'projected.sources[1].secret.name: Required value',
      'projected.sources[2].configMap.name: Required value',
    ],
    [
      'projected',
      {
        sources: [
          { secret: { name: 's', items: [{ key: 'a', path: 'p' }] } },
          {
            secret: {
              name: 's',
              items: [
                { key: 'a', path: 'q' },
                { key: 'b', path: 'p' },
              ],
            },
          },
        ],
      },
      'projected: Invalid value: "s": conflicting duplicate paths',
    ],
    [
      'projected',
      { sources: [{ secret: { name: 's' }, configMap: { name: 'c' } }] },
      'projected.sources[0]: Forbidden: may not specify more than 1 volume type',
    ],
    [
      'projected',
      {
        sources: [
          { secret: { name: 's' }, serviceAccountToken: { expirationSeconds: 600, path: 't' } },
        ],
      },
      'projected.sources[0]: Forbidden: may not specify more than 1 volume type',
    ],
    ['projected', token(600)],
    ['projected', token(2 ** 32)],
    [
      'projected',
      token(599),
      `${tokenAt}: Invalid value: 599: may not specify a duration less than 10 minutes`,
    ],
    [
      'projected',
      token(2 ** 32 + 1),
      `${tokenAt}: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds`,
    ],
    [
      'ephemeral',
      { volumeClaimTemplate: { metadata: { labels: { a: 'b' }, name: null }, spec: claim } },
    ],
  ])('%s %j', (source, value, ...errors) => {
    expect(ofSource(source, value)).toEqual(errors);
  });
});

describe('the volumes of a pod', () => {
  const made = (name: string): object => ({
    name,
    ephemeral: {
      volumeClaimTemplate: {
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
      },
    },
  });
  const many = 'Forbidden: may not specify more than 1 volume type';
  it.each<[what: string, volumes: readonly object[], ...errors: string[]]>([
    [
      'with names of their own',
      [
        { name: 'a', emptyDir: {} },
        { name: 'b', emptyDir: {} },
      ],
    ],
    ['without a source', [{ name: 'a' }], 'v[0]: Required value: must specify a volume type'],
    [
      'without good names',
      [{ emptyDir: {} }, { name: 'A', emptyDir: {} }],
      'v[0].name: Required value',
      `v[1].name: Invalid value: "A": ${messages.label}`,
    ],
    [
      'of one name',
      [
        { name: 'a', emptyDir: {} },
        { name: 'a', emptyDir: {} },
      ],
      'v[1].name: Duplicate value: "a"',
    ],
    [
      'of one name, the first of them wrong',
      [{ name: 'a' }, { name: 'a', emptyDir: {} }],
      'v[0]: Required value: must specify a volume type',
    ],
    [
      'with more sources than one',
      [{ name: 'a', emptyDir: {}, hostPath: {}, secret: {} }],
      `v[0].hostPath: ${many}`,
      `v[0].secret: ${many}`,
    ],
    [
      'with claims that are made',
      [made('e'), { name: 'c', persistentVolumeClaim: { claimName: 'e' } }],
    ],
    [
      'with a claim that is made for another',
      [made('e'), { name: 'c', persistentVolumeClaim: { claimName: 'p-e' } }],
      'v[1].persistentVolumeClaim.claimName: Invalid value: "p-e": must not reference a PVC that gets created for an ephemeral volume',
    ],
  ])('%s', (_, volumes, ...errors) => {
    expect(ofVolumes(volumes, 'p')).toEqual(errors);
  });

  it('make claims whose names are not too long', () => {
    const pod = 'p'.repeat(250);
    expect(ofVolumes([made('ab')], pod)).toEqual([]);
    expect(ofVolumes([made('abc')], pod)).toEqual([
      `v[0].name: Invalid value: "abc": PVC name "${pod}-abc": must be no more than 253 characters`,
    ]);
    // In a template no name is known yet.
    expect(ofVolumes([made('abc')])).toEqual([]);
  });

  it('can be mounted where they are right', () => {
    const found: FieldErrors = [];
    const volumes = [{ name: 'a' }, { name: 'b', emptyDir: {} }] as Volume[];
    expect([...validateVolumes(found, volumes, 'v')]).toEqual([['b', volumes[1]]]);
    expect(validateVolumes(found, undefined, 'v').size).toBe(0);
  });

  it.each<[volumes: readonly object[] | undefined, ...errors: string[]]>([
    [undefined],
    [[{ emptyDir: {} }, { gcePersistentDisk: { readOnly: true } }]],
    [
      [{ emptyDir: {} }, { gcePersistentDisk: {} }, { gcePersistentDisk: { readOnly: false } }],
      ...[1, 2].map(
        (index) =>
          `v[${index}].gcePersistentDisk.readOnly: Invalid value: false: must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only`,
      ),
    ],
  ])('that several machines have: %j', (volumes, ...errors) => {
    const found = texts((into) => validateReadOnlyDisks(into, volumes as Volume[], 'v'));
    expect(found).toEqual(errors);
  });
});

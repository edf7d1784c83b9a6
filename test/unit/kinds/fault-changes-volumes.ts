/** Changes that make many parts of one object wrong at a time: the sources of volumes. */
import type { Change } from './field-changes.ts';

const podSources = [
  ...['hostPath', 'gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore', 'secret', 'nfs'],
  ...['iscsi', 'glusterfs', 'flocker', 'persistentVolumeClaim', 'rbd', 'cinder', 'cephfs'],
  ...['quobyte', 'downwardAPI', 'fc', 'flexVolume', 'configMap', 'azureFile', 'vsphereVolume'],
  ...['photonPersistentDisk', 'portworxVolume', 'azureDisk', 'storageos', 'projected', 'scaleIO'],
  ...['csi', 'ephemeral', 'emptyDir'],
];

/** Every source with much that is wrong. */
const wrong: Readonly<Record<string, object>> = {
  emptyDir: { sizeLimit: '-1' },
  hostPath: { path: '/a/../b', type: 'Odd' },
  gitRepo: { directory: '/a/../b' },
  gcePersistentDisk: { partition: 256 },
  awsElasticBlockStore: { partition: -1 },
  secret: { defaultMode: 512, items: [{ mode: -1 }, { key: 'k', path: '../x' }] },
  nfs: { path: 'a' },
  iscsi: { iqn: 'odd', lun: 256, chapAuthSession: true, initiatorName: 'iqn.x' },
  flocker: { datasetName: 'a/b', datasetUUID: 'c' },
  cinder: { secretRef: {} },
  quobyte: { registry: 'a,b:1,[c]:2,d:e:f', tenant: 't'.repeat(64) },
  downwardAPI: {
    defaultMode: 512,
    items: [
      { path: '/a', mode: 512 },
      { path: 'a', fieldRef: { fieldPath: 'odd' }, resourceFieldRef: {} },
      { resourceFieldRef: { resource: 'limits.cpu', divisor: '3' } },
    ],
  },
  fc: { targetWWNs: ['a'], wwids: ['b'], lun: 256 },
  flexVolume: { options: { 'b.k8s.io/x': '1', 'a.kubernetes.io/y': '2', 'k8s.io': '3', c: '4' } },
  configMap: { defaultMode: -1, items: [{}, { key: 'k', path: 'a', mode: 512 }] },
  azureFile: { secretNamespace: '' },
  azureDisk: { diskURI: 'x', cachingMode: 'Odd', kind: 'Odd' },
  storageos: { volumeName: 'A_', volumeNamespace: 'B_', secretRef: {} },
  projected: {
    defaultMode: 512,
    sources: [
      { secret: { items: [{ key: 'a', path: 'p' }] }, configMap: { items: [{ path: 'p' }] } },
      { downwardAPI: { items: [{ path: 'p' }, {}] }, serviceAccountToken: {} },
      { serviceAccountToken: { expirationSeconds: 599, path: 'p' } },
      { serviceAccountToken: { expirationSeconds: 2 ** 32 + 1, path: 'q' } },
    ],
  },
  csi: { driver: `A_${'x'.repeat(62)}`, nodePublishSecretRef: { name: 'B_' } },
  ephemeral: {
    volumeClaimTemplate: {
      metadata: { name: 'n', labels: { 'a b': 'c d' }, annotations: { 'a b': 'c' } },
      spec: { accessModes: ['Odd'], resources: {} },
    },
  },
  glusterfs: { endpointsNamespace: '' },
  local: { path: '../a' },
};

const less: Readonly<Record<string, object>> = {
  quobyte: { registry: 'a:1', tenant: 't'.repeat(65), volume: 'v' },
  azureDisk: { diskName: 'd', diskURI: 'https://x', kind: 'Managed', cachingMode: 'None' },
  fc: { targetWWNs: ['a'] },
  iscsi: { targetPortal: 'p', iqn: 'iqn.x', lun: -1, initiatorName: 'odd' },
  csi: { nodePublishSecretRef: {} },
  ephemeral: { volumeClaimTemplate: { spec: {} } },
};

const volumes = (given: Readonly<Record<string, object>>): object =>
  podSources.map((name) => ({ name: `v-${name.toLowerCase()}`, [name]: given[name] ?? {} }));

const persistent = (name: string, given: object): Change => ({
  'spec.hostPath': undefined,
  'spec.nfs': undefined,
  'spec.csi': undefined,
  'spec.local': undefined,
  [`spec.${name}`]: given,
});

export const volumeChanges: Readonly<Record<string, readonly Change[]>> = {
  'v1 Pod': [
    { 'spec.volumes': volumes({}) },
    { 'spec.volumes': volumes(wrong) },
    { 'spec.volumes': volumes(less) },
    {
      'spec.volumes': [
        Object.assign({ name: 'all' }, ...podSources.map((name) => ({ [name]: {} }))),
      ],
    },
  ],
  'v1 PersistentVolume': [
    { ...persistent('quobyte', less['quobyte']!), 'spec.accessModes': [], 'spec.capacity': {} },
    ...[...podSources, 'local'].flatMap((name) => [
      persistent(name, {}),
      persistent(name, wrong[name] ?? {}),
      persistent(name, less[name] ?? {}),
    ]),
    Object.assign(
      {},
      ...[...podSources, 'local'].map((name) => ({ [`spec.${name}`]: wrong[name] ?? {} })),
    ) as Change,
    persistent('iscsi', {
      targetPortal: 'p'.repeat(62),
      iqn: 'x',
      initiatorName: 'y',
      secretRef: {},
    }),
    persistent('iscsi', {
      targetPortal: 'p'.repeat(63),
      iqn: 'x',
      initiatorName: 'y',
      chapAuthDiscovery: true,
    }),
    persistent('csi', {
      driver: 'd',
      controllerPublishSecretRef: {},
      controllerExpandSecretRef: { name: 'A_', namespace: 'B_' },
      nodePublishSecretRef: { name: 'a' },
      nodeStageSecretRef: {},
    }),
    {
      'spec.accessModes': ['Odd', 'ReadWriteOncePod', 'ReadOnlyMany'],
      'spec.capacity': { storage: '0', cpu: '-1' },
      'spec.persistentVolumeReclaimPolicy': 'Odd',
      'spec.storageClassName': 'A_',
      'spec.volumeMode': 'Odd',
      'spec.mountOptions': ['x'],
      'spec.nodeAffinity': { required: { nodeSelectorTerms: [] } },
    },
  ],
};

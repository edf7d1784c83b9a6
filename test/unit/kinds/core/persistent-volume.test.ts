import { describe, expect, it } from 'vitest';
import { persistentVolume, persistentVolumeClaim, defaultProfile } from '#kinds';
import type { PersistentVolume } from '#types';
import { created, errorsOf, messages, updateErrorsOf, updated } from '../samples.ts';

const hostPath = { hostPath: { path: '/x' } };
const whole = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...hostPath };

const volumeOf = (spec: object, metadata: object = {}): PersistentVolume =>
  ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'v', ...metadata },
    spec,
  }) as never;
const withParts = (parts: object, metadata: object = {}): PersistentVolume =>
  volumeOf({ ...whole, ...parts }, metadata);
const withSource = (source: object): PersistentVolume =>
  withParts({ hostPath: undefined, ...source });
const affinity = (values: readonly string[]): object => ({
  required: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values }] }],
  },
});
const cell = (name: string, object: PersistentVolume): unknown =>
  persistentVolume.table.columns.find((column) => column.name === name)!.cell(object, 0);

describe('volumes', () => {
  it('fill in what v1.24 fills in', () => {
    const made = created(persistentVolume, withParts({}));
    expect(made.spec).toEqual({
      ...whole,
      hostPath: { path: '/x', type: '' },
      persistentVolumeReclaimPolicy: 'Retain',
      volumeMode: 'Filesystem',
    });
    expect(made.status).toEqual({ phase: 'Pending' });
    expect(persistentVolume.rules.defaults!(made, defaultProfile)).toBe(made);
  });

  it.each<[source: object, filled: object]>([
    [
      { rbd: { monitors: ['m'], image: 'i' } },
      { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
    ],
    [{ iscsi: { targetPortal: 'p', iqn: 'iqn', lun: 0 } }, { iscsiInterface: 'default' }],
    [
      { azureDisk: { diskName: 'd', diskURI: 'u' } },
      { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false },
    ],
    [{ scaleIO: { gateway: 'g', system: 's' } }, { storageMode: 'ThinProvisioned', fsType: 'xfs' }],
  ])('with %j have more', (source, filled) => {
    const { spec } = created(persistentVolume, withSource(source));
    expect(Object.values(source).map((given: object) => ({ ...given, ...filled }))).toEqual(
      Object.keys(source).map((name) => spec[name as never]),
    );
  });

  it.each<[what: string, object: PersistentVolume, errors: readonly string[]]>([
    [
      'nothing',
      volumeOf({}),
      [
        'spec.accessModes: Required value',
        'spec.capacity: Required value',
        'spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage"',
        'spec: Required value: must specify a volume type',
      ],
    ],
    [
      'a mode that is behind a feature gate',
      withParts({ accessModes: ['ReadWriteOncePod'] }),
      [
        'spec.accessModes: Unsupported value: "ReadWriteOncePod": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"',
      ],
    ],
    [
      'the same mode and others',
      withParts({ accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] }),
      [
        'spec.accessModes: Unsupported value: "ReadWriteOncePod": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"',
        'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
      ],
    ],
    [
      'another capacity',
      withParts({ capacity: { cpu: '0', storage: '-1' } }),
      [
        'spec.capacity: Unsupported value: core.ResourceList{"cpu":resource.Quantity{i:resource.int64Amount{value:0, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"0", Format:"DecimalSI"}, "storage":resource.Quantity{i:resource.int64Amount{value:-1, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"-1", Format:"DecimalSI"}}: supported values: "storage"',
        'spec.capacity[cpu]: Invalid value: "0": must be greater than zero',
        'spec.capacity[storage]: Invalid value: -1: must be a valid resource quantity',
        'spec.capacity[storage]: Invalid value: "-1": must be greater than zero',
      ],
    ],
    [
      'odd parts',
      withParts({
        accessModes: ['Odd'],
        persistentVolumeReclaimPolicy: 'Burn',
        volumeMode: 'Tape',
        storageClassName: 'A_',
        nodeAffinity: {},
      }),
      [
        'spec.accessModes: Unsupported value: "Odd": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"',
        'spec.persistentVolumeReclaimPolicy: Unsupported value: "Burn": supported values: "Delete", "Recycle", "Retain"',
        'spec.nodeAffinity.required: Required value: must specify required node constraints',
        `spec.storageClassName: Invalid value: "A_": ${messages.subdomain}`,
        'spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"',
      ],
    ],
    [
      'many sources',
      withParts({ cephfs: { monitors: [] }, flexVolume: {}, csi: {} }),
      [
        'spec.cephFS: Forbidden: may not specify more than 1 volume type',
        'spec.flexVolume.driver: Required value',
        'spec.csi: Forbidden: may not specify more than 1 volume type',
      ],
    ],
    [
      'a disk without a name',
      withSource({ gcePersistentDisk: {} }),
      ['spec.persistentDisk.pdName: Required value'],
    ],
    [
      'glusterfs in no namespace',
      withSource({ glusterfs: { endpointsNamespace: '' } }),
      [
        'spec.glusterfs.endpoints: Required value',
        'spec.glusterfs.path: Required value',
        'spec.glusterfs.endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid namespace name',
      ],
    ],
    [
      'glusterfs in an odd namespace',
      withSource({ glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: 'N_' } }),
      [`spec.glusterfs.endpointsNamespace: Invalid value: "N_": ${messages.label}`],
    ],
    [
      'bad iSCSI',
      withSource({
        iscsi: {
          targetPortal: 'p'.repeat(63),
          iqn: 'abc',
          lun: 256,
          chapAuthSession: true,
          initiatorName: 'eui.1',
        },
      }),
      [
        `spec.iscsi.targetportal: Invalid value: "${'p'.repeat(63)}": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.`,
        'spec.iscsi.iqn: Invalid value: "abc": must be valid format',
        'spec.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive',
        'spec.iscsi.secretRef: Required value',
        'spec.iscsi.initiatorname: Invalid value: "eui.1": must be valid format',
      ],
    ],
    [
      'iSCSI with an empty secret',
      withSource({ iscsi: { secretRef: {} } }),
      [
        'spec.iscsi.targetPortal: Required value',
        'spec.iscsi.iqn: Required value',
        'spec.iscsi.secretRef.name: Required value',
      ],
    ],
    [
      'cinder with an empty secret',
      withSource({ cinder: { secretRef: {} } }),
      [
        'spec.cinder.volumeID: Required value',
        'spec.cinder.secretRef.name: Required value',
        'spec.cinder.secretRef.namespace: Required value',
      ],
    ],
    [
      'azure files in no namespace',
      withSource({ azureFile: { secretName: 's', shareName: 't', secretNamespace: '' } }),
      ['spec.azureFile.secretNamespace: Required value'],
    ],
    [
      'a local path without nodes',
      withSource({ local: { path: '/a/../b' } }),
      [
        'spec.local.path: Invalid value: "/a/../b": must not contain \'..\'',
        'spec.nodeAffinity: Required value: Local volume requires node affinity',
      ],
    ],
    [
      'a local path on nodes',
      withSource({ local: { path: '/a' }, nodeAffinity: affinity(['a']) }),
      [],
    ],
    [
      'an odd storageos volume',
      withSource({ storageos: { volumeName: 'A_', volumeNamespace: 'B_', secretRef: {} } }),
      [
        `spec.storageos.volumeName: Invalid value: "A_": ${messages.label}`,
        `spec.storageos.volumeNamespace: Invalid value: "B_": ${messages.label}`,
        'spec.storageos.secretRef.name: Required value',
        'spec.storageos.secretRef.namespace: Required value',
      ],
    ],
    [
      'CSI with odd secrets',
      withSource({
        csi: {
          driver: 'd',
          controllerPublishSecretRef: { name: 'A_' },
          nodeStageSecretRef: {},
          nodePublishSecretRef: { name: 'a', namespace: 'b' },
        },
      }),
      [
        'spec.csi.volumeHandle: Required value',
        `spec.csi.name: Invalid value: "A_": ${messages.label}`,
        'spec.csi.controllerPublishSecretRef.namespace: Required value',
      ],
    ],
    [
      'a root that is recycled',
      withParts({ hostPath: { path: '//' }, persistentVolumeReclaimPolicy: 'Recycle' }),
      [
        "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
      ],
    ],
    [
      'mount options in an annotation',
      withParts({}, { annotations: { 'volume.beta.kubernetes.io/mount-options': 'ro' } }),
      [
        'metadata.annotations.volume.beta.kubernetes.io/mount-options: Forbidden: may not specify mount options for this volume type',
      ],
    ],
  ])('with %s', (_, object, errors) => {
    expect(errorsOf(persistentVolume, object)).toEqual(errors);
  });

  it.each<[source: string, allowed: boolean]>([
    ...[
      ...[
        'awsElasticBlockStore',
        'azureDisk',
        'azureFile',
        'cephfs',
        'cinder',
        'gcePersistentDisk',
      ],
      ...['glusterfs', 'iscsi', 'nfs', 'photonPersistentDisk', 'quobyte', 'rbd', 'vsphereVolume'],
    ].map((source): [string, boolean] => [source, true]),
    ...['csi', 'fc', 'flexVolume', 'flocker', 'hostPath', 'local', 'portworxVolume', 'scaleIO']
      .concat('storageos')
      .map((source): [string, boolean] => [source, false]),
  ])('from %s may have mount options in an annotation: %s', (source, allowed) => {
    const annotations = { 'volume.beta.kubernetes.io/mount-options': 'ro' };
    const object = withParts({ hostPath: undefined, [source]: {} }, { annotations });
    const errors = errorsOf(persistentVolume, object).filter((text) =>
      text.includes('mount options'),
    );
    expect(errors).toHaveLength(allowed ? 0 : 1);
  });

  const csi = { driver: 'd', volumeHandle: 'h' };
  const secret = { name: 'a', namespace: 'b' };
  it.each<[what: string, old: object, next: object, errors: readonly unknown[]]>([
    ['a new size', whole, { ...whole, capacity: { storage: '2Gi' } }, []],
    [
      'another source',
      whole,
      { ...whole, hostPath: { path: '/y' } },
      [
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n- hostPath: {"path":"/x","type":""}\n+ hostPath: {"path":"/y","type":""}',
      ],
    ],
    [
      'a secret to grow with',
      { ...whole, hostPath: undefined, csi },
      { ...whole, hostPath: undefined, csi: { ...csi, controllerExpandSecretRef: secret } },
      [],
    ],
    [
      'another secret to grow with',
      { ...whole, hostPath: undefined, csi: { ...csi, controllerExpandSecretRef: secret } },
      { ...whole, hostPath: undefined, csi },
      [expect.stringContaining('spec.persistentvolumesource is immutable after creation')],
    ],
    [
      'another mode',
      whole,
      { ...whole, volumeMode: 'Block' },
      ['volumeMode: Invalid value: "Block": field is immutable'],
    ],
    ['nodes', whole, { ...whole, nodeAffinity: affinity(['a']) }, []],
    [
      'no nodes',
      { ...whole, nodeAffinity: affinity(['a']) },
      whole,
      ['nodeAffinity: Invalid value: "null": field is immutable'],
    ],
  ])('that get %s', (_, old, next, errors) => {
    const stored = created(persistentVolume, volumeOf(old));
    expect(updateErrorsOf(persistentVolume, volumeOf(next), stored)).toEqual(errors);
  });

  it('report twice what is wrong with an update', () => {
    const stored = created(persistentVolume, withParts({}));
    const once = 'spec.accessModes: Required value';
    const next = withParts({ accessModes: [] });
    expect(updateErrorsOf(persistentVolume, next, stored)).toEqual([once, once]);
  });

  it('show what they are', () => {
    const claimRef = { namespace: 'n', name: 'c' };
    const object = created(persistentVolume, withParts({ claimRef, storageClassName: 'fast' }));
    expect(persistentVolume.table.columns.map(({ name }) => [name, cell(name, object)])).toEqual([
      ['Capacity', '1Gi'],
      ['Access Modes', 'RWO'],
      ['Reclaim Policy', 'Retain'],
      ['Status', 'Pending'],
      ['Claim', 'n/c'],
      ['StorageClass', 'fast'],
      ['Reason', ''],
      ['Age', '<unknown>'],
      ['VolumeMode', 'Filesystem'],
    ]);
    const deleted = withParts({}, { deletionTimestamp: '2022-01-01T00:00:00Z' });
    expect(cell('Status', deleted)).toBe('Terminating');
    expect(cell('Claim', deleted)).toBe('');
    const annotated = withParts(
      { storageClassName: 'fast' },
      { annotations: { 'volume.beta.kubernetes.io/storage-class': 'slow' } },
    );
    expect(cell('StorageClass', annotated)).toBe('slow');
  });
});

describe('the class of a claim', () => {
  const annotation = 'volume.beta.kubernetes.io/storage-class';
  const claimOf = (storageClassName: string | undefined, annotated?: string): never =>
    ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        name: 'c',
        namespace: 'default',
        ...(annotated !== undefined && { annotations: { [annotation]: annotated } }),
      },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName,
      },
    }) as never;
  const fixed = expect.stringContaining('spec: Forbidden: spec is immutable after creation');

  it.each<[what: string, old: never, next: never, errors: readonly unknown[]]>([
    ['moves to the field', claimOf(undefined, 'a'), claimOf('a'), []],
    ['is copied to the field', claimOf(undefined, 'a'), claimOf('a', 'a'), []],
    [
      'changes on its way to the field',
      claimOf(undefined, 'a'),
      claimOf('b'),
      [expect.stringContaining(`metadata.annotations.${annotation}: Invalid value: ""`), fixed],
    ],
    ['is added', claimOf(undefined), claimOf('a'), [fixed]],
  ])('%s', (_, old, next, errors) => {
    const stored = created(persistentVolumeClaim, old);
    const changed = updated(persistentVolumeClaim, next, stored);
    expect(updateErrorsOf(persistentVolumeClaim, changed, stored)).toEqual(errors);
  });
});

/** What is said about a claim that waits, and about the volume that it got. */
import { expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { makePod } from '../objects.ts';
import { saidOf, standingSaid, type Said } from './account.ts';
import { now } from './explained.ts';

const claimOf = (spec: object = {}, annotations: object = {}, phase = 'Pending'): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'default', uid: 'uid-data', annotations },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '5Gi' } },
      storageClassName: '',
      ...spec,
    },
    status: { phase },
  }) as unknown as KubeObject;

const volumeOf = (spec: object = {}, metadata: object = {}, phase?: string): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'v', ...metadata },
    spec: { capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'], ...spec },
    status: { ...(phase !== undefined && { phase }) },
  }) as unknown as KubeObject;

const classOf = (provisioner: string, volumeBindingMode = 'Immediate'): KubeObject =>
  ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'disks' },
    ...{ provisioner, volumeBindingMode },
  }) as unknown as KubeObject;

function waiting(claim: KubeObject, ...objects: readonly KubeObject[]): Said | undefined {
  const moment = { object: claim, objects: [claim, ...objects], now };
  return standingSaid('persistentvolume', 'status.phase', moment);
}

const own = { namespace: 'default', name: 'data' };
const noClass = '- storage class: the claim has none: no volume is made for it';

it.each<[string, object, KubeObject, string]>([
  [
    'other access modes',
    { accessModes: ['ReadWriteMany'] },
    volumeOf({}, {}, 'Available'),
    'it offers RWO, the claim asks for RWX',
  ],
  [
    'another claim has it',
    {},
    volumeOf({ claimRef: { ...own, name: 'other' } }),
    'it is reserved for the claim default/other',
  ],
  [
    'its size',
    { resources: { requests: { storage: '6Gi' } } },
    volumeOf({}, {}, 'Available'),
    'it is too small: the claim asks for 6Gi',
  ],
  [
    'it is a block device',
    {},
    volumeOf({ volumeMode: 'Block' }, {}, 'Available'),
    'its volumeMode is Block, that of the claim Filesystem',
  ],
  [
    'the claim is for a block device',
    { volumeMode: 'Block' },
    volumeOf({}, {}, 'Available'),
    'its volumeMode is Filesystem, that of the claim Block',
  ],
  [
    'its end',
    {},
    volumeOf({}, { deletionTimestamp: '2026-11-20T20:00:00Z' }, 'Available'),
    'it is being deleted',
  ],
  ['it has just been made', {}, volumeOf(), 'it is not looked at yet, not Available'],
  ['its phase', {}, volumeOf({}, {}, 'Released'), 'it is Released, not Available'],
  [
    'its labels',
    { selector: { matchLabels: { disk: 'ssd' } } },
    volumeOf({}, { labels: { disk: 'hdd' } }, 'Available'),
    'the selector of the claim does not match its labels',
  ],
  [
    'its class',
    {},
    volumeOf({ storageClassName: 'gold' }, {}, 'Available'),
    'its class is gold, that of the claim "" (none)',
  ],
])('a volume does not fit a claim that waits: %s', (_, spec, volume, because) => {
  expect(waiting(claimOf(spec), volume)).toEqual({
    value: 'Pending',
    rule: 'stays Pending until a volume is bound to the claim: one that is there and fits, or one that is made for it',
    terms: [`- PersistentVolume v 5Gi: ${because}`, noClass],
  });
});

it('a volume without a capacity has no amount', () => {
  const [term] = waiting(claimOf(), volumeOf({ capacity: undefined }))!.terms;
  expect(term).toBe('- PersistentVolume v: it is too small: the claim asks for 5Gi');
});

it('a claim of a class that waits for pods leaves the choice of a volume to the scheduler', () => {
  const claim = claimOf({ storageClassName: 'disks' });
  const lazy = classOf('disks.example.com', 'WaitForFirstConsumer');
  expect(waiting(claim, lazy, volumeOf({}, {}, 'Available'))!.terms).toEqual([
    '- PersistentVolume v 5Gi: its class waits for the first pod: the scheduler chooses the volume with the node',
    '- StorageClass disks: WaitForFirstConsumer: waiting for first consumer to be created before binding',
  ]);
});

const byHand = 'kubernetes.io/no-provisioner';
const asked = { 'volume.kubernetes.io/storage-provisioner': 'disks.example.com' };
const placed = { 'volume.kubernetes.io/selected-node': 'n1' };
const user = (name: string, claimName = 'data', nodeName?: string): KubeObject =>
  makePod(name, {
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] as never,
    ...(nodeName !== undefined && { nodeName }),
  });

it.each<[string, KubeObject, readonly KubeObject[], readonly string[]]>([
  [
    'the class is missing',
    claimOf({ storageClassName: 'disks' }),
    [],
    ['- StorageClass disks: it does not exist'],
  ],
  [
    'volumes are made by hand',
    claimOf({ storageClassName: 'disks' }),
    [classOf(byHand)],
    [
      '- StorageClass disks: its provisioner is kubernetes.io/no-provisioner: volumes are made by hand',
    ],
  ],
  [
    'pods have no node yet',
    claimOf({ storageClassName: 'disks' }),
    [
      classOf('disks.example.com', 'WaitForFirstConsumer'),
      ...[user('a'), user('b'), user('other', 'more'), user('placed', 'data', 'n1')],
    ],
    ['- StorageClass disks: WaitForFirstConsumer: waiting for pods a,b to be scheduled'],
  ],
  [
    'the node is known',
    claimOf({ storageClassName: 'disks' }, placed),
    [classOf('disks.example.com', 'WaitForFirstConsumer')],
    [
      '+ Node n1: the scheduler has chosen it',
      '- provisioner disks.example.com: it has not been asked yet',
    ],
  ],
  [
    'the provisioner is asked',
    claimOf({ storageClassName: 'disks' }, { ...placed, ...asked }),
    [classOf('disks.example.com')],
    ['+ provisioner disks.example.com: it is to make a volume, and has not yet'],
  ],
  [
    'another provisioner was asked',
    claimOf({ storageClassName: 'disks' }, asked),
    [classOf('new.example.com')],
    ['- provisioner new.example.com: it has not been asked yet'],
  ],
])('a claim waits for a volume to be made: %s', (_, claim, objects, terms) => {
  expect(waiting(claim, ...objects)!.terms).toEqual(['- volumes: there is none', ...terms]);
});

it('a claim that names a volume looks at no other, and has none made', () => {
  const claim = claimOf({ volumeName: 'v', storageClassName: 'disks' });
  expect(waiting(claim, volumeOf({}, { name: 'another' }, 'Available'))!.terms).toEqual([
    '- PersistentVolume v: the claim names it, and it does not exist',
  ]);
});

it('a claim that is bound waits for nothing', () => {
  expect(waiting(claimOf({}, {}, 'Bound'))).toBeUndefined();
});

it('a claim gets the volume that is reserved for it, though a smaller one fits', () => {
  const claim = claimOf({ resources: { requests: { storage: '1Gi' } } });
  const reserved = volumeOf({ claimRef: own }, { name: 'kept' }, 'Available');
  const objects = [claim, volumeOf({ capacity: { storage: '2Gi' } }, {}, 'Available'), reserved];
  expect(saidOf('persistentvolume', 'spec.volumeName', { object: claim, objects, now })).toEqual({
    value: 'kept',
    rule: 'is the volume that is reserved for the claim, or else the smallest of those that fit',
    terms: [
      '- PersistentVolume v 2Gi: it fits, and is not the smallest of those that do',
      '+ PersistentVolume kept 5Gi: it is reserved for the claim',
    ],
  });
});

it('a claim that got a volume by its name is explained by what was written', () => {
  const claim = claimOf({ storageClassName: 'disks' });
  const written = claimOf({ storageClassName: 'disks', volumeName: 'v' });
  const volume = volumeOf({ claimRef: { ...own, uid: 'x' } }, {}, 'Bound');
  const moment = { object: claim, written, objects: [claim, volume], now };
  const { value, terms } = saidOf('persistentvolume', 'spec.volumeName', moment);
  expect([value, terms]).toEqual([
    undefined,
    ['+ PersistentVolume v 5Gi: it is reserved for the claim'],
  ]);
});

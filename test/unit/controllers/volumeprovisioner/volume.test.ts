/** The volumes that are made for claims, and how they grow. */
import { expect, it } from 'vitest';
import { provisionedByAnnotation, selectedNodeAnnotation } from '#kinds';
import type { Node, PersistentVolume, PersistentVolumeClaim, StorageClass } from '#types';
import { grow, isToGrow } from '../../../../controllers/volumeprovisioner/grow.ts';
import { volumeFor, volumeName } from '../../../../controllers/volumeprovisioner/volume.ts';
import { Recorded } from '../recorded.ts';

const claimOf = (spec: object = {}, annotations?: object, more: object = {}) =>
  ({
    metadata: {
      ...{ namespace: 'n', name: 'c', uid: 'cu', resourceVersion: '5' },
      ...(annotations && { annotations }),
    },
    spec: { storageClassName: 'fast', ...spec },
    ...more,
  }) as unknown as PersistentVolumeClaim;

const classOf = (more: object = {}) =>
  ({
    metadata: { name: 'fast' },
    provisioner: 'p',
    reclaimPolicy: 'Delete',
    ...more,
  }) as never as StorageClass;

const made = (claim: PersistentVolumeClaim, more: object = {}, node?: object) =>
  volumeFor(claim, {
    storageClass: classOf(more),
    nodeOf: (name) => (name === 'node' ? (node as Node | undefined) : undefined),
  });

const spec = {
  csi: { driver: 'p', volumeHandle: 'pvc-cu' },
  accessModes: [],
  capacity: { storage: '0' },
  claimRef: {
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'n', name: 'c', uid: 'cu' },
    resourceVersion: '5',
  },
  persistentVolumeReclaimPolicy: 'Delete',
  storageClassName: 'fast',
  volumeMode: 'Filesystem',
};

it('a volume is what its claim asks for', () => {
  expect(volumeName(claimOf())).toBe('pvc-cu');
  expect(made(claimOf())).toEqual({
    metadata: { name: 'pvc-cu', annotations: { [provisionedByAnnotation]: 'p' } },
    spec,
  });
  const asked = {
    ...{ accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
    resources: { requests: { storage: '5Gi' } },
  };
  expect(made(claimOf(asked), { mountOptions: ['ro'], reclaimPolicy: 'Retain' }).spec).toEqual({
    ...spec,
    ...{ accessModes: ['ReadWriteMany'], volumeMode: 'Block', capacity: { storage: '5Gi' } },
    ...{ mountOptions: ['ro'], persistentVolumeReclaimPolicy: 'Retain' },
  });
});

const folder = { hostPath: { path: '/tmp/volumes/pvc-cu', type: 'DirectoryOrCreate' } };

it.each<[provisioner: string, source: object]>([
  ['a.b-c', { csi: { driver: 'a.b-c', volumeHandle: 'pvc-cu' } }],
  ['x'.repeat(63), { csi: { driver: 'x'.repeat(63), volumeHandle: 'pvc-cu' } }],
  ['x'.repeat(64), folder],
  ['example.com/p', folder],
  ['-a', folder],
  ['a-', folder],
])('a volume of the provisioner %s', (provisioner, source) => {
  const { csi, hostPath } = made(claimOf(), { provisioner }).spec as PersistentVolume['spec'];
  expect({ ...(csi && { csi }), ...(hostPath && { hostPath }) }).toEqual(source);
});

const term = (key: string, ...values: readonly string[]): object => ({
  matchLabelExpressions: [{ key, values }],
});
const allowedTopologies = [
  {
    matchLabelExpressions: [
      { key: 'zone', values: ['a', 'b'] },
      { key: 'rack', values: ['1'] },
    ],
  },
  term('zone', 'c', 'd'),
  {},
];
const needs = (
  ...terms: readonly (readonly (readonly [string, readonly string[]])[])[]
): object => ({
  required: {
    nodeSelectorTerms: terms.map((each) => ({
      matchExpressions: each.map(([key, values]) => ({ key, operator: 'In', values })),
    })),
  },
});

it.each<[what: string, selected: string | undefined, labels: object | undefined, affinity: object]>(
  [
    [
      'anywhere where volumes may be',
      undefined,
      undefined,
      needs(
        [
          ['zone', ['a', 'b']],
          ['rack', ['1']],
        ],
        [['zone', ['c', 'd']]],
      ),
    ],
    [
      'near its node',
      'node',
      { zone: 'b', rack: '1' },
      needs([
        ['zone', ['b']],
        ['rack', ['1']],
      ]),
    ],
    ['near its node of the second part', 'node', { zone: 'd' }, needs([['zone', ['d']]])],
    [
      'anywhere for a node that is gone',
      'other',
      { zone: 'd' },
      needs(
        [
          ['zone', ['a', 'b']],
          ['rack', ['1']],
        ],
        [['zone', ['c', 'd']]],
      ),
    ],
  ],
)('a volume is %s', (_, selected, labels, affinity) => {
  const claim = claimOf(
    {},
    selected === undefined ? undefined : { [selectedNodeAnnotation]: selected },
  );
  const node = labels && { metadata: { name: 'node', labels } };
  expect(made(claim, { allowedTopologies }, node).spec).toEqual({
    ...spec,
    nodeAffinity: affinity,
  });
});

it('a part of the cluster without labels has all nodes', () => {
  const claim = claimOf({}, { [selectedNodeAnnotation]: 'node' });
  const node = { metadata: { name: 'node', labels: { zone: 'x' } } };
  expect(made(claim, { allowedTopologies }, node).spec).toEqual(spec);
  expect(made(claim, { allowedTopologies: [{}, term('zone', 'x')] }, node).spec).toEqual(spec);
});

const storage = (size: string): object => ({ resources: { requests: { storage: size } } });
const bound = (size: string | undefined): object => ({
  status: { phase: 'Bound', ...(size && { capacity: { storage: size } }) },
});
const volume = (capacity?: object, annotations: object = { [provisionedByAnnotation]: 'p' }) =>
  ({
    metadata: { name: 'v', annotations },
    spec: { ...(capacity && { capacity }) },
  }) as never as PersistentVolume;

it.each<
  [what: string, claim: PersistentVolumeClaim, of: PersistentVolume | undefined, grows: boolean]
>([
  ['asks for more', claimOf(storage('2Gi'), {}, bound('1Gi')), volume(), true],
  ['has what it asks for', claimOf(storage('1024Mi'), {}, bound('1Gi')), volume(), false],
  ['has more', claimOf(storage('1Gi'), {}, bound('2Gi')), volume(), false],
  ['shows nothing yet', claimOf(storage('1Gi'), {}, bound(undefined)), volume(), false],
  ['is not bound', claimOf(storage('2Gi'), {}, { status: { phase: 'Pending' } }), volume(), false],
  ['has no volume', claimOf(storage('2Gi'), {}, bound('1Gi')), undefined, false],
  ['has a volume of its own', claimOf(storage('2Gi'), {}, bound('1Gi')), volume({}, {}), false],
  [
    'is being deleted',
    claimOf(
      storage('2Gi'),
      {},
      {
        ...bound('1Gi'),
        metadata: { name: 'c', deletionTimestamp: '2026-01-01T00:00:00Z' },
      },
    ),
    volume(),
    false,
  ],
])('a claim that %s', (_, claim, of, grows) => {
  expect(isToGrow(claim, of)).toBe(grows);
});

it.each<[capacity: object | undefined, isLarger: boolean]>([
  [undefined, true],
  [{ storage: '1Gi', other: '1' }, true],
  [{ storage: '2Gi', other: '1' }, false],
])('a volume of %j grows: %s', async (capacity, isLarger) => {
  const recorded = new Recorded();
  const claim = claimOf(storage('2Gi'), {}, { status: { phase: 'Bound', x: 1 } });
  await grow(claim, volume(capacity), recorded.tools);
  const next = { ...capacity, storage: '2Gi' };
  expect(recorded.done).toEqual([
    'c Normal Resizing: External resizer is resizing volume v',
    ...(isLarger ? [['update PersistentVolume', { ...volume(), spec: { capacity: next } }]] : []),
    [
      'update PersistentVolumeClaim/status',
      { ...claim, status: { phase: 'Bound', x: 1, capacity: next } },
    ],
    'c Normal VolumeResizeSuccessful: Resize volume succeeded',
  ]);
});

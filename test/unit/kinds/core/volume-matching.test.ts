import { describe, expect, it } from 'vitest';
import { boundTo, isReachableFrom, matchingVolume, misfitOf } from '#kinds';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';

const volumeOf = (name: string, spec: object = {}, more: object = {}): PersistentVolume =>
  ({
    metadata: { name, labels: { tier: name } },
    spec: { capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'], ...spec },
    status: { phase: 'Available' },
    ...more,
  }) as never;
const claimOf = (spec: object = {}): PersistentVolumeClaim =>
  ({
    metadata: { namespace: 'n', name: 'c', uid: 'u', resourceVersion: '7' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      ...spec,
    },
    status: {},
  }) as never;
const on = (...names: string[]): object => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [
        { matchFields: [{ key: 'metadata.name', operator: 'In', values: names }] },
      ],
    },
  },
});
const node = { metadata: { name: 'here' } };
const reserved = { claimRef: { namespace: 'n', name: 'c' } };
const nameOf = (volume: PersistentVolume | undefined): string | undefined => volume?.metadata.name;

describe('the volume of a claim', () => {
  it.each<[what: string, claim: object, volumes: PersistentVolume[], name: string | undefined]>([
    ['is the smallest', {}, [volumeOf('a'), volumeOf('b', { capacity: { storage: '2Gi' } })], 'b'],
    ['is the first of the same size', {}, [volumeOf('a'), volumeOf('b')], 'a'],
    [
      'is large enough',
      { resources: { requests: { storage: '6Gi' } } },
      [volumeOf('a')],
      undefined,
    ],
    [
      'has the class',
      { storageClassName: 'x' },
      [volumeOf('a'), volumeOf('b', { storageClassName: 'x' })],
      'b',
    ],
    [
      'has the labels',
      { selector: { matchLabels: { tier: 'b' } } },
      [volumeOf('a'), volumeOf('b')],
      'b',
    ],
    ['has the mode', { volumeMode: 'Block' }, [volumeOf('a')], undefined],
    ['offers the access modes', { accessModes: ['ReadOnlyMany'] }, [volumeOf('a')], undefined],
    [
      'offers as few access modes as possible',
      {},
      [
        volumeOf('a', {
          accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
          capacity: { storage: '1Gi' },
        }),
        volumeOf('b'),
      ],
      'b',
    ],
    ['is available', {}, [volumeOf('a', {}, { status: { phase: 'Released' } })], undefined],
    ['is reserved for it', {}, [volumeOf('a'), volumeOf('b', reserved)], 'b'],
    [
      'is not reserved for others',
      {},
      [volumeOf('a', { claimRef: { namespace: 'n', name: 'c', uid: 'other' } })],
      undefined,
    ],
    [
      'is not being deleted',
      {},
      [volumeOf('a', {}, { metadata: { name: 'a', deletionTimestamp: 't' } })],
      undefined,
    ],
  ])('%s', (_, spec, volumes, name) => {
    expect(nameOf(matchingVolume(claimOf(spec), volumes, { waits: false }))).toBe(name);
  });

  it('is left to the scheduler where the class waits for pods', () => {
    const claim = claimOf();
    expect(matchingVolume(claim, [volumeOf('a')], { waits: true })).toBeUndefined();
    const own = [volumeOf('a'), volumeOf('b', reserved)];
    expect(nameOf(matchingVolume(claim, own, { waits: true }))).toBe('b');
  });

  it('can be reached from the node', () => {
    const match = (volumes: PersistentVolume[], except?: Set<string>): string | undefined =>
      nameOf(matchingVolume(claimOf(), volumes, { node, ...(except && { except }) }));
    expect(match([volumeOf('a', on('there')), volumeOf('b', on('here'))])).toBe('b');
    expect(match([volumeOf('a'), volumeOf('b')], new Set(['a']))).toBe('b');
    expect(match([volumeOf('a', { ...reserved, ...on('there') }), volumeOf('b')])).toBeUndefined();
    expect(match([volumeOf('a', { accessModes: ['ReadOnlyMany'] })])).toBeUndefined();
    expect(isReachableFrom(volumeOf('a'), node)).toBe(true);
    expect(isReachableFrom(volumeOf('a', on('there')), node)).toBe(false);
  });
});

it.each<[what: string, volume: PersistentVolume, claim: object, why: string | undefined]>([
  ['fits', volumeOf('a'), {}, undefined],
  [
    'is deleted',
    volumeOf('a', {}, { metadata: { name: 'a', deletionTimestamp: 't' } }),
    {},
    'the volume is marked for deletion "a"',
  ],
  [
    'is too small',
    volumeOf('a', { capacity: { storage: '1Mi' } }),
    {},
    'requested PV is too small',
  ],
  [
    'has another class',
    volumeOf('a', { storageClassName: 'x' }),
    {},
    'storageClassName does not match',
  ],
  ['has another mode', volumeOf('a'), { volumeMode: 'Block' }, 'incompatible volumeMode'],
  [
    'has other access',
    volumeOf('a'),
    { accessModes: ['ReadWriteMany'] },
    'incompatible accessMode',
  ],
])('a volume that %s is refused accordingly', (_, volume, spec, why) => {
  expect(misfitOf(volume, claimOf(spec))).toBe(why);
});

it('a volume that a user reserved is not marked as bound by a controller', () => {
  const claimRef = { namespace: 'n', name: 'c', uid: 'u' };
  const free = boundTo(volumeOf('a'), claimOf());
  expect(free.spec.claimRef).toMatchObject({ ...claimRef, kind: 'PersistentVolumeClaim' });
  expect(free.metadata.annotations).toEqual({ 'pv.kubernetes.io/bound-by-controller': 'yes' });
  const own = boundTo(volumeOf('a', reserved), claimOf());
  expect(own.spec.claimRef).toMatchObject(claimRef);
  expect(own.metadata.annotations).toBeUndefined();
  expect(boundTo(own, claimOf())).toBe(own);
});

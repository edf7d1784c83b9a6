/** The server's part of metadata, and which names a body may have. */
import { describe, expect, it } from 'vitest';
import type { ObjectMeta, OwnerReference } from '#types';
import {
  checkIdentity,
  checkNamespace,
  updatedMetadata,
  warnOfLoss,
  withoutDuplicateOwners,
} from '../../../src/api/metadata.ts';
import type { Target } from '../../../src/api/resource.ts';

const old: ObjectMeta = {
  ...{ name: 'x', namespace: 'a', uid: 'u', resourceVersion: '7', generation: 2 },
  creationTimestamp: '2026-01-01T00:00:00Z',
  labels: { a: 'b' },
};
const owner = (uid: string, more: object = {}): OwnerReference =>
  ({ apiVersion: 'v1', kind: 'Pod', name: 'p', uid, ...more }) as OwnerReference;

describe('the metadata after an update', () => {
  const { labels, ...own } = old;

  it.each<[wanted: Partial<ObjectMeta>, made: object]>([
    [{}, own],
    [{ labels }, old],
    [{ labels: {}, annotations: {}, ownerReferences: [], finalizers: [] }, own],
    [{ labels: { c: 'd' } }, { ...own, labels: { c: 'd' } }],
    [{ annotations: { c: 'd' } }, { ...own, annotations: { c: 'd' } }],
    [{ finalizers: ['f'] }, { ...own, finalizers: ['f'] }],
    [{ ownerReferences: [owner('o')] }, { ...own, ownerReferences: [owner('o')] }],
    [{ generateName: 'x-' }, { ...own, generateName: 'x-' }],
    [{ generateName: '' }, own],
    [{ resourceVersion: '9', generation: 9, creationTimestamp: 'later', namespace: 'b' }, own],
    [{ uid: 'v' }, { ...own, uid: 'v' }],
    [{ uid: '' }, own],
    [{ name: 'y' }, { ...own, name: 'y' }],
    [{ deletionTimestamp: 'soon' }, { ...own, deletionTimestamp: 'soon' }],
    [{ deletionGracePeriodSeconds: 3 }, { ...own, deletionGracePeriodSeconds: 3 }],
    [{ managedFields: [] }, own],
  ])('by %j', (wanted, made) => {
    expect(updatedMetadata(wanted, old)).toEqual(made);
  });

  it('keeps what the server has set', () => {
    const kept = { deletionTimestamp: 'now', deletionGracePeriodSeconds: 0 };
    const managedFields = [{ manager: 'm' }] as unknown as ObjectMeta['managedFields'];
    const before = { ...own, ...kept, managedFields };
    expect(updatedMetadata({ deletionTimestamp: 'soon' }, before)).toEqual(before);
    expect(updatedMetadata(old, old)).toBe(old);
    const { namespace, generation, ...cluster } = own;
    expect([namespace, generation]).toEqual(['a', 2]);
    expect(updatedMetadata({}, cluster as ObjectMeta)).toEqual(cluster);
  });
});

describe('owners', () => {
  const warnings: string[] = [];
  const context = {
    warn: (text: string) => void warnings.push(text),
    yieldTurn: () => Promise.resolve(),
  };

  it.each([
    [[]],
    [[owner('a')]],
    [[owner('a'), owner('b')]],
    [[owner('a'), owner('a', { name: 'q' })]],
    [[owner('a'), owner('a', { kind: 'Job' })]],
    [[owner('a'), owner('a', { apiVersion: 'v2' })]],
    [[owner('a'), owner('a', { controller: true })]],
    [[owner('a'), owner('a', { blockOwnerDeletion: true })]],
  ])('%j are kept as they are', (ownerReferences) => {
    const wanted = { metadata: { ownerReferences } };
    expect(withoutDuplicateOwners(wanted, context)).toBe(wanted);
    expect(warnings).toEqual([]);
  });

  it('that are duplicates are dropped, with a warning', () => {
    const ownerReferences = [owner('a'), owner('b'), owner('a'), owner('b')];
    const wanted = { metadata: { name: 'x', ownerReferences }, spec: 1 };
    expect(withoutDuplicateOwners(wanted, context, ' then')).toEqual({
      metadata: { name: 'x', ownerReferences: [owner('a'), owner('b')] },
      spec: 1,
    });
    expect(warnings.splice(0)).toEqual([
      '.metadata.ownerReferences contains duplicate entries then; API server dedups owner references in 1.20+, ' +
        'and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: a, b',
    ]);
  });

  it('may be missing', () => {
    for (const wanted of [{}, { metadata: {} }, { metadata: null }]) {
      expect(withoutDuplicateOwners(wanted, context)).toBe(wanted);
    }
  });
});

it('of a field that is not stored there is a warning', () => {
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  for (const metadata of [undefined, null, {}, { clusterName: '' }]) {
    warnOfLoss(metadata as Partial<ObjectMeta>, warn);
  }
  expect(warnings).toEqual([]);
  warnOfLoss({ clusterName: 'c' } as Partial<ObjectMeta>, warn);
  expect(warnings).toEqual([
    'metadata.clusterName was specified. This field is not preserved and will be removed from the schema in 1.25',
  ]);
});

describe('a body', () => {
  const target = { name: 'x', namespace: 'a' } as Target;
  const elsewhere =
    'the namespace of the provided object does not match the namespace sent on the request';

  it.each([[{ name: 'x' }], [{ name: 'x', namespace: '' }], [{ name: 'x', namespace: 'a' }]])(
    'with %j is about the object',
    (metadata) => {
      expect(() => checkIdentity(target, metadata)).not.toThrow();
    },
  );

  it.each([
    [
      undefined,
      'the name of the object (x based on URL) was undeterminable: name must be provided',
    ],
    [
      { name: '' },
      'the name of the object (x based on URL) was undeterminable: name must be provided',
    ],
    [{ name: 'y' }, 'the name of the object (y) does not match the name on the URL (x)'],
    [{ name: 'x', namespace: 'b' }, elsewhere],
    [{ namespace: 'b' }, elsewhere],
    [{ name: 'y', namespace: 'b' }, elsewhere],
  ])('with %j is about another', (metadata, message) => {
    expect(() => checkIdentity(target, metadata)).toThrow(message);
  });

  it('of a kind without namespaces may name any', () => {
    expect(() => checkNamespace(undefined, 'b')).not.toThrow();
    expect(() => checkNamespace('a', undefined)).not.toThrow();
    expect(() => checkNamespace('a', 'b')).toThrow(elsewhere);
  });
});

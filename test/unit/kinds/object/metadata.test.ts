import { describe, expect, it } from 'vitest';
import { validateMetadata, validateMetadataUpdate } from '#kinds';
import type { ObjectMeta } from '#types';
import { messages, texts } from '../samples.ts';

const base = { name: 'm', namespace: 'default', uid: 'u' };
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: '1' };

function errors(metadata: object, namespaced = true): readonly string[] {
  return texts((errors) =>
    validateMetadata(errors, { ...base, ...metadata } as ObjectMeta, { namespaced, rules: {} }),
  );
}

function updateErrors(metadata: object, old: object = {}): readonly string[] {
  const before = { ...base, ...old } as ObjectMeta;
  return texts((errors) =>
    validateMetadataUpdate(errors, { ...before, ...metadata } as ObjectMeta, before),
  );
}

const long = 'a'.repeat(64);

describe('metadata of a new object', () => {
  it.each<[string, object, readonly string[]]>([
    ['in order', { labels: { 'a.b/C': 'x_1' }, finalizers: ['orphan', 'a.b/c'] }, []],
    ['no name', { name: '' }, ['metadata.name: Required value: name or generateName is required']],
    [
      'a bad name, made from a bad prefix',
      { name: 'Bad_x', generateName: 'Bad_' },
      [
        `metadata.generateName: Invalid value: "Bad_": ${messages.subdomain}`,
        `metadata.name: Invalid value: "Bad_x": ${messages.subdomain}`,
      ],
    ],
    ['a prefix that ends in a dash', { generateName: 'a-' }, []],
    [
      'labels',
      { labels: { 'a b': 'c', 'UP.com/a': 'b', [long]: 'x', l: '-' } },
      [
        `metadata.labels: Invalid value: "a b": ${messages.name}`,
        `metadata.labels: Invalid value: "UP.com/a": prefix part ${messages.subdomain}`,
        `metadata.labels: Invalid value: "${long}": name part must be no more than 63 characters`,
        `metadata.labels: Invalid value: "-": ${messages.value}`,
      ],
    ],
    [
      'annotations: any case, but some name',
      { annotations: { 'UP.com/A': 'any text', '': 'd' } },
      [
        'metadata.annotations: Invalid value: "": name part must be non-empty',
        `metadata.annotations: Invalid value: "": ${messages.name}`,
      ],
    ],
    [
      'annotations that are too large',
      { annotations: { big: 'ä'.repeat(131072) } },
      ['metadata.annotations: Too long: must have at most 262144 bytes'],
    ],
    [
      'an owner without anything',
      { ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] },
      [
        'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
        'metadata.ownerReferences.kind: Invalid value: "": kind must not be empty',
        'metadata.ownerReferences.name: Invalid value: "": name must not be empty',
        'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
      ],
    ],
    [
      'an owner of a version with too many slashes',
      { ownerReferences: [{ ...owner, apiVersion: 'a/b/c' }] },
      ['metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty'],
    ],
    [
      'finalizers',
      { finalizers: ['short', 'example.com/ok'] },
      [
        'metadata.finalizers[0]: Invalid value: "short": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [
      'finalizers that exclude each other',
      { finalizers: ['foregroundDeletion', 'orphan'] },
      [
        'metadata.finalizers: Invalid value: []string{"foregroundDeletion", "orphan"}: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
    ['no namespace', { namespace: undefined }, ['metadata.namespace: Required value']],
  ])('%s', (_, metadata, expected) => {
    expect(errors(metadata)).toEqual(expected);
  });

  it('refuses two controllers and events as owners', () => {
    const controllers = [
      { ...owner, controller: true },
      { ...owner, name: 'p', controller: true },
    ];
    expect(errors({ ownerReferences: controllers })).toEqual([
      expect.stringMatching(
        /^metadata\.ownerReferences: Invalid value: .*: Only one reference can have Controller set to true\. Found "true" in references for o and p$/,
      ),
    ]);
    expect(errors({ ownerReferences: [{ ...owner, kind: 'Event' }] })).toEqual([
      expect.stringMatching(
        /^metadata\.ownerReferences: Invalid value: .*: \/v1, Kind=Event is disallowed from being an owner$/,
      ),
    ]);
  });

  it('has no namespace on cluster-scoped kinds', () => {
    expect(errors({}, false)).toEqual(['metadata.namespace: Forbidden: not allowed on this type']);
    expect(errors({ namespace: undefined }, false)).toEqual([]);
  });
});

describe('metadata of an updated object', () => {
  it.each<[string, object, object, readonly string[]]>([
    ['labels', { labels: { a: 'b' } }, {}, []],
    ['uid', { uid: 'x' }, {}, ['metadata.uid: Invalid value: "x": field is immutable']],
    [
      'a deletion time',
      { deletionTimestamp: '2001-01-01T00:00:00Z' },
      {},
      [
        'metadata.deletionTimestamp: Invalid value: 2001-01-01 00:00:00 +0000 UTC: field is immutable',
      ],
    ],
    [
      'a grace period of its deletion',
      { deletionGracePeriodSeconds: 30 },
      {},
      ['metadata.deletionGracePeriodSeconds: Invalid value: 30: field is immutable'],
    ],
    [
      'another grace period of its deletion',
      { deletionGracePeriodSeconds: 0 },
      { deletionGracePeriodSeconds: 30 },
      ['metadata.deletionGracePeriodSeconds: Invalid value: 0: field is immutable'],
    ],
    [
      'no grace period of its deletion any more',
      { deletionGracePeriodSeconds: null, deletionTimestamp: null },
      { deletionGracePeriodSeconds: 30, deletionTimestamp: '2001-01-01T00:00:00Z' },
      [],
    ],
    [
      'another name and namespace',
      { name: 'other', namespace: 'elsewhere' },
      {},
      [
        'metadata.name: Invalid value: "other": field is immutable',
        'metadata.namespace: Invalid value: "elsewhere": field is immutable',
      ],
    ],
    [
      'another finalizer while it is being deleted',
      { finalizers: ['a.b/c', 'd.e/f'] },
      { finalizers: ['a.b/c'], deletionTimestamp: '2001-01-01T00:00:00Z' },
      [
        'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"d.e/f"}',
      ],
    ],
    [
      'one finalizer less while it is being deleted',
      { finalizers: [] },
      { finalizers: ['a.b/c'], deletionTimestamp: '2001-01-01T00:00:00Z' },
      [],
    ],
    ['a finalizer', { finalizers: ['d.e/f'] }, {}, []],
    [
      'a bad label',
      { labels: { a: '-' } },
      {},
      [`metadata.labels: Invalid value: "-": ${messages.value}`],
    ],
  ])('%s', (_, metadata, old, expected) => {
    expect(updateErrors(metadata, old)).toEqual(expected);
  });
});

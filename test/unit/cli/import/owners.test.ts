/** How an import treats owners, deletions and changes of another cluster. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { clean, LeftOut, withoutLostOwners } from '../../../../src/cli/import/clean.ts';
import { importedFrom } from '../../../../src/cli/import/import.ts';
import type { ForeignObject } from '../../../../src/cli/import/version.ts';

const registry = new KindRegistry(defaultProfile);

const configMap = (name: string, more: object = {}): ForeignObject =>
  ({
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name, namespace: 'default', uid: `uid-${name}`, ...more },
  }) as ForeignObject;
const owner = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid: `uid-${name}`,
});

describe('owners', () => {
  const lost = 'references of configmaps to owners that are not in the input';
  it.each<[string, unknown, unknown, readonly string[]]>([
    ['that are there are kept', [owner('a')], [owner('a')], []],
    ['that are not there are left out', [owner('x')], undefined, [lost]],
    ['are left out one by one', [owner('x'), owner('a')], [owner('a')], [lost]],
    ['may be none', [], [], []],
    ['may be nothing', undefined, undefined, []],
  ])('%s', (_, ownerReferences, expected, lines) => {
    const leftOut = new LeftOut();
    const objects = [configMap('a'), configMap('b', { ownerReferences, labels: { c: 'd' } })];
    const kept = objects.map((object) => clean({ object, place: 'f:1' }, registry, leftOut)!);
    const [first, second] = withoutLostOwners(kept, leftOut);
    expect(first).toBe(kept[0]);
    const references = expected === undefined ? {} : { ownerReferences: expected };
    expect(second!.object.metadata).toEqual({
      ...{ name: 'b', namespace: 'default', uid: 'uid-b', labels: { c: 'd' }, ...references },
      creationTimestamp: null,
    });
    expect(leftOut.lines).toEqual(lines);
  });
});

/** The steps of a recording of these events, without their times. */
function stepsOf(...events: readonly (readonly [string, object])[]): readonly object[] {
  const text = events.map(([type, object], index) => {
    const { metadata } = object as { metadata: object };
    const at = { creationTimestamp: '2026-03-01T12:00:00Z', resourceVersion: String(index + 7) };
    return JSON.stringify({ type, object: { ...object, metadata: { ...metadata, ...at } } });
  });
  return importedFrom(text.join('\n'), 'in', 'in').steps.map((step) => {
    const { at, ...rest } = step as { at: unknown };
    expect(at).toBeDefined();
    return rest;
  });
}

describe('a recording', () => {
  const first = configMap('first');
  const a = configMap('a');
  const gone = { metadata: { name: 'a', uid: 'uid-a' } };
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a', uid: 'uid-a' } };
  const pod = (labels?: object): object => ({
    ...{ apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'c', image: 'x' }] } },
    metadata: { name: 'a', namespace: 'default', uid: 'uid-a', ...(labels && { labels }) },
  });

  it.each<[string, readonly (readonly [string, object])[], readonly object[]]>([
    [
      'of a deletion',
      [
        ['ADDED', a],
        ['DELETED', a],
      ],
      [{ delete: { kind: 'ConfigMap', name: 'a', namespace: 'default' } }],
    ],
    [
      'of a deletion that takes time',
      [
        ['ADDED', a],
        [
          'MODIFIED',
          { ...a, metadata: { ...a.metadata, deletionTimestamp: '2026-03-01T12:00:01Z' } },
        ],
        ['DELETED', a],
      ],
      [{ delete: { kind: 'ConfigMap', name: 'a', namespace: 'default' } }],
    ],
    [
      'of a node that is gone',
      [
        ['ADDED', node],
        ['DELETED', { ...node, ...gone }],
      ],
      [{ removeNode: 'a' }],
    ],
    [
      'of labels of a pod',
      [
        ['ADDED', pod({ a: 'b', c: 'd' })],
        ['MODIFIED', pod({ a: 'x' })],
      ],
      [
        {
          patch: {
            ...{ kind: 'Pod', name: 'a', namespace: 'default', type: 'merge' },
            body: { metadata: { labels: { a: 'x', c: null } } },
          },
        },
      ],
    ],
    [
      'of data',
      [
        ['ADDED', { ...a, data: { x: '1', y: '2' } }],
        ['MODIFIED', { ...a, data: { x: '3' } }],
        ['MODIFIED', { ...a, data: { x: '3' } }],
      ],
      [
        {
          patch: {
            ...{ kind: 'ConfigMap', name: 'a', namespace: 'default', type: 'merge' },
            body: { data: { x: '3', y: null } },
          },
        },
      ],
    ],
    [
      'of a new object',
      [
        ['ADDED', first],
        ['MODIFIED', { ...first, metadata: { ...first.metadata, labels: { a: 'b' } } }],
        ['ADDED', { ...a, metadata: { ...a.metadata, labels: { c: 'd' } }, data: { x: 'y' } }],
      ],
      [
        {
          patch: {
            ...{ kind: 'ConfigMap', name: 'first', namespace: 'default', type: 'merge' },
            body: { metadata: { labels: { a: 'b' } } },
          },
        },
        {
          apply: {
            ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { x: 'y' } },
            metadata: { name: 'a', namespace: 'default', labels: { c: 'd' } },
          },
        },
      ],
    ],
  ])('%s', (_, events, steps) => {
    expect(stepsOf(...events)).toEqual(steps);
  });
});

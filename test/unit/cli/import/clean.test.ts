/** What an import keeps of objects of another cluster. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { clean, LeftOut } from '../../../../src/cli/import/clean.ts';
import type { ForeignObject } from '../../../../src/cli/import/version.ts';

const registry = new KindRegistry(defaultProfile);

function cleaned(object: object) {
  const leftOut = new LeftOut();
  const given = { metadata: { name: 'a', namespace: 'default' }, ...object } as ForeignObject;
  const kept = clean({ object: given, place: 'f.yaml:1' }, registry, leftOut);
  return { object: kept?.object, lines: leftOut.lines };
}

describe('an import keeps', () => {
  const images = [{ names: ['x'] }];
  it.each<[string, object, object, readonly string[]]>([
    [
      'a config map without traces of the server',
      {
        ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } },
        metadata: {
          ...{ name: 'a', resourceVersion: '5', managedFields: [], selfLink: '/x', uid: 'u' },
          annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
        },
      },
      { data: { a: 'b' }, metadata: { name: 'a', uid: 'u' } },
      [],
    ],
    [
      'other annotations',
      {
        ...{ apiVersion: 'v1', kind: 'ConfigMap' },
        metadata: {
          name: 'a',
          annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', b: 'c' },
        },
      },
      { metadata: { name: 'a', annotations: { b: 'c' } } },
      [],
    ],
    [
      'the keys of a secret',
      { apiVersion: 'v1', kind: 'Secret', data: { a: 'Yg==', c: 'ZA==' } },
      { data: { a: '', c: '' } },
      ['what is in secrets: only the keys are kept'],
    ],
    ['a secret without data', { apiVersion: 'v1', kind: 'Secret', type: 't' }, { type: 't' }, []],
    [
      'a node without its images',
      {
        ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } },
        status: { images, phase: 'Running' },
      },
      { status: { phase: 'Running' } },
      [],
    ],
  ])('%s', (_, object, expected, lines) => {
    const found = cleaned(object);
    const { apiVersion, kind, ...rest } = found.object!;
    expect([apiVersion, kind]).toEqual(['v1', (object as { kind: string }).kind]);
    expect(rest).toMatchObject(expected);
    for (const trace of ['resourceVersion', 'managedFields', 'selfLink']) {
      expect(rest.metadata).not.toHaveProperty(trace);
    }
    const { annotations } = (expected as { metadata?: { annotations?: object } }).metadata ?? {};
    expect(rest.metadata['annotations']).toEqual(annotations);
    expect(rest['status'] ?? {}).not.toHaveProperty('images');
    expect(found.lines).toEqual(lines);
  });
});

describe('an import leaves out', () => {
  it.each<[string, string, object, string]>([
    ['v1', 'Event', {}, 'events: recreated'],
    ['coordination.k8s.io/v1', 'Lease', {}, 'leases: recreated'],
    ['v1', 'Endpoints', {}, 'endpoints: recreated'],
    ['discovery.k8s.io/v1', 'EndpointSlice', {}, 'endpointslices: recreated'],
    [
      ...(['v1', 'ConfigMap', { name: 'kube-root-ca.crt' }] as const),
      'config maps kube-root-ca.crt: recreated',
    ],
    ['v1', 'ServiceAccount', { name: 'default' }, 'service accounts default: recreated'],
    [
      ...(['scheduling.k8s.io/v1', 'PriorityClass', { name: 'system-x' }] as const),
      'priority classes system-*: recreated',
    ],
    ['v1', 'Service', { name: 'kubernetes' }, 'the service kubernetes of the API itself'],
    ['x/v1', 'Thing', {}, 'Thing (x/v1): a kind that is not simulated'],
  ])('%s %s %j', (apiVersion, kind, metadata, line) => {
    const object = { apiVersion, kind, metadata: { name: 'a', namespace: 'default', ...metadata } };
    expect(cleaned(object)).toEqual({ object: undefined, lines: [line] });
  });

  it.each<[string, string, object]>([
    ['v1', 'ServiceAccount', { name: 'other' }],
    ['scheduling.k8s.io/v1', 'PriorityClass', { name: 'mine' }],
    ['v1', 'Service', { name: 'kubernetes', namespace: 'other' }],
    ['v1', 'Service', { name: 'web' }],
  ])('no %s %s %j', (apiVersion, kind, metadata) => {
    const object = { apiVersion, kind, metadata: { name: 'a', namespace: 'default', ...metadata } };
    expect(cleaned(object).object).toBeDefined();
  });

  it('fields that are not known, which it counts, the most frequent first', () => {
    const leftOut = new LeftOut();
    for (const why of ['b', 'c', 'a', 'c']) leftOut.add(why);
    expect(leftOut.lines).toEqual(['c (2)', 'a', 'b']);
    const { lines } = cleaned({ apiVersion: 'v1', kind: 'ConfigMap', none: 1 });
    expect(lines).toEqual(['the field ConfigMap none: v1.24 has none']);
  });
});

/** What in a recording people did, and what is left to controllers and kubelets. */
import { describe, expect, it } from 'vitest';
import type { JSONSchemaProps } from '#types';
import { importedFrom } from '../../../../src/cli/import/import.ts';
import { without } from '../../../../src/cli/import/maps.ts';
import { widgets } from '../../../support/custom.ts';

interface Parts {
  readonly spec?: object;
  readonly status?: object;
  readonly labels?: object;
  readonly annotations?: object;
}

const apiVersions = { Node: 'v1', Pod: 'v1', ConfigMap: 'v1', Deployment: 'apps/v1' } as const;

/** What the steps do after one version of an object became another. */
function stepsBetween(kind: keyof typeof apiVersions, before: Parts, after: Parts) {
  const versions = [before, after].map(({ labels, annotations, ...parts }, index) => ({
    type: index === 0 ? 'ADDED' : 'MODIFIED',
    object: {
      ...{ apiVersion: apiVersions[kind], kind },
      metadata: {
        ...{ name: 'a', uid: 'u', labels, annotations, resourceVersion: String(index + 7) },
        ...(kind !== 'Node' && { namespace: 'default' }),
        creationTimestamp: '2026-03-01T12:00:00Z',
      },
      ...parts,
    },
  }));
  const text = versions.map((version) => JSON.stringify(version, null, 2)).join('\n');
  return importedFrom(text, 'in', 'in').steps.map((step) => without(step, 'at'));
}

const taint = (key: string, effect = 'NoSchedule'): object => ({ key, effect });
const own = taint('node.kubernetes.io/not-ready');
const ready = (status: string): object => ({ conditions: [{ type: 'Ready', status }] });
const container = { name: 'c', image: 'x' };
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
const deployment = (replicas: number) => ({
  spec: { replicas, selector: { matchLabels: { a: 'b' } }, template },
});
const patch = (kind: string, body: object): object => ({
  patch: { kind, name: 'a', ...(kind !== 'Node' && { namespace: 'default' }), type: 'merge', body },
});

describe('a change of', () => {
  it.each<[string, keyof typeof apiVersions, Parts, Parts, readonly object[]]>([
    ['nothing', 'Node', {}, {}, []],
    [
      'a taint of people',
      'Node',
      { spec: {} },
      { spec: { taints: [taint('x')] } },
      [patch('Node', { spec: { taints: [taint('x')] } })],
    ],
    ['a taint of the node controller', 'Node', { spec: {} }, { spec: { taints: [own] } }, []],
    [
      'both taints',
      'Node',
      { spec: { taints: [own] } },
      { spec: { taints: [own, taint('x')] } },
      [patch('Node', { spec: { taints: [taint('x')] } })],
    ],
    [
      'a node without a spec',
      'Node',
      {},
      { labels: { b: 'c' } },
      [patch('Node', { metadata: { labels: { b: 'c' } } })],
    ],
    [
      'a node that falls silent',
      'Node',
      { status: ready('True') },
      { status: ready('Unknown') },
      [{ partitionNode: 'a' }],
    ],
    [
      'a node that is back',
      'Node',
      { status: ready('Unknown') },
      { status: ready('True') },
      [{ recoverNode: 'a' }],
    ],
    ['a node that is not ready', 'Node', { status: ready('True') }, { status: ready('False') }, []],
    [
      'a label',
      'ConfigMap',
      { labels: { a: 'b', c: 'd' } },
      { labels: { a: 'x' } },
      [patch('ConfigMap', { metadata: { labels: { a: 'x', c: null } } })],
    ],
    [
      'a number of a rollout',
      'Deployment',
      deployment(1),
      { ...deployment(1), annotations: { 'deployment.kubernetes.io/revision': '2' } },
      [],
    ],
    [
      'a size',
      'Deployment',
      deployment(1),
      deployment(3),
      [patch('Deployment', { spec: { replicas: 3 } })],
    ],
    [
      'the place of a pod',
      'Pod',
      { spec: { containers: [container] } },
      { spec: { containers: [container], nodeName: 'n' } },
      [],
    ],
    [
      'a label of a pod',
      'Pod',
      { spec: { containers: [container] } },
      { spec: { containers: [container] }, labels: { b: 'c' } },
      [patch('Pod', { metadata: { labels: { b: 'c' } } })],
    ],
  ])('%s (%s)', (_, kind, before, after, expected) => {
    expect(stepsBetween(kind, before, after)).toEqual(expected);
  });
});

it('taints are what nodes have, not other kinds', () => {
  const schema = {
    type: 'object',
    properties: {
      taints: { type: 'array', items: { type: 'object', properties: { key: { type: 'string' } } } },
    },
  };
  const widget = (version: number, keys: readonly string[]): object => ({
    ...{ apiVersion: 'example.com/v1', kind: 'Widget' },
    metadata: { name: 'a', namespace: 'default', uid: 'u', resourceVersion: String(version) },
    spec: { taints: keys.map((key) => ({ key })) },
  });
  const key = 'node.kubernetes.io/x';
  const text = [widgets(schema as JSONSchemaProps), widget(7, []), widget(8, [key])]
    .map((object) => JSON.stringify({ type: 'ADDED', object }, null, 2))
    .join('\n');
  expect(importedFrom(text, 'in', 'in').steps).toMatchObject([
    patch('Widget', { spec: { taints: [{ key }] } }),
  ]);
});

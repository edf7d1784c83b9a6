/** How files are read: how large they may be, and where problems in a part of one are shown. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import type { FormProblem } from '#forms';
import { keepingDefinition } from '../../../src/scenario/kept-kinds.ts';
import { Checker } from '../../../src/scenario/shape/checker.ts';
import { report } from '../../../src/scenario/shape/part-problem.ts';
import type { Files } from '../../../src/scenario/source/files.ts';
import { Library } from '../../../src/scenario/source/library.ts';
import type { Node } from '../../../src/scenario/source/node.ts';
import { parseText } from '../../../src/scenario/source/parse.ts';

it('a scenario may have a mebibyte, a file of objects 32; each is read once', () => {
  const read: unknown[] = [];
  const files = {
    read: (path: string, most: number) => (read.push([path, most]), 'a: 1'),
  } as unknown as Files;
  const problems = { see: () => undefined } as never;
  const library = new Library(files, 'folder', problems);
  expect(library.open('a.yaml', 'scenario')).toBe(library.open('a.yaml', 'scenario'));
  library.open('b.yaml', 'manifest');
  library.open('a.yaml', 'manifest');
  expect(read).toEqual([
    ['a.yaml', 1024 ** 2],
    ['b.yaml', 32 * 1024 ** 2],
  ]);
  expect(library.texts).toEqual([
    { file: 'a.yaml', text: 'a: 1' },
    { file: 'b.yaml', text: 'a: 1' },
  ]);
  expect([library.shown('a.yaml'), library.shown('/a.yaml')]).toEqual(['folder/a.yaml', '/a.yaml']);
});

describe('a problem in a part', () => {
  const part = '{ a: [x, { b: y }], c: z }';
  const near = { word: 'b', known: ['bb'] };
  it.each<[problem: Omit<FormProblem, 'message'>, place: string]>([
    [{ path: [] }, part],
    [{ path: ['c'] }, 'z'],
    [{ path: ['c'], near }, 'c'],
    [{ path: ['a'] }, '[x, { b: y }]'],
    [{ path: ['a', 0] }, 'x'],
    [{ path: ['a', 1, 'b'] }, 'y'],
    [{ path: ['a', 1, 'b'], near }, 'b'],
    [{ path: ['a', 1, 'missing'] }, '{ b: y }'],
    [{ path: ['a', 1, 'missing'], near }, '{ b: y }'],
    [{ path: ['a', 1], near }, '{ b: y }'],
    [{ path: ['c', 'deeper'] }, 'z'],
  ])('with %j is shown at %s', (problem, place) => {
    const found: unknown[] = [];
    const checker = Object.assign(new Checker({} as never, {} as never), {
      problem: (node: Node, message: string, known: unknown) =>
        void found.push([part.slice(node.place.start, node.place.end).trim(), message, known]),
    });
    report({ ...problem, message: 'why' }, parseText(part, 'scenario').roots[0]!, checker);
    expect(found).toEqual([[place, 'why', problem.near]]);
  });
});

it.each<[kind: string, plural: string, scope: string]>([
  ['Widget', 'widgets', 'Namespaced'],
  ['Proxy', 'proxies', 'Namespaced'],
  ['Gateway', 'gateways', 'Namespaced'],
  ['Ingress', 'ingresses', 'Namespaced'],
  ['Box', 'boxes', 'Namespaced'],
  ['Quiz', 'quizes', 'Namespaced'],
  ['Batch', 'batches', 'Namespaced'],
  ['Mesh', 'meshes', 'Namespaced'],
  ['Graph', 'graphs', 'Namespaced'],
  ['ClusterPolicy', 'clusterpolicies', 'Cluster'],
])('the kind %s that nothing defines is kept as %s, %s', (kind, plural, scope) => {
  const manifest = { apiVersion: 'example.com/v1', kind } as never;
  expect(keepingDefinition(manifest, new KindRegistry(defaultProfile), () => undefined)).toEqual({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { kind, plural },
      scope,
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          },
        },
      ],
    },
  });
});

/** Custom resources in an imported state: kept where their definition is in the input too. */
import { expect, it } from 'vitest';
import { importedFrom } from '../../../../src/cli/import/import.ts';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'queues.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Queue', plural: 'queues' },
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { workers: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
};
const creationTimestamp = '2026-03-01T12:00:00Z';
const queue = {
  apiVersion: 'example.com/v1',
  kind: 'Queue',
  metadata: { name: 'mail', namespace: 'default', creationTimestamp, resourceVersion: '7' },
  spec: { workers: 2, colour: 'red' },
};

function imported(...items: readonly object[]) {
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  return importedFrom(text, 'state.json', 'state');
}

it.each([
  ['behind its definition', [definition, queue]],
  ['before its definition', [queue, definition]],
])('an object %s is kept, without what its schema does not have', (_, items) => {
  const { objects, leftOut } = imported(...items);
  expect(objects).toHaveLength(2);
  expect(objects.find(({ kind }) => kind === 'Queue')).toEqual({
    ...queue,
    metadata: { name: 'mail', namespace: 'default', creationTimestamp },
    spec: { workers: 2 },
  });
  expect(leftOut).toEqual([expect.stringContaining('Queue')]);
});

it('an object without its definition is left out', () => {
  const { objects, leftOut } = imported(queue);
  expect(objects).toEqual([]);
  expect(leftOut).toEqual(['Queue (example.com/v1): a kind that is not simulated']);
});

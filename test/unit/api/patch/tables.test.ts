/** Patches by the types of their fields: what comes of them, or why not. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemas } from '#kinds';
import { checkTyped } from '../../../../src/api/patch/apply-typed.ts';
import { strategicMerge } from '../../../../src/api/patch/strategic.ts';
import { deepFreeze } from './objects.ts';

function outcome(work: () => unknown): string {
  try {
    return JSON.stringify(work()) ?? 'nothing';
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: number };
    return `refused${code === undefined ? '' : ` with ${code}`}: ${message}`;
  }
}

const pod = deepFreeze({
  metadata: { name: 'p', labels: { a: '1', b: '2' }, finalizers: ['f', 'g', 'h'] },
  spec: {
    containers: [
      { name: 'a', image: 'i', env: [{ name: 'X', value: '1' }], args: ['x', 'y'] },
      { name: 'b', ports: [{ containerPort: 80 }, { containerPort: 81, name: 'n' }] },
    ],
    volumes: [{ name: 'v', emptyDir: {} }],
    tolerations: [{ key: 'k' }],
    nodeSelector: { disk: 'ssd' },
  },
});

const strategic: readonly object[] = [
  {},
  { metadata: null },
  { metadata: { labels: { a: null, c: '3' } } },
  { metadata: { labels: null, finalizers: ['h', 'i'] } },
  { metadata: { $patch: 'replace', labels: { z: '1' } } },
  { metadata: { $patch: 'delete' } },
  { metadata: { $patch: 'odd' } },
  { metadata: { $patch: 5 } },
  { metadata: { '$deleteFromPrimitiveList/finalizers': ['g', 'x'] } },
  { metadata: { '$deleteFromPrimitiveList/finalizers': 'g' } },
  { metadata: { '$deleteFromPrimitiveList/none': ['g'] } },
  { metadata: { '$setElementOrder/finalizers': ['h', 'f'] } },
  { metadata: { '$setElementOrder/finalizers': ['h', 'i'], finalizers: ['i', 'h'] } },
  { metadata: { '$setElementOrder/finalizers': ['i', 'h'], finalizers: ['i', 'h'] } },
  { metadata: { '$setElementOrder/none': ['a'] } },
  { metadata: { '$setElementOrder/finalizers': 5 } },
  { metadata: { $retainKeys: ['name'], name: 'q' } },
  { metadata: { $retainKeys: ['name'], labels: { a: '1' } } },
  { metadata: { $retainKeys: 5 } },
  { metadata: { name: { x: 1 }, labels: ['a'] } },
  { spec: { containers: [] } },
  { spec: { containers: [{ name: 'b', image: 'j' }] } },
  {
    spec: {
      containers: [
        { name: 'c', image: 'j' },
        { name: 'a', image: null },
      ],
    },
  },
  { spec: { containers: [{ image: 'j' }] } },
  { spec: { containers: [{ name: null, image: 'j' }] } },
  {
    spec: {
      containers: [
        { name: 'a', $patch: 'delete' },
        { name: 'x', $patch: 'delete' },
      ],
    },
  },
  { spec: { containers: [{ $patch: 'delete' }] } },
  { spec: { containers: [{ $patch: 'replace' }, { name: 'z' }] } },
  { spec: { containers: [{ name: 'a', $patch: 'replace', image: 'j' }] } },
  { spec: { containers: [{ name: 'a', $patch: 'merge' }] } },
  { spec: { containers: [{ name: 'a', $patch: 'odd' }] } },
  { spec: { containers: ['a'] } },
  { spec: { containers: [{ name: 'a' }, 'b'] } },
  { spec: { containers: null } },
  { spec: { containers: 5 } },
  {
    spec: {
      containers: [
        {
          name: 'a',
          env: [
            { name: 'Y', value: '2' },
            { name: 'X', value: null },
          ],
        },
      ],
    },
  },
  { spec: { containers: [{ name: 'a', args: ['z'] }] } },
  {
    spec: {
      containers: [{ name: 'b', ports: [{ containerPort: 81, name: 'm' }, { containerPort: 82 }] }],
    },
  },
  { spec: { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] } },
  {
    spec: {
      '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }],
      containers: [{ name: 'c' }, { name: 'a', image: 'k' }],
    },
  },
  { spec: { '$setElementOrder/containers': [{ name: 'a' }], containers: [{ name: 'c' }] } },
  { spec: { '$setElementOrder/containers': [{}] } },
  { spec: { '$setElementOrder/containers': ['a'] } },
  { spec: { volumes: [{ name: 'v', hostPath: { path: '/' } }] } },
  {
    spec: { volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/' } }] },
  },
  { spec: { volumes: [{ name: 'w', $retainKeys: ['name', 'hostPath'], hostPath: {} }] } },
  { spec: { tolerations: [{ key: 'l' }] } },
  { spec: { nodeSelector: { disk: null } } },
  { spec: { odd: 1 } },
  { spec: { odd: { a: 1 } } },
  { odd: null },
];

it('strategic merge patches', async () => {
  const schema = schemas.of('core/v1', 'Pod');
  const empty = deepFreeze({ metadata: {}, spec: {} });
  const lines = strategic.flatMap((patch) => [
    JSON.stringify(patch),
    `  ${outcome(() => strategicMerge(pod, deepFreeze(patch) as never, schema))}`,
    `  of nothing: ${outcome(() => strategicMerge(empty, deepFreeze(patch) as never, schema))}`,
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'tables-strategic.txt'),
  );
});

it('values that cannot be applied', async () => {
  const schema = schemas.of('core/v1', 'Pod');
  const whole: readonly unknown[] = [
    ...[pod, {}, { metadata: null }, { odd: 1 }, { spec: 5 }, { spec: [] }, 5, []],
    { metadata: { labels: { a: 1 } } },
    { metadata: { labels: ['a'] } },
    { metadata: { finalizers: ['a', 'a'] } },
    { metadata: { finalizers: [5] } },
    { spec: { containers: [{ name: 'a' }, { name: 'a' }] } },
    { spec: { containers: [{ image: 'i' }] } },
    { spec: { containers: [{ name: 5 }] } },
    { spec: { containers: [null] } },
    { spec: { containers: ['a'] } },
    { spec: { containers: { name: 'a' } } },
    {
      spec: { containers: [{ name: 'a', ports: [{ containerPort: 80 }, { containerPort: 80 }] }] },
    },
    {
      spec: {
        containers: [
          {
            name: 'a',
            ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }, { name: 'x' }],
          },
        ],
      },
    },
    { spec: { containers: [{ name: 'a', resources: { limits: { cpu: 5, memory: {} } } }] } },
    { spec: { hostNetwork: 'x', priority: 'y', terminationGracePeriodSeconds: 1.5 } },
    { metadata: { creationTimestamp: 5 } },
  ];
  const lines = whole.map(
    (value) => `${JSON.stringify(value)}: ${outcome(() => checkTyped(schema, value))}`,
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'tables-typed.txt'),
  );
});

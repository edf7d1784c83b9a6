/** Long patches run in parts, between which other work may have its turn. */
import { defaultProfile } from '#kinds';
import { describe, expect, test } from 'vitest';
import { kindsOf, KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import type { Patch } from '#request';
import type { Resumable } from '#values';
import { decodingPatched } from '../../../../src/api/patch/decode.ts';
import { patchings } from '../../../../src/api/patch/index.ts';

const kinds = kindsOf(defaultProfile);

const kind = kinds.find((known) => known.kind === 'ConfigMap')!;
const deployment = kinds.find((known) => known.kind === 'Deployment')!;
const numbers = Array.from({ length: 20_000 }, (_, index) => index);
const data = (value: unknown): object => Object.fromEntries(numbers.map((at) => [`k${at}`, value]));
const current = { apiVersion: 'v1', kind: 'ConfigMap', data: data('x') } as unknown as KubeObject;

const containers = (image: string): object => ({
  spec: { template: { spec: { containers: numbers.map((at) => ({ name: `c${at}`, image })) } } },
});

function pausesOf(work: Resumable<unknown>): number {
  let pauses = 0;
  try {
    while (work.next().done !== true) pauses++;
  } catch {
    // What is refused in the end has had its pauses.
  }
  return pauses;
}

describe('a patch pauses', () => {
  test.each([
    [
      'after each operation',
      'json',
      numbers.slice(0, 500).map(() => ({ op: 'test', path: '/x' })),
      500,
    ],
    ['before an operation that fails', 'json', [{ op: 'test', path: '/x' }, { op: 'no' }], 1],
    ['in maps of many keys', 'merge', { data: data('y') }, 3],
    ['where many keys go', 'merge', { data: data(null) }, 3],
    ['in maps of many keys by type', 'strategic', { data: data('y') }, 3],
    ['where few keys are retained', 'strategic', { data: { $retainKeys: ['k0'] } }, 2],
  ] as const)('%s (%s, %#)', (_, type, body, least) => {
    expect(pausesOf(patchings[type](current, body, kind))).toBeGreaterThanOrEqual(least);
  });

  test('in lists of many elements', () => {
    const stored = { apiVersion: 'apps/v1', kind: 'Deployment', ...containers('a') };
    const work = patchings.strategic(stored as never, containers('b'), deployment);
    expect(pausesOf(work)).toBeGreaterThan(30);
  });

  test('before it looks for what is wrong first, and before it says so', () => {
    const change: Patch = { type: 'merge', body: {} };
    const made = { ...current, data: { a: 1 } } as unknown as KubeObject;
    expect(
      pausesOf(
        decodingPatched(made, current, kind, change, { kinds: new KindRegistry(defaultProfile) }),
      ),
    ).toBe(3);
  });
});

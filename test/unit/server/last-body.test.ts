import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import { decodeObject } from '../../../src/server/decode/object.ts';
import { ServedKinds, type Served } from '../../../src/server/exchange/served-kinds.ts';
import { json } from '../../../src/server/media/json.ts';
import type { FieldValidation } from '../../../src/server/request/options.ts';

interface PodParts {
  readonly spec: unknown;
  readonly status: unknown;
}

function servedPods(): Served {
  const kinds = new ServedKinds(new KindRegistry(defaultProfile));
  return kinds.byResource('', 'v1', 'pods')!;
}

function decoded(served: Served, body: object, validation: FieldValidation = 'Warn') {
  const bytes = Buffer.from(JSON.stringify(body));
  return decodeObject(bytes, json, served, validation, undefined);
}

function podOf(name: string, spec: object, others: object = {}): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec, ...others };
}

const spec = {
  containers: [
    { name: 'main', image: 'a', ports: [{ containerPort: 80 }], env: [{ name: 'A', value: 'b' }] },
  ],
  nodeSelector: { zone: 'a', size: 'b' },
};

describe('a body like the last one of its kind', () => {
  it('shares the parts that say the same', async () => {
    const pods = servedPods();
    const first = await decoded(pods, podOf('a', spec, { status: { phase: 'Pending' } }));
    const second = await decoded(pods, podOf('b', spec, { status: { phase: 'Running' } }));
    const [one, other] = [first, second].map(({ object }) => object as unknown as PodParts);
    expect(other!.spec).toBe(one!.spec);
    expect(other!.status).not.toBe(one!.status);
    expect(second.object.metadata.name).toBe('b');
  });

  it('shares nothing with one that is large', async () => {
    const pods = servedPods();
    const large = { ...spec, nodeSelector: { zone: 'a'.repeat(70_000) } };
    const [first, second] = [
      await decoded(pods, podOf('a', large)),
      await decoded(pods, podOf('b', large)),
    ];
    const { metadata } = second.object;
    expect(second.object).toEqual({ ...first.object, metadata });
    expect((second.object as unknown as PodParts).spec).not.toBe(
      (first.object as unknown as PodParts).spec,
    );
  });
});

const [container] = spec.containers;

describe('a body that differs from the last one', () => {
  it.each([
    ['in a value', { ...spec, nodeSelector: { zone: 'a', size: 'c' } }],
    ['in the order of its fields', { nodeSelector: { size: 'b', zone: 'a' }, containers: [] }],
    ['by a field more', { ...spec, hostNetwork: true }],
    ['by a field less', { containers: spec.containers }],
    ['by an item more', { ...spec, containers: [container, container] }],
    ['by an item less', { ...spec, containers: [] }],
    ['by null', { ...spec, nodeSelector: null }],
    ['by an unknown field', { ...spec, containers: [{ ...container, colour: 'red' }] }],
    ['by a number in the place of text', { ...spec, nodeSelector: { zone: 'a', size: 1 } }],
    ['by a list in the place of an object', { ...spec, nodeSelector: [] }],
  ])('%s, is read as if it were the first', async (_, other) => {
    const pods = servedPods();
    await decoded(pods, podOf('a', spec));
    expect(await outcomeOf(pods, other)).toBe(await outcomeOf(servedPods(), other));
  });

  it.each(['Ignore', 'Warn'] as const)(
    'is complained of also when the last one had the same fault, read with %s',
    async (validation) => {
      const pods = servedPods();
      const faulty = podOf('a', { ...spec, colour: 'red' });
      await decoded(pods, faulty, validation);
      expect((await decoded(pods, faulty)).complaints).toEqual(['unknown field "spec.colour"']);
    },
  );

  it('tells the exact times also when the last one had the same', async () => {
    const pods = servedPods();
    const status = { startTime: '2026-11-20T20:00:00.25Z' };
    const timed = podOf('a', spec, { status });
    await decoded(pods, timed);
    expect((await decoded(pods, timed)).exact).toMatchObject({ status });
  });
});

/** What comes of a body, in the order of its fields. */
async function outcomeOf(pods: Served, other: object): Promise<string> {
  try {
    return JSON.stringify(await decoded(pods, podOf('b', other)));
  } catch (error) {
    return String(error);
  }
}

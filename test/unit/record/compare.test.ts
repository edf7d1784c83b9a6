import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { compareRuns, type RunLog } from '#record';
import { Run } from '#run';
import { parseScenario } from '#scenario';

const registry = new KindRegistry(defaultProfile);

const scenario = (replicas: number): string => `
cluster: { nodes: 1 }
steps:
  - at: 0s
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        replicas: 2
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: web } }
          spec: { containers: [{ name: web, image: example.com/web }] }
  - at: 10s
    patch: { kind: Deployment, name: web, body: { spec: { replicas: ${replicas} } } }
`;

async function logOf(replicas: number, seed: number): Promise<RunLog> {
  const run = await Run.begin(parseScenario(scenario(replicas), 'test.yaml', registry), {
    seed,
    keep: true,
  });
  await run.finish();
  await run.stop();
  return run.log;
}

describe('comparing runs', () => {
  it('finds no difference between two seeds that only draw other names', async () => {
    const [left, right] = await Promise.all([logOf(3, 1), logOf(3, 2)]);
    expect(compareRuns(left, right)).toEqual({
      writes: { left: 0, right: 0 },
      end: [],
      checks: [],
    });
  });

  it('tells the first difference, and how the ends differ', async () => {
    const [left, right] = await Promise.all([logOf(3, 1), logOf(1, 1)]);
    const { first, end, writes } = compareRuns(left, right);
    expect(writes.left).toBeGreaterThan(2);
    expect(writes.right).toBeGreaterThan(2);
    expect(compareRuns(right, left).writes).toEqual({ left: writes.right, right: writes.left });
    expect(first?.atMs).toBe(10_000);
    expect(first?.onlyLeft[0]).toMatchObject({ key: 'default/web', origin: { actor: 'scenario' } });
    expect(first?.onlyRight[0]).toMatchObject({
      key: 'default/web',
      origin: { actor: 'scenario' },
    });
    // Both wrote it, but not with the same size: that is what differs first.
    expect(first?.apart[0]).toMatchObject({
      type: 'updated',
      kind: 'Deployment',
      key: 'default/web',
    });
    expect(first?.apart[0]?.changes).toContainEqual({ path: ['spec', 'replicas'], from: 3, to: 1 });
    expect(end.find(({ kind }) => kind === 'Deployment')?.changes).toContainEqual({
      path: ['spec', 'replicas'],
      from: 3,
      to: 1,
    });
    expect(end.filter(({ kind }) => kind === 'Pod').map((each) => each.in)).toEqual([
      'left',
      'left',
    ]);
  });
});

describe('generated names', () => {
  interface Made {
    readonly prefix?: string;
    readonly name: string;
    readonly namespace?: string;
    readonly kind?: string;
  }
  /** A run that only makes these, at one instant. */
  const making = (...objects: readonly Made[]): RunLog => {
    const changes = objects.map(({ prefix, name, namespace = 'ns', kind = 'Pod' }, index) => ({
      ...{ type: 'created', time: 0, key: `${namespace}/${name}`, origin: { actor: 'a' } },
      value: { kind, metadata: { name, namespace, generateName: prefix, uid: `u${index}` } },
    }));
    return { head: { startMs: 0 }, past: { changes: () => changes }, checks: [] } as never;
  };
  const [a, b] = [
    (name: string) => ({ prefix: 'a-', name }),
    (name: string) => ({ prefix: 'b-', name, kind: 'Job' }),
  ];

  it.each<[string, readonly Made[], readonly Made[], boolean]>([
    ['of one prefix, which differ', [a('a-x'), a('a-y')], [a('a-p'), a('a-q')], true],
    ['of which one is missing', [a('a-x'), a('a-y')], [a('a-p')], false],
    ['of other prefixes', [a('a-x')], [b('b-x')], false],
    ['of two prefixes, in another order', [a('a-x'), b('b-y')], [b('b-p'), a('a-q')], true],
    [
      'of two namespaces, in another order',
      [a('a-x'), { ...a('a-y'), namespace: 'other', kind: 'Job' }],
      [{ ...a('a-p'), namespace: 'other', kind: 'Job' }, a('a-q')],
      true,
    ],
    ['that were given', [{ name: 'a-x' }], [{ name: 'a-y' }], false],
    [
      'that do not begin as they should',
      [{ prefix: 'c-', name: 'a-x' }],
      [{ prefix: 'c-', name: 'a-y' }],
      false,
    ],
  ])('%s', (_, left, right, isSame) => {
    const { end, writes } = compareRuns(making(...left), making(...right));
    expect(end.length + writes.left + writes.right === 0).toBe(isSame);
  });
});

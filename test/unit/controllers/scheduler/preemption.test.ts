/** Who has to go for a pod that fits nowhere, and on which node. */
import { describe, expect, it } from 'vitest';
import type { Pod, PodDisruptionBudget } from '#types';
import { decide } from '../../../../controllers/scheduler/decide.ts';
import { candidateOf } from '../../../../controllers/scheduler/pod-info.ts';
import { makeContainer, makePod } from '../objects.ts';
import { clusterOf, labelled, site, type Site } from './sites.ts';

interface Lesser {
  readonly cpu: string;
  readonly priority?: number;
  readonly since?: string;
}

function pod(name: string, { cpu, priority = 0, since }: Lesser): Pod {
  const made = labelled(name, { app: name }, { containers: [makeContainer({ cpu })], priority });
  return since === undefined
    ? made
    : { ...made, status: { phase: 'Running', startTime: `2026-11-20T${since}:00Z` } };
}

/** Nodes of 4 CPUs with the pods `NODE-0`, `NODE-1`, and so on. */
function nodesOf(nodes: Readonly<Record<string, readonly Lesser[]>>): readonly Site[] {
  return Object.entries(nodes).map(([node, pods]) =>
    site(
      node,
      {},
      pods.map((each, i) => pod(`${node}-${i}`, each)),
    ),
  );
}

const budget = (app: string, disruptionsAllowed: number): PodDisruptionBudget =>
  ({
    metadata: { namespace: 'default', name: app },
    spec: { selector: { matchLabels: { app } } },
    status: { disruptionsAllowed },
  }) as unknown as PodDisruptionBudget;

/** Who goes, or what is said. */
function victims(
  cpu: string,
  sites: readonly Site[],
  budgets: readonly PodDisruptionBudget[] = [],
): readonly string[] | string {
  const cluster = clusterOf(sites);
  const vip = pod('vip', { cpu, priority: 1000 });
  const chance = { startAt: 0, pick: () => 0 };
  const count = (): readonly number[] => cluster.nodes.map(({ podCount }) => podCount);
  const before = count();
  const decision = decide(candidateOf(vip), cluster, chance, budgets);
  expect(count(), 'what was tried is undone').toEqual(before);
  if (decision.kind === 'bind') return decision.nodeName;
  return (
    decision.clearing?.victims.map((each) => each.pod.metadata.name) ??
    decision.message.slice(decision.message.indexOf('preemption'))
  );
}

describe('on one node', () => {
  it('removes what it has to, the least important pods, and no others', () => {
    const node = { n: [{ cpu: '2', priority: 5 }, { cpu: '1' }, { cpu: '1', priority: 2 }] };
    expect(victims('1', nodesOf(node))).toEqual(['n-1']);
    expect(victims('2', nodesOf(node))).toEqual(['n-2', 'n-1']);
    expect(victims('3', nodesOf(node))).toEqual(['n-0', 'n-1']);
  });

  it('of equal pods the one goes that has run for less time', () => {
    const node = {
      n: [
        { cpu: '2', since: '10:00' },
        { cpu: '2', since: '11:00' },
      ],
    };
    expect(victims('2', nodesOf(node))).toEqual(['n-1']);
  });

  it('pods of the same or more priority stay', () => {
    const node = { n: [{ cpu: '4', priority: 1000 }] };
    const none = '0/1 nodes are available: 1 No preemption victims found for incoming pod.';
    expect(victims('1', nodesOf(node))).toBe(`preemption: ${none}`);
  });

  it('removes no pod without effect: it says what is still missing', () => {
    const nodes = { m: [{ cpu: '1', priority: 2000 }], n: [{ cpu: '1' }] };
    expect(victims('5', nodesOf(nodes))).toBe(
      'preemption: 0/2 nodes are available: 1 Insufficient cpu, ' +
        '1 No preemption victims found for incoming pod.',
    );
  });

  it('those whom a budget protects are spared, if they can be', () => {
    const node = { n: [{ cpu: '2' }, { cpu: '2', priority: 7 }] };
    expect(victims('2', nodesOf(node), [budget('n-0', 0)])).toEqual(['n-1']);
    expect(victims('2', nodesOf(node), [budget('n-0', 1)])).toEqual(['n-0']);
    expect(victims('4', nodesOf(node), [budget('n-0', 0)])).toEqual(['n-0', 'n-1']);
  });
});

describe('among nodes that is cleared', () => {
  it.each([
    [
      'the one where no budget is hurt',
      { a: [{ cpu: '4' }], b: [{ cpu: '4', priority: 9 }] },
      ['b-0'],
      [budget('a-0', 0)],
    ],
    [
      'the one whose most important victim matters least',
      {
        a: [{ cpu: '4', priority: 3 }],
        b: [
          { cpu: '2', priority: 2 },
          { cpu: '2', priority: 2 },
        ],
      },
      ['b-0', 'b-1'],
      [],
    ],
    [
      'the one whose victims matter least together',
      {
        a: [
          { cpu: '2', priority: 3 },
          { cpu: '2', priority: 2 },
        ],
        b: [
          { cpu: '2', priority: 3 },
          { cpu: '2', priority: 1 },
        ],
      },
      ['b-0', 'b-1'],
      [],
    ],
    [
      'the one with the fewest victims',
      {
        a: [
          { cpu: '2', priority: 3 },
          { cpu: '2', priority: -(2 ** 31) },
        ],
        b: [{ cpu: '4', priority: 3 }],
      },
      ['b-0'],
      [],
    ],
    [
      'the one that has run for the shortest time',
      { a: [{ cpu: '4', since: '10:00' }], b: [{ cpu: '4', since: '11:00' }] },
      ['b-0'],
      [],
    ],
    ['else the first', { a: [{ cpu: '4' }], b: [{ cpu: '4' }] }, ['a-0'], []],
  ] as const)('%s', (_, nodes, expected, budgets) => {
    expect(victims('4', nodesOf(nodes), budgets)).toEqual(expected);
  });

  it('none that does not offer what the pod needs otherwise', () => {
    const cordoned = site('a', { spec: { unschedulable: true } }, [pod('a-0', { cpu: '4' })]);
    expect(victims('4', [cordoned])).toBe(
      'preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
    );
  });

  it('also where others keep the pod away', () => {
    const hermit = makePod('hermit', {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: 'host', labelSelector: { matchLabels: { app: 'vip' } } },
          ],
        },
      },
    });
    expect(victims('1', [site('a', { metadata: { labels: { host: 'a' } } }, [hermit])])).toEqual([
      'hermit',
    ]);
  });
});

describe('of many nodes', () => {
  /** All have room once a pod has gone; the last one costs least. */
  const many = (count: number) =>
    nodesOf(
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `n${at}`,
          [{ cpu: '4', priority: at === count - 1 ? 1 : 5 }],
        ]),
      ),
    );

  it.each([
    ['a hundred are compared', 100, ['n99-0']],
    ['no more than a hundred are compared', 101, ['n0-0']],
    ['no more than a tenth are compared', 1010, ['n0-0']],
  ])('%s', (_, count, expected) => {
    expect(victims('4', many(count))).toEqual(expected);
  });

  it('more are compared while each would hurt a budget', () => {
    const sites = many(150);
    const budgets = Array.from({ length: 149 }, (_, at) => budget(`n${at}-0`, 0));
    expect(victims('4', sites, budgets)).toEqual(['n149-0']);
  });
});

/** A search that remembers finds what one that asks every node would find. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeLog } from '../../../../controllers/scheduler/change-log.ts';
import type { ClusterCache } from '../../../../controllers/scheduler/cluster-cache.ts';
import type { NodeInfo } from '../../../../controllers/scheduler/node-info.ts';
import { Openings } from '../../../../controllers/scheduler/openings.ts';
import { candidateOf } from '../../../../controllers/scheduler/pod-info.ts';
import { RefusalSum } from '../../../../controllers/scheduler/refusals.ts';
import { makeContainer, makeNode, makePod } from '../objects.ts';
import { clusterOf, site } from './sites.ts';

const requesting = (cpu: string) => ({ containers: [makeContainer({ cpu })] });
const wanting = ['1', '2', '3'].map((cpu) => candidateOf(makePod('web', requesting(cpu))));
const names = ['n1', 'n2', 'n3', 'n4'];
const tainted = (name: string) =>
  makeNode(name, { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } });

const name = fc.constantFrom(...names);
const step = fc.oneof(
  fc.record({ does: fc.constant('comes' as const), name, cpu: fc.constantFrom('2', '4') }),
  fc.record({ does: fc.constant('goes' as const), name }),
  fc.record({ does: fc.constant('set' as const), name, isTainted: fc.boolean() }),
  fc.record({ does: fc.constant('lost' as const), name }),
);
const search = fc.record({
  which: fc.nat(wanting.length - 1),
  startAt: fc.nat(names.length),
  // More than there are: then all are asked.
  wanted: fc.integer({ min: 1, max: names.length + 1 }),
});

/** Asks every node in turn. */
function naive(cluster: ClusterCache, { which, startAt, wanted }: Search) {
  const judge = clusterOf([]).verdicts.of(wanting[which]!);
  const { nodes } = cluster;
  const fitting: NodeInfo[] = [];
  const sum = new RefusalSum();
  let examined = 0;
  for (; examined < nodes.length && fitting.length < wanted; examined++) {
    const info = nodes[(startAt + examined) % nodes.length]!;
    const refusal = judge.refusal(info);
    if (refusal === undefined) fitting.push(info);
    else sum.add(info.node, refusal);
  }
  return { found: { fitting, examined }, ...(fitting.length < wanted && partsOf(sum)) };
}

type Search = typeof search extends fc.Arbitrary<infer T> ? T : never;

function remembering(cluster: ClusterCache, { which, startAt, wanted }: Search) {
  const { openings } = cluster.verdicts.of(wanting[which]!);
  openings.catchUp(cluster.nodes, cluster.changed);
  const found = openings.find(startAt, wanted);
  return { found, ...(found.fitting.length < wanted && partsOf(openings.refusals)) };
}

function partsOf({ reasons, refusedBy, unresolvable }: Openings['refusals']) {
  return {
    reasons: new Map([...reasons].sort()),
    refusedBy: [...refusedBy].sort(),
    unresolvable: [...unresolvable].sort(),
  };
}

describe('openings', () => {
  it('are found as by asking every node, whatever has happened since the last search', () => {
    const steps = fc.array(fc.tuple(step, search), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (taken) => {
        const cluster = clusterOf(names.map((each) => site(each)));
        const there = new Map(names.map((each) => [each, [] as string[]]));
        let pods = 0;
        for (const [what, asked] of taken) {
          if (what.does === 'comes') {
            const pod = makePod(`p${pods++}`, { ...requesting(what.cpu), nodeName: what.name });
            cluster.addPod(pod);
            there.get(what.name)!.push(pod.metadata.uid);
          } else if (what.does === 'goes') {
            const uid = there.get(what.name)!.shift();
            if (uid !== undefined) cluster.removePod(uid);
          } else if (what.does === 'set') {
            cluster.setNode((what.isTainted ? tainted : makeNode)(what.name));
          } else {
            cluster.removeNode(what.name);
          }
          if (cluster.nodes.length === 0) continue;
          expect(remembering(cluster, asked)).toEqual(naive(cluster, asked));
        }
      }),
    );
  });

  it('do not ask nodes again that have not changed', () => {
    const cluster = clusterOf([{ node: tainted('n1'), pods: [] }, site('n2')]);
    const asked: string[] = [];
    const judge = cluster.verdicts.of(wanting[0]!);
    const openings = new Openings((info) => {
      asked.push(info.node.metadata.name);
      return judge.refusal(info);
    });
    const look = () => {
      openings.catchUp(cluster.nodes, cluster.changed);
      openings.find(0, 2);
      return asked.splice(0);
    };
    expect(look()).toEqual(['n1', 'n2']);
    expect(look()).toEqual([]);
    cluster.setNode(tainted('n1'));
    expect(look()).toEqual(['n1']);
    cluster.setNode(makeNode('n2'));
    expect(look()).toEqual(['n2']);
  });
});

describe('what filters have against nodes', () => {
  const filter = (filterName: string, unresolvable: boolean | readonly string[]) => ({
    ...{ name: filterName, unresolvable, reasons: () => undefined },
  });
  const never = { filter: filter('Ports', false), reasons: ['taken'] };
  const always = { filter: filter('Name', true), reasons: ['another'] };
  const some = filter('Spread', ['no label']);

  it('is added up, and taken back', () => {
    const sum = new RefusalSum();
    const [n1, n2, n3, n4] = names.map((each) => makeNode(each));
    sum.add(n1!, never);
    sum.add(n2!, always);
    sum.add(n3!, { filter: some, reasons: ['uneven', 'no label'] });
    sum.add(n4!, { filter: some, reasons: ['uneven'] });
    expect(partsOf(sum)).toEqual({
      reasons: new Map([
        ['another', 1],
        ['no label', 1],
        ['taken', 1],
        ['uneven', 2],
      ]),
      refusedBy: ['Name', 'Ports', 'Spread'],
      unresolvable: ['n2', 'n3'],
    });
    sum.remove(n2!, always);
    expect(partsOf(sum)).toEqual({
      reasons: new Map([
        ['no label', 1],
        ['taken', 1],
        ['uneven', 2],
      ]),
      refusedBy: ['Ports', 'Spread'],
      unresolvable: ['n3'],
    });
  });
});

describe('a change log', () => {
  const logged = (count: number) => {
    const log = new ChangeLog<number>();
    for (let each = 0; each < count; each++) log.add(each);
    return log;
  };

  it.each([
    [0, 0, []],
    [3, 0, [0, 1, 2]],
    [3, 2, [2]],
    [3, 3, []],
    [20_000, 19_998, [19_998, 19_999]],
    [30_003, 30_000, [30_000, 30_001, 30_002]],
  ])('of %i changes gives those since %i', (count, end, expected) => {
    const log = logged(count);
    expect(log.end).toBe(count);
    expect(log.since(end)).toEqual(expected);
  });

  it('keeps at least the last 10,000', () => {
    expect(logged(19_999).since(0)).toHaveLength(19_999);
    expect(logged(20_000).since(9_999)).toBeUndefined();
    expect(logged(20_000).since(10_000)).toHaveLength(10_000);
  });
});

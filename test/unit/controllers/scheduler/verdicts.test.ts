/** Kept verdicts are those that would be made now. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#types';
import { NodeInfo } from '../../../../controllers/scheduler/node-info.ts';
import { nodeFilters } from '../../../../controllers/scheduler/node-filters.ts';
import { candidateOf, loadOf, type Candidate } from '../../../../controllers/scheduler/pod-info.ts';
import { totalScores } from '../../../../controllers/scheduler/scores.ts';
import { Verdicts } from '../../../../controllers/scheduler/verdicts.ts';
import { makeContainer, makeNode, makePod } from '../objects.ts';

const dedicated = { key: 'dedicated', effect: 'NoSchedule' } as const;
const preferred = { key: 'busy', effect: 'PreferNoSchedule' } as const;

const specs: readonly Partial<PodSpec>[] = [
  {},
  { containers: [makeContainer({ cpu: '1500m' })] },
  {
    containers: [
      { ...makeContainer({ cpu: '1500m' }), ports: [{ containerPort: 80, hostPort: 80 }] },
    ],
  },
  { containers: [makeContainer({ memory: '1Gi' })], nodeSelector: { disk: 'ssd' } },
  { tolerations: [{ key: 'dedicated', operator: 'Exists' }] },
  { tolerations: [{ key: 'busy', operator: 'Exists' }] },
  {
    affinity: {
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 7,
            preference: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] },
          },
        ],
      },
    },
  },
];

const nodes = [
  makeNode('n1'),
  makeNode('n1', { metadata: { labels: { disk: 'ssd' } } }),
  makeNode('n1', { spec: { taints: [dedicated] } }),
  makeNode('n1', { spec: { taints: [preferred] } }),
];

const candidates = specs.map((spec) => candidateOf(makePod('web', spec)));

function made(candidate: Candidate, info: NodeInfo, other: NodeInfo) {
  return {
    refusal: nodeFilters
      .map((filter) => ({ filter, reasons: filter.reasons(candidate, info) }))
      .find(({ reasons }) => reasons !== undefined),
    totals: totalScores(candidate, [info, other]),
  };
}

describe('verdicts', () => {
  it('are those of the node as it is, whatever has happened to it', () => {
    const change = fc.oneof(
      fc.record({ node: fc.constantFrom(...nodes) }),
      fc.record({ comes: fc.constantFrom(...specs) }),
      fc.constant({ goes: true }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const verdicts = new Verdicts();
        const info = new NodeInfo(0);
        info.setNode(nodes[0]!);
        const other = new NodeInfo(1);
        other.setNode(makeNode('n2'));
        const there: ReturnType<typeof loadOf>[] = [];
        for (const each of changes) {
          if ('node' in each) info.setNode(each.node);
          else if ('comes' in each) there.push(loadOf(makePod('other', each.comes).spec));
          else if (there.length > 0) info.remove(there.shift()!);
          if ('comes' in each) info.add(there.at(-1)!);
          for (const candidate of candidates) {
            const judge = verdicts.of(candidate);
            const both = [info, other];
            const totals = totalScores(candidate, both, judge.scoresOf(both));
            const kept = { refusal: judge.refusal(info), totals };
            expect(kept).toEqual(made(candidate, info, other));
          }
        }
      }),
    );
  });

  it('are made once for each state of a node', () => {
    let asked = 0;
    const real = candidateOf(makePod('web', { containers: [makeContainer({ cpu: '9' })] }));
    const counting = Object.defineProperty({ ...real }, 'load', {
      get: () => (asked++, real.load),
    });
    const judge = new Verdicts().of(counting);
    const info = new NodeInfo(3);
    const look = () => {
      asked = 0;
      const refusal = judge.refusal(info);
      judge.scoresOf([info]);
      return [refusal?.filter.name, asked > 0];
    };
    info.setNode(nodes[0]!);
    expect([look(), look()]).toEqual([
      ['NodeResourcesFit', true],
      ['NodeResourcesFit', false],
    ]);
    const before = judge.refusal(info);
    info.setNode(nodes[0]!);
    expect([look(), look()]).toEqual([
      ['NodeResourcesFit', true],
      ['NodeResourcesFit', false],
    ]);
    expect(judge.refusal(info)).not.toBe(before);
  });

  it('are shared by pods that ask the same of a node, and by no others', () => {
    const verdicts = new Verdicts();
    const judges = candidates.map((candidate) => verdicts.of(candidate));
    expect(new Set(judges).size).toBe(specs.length);
    specs.forEach((spec, at) => {
      expect(verdicts.of(candidateOf(makePod('another', spec)))).toBe(judges[at]);
    });
  });

  it('of a template that was not asked for lately are made again', () => {
    const verdicts = new Verdicts();
    const [first] = candidates;
    const before = verdicts.of(first!);
    for (let cpu = 1; cpu <= 15; cpu++) {
      const containers = [makeContainer({ cpu: `${cpu}m` })];
      verdicts.of(candidateOf(makePod('web', { containers })));
    }
    expect(verdicts.of(first!)).toBe(before);
    verdicts.of(candidates[1]!);
    expect(verdicts.of(first!)).not.toBe(before);
  });
});

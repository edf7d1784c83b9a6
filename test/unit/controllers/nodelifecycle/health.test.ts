/** The health of nodes, and what is planned for them. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { formatMicroTime } from '#values';
import type { Lease, Node } from '#types';
import { withUnknownConditions } from '../../../../controllers/nodelifecycle/conditions.ts';
import {
  afterOwnWrite,
  isRenewal,
  isSilent,
  meet,
  observe,
  type NodeHealth,
} from '../../../../controllers/nodelifecycle/health.ts';
import { nodeRulesOf, planNode } from '../../../../controllers/nodelifecycle/plan.ts';
import { start } from '../../../support/api.ts';
import { NOW, nodeWith } from './samples.ts';

const rules = nodeRulesOf(profileOf(24));

function leaseAt(seconds: number): Lease {
  const renewTime = formatMicroTime(start + seconds * 1000);
  return { spec: { renewTime } } as Lease;
}

describe('observe', () => {
  const at = (seconds: number): number => start + seconds * 1000;
  const looks: readonly {
    readonly name: string;
    /** What is seen, and when, one look after the other. */
    readonly looks: readonly (readonly [seconds: number, node: Node, lease?: Lease])[];
    /** Last sign of life, seconds. */
    readonly seen: number;
  }[] = [
    { name: 'a first look is a sign of life', looks: [[7, nodeWith('True')]], seen: 7 },
    { name: 'unless the node never reported', looks: [[7, nodeWith(undefined)]], seen: 0 },
    { name: 'a lease says something', looks: [[7, nodeWith(undefined), leaseAt(1)]], seen: 7 },
    {
      name: 'the same again is none',
      looks: [
        [5, nodeWith('True'), leaseAt(1)],
        [10, nodeWith('True'), leaseAt(1)],
      ],
      seen: 5,
    },
    {
      name: 'a renewal is one, when it is seen',
      looks: [
        [5, nodeWith('True'), leaseAt(1)],
        [10, nodeWith('True'), leaseAt(6)],
      ],
      seen: 10,
    },
    {
      name: 'a renewal in the past is none',
      looks: [
        [5, nodeWith('True'), leaseAt(4)],
        [10, nodeWith('True'), leaseAt(3)],
      ],
      seen: 5,
    },
    {
      name: 'a lease that is gone is none',
      looks: [
        [5, nodeWith('True'), leaseAt(4)],
        [10, nodeWith('True')],
        [15, nodeWith('True'), leaseAt(4)],
      ],
      seen: 5,
    },
    {
      name: 'a heartbeat is one',
      looks: [
        [5, nodeWith('True', [], 1)],
        [10, nodeWith('True', [], 8)],
      ],
      seen: 10,
    },
    {
      name: 'the first status is one',
      looks: [
        [5, nodeWith(undefined)],
        [10, nodeWith('False', [], 0)],
      ],
      seen: 10,
    },
    {
      name: 'a change of the spec is none',
      looks: [
        [5, nodeWith('True')],
        [10, nodeWith('True', ['NoSchedule unschedulable'])],
      ],
      seen: 5,
    },
  ];
  for (const { name, looks: all, seen } of looks) {
    it(name, () => {
      let health: NodeHealth | undefined;
      let last: Lease | undefined;
      for (const [seconds, node, lease] of all) {
        const renewed = lease !== undefined && isRenewal(lease, last);
        health =
          health === undefined
            ? meet(node, lease, at(seconds))
            : observe(health, node, renewed, at(seconds));
        last = lease ?? last;
      }
      expect((health!.heardAt - start) / 1000).toBe(seen);
    });
  }

  it('is the very same while nothing is new', () => {
    const node = nodeWith('True');
    const health = meet(node, leaseAt(1), at(5));
    expect(observe(health, node, false, at(10))).toBe(health);
  });

  it('knows its own writes from signs of life', () => {
    const health = meet(nodeWith(undefined), undefined, at(60));
    const written = withUnknownConditions(health.node, NOW);
    const after = afterOwnWrite(health, written);
    expect(observe(after, written, false, at(65)).heardAt).toBe(start);
    expect(after.ready).toBe('Unknown');
  });
});

describe('planNode', () => {
  const cases: readonly {
    readonly name: string;
    readonly node: Node;
    /** Since the last sign of life, seconds. */
    readonly silentFor: number;
    readonly plan: Partial<ReturnType<typeof planNode>>;
  }[] = [
    {
      name: 'well',
      node: nodeWith('True'),
      silentFor: 39.999,
      plan: { silent: false, lost: false, noExecute: 'leave', ready: 'True' },
    },
    {
      name: 'just fallen silent: tainted in the next pass',
      node: nodeWith('True'),
      silentFor: 40,
      plan: { silent: true, lost: true, noExecute: 'leave', ready: 'Unknown' },
    },
    {
      name: 'silent for longer',
      node: nodeWith('Unknown'),
      silentFor: 45,
      plan: { silent: false, lost: false, noExecute: 'queue', ready: 'Unknown' },
    },
    {
      name: 'silent and tainted',
      node: nodeWith('Unknown', ['NoExecute unreachable']),
      silentFor: 50,
      plan: { silent: false, noExecute: 'leave' },
    },
    {
      name: 'says that it is not ready',
      node: nodeWith('False'),
      silentFor: 1,
      plan: { silent: false, lost: false, noExecute: 'queue', ready: 'False' },
    },
    {
      name: 'silent after saying that it is not ready: its pods know already',
      node: nodeWith('False', ['NoExecute not-ready']),
      silentFor: 40,
      plan: { silent: true, lost: false, noExecute: 'leave', ready: 'Unknown' },
    },
    {
      name: 'unknown by now, tainted as not ready',
      node: nodeWith('Unknown', ['NoExecute not-ready']),
      silentFor: 45,
      plan: { noExecute: 'swap' },
    },
    {
      name: 'back',
      node: nodeWith('True', ['NoExecute unreachable']),
      silentFor: 0,
      plan: { silent: false, noExecute: 'lift', ready: 'True' },
    },
    {
      name: 'never reported, in its first minute',
      node: nodeWith(undefined),
      silentFor: 59.999,
      plan: { silent: false, noExecute: 'leave', ready: undefined },
    },
    {
      name: 'never reported: tainted at once',
      node: nodeWith(undefined),
      silentFor: 60,
      plan: { silent: true, lost: false, noExecute: 'queue', ready: 'Unknown' },
    },
  ];
  for (const { name, node, silentFor, plan } of cases) {
    it(name, () => {
      const health = { ...meet(node, undefined, start), seen: start };
      const now = start + silentFor * 1000;
      expect(planNode(health, now, rules)).toMatchObject(plan);
      const well = health.quiet && !isSilent(health, now, rules.graceMs);
      expect(well).toBe(name === 'well');
    });
  }
});

it.each([
  [31, 40, 'leave'],
  [32, 50, 'leave'],
  [33, 50, 'leave'],
  [34, 50, 'queue'],
])(
  'of 1.%i a node may be silent for %i s, and its taint is then to %s',
  (minor, grace, noExecute) => {
    const health = meet(nodeWith('True'), undefined, start);
    const ofRelease = nodeRulesOf(profileOf(minor));
    const after = (seconds: number) => planNode(health, start + seconds * 1000, ofRelease);
    expect(after(grace - 0.001).silent).toBe(false);
    expect(after(grace)).toMatchObject({ silent: true, lost: true, noExecute });
  },
);

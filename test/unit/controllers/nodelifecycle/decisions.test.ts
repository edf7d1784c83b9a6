/** The pure decisions about nodes: health, plans, conditions, taints, zones, rates, pods. */
import { describe, expect, it } from 'vitest';
import { formatMicroTime, formatTime, type Lease, type Node, type NodeCondition } from '#kinds';
import { withUnknownConditions } from '../../../../controllers/nodelifecycle/conditions.ts';
import {
  afterOwnWrite,
  isRenewal,
  isSilent,
  meet,
  observe,
  type NodeHealth,
} from '../../../../controllers/nodelifecycle/health.ts';
import { atRate, limiterOf, take } from '../../../../controllers/nodelifecycle/limiter.ts';
import { planNode } from '../../../../controllers/nodelifecycle/plan.ts';
import { withReadyFalse } from '../../../../controllers/nodelifecycle/pods.ts';
import {
  withNoExecuteTaint,
  withNoScheduleTaints,
  withoutNoExecuteTaints,
} from '../../../../controllers/nodelifecycle/taints.ts';
import {
  planDisruption,
  zoneOf,
  zoneState,
  type ZoneCount,
  type ZoneState,
} from '../../../../controllers/nodelifecycle/zones.ts';
import { start, startTime } from '../../../support/api.ts';
import { makeNode, makePod, type NodeParts } from '../objects.ts';

const NOW = formatTime(start + 60_000);

function ready(status: string, heartbeatSeconds = 0): NodeCondition {
  const lastHeartbeatTime = formatTime(start + heartbeatSeconds * 1000);
  return { type: 'Ready', status, lastHeartbeatTime, lastTransitionTime: startTime };
}

function nodeSaying(
  status: string | undefined,
  taints: readonly string[] = [],
  heartbeat = 0,
): Node {
  const parts: NodeParts = {
    conditions: status === undefined ? undefined : [ready(status, heartbeat)],
    spec: {
      taints: taints.map((text) => {
        const [effect, key] = text.split(' ') as ['NoExecute', string];
        return { effect, key: `node.kubernetes.io/${key}` };
      }),
    },
  };
  return makeNode('n1', parts);
}

function leaseAt(seconds: number): Lease {
  const renewTime = formatMicroTime(start + seconds * 1000);
  return { spec: { renewTime } } as Lease;
}

function taintsOf(node: Node): readonly string[] | undefined {
  return node.spec.taints?.map(({ effect, key }) => `${effect} ${key.split('/')[1] ?? key}`);
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
    { name: 'a first look is a sign of life', looks: [[7, nodeSaying('True')]], seen: 7 },
    { name: 'unless the node never reported', looks: [[7, nodeSaying(undefined)]], seen: 0 },
    { name: 'a lease says something', looks: [[7, nodeSaying(undefined), leaseAt(1)]], seen: 7 },
    {
      name: 'the same again is none',
      looks: [
        [5, nodeSaying('True'), leaseAt(1)],
        [10, nodeSaying('True'), leaseAt(1)],
      ],
      seen: 5,
    },
    {
      name: 'a renewal is one, when it is seen',
      looks: [
        [5, nodeSaying('True'), leaseAt(1)],
        [10, nodeSaying('True'), leaseAt(6)],
      ],
      seen: 10,
    },
    {
      name: 'a renewal in the past is none',
      looks: [
        [5, nodeSaying('True'), leaseAt(4)],
        [10, nodeSaying('True'), leaseAt(3)],
      ],
      seen: 5,
    },
    {
      name: 'a lease that is gone is none',
      looks: [
        [5, nodeSaying('True'), leaseAt(4)],
        [10, nodeSaying('True')],
        [15, nodeSaying('True'), leaseAt(4)],
      ],
      seen: 5,
    },
    {
      name: 'a heartbeat is one',
      looks: [
        [5, nodeSaying('True', [], 1)],
        [10, nodeSaying('True', [], 8)],
      ],
      seen: 10,
    },
    {
      name: 'the first status is one',
      looks: [
        [5, nodeSaying(undefined)],
        [10, nodeSaying('False', [], 0)],
      ],
      seen: 10,
    },
    {
      name: 'a change of the spec is none',
      looks: [
        [5, nodeSaying('True')],
        [10, nodeSaying('True', ['NoSchedule unschedulable'])],
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
      expect((health!.seen - start) / 1000).toBe(seen);
    });
  }

  it('is the very same while nothing is new', () => {
    const node = nodeSaying('True');
    const health = meet(node, leaseAt(1), at(5));
    expect(observe(health, node, false, at(10))).toBe(health);
  });

  it('knows its own writes from signs of life', () => {
    const health = meet(nodeSaying(undefined), undefined, at(60));
    const written = withUnknownConditions(health.node, NOW);
    const after = afterOwnWrite(health, written);
    expect(observe(after, written, false, at(65)).seen).toBe(start);
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
      node: nodeSaying('True'),
      silentFor: 39.999,
      plan: { silent: false, lost: false, noExecute: 'leave', ready: 'True' },
    },
    {
      name: 'just fallen silent: tainted in the next pass',
      node: nodeSaying('True'),
      silentFor: 40,
      plan: { silent: true, lost: true, noExecute: 'leave', ready: 'Unknown' },
    },
    {
      name: 'silent for longer',
      node: nodeSaying('Unknown'),
      silentFor: 45,
      plan: { silent: false, lost: false, noExecute: 'queue', ready: 'Unknown' },
    },
    {
      name: 'silent and tainted',
      node: nodeSaying('Unknown', ['NoExecute unreachable']),
      silentFor: 50,
      plan: { silent: false, noExecute: 'leave' },
    },
    {
      name: 'says that it is not ready',
      node: nodeSaying('False'),
      silentFor: 1,
      plan: { silent: false, lost: false, noExecute: 'queue', ready: 'False' },
    },
    {
      name: 'silent after saying that it is not ready: its pods know already',
      node: nodeSaying('False', ['NoExecute not-ready']),
      silentFor: 40,
      plan: { silent: true, lost: false, noExecute: 'leave', ready: 'Unknown' },
    },
    {
      name: 'unknown by now, tainted as not ready',
      node: nodeSaying('Unknown', ['NoExecute not-ready']),
      silentFor: 45,
      plan: { noExecute: 'swap' },
    },
    {
      name: 'back',
      node: nodeSaying('True', ['NoExecute unreachable']),
      silentFor: 0,
      plan: { silent: false, noExecute: 'lift', ready: 'True' },
    },
    {
      name: 'never reported, in its first minute',
      node: nodeSaying(undefined),
      silentFor: 59.999,
      plan: { silent: false, noExecute: 'leave', ready: undefined },
    },
    {
      name: 'never reported: tainted at once',
      node: nodeSaying(undefined),
      silentFor: 60,
      plan: { silent: true, lost: false, noExecute: 'queue', ready: 'Unknown' },
    },
  ];
  for (const { name, node, silentFor, plan } of cases) {
    it(name, () => {
      const health = { ...meet(node, undefined, start), seen: start };
      const now = start + silentFor * 1000;
      expect(planNode(health, now)).toMatchObject(plan);
      const well = health.quiet && !isSilent(health, now);
      expect(well).toBe(name === 'well');
    });
  }
});

describe('withUnknownConditions', () => {
  const unknown = { status: 'Unknown', lastTransitionTime: NOW };

  it('changes what was said and adds what was not', () => {
    const other: NodeCondition = { type: 'NetworkUnavailable', status: 'False' };
    const pressure: NodeCondition = { type: 'DiskPressure', status: 'Unknown', reason: 'Asked' };
    const node = makeNode('n1', { conditions: [other, ready('True', 7), pressure] });
    const stopped = 'Kubelet stopped posting node status.';
    const never = {
      reason: 'NodeStatusNeverUpdated',
      message: 'Kubelet never posted node status.',
    };
    const added = { ...unknown, ...never, lastHeartbeatTime: startTime };
    expect(withUnknownConditions(node, NOW).status.conditions).toEqual([
      other,
      { ...ready('True', 7), ...unknown, reason: 'NodeStatusUnknown', message: stopped },
      pressure,
      { type: 'MemoryPressure', ...added },
      { type: 'PIDPressure', ...added },
    ]);
  });

  it('does it once', () => {
    const once = withUnknownConditions(nodeSaying('True'), NOW);
    expect(withUnknownConditions(once, formatTime(start + 99_000))).toBe(once);
  });
});

describe('withNoScheduleTaints', () => {
  const cases: readonly {
    readonly name: string;
    readonly conditions?: Readonly<Record<string, string>>;
    readonly unschedulable?: boolean;
    readonly taints?: readonly string[];
    readonly then: readonly string[] | 'the same';
  }[] = [
    { name: 'nothing to say', conditions: { Ready: 'True' }, then: 'the same' },
    {
      name: 'ready at last',
      conditions: { Ready: 'True' },
      taints: ['NoSchedule not-ready'],
      then: [],
    },
    {
      name: 'not reported yet',
      taints: ['NoSchedule not-ready'],
      then: 'the same',
    },
    { name: 'not ready', conditions: { Ready: 'False' }, then: ['NoSchedule not-ready'] },
    {
      name: 'unreachable after being not ready; other effects are left alone',
      conditions: { Ready: 'Unknown' },
      taints: ['NoExecute not-ready', 'NoSchedule not-ready', 'NoSchedule mine'],
      then: ['NoExecute not-ready', 'NoSchedule mine', 'NoSchedule unreachable'],
    },
    {
      name: 'all pressures',
      conditions: {
        MemoryPressure: 'True',
        DiskPressure: 'True',
        PIDPressure: 'True',
        NetworkUnavailable: 'True',
        Ready: 'True',
      },
      then: [
        'NoSchedule memory-pressure',
        'NoSchedule disk-pressure',
        'NoSchedule pid-pressure',
        'NoSchedule network-unavailable',
      ],
    },
    { name: 'unknown pressure is none', conditions: { DiskPressure: 'Unknown' }, then: 'the same' },
    { name: 'cordoned', unschedulable: true, then: ['NoSchedule unschedulable'] },
    {
      name: 'cordoned already',
      unschedulable: true,
      taints: ['NoSchedule unschedulable'],
      then: 'the same',
    },
    { name: 'uncordoned', taints: ['NoSchedule unschedulable'], then: [] },
  ];
  for (const { name, conditions = {}, unschedulable, taints, then } of cases) {
    it(name, () => {
      const plain = nodeSaying(undefined, taints);
      const node: Node = {
        ...plain,
        spec: { ...plain.spec, unschedulable },
        status: {
          conditions: Object.entries(conditions).map(([type, status]) => ({ type, status })),
        },
      };
      const changed = withNoScheduleTaints(node, NOW);
      if (then === 'the same') expect(changed).toBe(node);
      else expect(taintsOf(changed) ?? []).toEqual(then);
      expect(withNoScheduleTaints(changed, NOW)).toBe(changed);
    });
  }

  it('dates what it adds', () => {
    const { spec } = withNoScheduleTaints(nodeSaying('False'), NOW);
    expect(spec.taints).toEqual([
      { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule', timeAdded: NOW },
    ]);
  });
});

describe('NoExecute taints', () => {
  it('replace each other', () => {
    const unreachable = withNoExecuteTaint(nodeSaying('Unknown'), 'Unknown', NOW);
    expect(taintsOf(unreachable)).toEqual(['NoExecute unreachable']);
    expect(withNoExecuteTaint(unreachable, 'Unknown', NOW)).toBe(unreachable);
    const notReady = withNoExecuteTaint(unreachable, 'False', NOW);
    expect(taintsOf(notReady)).toEqual(['NoExecute not-ready']);
  });

  it('are lifted, and only they', () => {
    const node = nodeSaying('True', [
      'NoExecute not-ready',
      'NoExecute mine',
      'NoSchedule not-ready',
    ]);
    const lifted = withoutNoExecuteTaints(node);
    expect(taintsOf(lifted)).toEqual(['NoExecute mine', 'NoSchedule not-ready']);
    expect(withoutNoExecuteTaints(lifted)).toBe(lifted);
  });
});

describe('zones', () => {
  it('are named by their labels', () => {
    const labels = (region?: string, zone?: string) => ({
      metadata: {
        labels: {
          ...(region && { 'topology.kubernetes.io/region': region }),
          ...(zone && { 'topology.kubernetes.io/zone': zone }),
        },
      },
    });
    expect(zoneOf(makeNode('n1', labels('eu', 'a')))).toBe('eu:a');
    expect(zoneOf(makeNode('n1', labels(undefined, 'a')))).toBe(':a');
    expect(zoneOf(makeNode('n1'))).toBe('');
  });

  const states: readonly (readonly [ready: number, notReady: number, state: ZoneState])[] = [
    [3, 0, 'normal'],
    [0, 1, 'fully disrupted'],
    [1, 2, 'normal'], // two are not more than two
    [2, 3, 'partly disrupted'],
    [3, 3, 'normal'], // 50 %
    [9, 11, 'partly disrupted'], // 55 %
  ];
  for (const [well, notReady, state] of states) {
    it(`${well} ready and ${notReady} not: ${state}`, () => {
      expect(zoneState({ ready: well, notReady })).toBe(state);
    });
  }

  const none: ZoneCount = { ready: 0, notReady: 3 };
  const all: ZoneCount = { ready: 3, notReady: 0 };
  const plans: readonly {
    readonly name: string;
    readonly before: Readonly<Record<string, ZoneState>>;
    readonly counts: Readonly<Record<string, ZoneCount>>;
    readonly rates: Readonly<Record<string, number>>;
    readonly disruption?: 'begins' | 'ends';
  }[] = [
    { name: 'no nodes', before: {}, counts: {}, rates: {} },
    { name: 'first pass', before: {}, counts: { a: all }, rates: { a: 0.1 } },
    { name: 'all is as it was', before: { a: 'normal' }, counts: { a: all }, rates: {} },
    {
      name: 'one of two zones is lost',
      before: { a: 'normal', b: 'normal' },
      counts: { a: none, b: all },
      rates: { a: 0.1 },
    },
    {
      name: 'a small zone is partly lost',
      before: { a: 'normal' },
      counts: { a: { ready: 2, notReady: 3 } },
      rates: { a: 0 },
    },
    {
      name: 'a large zone is partly lost',
      before: { a: 'normal' },
      counts: { a: { ready: 20, notReady: 31 } },
      rates: { a: 0.01 },
    },
    {
      name: 'the last ready node is lost',
      before: { a: 'normal', b: 'fully disrupted' },
      counts: { a: none, b: none },
      rates: { a: 0, b: 0 },
      disruption: 'begins',
    },
    {
      name: 'nothing has come back',
      before: { a: 'fully disrupted' },
      counts: { a: none },
      rates: {},
    },
    {
      name: 'the first node is back',
      before: { a: 'fully disrupted', b: 'fully disrupted' },
      counts: { a: { ready: 1, notReady: 4 }, b: none },
      rates: { a: 0, b: 0.1 },
      disruption: 'ends',
    },
  ];
  for (const { name, before, counts, rates, disruption } of plans) {
    it(name, () => {
      const entries = new Map(Object.entries(counts));
      const plan = planDisruption(new Map(Object.entries(before)), entries);
      expect(Object.fromEntries(plan.rates)).toEqual(rates);
      expect(plan.disruption).toBe(disruption);
      expect([...plan.states.keys()]).toEqual([...entries.keys()]);
    });
  }
});

describe('limiter', () => {
  it('gives one token, and the next after its time', () => {
    const full = limiterOf(0.1, 0);
    const empty = take(full, 5)!;
    expect(take(empty, 10_004)).toBeUndefined();
    expect(take(empty, 10_005)).toBeDefined();
  });

  it('never gives one at rate 0', () => {
    expect(take(limiterOf(0, 0), 1e12)).toBeUndefined();
  });

  it('stays full or empty when its rate changes', () => {
    const full = limiterOf(0.1, 0);
    expect(take(atRate(full, 0.01, 0), 0)).toBeDefined();
    const empty = take(full, 0)!;
    expect(atRate(empty, 0.01, 5)).toEqual({ perSecond: 0.01, freeAt: 100_005 });
    expect(atRate(empty, 0, 5).freeAt).toBe(Infinity);
    expect(atRate(limiterOf(0, 0), 0.1, 5)).toEqual({ perSecond: 0.1, freeAt: 10_005 });
  });
});

describe('withReadyFalse', () => {
  const conditions = [
    { type: 'Initialized', status: 'True' },
    { type: 'Ready', status: 'True', lastTransitionTime: startTime },
    { type: 'ContainersReady', status: 'True' },
  ];

  it('changes Ready alone', () => {
    const pod = { ...makePod('web'), status: { conditions } };
    expect(withReadyFalse(pod, NOW).status.conditions).toEqual([
      conditions[0],
      { type: 'Ready', status: 'False', lastTransitionTime: NOW },
      conditions[2],
    ]);
  });

  it('leaves pods alone that are not ready or never said', () => {
    for (const list of [[], [{ type: 'Ready', status: 'False' }]]) {
      const pod = { ...makePod('web'), status: { conditions: list } };
      expect(withReadyFalse(pod, NOW)).toBe(pod);
    }
  });
});

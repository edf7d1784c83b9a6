/** What is said about the nodes of pods: which one it is, why none, and who has to go for it. */
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import type { Node, ObjectMeta, Pod, PodSpec, PodStatus } from '#types';
import { makeContainer, makeNode, makePod } from '../objects.ts';
import { saidOf, standingSaid, type Said } from './account.ts';
import { labels, now } from './explained.ts';

const nodeWith = (name: string, cpu = '4'): Node =>
  makeNode(name, { allocatable: { cpu, memory: '8Gi', pods: '110' } });

/** A pod that requests a CPU. */
const podWith = (
  name: string,
  spec: Partial<PodSpec> = {},
  status: Partial<PodStatus> = {},
  metadata: Partial<ObjectMeta> = {},
): Pod => {
  const containers = [makeContainer({ cpu: '1' })];
  const pod = makePod(name, { containers, schedulerName: 'default-scheduler', ...spec }, metadata);
  return { ...pod, status: { phase: 'Pending', ...status } };
};

const small = '- Node n2: NodeResourcesFit: 500m of 500m cpu is free, the pod requests 1';
const only = '+ Node n1: it is the only node that all filters admit the pod to';

describe('the node of a pod', () => {
  const placed = (nodes: readonly Node[], nodeName: string, nominatedNodeName?: string): Said => {
    const pod = podWith('a', {}, nominatedNodeName === undefined ? {} : { nominatedNodeName });
    const written = { ...pod, spec: { ...pod.spec, nodeName } };
    const moment = { object: pod, written, objects: [pod, ...nodes], now };
    return saidOf('scheduler', 'spec.nodeName', moment);
  };
  const best = 'is the node with the highest score of those that all filters admit the pod to';
  const scores = (fit: number, balance: number): string =>
    `NodeResourcesBalancedAllocation ${balance} + NodeResourcesFit ${fit} + TaintToleration 100 x 3`;

  it('may be the only one', () => {
    expect(placed([nodeWith('n1'), nodeWith('n2', '500m')], 'n1')).toEqual({
      ...{ value: 'n1', rule: best, terms: [only, small] },
    });
  });

  it('is one with the highest score, and drawn among equals', () => {
    const [large, medium] = [`Node n2 485: ${scores(92, 93)}`, `Node n1 448: ${scores(73, 75)}`];
    const two = [nodeWith('n1', '2'), nodeWith('n2', '8')];
    const expected = { value: 'n2', rule: best, terms: [`+ ${large}`, `- ${medium}`] };
    expect(placed(two, 'n2')).toEqual(expected);
    expect(placed(two, 'n1')).toEqual(expected);
    expect(placed(two, 'n1', 'n1')).toEqual({
      value: 'n1',
      rule: 'is the node that was cleared for the pod, which fits there now',
      terms: [`+ ${medium}`, `- ${large}`],
    });
    const equals = [nodeWith('n1'), nodeWith('n2'), nodeWith('n3', '2')];
    expect(placed(equals, 'n2').terms).toEqual([
      `+ Node n2 473: ${scores(86, 87)} (drawn among equals)`,
      `- Node n1 473: ${scores(86, 87)} (equal, and not drawn)`,
      `- Node n3 448: ${scores(73, 75)}`,
    ]);
  });
});

describe('the condition PodScheduled', () => {
  const scheduled = (nodes: readonly Node[], condition: object, nodeName?: string) => {
    const pod = podWith('a');
    const conditions = [
      { type: 'PodScheduled', ...condition },
    ] as unknown as PodStatus['conditions'];
    const written = {
      ...pod,
      spec: { ...pod.spec, ...(nodeName !== undefined && { nodeName }) },
      status: { ...pod.status, ...(conditions && { conditions }) },
    };
    const moment = { object: pod, written, objects: [pod, ...nodes], now };
    const { value, rule, terms } = saidOf('scheduler', 'status.conditions.PodScheduled', moment);
    return { value, isWritten: value === conditions![0], rule, terms };
  };

  it('is True with the node, if that is the right one', () => {
    const nodes = [nodeWith('n1'), nodeWith('n2', '500m')];
    const right = scheduled(nodes, { status: 'True' }, 'n1');
    expect(right.isWritten).toBe(true);
    expect(right.rule).toBe(
      'is True once the pod has a node, which is the node with the highest score of those that all filters admit the pod to',
    );
    expect(right.terms).toEqual([only, small]);
    expect(scheduled(nodes, { status: 'True' }, 'n2').value).toBeUndefined();
  });

  it('says what went wrong with a decision', () => {
    const error = { status: 'False', reason: 'SchedulerError' };
    const { isWritten, rule, terms } = scheduled([], { ...error, message: 'no binding' });
    expect([isWritten, rule, ...terms]).toEqual([
      ...[true, 'is False because the decision could not be carried out'],
      '- scheduler: no binding',
    ]);
    expect(scheduled([], error).terms).toEqual([
      '- scheduler: the chosen node could not be written',
    ]);
  });

  it('is False while no node fits, with the message of a scheduler', () => {
    const nodes = [nodeWith('n2', '500m')];
    const unfit = { status: 'False', reason: 'Unschedulable' };
    const message =
      '0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.';
    const right = scheduled(nodes, { ...unfit, message });
    expect([right.isWritten, right.rule, ...right.terms]).toEqual([
      ...[true, 'is False while no node passes all filters', small],
    ]);
    const computed = { type: 'PodScheduled', ...unfit, message };
    expect(scheduled(nodes, { ...unfit, message: 'other' }).value).toEqual(computed);
    expect(scheduled(nodes, { ...unfit, reason: 'Other', message }).value).toEqual(computed);
  });
});

describe('a node that is cleared for a pod', () => {
  const low = (name: string, nodeName: string, priority: number, metadata: object = {}): Pod =>
    podWith(name, { nodeName, priority }, {}, { labels, ...metadata });
  const nodes = [nodeWith('n1', '1'), nodeWith('n2', '1')];
  const two = [...nodes, low('l1', 'n1', 1), low('l2', 'n2', 2)];
  const budget = {
    ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
    metadata: { name: 'b', namespace: 'default' },
    spec: { selector: { matchLabels: labels } },
    status: { disruptionsAllowed: 0 },
  } as unknown as KubeObject;
  const against = ', 1 of them against a disruption budget';
  const cleared = (sign: string, n: number, priority: number, cost = ''): string =>
    sign === '+'
      ? `+ preemption on n${n}: it is cleared of Pod default/l${n} (priority ${priority})${cost}`
      : `- preemption on n${n}: it could be cleared of Pod default/l${n} (priority ${priority})${cost}, which costs no less`;
  const never = { preemptionPolicy: 'Never' } as const;
  const ending = low('l1', 'n1', 1, { deletionTimestamp: '2026-11-20T21:00:30Z' });

  it.each<[string, readonly KubeObject[], string | undefined, readonly string[], object?, string?]>(
    [
      ['the least priority', two, 'n1', [cleared('+', 1, 1), cleared('-', 2, 2)]],
      [
        'drawn among equals',
        [...nodes, low('l1', 'n1', 1), low('l2', 'n2', 1)],
        ...(['n2', [cleared('-', 1, 1), cleared('+', 2, 1)]] as const),
      ],
      [
        'budgets',
        [...two, budget],
        ...(['n1', [cleared('+', 1, 1, against), cleared('-', 2, 2, against)]] as const),
      ],
      ['never', two, undefined, ['- preemption: its preemptionPolicy is Never'], never],
      [
        'cleared before',
        [nodeWith('n1', '1'), ending],
        ...([
          'n1',
          ['- preemption: a pod on the node that is cleared for it is still ending'],
        ] as const),
        ...([{}, 'n1'] as const),
      ],
      [
        'of no help',
        [nodeWith('n1', '1'), low('l1', 'n1', 1), low('high', 'n1', 20)],
        undefined,
        ['- preemption on n1: removing pods of lower priority does not help: Insufficient cpu'],
      ],
      ['none of lower priority', [nodeWith('n1', '1'), low('l1', 'n1', 30)], undefined, []],
    ],
  )('is explained by its cost: %s', (_, objects, value, terms, spec = {}, before = undefined) => {
    const nominated = before === undefined ? {} : { nominatedNodeName: before };
    const pod = podWith('a', { priority: 10, ...spec }, nominated);
    const written = {
      ...pod,
      status: { ...pod.status, ...(value && { nominatedNodeName: value }) },
    };
    const moment = { object: pod, written, objects: [pod, ...objects], now };
    expect(saidOf('scheduler', 'status.nominatedNodeName', moment)).toEqual({
      value,
      rule: 'is the node that costs least to clear for the pod: fewest budgets broken, then the least priority of its victims, then the fewest of them',
      terms,
    });
  });

  it('is why its pods were deleted, and those of no other node', () => {
    const deletionTimestamp = '2026-11-20T21:00:30Z';
    const victim = (pod: Pod, objects: readonly KubeObject[]): Said => {
      const written = { ...pod, metadata: { ...pod.metadata, deletionTimestamp } };
      const moment = { object: pod, written, objects, now, key: 'default/a' };
      return saidOf('scheduler', 'metadata.deletionTimestamp', moment);
    };
    const rule =
      'is the end of its grace period: it was removed to make room for a pod of higher priority';
    const [first, second] = [low('l1', 'n1', 1), low('l2', 'n2', 2)];
    const all = [podWith('a', { priority: 10 }), ...two];
    const terms = (sign: string): readonly string[] => [
      '+ Pod default/a 10: its priority; no node passes all filters for it',
      `${sign} Pod default/l1 1: its priority is lower, and its place is needed`,
      ...[cleared('+', 1, 1), cleared('-', 2, 2)],
    ];
    expect(victim(first, all)).toEqual({ value: deletionTimestamp, rule, terms: terms('+') });
    expect(victim(second, all)).toEqual({ value: undefined, rule, terms: terms('-') });
    expect(victim(first, two)).toEqual({ value: undefined, rule, terms: [] });
  });
});

describe('a pod that waits for a node', () => {
  const names = ['n1', 'n2'].map((name) => ({
    ...{ key: 'metadata.name', operator: 'In', values: [name] },
  }));
  const affinity = {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: names }],
      },
    },
  } as PodSpec['affinity'];
  const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] as const;
  const gates = [{ name: 'g1' }, { name: 'g2' }] as const;
  const going = { deletionTimestamp: '2026-11-20T21:00:30Z' };
  const none: readonly Node[] = [];
  const is = (because: string): string => `- Pod default/a: ${because}`;
  it.each<[string, Pod, (readonly Node[])?]>([
    [small, podWith('a')],
    [is('no nodes available to schedule pods'), podWith('a'), none],
    [
      is('its schedulerName is mine, not default-scheduler'),
      podWith('a', { schedulerName: 'mine' }),
    ],
    [is('it is being deleted, and is not given a node any more'), podWith('a', {}, {}, going)],
    [
      is('it has scheduling gates (g1, g2), which others have to remove first'),
      podWith('a', { schedulingGates: gates }),
    ],
    [
      is('terms of its affinity name different nodes'),
      podWith('a', { ...(affinity && { affinity }) }),
    ],
    [is('persistentvolumeclaim "data" not found'), podWith('a', { volumes })],
  ])('is explained by what is in the way: %s', (term, pod, nodes = [nodeWith('n2', '500m')]) => {
    const moment = { object: pod, objects: [pod, ...nodes], now };
    expect(standingSaid('scheduler', 'status.phase', moment)).toEqual({
      ...{ value: 'Pending', rule: 'stays Pending until a node passes all filters', terms: [term] },
    });
  });

  it('does so no longer once it has a node, or runs', () => {
    for (const pod of [podWith('a', { nodeName: 'n1' }), podWith('a', {}, { phase: 'Running' })]) {
      const moment = { object: pod, objects: [pod], now };
      expect(standingSaid('scheduler', 'status.phase', moment)).toBeUndefined();
    }
  });
});

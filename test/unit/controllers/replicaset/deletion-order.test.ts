import { describe, expect, it } from 'vitest';
import { formatTime, parseTime } from '#values';
import type { ObjectMeta, Pod, PodStatus } from '#types';
import { podsToDelete } from '../../../../controllers/replicaset/deletion-order.ts';
import { makePod } from '../objects.ts';

const now = parseTime('2026-11-20T21:00:00Z');
const ago = (seconds: number): string => formatTime(now - seconds * 1000);

interface Parts {
  readonly node?: string;
  readonly status?: Partial<PodStatus>;
  readonly metadata?: Partial<ObjectMeta>;
}

const readyFor = (seconds: number): readonly object[] => [
  { type: 'Ready', status: 'True', lastTransitionTime: ago(seconds) },
];

/** A running, ready pod, of an age at which some seconds make no difference. */
function podOf(name: string, { node = 'n1', status, metadata }: Parts = {}): Pod {
  const made = makePod(name, { nodeName: node }, { creationTimestamp: ago(3000), ...metadata });
  const conditions = readyFor(2990) as PodStatus['conditions'];
  return { ...made, status: { phase: 'Running', conditions, ...status } };
}

const cost = (text: string): Parts => ({
  metadata: { annotations: { 'controller.kubernetes.io/pod-deletion-cost': text } },
});
const ready = (seconds: number): Parts => ({
  status: { conditions: readyFor(seconds) as PodStatus['conditions'] },
});
const unsaid: Parts = {
  status: { conditions: [{ type: 'Ready', status: 'True' }] as PodStatus['conditions'] },
};
const restarts = (count: number): Parts => ({
  status: { containerStatuses: [{ name: 'main', restartCount: count }] as never },
});

const order = (pods: readonly Pod[], related: readonly Pod[] = []): readonly string[] =>
  podsToDelete(pods, related, pods.length - 1, now).map(({ metadata }) => metadata.name);

describe('the order of deletion', () => {
  const rules: readonly [rule: string, goes: Parts, stays: Parts][] = [
    ['unbound before bound', { node: '' }, { status: { phase: 'Pending', conditions: [] } }],
    ['Pending before Unknown', { status: { phase: 'Pending' } }, { status: { phase: 'Unknown' } }],
    ['Unknown before Running', { status: { phase: 'Unknown' } }, {}],
    ['unready before ready', { status: { conditions: [] } }, cost('-10')],
    ['cheap before dear', cost('-1'), {}],
    ['dear after usual', {}, cost('2')],
    ['ready for less time', ready(10), ready(2000)],
    ['more restarts', restarts(3), restarts(1)],
    ['ready since an unknown time', unsaid, {}],
    ['ready since an unknown time, whatever its restarts', unsaid, restarts(5)],
    ['of an unknown phase like one that waits', { status: { phase: '' as never } }, {}],
    ['of an unknown age', { metadata: { creationTimestamp: '' } }, {}],
    ['dearer only within 32 bits', cost('-2147483648'), cost('-2147483649')],
    ['younger', { metadata: { creationTimestamp: ago(100) } }, {}],
  ];
  it.each(rules)('%s', (_, goes, stays) => {
    // The uids would have it the other way round.
    const pair = [podOf('b-stays', stays), podOf('z-goes', goes)];
    expect(order(pair)).toEqual(['z-goes']);
  });

  it.each(['+1', '007', '9999999999', 'x', ''])('takes the cost %j for 0', (text) => {
    const pods = [podOf('odd', cost(text)), podOf('cheap', cost('-1')), podOf('dear', cost('1'))];
    expect(order(pods)).toEqual(['cheap', 'odd']);
  });

  it('compares times by magnitude only, and then decides by uid', () => {
    // 2^31 ns is 2.1 s, 2^32 ns is 4.3 s.
    expect(order([podOf('a', ready(4)), podOf('b', ready(3))])).toEqual(['a']);
    expect(order([podOf('a', ready(5)), podOf('b', ready(3))])).toEqual(['b']);
    expect(order([podOf('b', ready(0)), podOf('a', ready(1))])).toEqual(['b']);
  });

  it('does not look at restarts of pods that became ready at different times', () => {
    const fragile = { status: { ...ready(4).status, ...restarts(9).status } };
    expect(order([podOf('b', fragile), podOf('a', ready(3))])).toEqual(['a']);
  });

  it('empties crowded nodes first, counting the pods of all sets of a Deployment', () => {
    const pods = [podOf('a', { node: 'n1' }), podOf('b', { node: 'n2' })];
    const sibling = podOf('other', { node: 'n2' });
    expect(order(pods, [...pods, sibling])).toEqual(['b']);
    const leaving = podOf('other', { node: 'n2', metadata: { deletionTimestamp: ago(1) } });
    expect(order(pods, [...pods, leaving])).toEqual(['a']);
  });

  it('is not asked when all go', () => {
    const pods = [podOf('b'), podOf('a', { node: '' })];
    expect(podsToDelete(pods, [], 2, now)).toBe(pods);
  });
});

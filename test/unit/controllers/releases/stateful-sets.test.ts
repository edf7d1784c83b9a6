/** What releases tell apart about StatefulSets. */
import { describe, expect, it } from 'vitest';
import { profileOf, withGates, type Profile } from '#kinds';
import type { Pod, StatefulSet } from '#types';
import {
  plan,
  waitedFor,
  type Action,
  type View,
} from '../../../../controllers/statefulset/plan.ts';
import { newPod } from '../../../../controllers/statefulset/pods.ts';
import { countAfter, countPods, nextStatus } from '../../../../controllers/statefulset/status.ts';
import { parseTime } from '#values';

const now = parseTime('2026-01-01T00:10:00Z');
const template = { metadata: { labels: { app: 'db' } }, spec: { containers: [] } };
const old = { name: 'db-1st', template };
const fresh = { name: 'db-2nd', template };

const setOf = (spec: object): StatefulSet =>
  ({
    metadata: { name: 'db', namespace: 'ns', generation: 2 },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'db' } },
      template,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      ...spec,
    },
    status: {},
  }) as unknown as StatefulSet;

/** `r` ready, `n` ready for a second, `u` unready, `p` pending, `f` failed, `s` succeeded, `t` going; upper case: of the old revision. */
function podOf(ordinal: number, sign: string): Pod {
  const kind = sign.toLowerCase();
  const name = `db-${ordinal}`;
  const since = kind === 'n' ? '2026-01-01T00:09:59Z' : '2026-01-01T00:00:00Z';
  const ready = {
    type: 'Ready',
    status: kind === 'u' ? 'False' : 'True',
    lastTransitionTime: since,
  };
  const phases: Readonly<Record<string, string>> = { p: 'Pending', f: 'Failed', s: 'Succeeded' };
  const phase = phases[kind] ?? 'Running';
  const labels = {
    app: 'db',
    'statefulset.kubernetes.io/pod-name': name,
    'controller-revision-hash': sign === kind ? fresh.name : old.name,
  };
  const going = kind === 't' && { deletionTimestamp: '2026-01-01T00:09:58Z' };
  return {
    metadata: { name, namespace: 'ns', uid: name, labels, ...going },
    spec: { containers: [] },
    status: { phase, conditions: phase === 'Running' ? [ready] : [] },
  } as unknown as Pod;
}

function viewOf(signs: string, profile: Profile, spec: object = {}, first = 0): View {
  const pods = [...signs].flatMap((sign, at) => (sign === '-' ? [] : [podOf(first + at, sign)]));
  return { set: setOf(spec), current: old, update: fresh, pods, now, profile, claimsOf: () => [] };
}

const textOf = (action: Action): string => {
  const ordinal = action.pod.metadata.name!.slice('db-'.length);
  return { create: '+', delete: '-', update: '=', claim: '?', own: '^' }[action.type] + ordinal;
};
const actions = (view: View): string => plan(view).map(textOf).join(' ');

/** `replicas currentReplicas updatedReplicas`, and whether the rollout is over. */
function numbers(view: View): string {
  const counts = plan(view).reduce(
    (each, action) => countAfter(each, action, view),
    countPods(view),
  );
  const {
    replicas,
    currentReplicas = 0,
    updatedReplicas = 0,
    currentRevision,
  } = nextStatus(view, counts, 0);
  const end = currentRevision === fresh.name ? ' over' : '';
  return `${replicas} ${currentReplicas} ${updatedReplicas}${end}`;
}

describe('the pods of a set', () => {
  it.each<[minor: number, signs: string, spec: object, expected: string]>([
    [24, 'rfr', {}, '-1 +1'],
    [27, 'rsr', {}, '-1 +1'],
    [26, 'rsr', {}, ''],
    [28, 'rsr', {}, '-1'],
    [28, 'frf', { podManagementPolicy: 'Parallel' }, '-0 -2'],
    [26, 'rp-', {}, ''],
    [27, 'rp-', {}, '?1'],
    [33, 'RRn', { minReadySeconds: 5, podManagementPolicy: 'Parallel' }, '-1'],
    [34, 'RRn', { minReadySeconds: 5, podManagementPolicy: 'Parallel' }, ''],
    [36, 'RRR', { updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } }, '-2'],
    [37, 'RRR', { updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } }, '-2 -1'],
    [37, 'RRR', { updateStrategy: { rollingUpdate: { maxUnavailable: '50%' } } }, '-2'],
    [37, 'RRR', {}, '-2'],
    [37, 'RRR', { updateStrategy: { rollingUpdate: { maxUnavailable: 2, partition: 2 } } }, '-2'],
    [37, 'RURt', { podManagementPolicy: 'Parallel', replicas: 4 }, '-1'],
  ])('of 1.%i that are %s, with %j: %s', (minor, signs, spec, expected) => {
    expect(actions(viewOf(signs, profileOf(minor), spec))).toBe(expected);
  });

  it('of 1.36 may be updated two at a time with the gate', () => {
    const profile = withGates(profileOf(36), { MaxUnavailableStatefulSet: true });
    const rollingUpdate = { maxUnavailable: 2 };
    expect(actions(viewOf('RRR', profile, { updateStrategy: { rollingUpdate } }))).toBe('-2 -1');
    const waiting = viewOf('RRtt', profile, { replicas: 4, updateStrategy: { rollingUpdate } });
    expect(waitedFor(waiting)?.metadata.name).toBe('db-2');
  });

  it('begin with the ordinal of the set from 1.27', () => {
    const spec = { ordinals: { start: 6 } };
    expect(actions(viewOf('rrr', profileOf(26), spec, 5))).toBe('+0');
    expect(actions(viewOf('rrr', profileOf(27), spec, 5))).toBe('+8');
    expect(actions(viewOf('rrrr', profileOf(27), spec, 5))).toBe('-5');
  });

  it.each([
    [27, undefined],
    [28, '7'],
  ])('of 1.%i have the index label %s', (minor, label) => {
    const { metadata } = newPod(setOf({}), fresh, 7, profileOf(minor));
    expect(metadata.labels!['apps.kubernetes.io/pod-index']).toBe(label);
  });
});

it.each<[minor: number, signs: string, spec: object, expected: string]>([
  [24, 'r--', {}, '2 0 2'],
  [25, 'r--', {}, '1 1 1 over'],
  [25, 'rfr', {}, '2 2 2 over'],
  [28, 'rfr', {}, '3 0 3'],
  [25, 'RRR', {}, '3 2 0'],
  [26, 'rr-', { replicas: 3, podManagementPolicy: 'Parallel' }, '2 2 2 over'],
  [27, 'rr-', { replicas: 3, podManagementPolicy: 'Parallel' }, '2 0 2'],
  [36, 'rrr', { updateStrategy: { type: 'OnDelete' } }, '3 0 3'],
  [37, 'rrr', { updateStrategy: { type: 'OnDelete' } }, '3 3 3 over'],
])('the status of 1.%i with pods %s and %j counts %s', (minor, signs, spec, expected) => {
  expect(numbers(viewOf(signs, profileOf(minor), spec))).toBe(expected);
});

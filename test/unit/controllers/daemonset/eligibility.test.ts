/** What daemon pods tolerate, and on which nodes they belong. */
import { describe, expect, it } from 'vitest';
import type { NodeSpec, PodSpec, Toleration } from '#types';
import { daemonTolerations, eligibility } from '../../../../controllers/daemonset/eligibility.ts';
import { makeNode, makePod } from '../objects.ts';

function specOf(parts: Partial<PodSpec> = {}): PodSpec {
  return makePod('template', parts).spec;
}

/** Short: `key:effect`, with the seconds of the template where it has any. */
function tolerated(parts: Partial<PodSpec>): string[] {
  return daemonTolerations(specOf(parts)).map(
    ({ key, effect, tolerationSeconds }) =>
      `${key}:${effect}${tolerationSeconds === undefined ? '' : ` ${tolerationSeconds}`}`,
  );
}

const automatic = [
  'node.kubernetes.io/not-ready:NoExecute',
  'node.kubernetes.io/unreachable:NoExecute',
  'node.kubernetes.io/disk-pressure:NoSchedule',
  'node.kubernetes.io/memory-pressure:NoSchedule',
  'node.kubernetes.io/pid-pressure:NoSchedule',
  'node.kubernetes.io/unschedulable:NoSchedule',
];

describe('the tolerations of daemon pods', () => {
  const notReady: Toleration = {
    key: 'node.kubernetes.io/not-ready',
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 30,
  };
  const own: Toleration = { key: 'own', operator: 'Equal', value: 'a', effect: 'NoSchedule' };

  it.each<[string, Partial<PodSpec>, string[]]>([
    ['are the automatic ones', {}, automatic],
    [
      'include the network on the host network',
      { hostNetwork: true },
      [...automatic, 'node.kubernetes.io/network-unavailable:NoSchedule'],
    ],
    ['come after those of the template', { tolerations: [own] }, ['own:NoSchedule', ...automatic]],
    ['replace the first one in its place', { tolerations: [notReady] }, automatic],
    [
      'replace a later one in its place',
      { tolerations: [own, notReady] },
      ['own:NoSchedule', ...automatic],
    ],
    [
      'leave alone one with another operator',
      { tolerations: [{ ...notReady, operator: 'Equal' }] },
      ['node.kubernetes.io/not-ready:NoExecute 30', ...automatic],
    ],
    [
      'leave alone one with a value',
      { tolerations: [{ ...notReady, value: 'a' }] },
      ['node.kubernetes.io/not-ready:NoExecute 30', ...automatic],
    ],
    [
      'leave alone one for another effect',
      { tolerations: [{ ...notReady, effect: 'NoSchedule' }] },
      ['node.kubernetes.io/not-ready:NoSchedule 30', ...automatic],
    ],
  ])('%s', (_, parts, expected) => {
    expect(tolerated(parts)).toEqual(expected);
  });
});

describe('a node', () => {
  const decide = (spec: NodeSpec, parts: Partial<PodSpec> = {}) =>
    eligibility(makeNode('n1', { spec }), specOf(parts), daemonTolerations(specOf(parts)));

  it.each<[string, NodeSpec, Partial<PodSpec>, object]>([
    ['without taints runs it', {}, {}, { shouldRun: true, shouldContinue: true }],
    ['that the template names runs it', {}, { nodeName: 'n1' }, { shouldRun: true }],
    [
      'that the template does not name has none',
      {},
      { nodeName: 'n2' },
      { shouldRun: false, shouldContinue: false, because: 'the template names node n2' },
    ],
    [
      'that the selector does not match has none',
      {},
      { nodeSelector: { disk: 'ssd' } },
      {
        shouldRun: false,
        shouldContinue: false,
        because: 'node selector or affinity does not match',
      },
    ],
    [
      'with a taint for new pods keeps the one it has',
      { taints: [{ key: 'k', effect: 'NoSchedule' }] },
      {},
      { shouldRun: false, shouldContinue: true, because: 'taint k:NoSchedule is not tolerated' },
    ],
    [
      'with a taint for running pods loses it',
      { taints: [{ key: 'k', effect: 'NoExecute' }] },
      {},
      { shouldRun: false, shouldContinue: false, because: 'taint k:NoExecute is not tolerated' },
    ],
    [
      'with a taint that is tolerated runs it',
      { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' }] },
      {},
      { shouldRun: true, shouldContinue: true },
    ],
  ])('%s', (_, spec, parts, expected) => {
    expect(decide(spec, parts)).toMatchObject(expected);
  });
});

/**
 * Which nodes a DaemonSet's pods belong on. Mirrors NodeShouldRunDaemonPod of v1.24: node name,
 * node selector and affinity, taints. Resources, ports and readiness play no part here.
 */
import { findUntoleratedTaint, matchesRequiredNodes } from '#kinds';
import type { Node, PodSpec, Toleration } from '#types';

export interface Eligibility {
  /** A pod should be created there if none exists. */
  readonly shouldRun: boolean;
  /** A pod that is there may stay. */
  readonly shouldContinue: boolean;
  /** Why it should not run, for people; absent when it should. */
  readonly because?: string;
}

const RUN: Eligibility = { shouldRun: true, shouldContinue: true };

/** Tolerations that every daemon pod gets, in the order in which v1.24 appends them. */
const AUTOMATIC: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
];

const AUTOMATIC_HOST_NETWORK: Toleration = {
  key: 'node.kubernetes.io/network-unavailable',
  operator: 'Exists',
  effect: 'NoSchedule',
};

/**
 * The template's tolerations with the automatic ones; one that is already there is replaced in
 * place.
 */
export function daemonTolerations(spec: PodSpec): readonly Toleration[] {
  const result = [...(spec.tolerations ?? [])];
  const desired = spec.hostNetwork === true ? [...AUTOMATIC, AUTOMATIC_HOST_NETWORK] : AUTOMATIC;
  for (const toleration of desired) {
    const i = result.findIndex((other) => sameTarget(other, toleration));
    if (i < 0) result.push(toleration);
    else result[i] = toleration;
  }
  return result;
}

function sameTarget(a: Toleration, b: Toleration): boolean {
  return (
    a.key === b.key &&
    a.effect === b.effect &&
    a.operator === b.operator &&
    (a.value ?? '') === (b.value ?? '')
  );
}

/**
 * Decides for one node. @param spec the template's pod spec @param tolerations what {@link
 * daemonTolerations} gave for it (computed once per reconcile, not per node)
 */
export function eligibility(
  node: Node,
  spec: PodSpec,
  tolerations: readonly Toleration[],
): Eligibility {
  const { name } = node.metadata;
  if (spec.nodeName !== undefined && spec.nodeName !== '' && spec.nodeName !== name) {
    return no(`the template names node ${spec.nodeName}`);
  }
  if (!matchesRequiredNodes(spec, node)) return no('node selector or affinity does not match');
  const taints = node.spec.taints;
  if (taints === undefined || taints.length === 0) return RUN;
  const taint = findUntoleratedTaint(taints, tolerations, ['NoSchedule', 'NoExecute']);
  if (taint === undefined) return RUN;
  return {
    shouldRun: false,
    shouldContinue: findUntoleratedTaint(taints, tolerations, ['NoExecute']) === undefined,
    because: `taint ${taint.key}:${taint.effect} is not tolerated`,
  };
}

function no(because: string): Eligibility {
  return { shouldRun: false, shouldContinue: false, because };
}

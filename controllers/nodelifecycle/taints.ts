/** The taints that say why a node should have no new pods, or none at all. */
import { getCondition } from '#kinds';
import { omitUnset } from '#values';
import type { Node, Taint } from '#types';

const prefix = 'node.kubernetes.io/';
const notReady = `${prefix}not-ready`;
const unreachable = `${prefix}unreachable`;
const unschedulable = `${prefix}unschedulable`;

/** The NoSchedule taint that a condition brings, by type and status. */
const taintOfCondition: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: notReady, Unknown: unreachable },
  MemoryPressure: { True: `${prefix}memory-pressure` },
  DiskPressure: { True: `${prefix}disk-pressure` },
  PIDPressure: { True: `${prefix}pid-pressure` },
  NetworkUnavailable: { True: `${prefix}network-unavailable` },
};

/** NoSchedule taints with these keys come and go with conditions and cordons. */
const managed: ReadonlySet<string> = new Set([
  ...Object.values(taintOfCondition).flatMap((byStatus) => Object.values(byStatus)),
  unschedulable,
]);

/**
 * The node with the NoSchedule taints that its conditions and its cordon ask for; the very same
 * node when it has them. What admission put on a new node stays until its kubelet says whether it
 * is ready.
 *
 * @param now as the API writes times
 */
export function withNoScheduleTaints(node: Node, now: string): Node {
  const desired = noScheduleKeys(node);
  const isNew = getCondition(node.status.conditions, 'Ready') === undefined;
  const gone = ({ key, effect }: Taint): boolean =>
    effect === 'NoSchedule' &&
    managed.has(key) &&
    !desired.includes(key) &&
    !(isNew && key === notReady);
  const missing = desired.filter((key) => !hasTaint(node, key, 'NoSchedule'));
  return changeTaints(node, missing, 'NoSchedule', gone, now);
}

/**
 * The node with the NoExecute taint for a Ready condition that is not True, in the place of the one
 * for the other such status; the very same node when it has just that.
 */
export function withNoExecuteTaint(node: Node, ready: 'False' | 'Unknown', now: string): Node {
  const [key, opposite] = ready === 'False' ? [notReady, unreachable] : [unreachable, notReady];
  const missing = hasTaint(node, key, 'NoExecute') ? [] : [key];
  const gone = (taint: Taint): boolean => taint.effect === 'NoExecute' && taint.key === opposite;
  return changeTaints(node, missing, 'NoExecute', gone, now);
}

/** The node without these NoExecute taints; the very same node when it has none. */
export function withoutNoExecuteTaints(node: Node): Node {
  return changeTaints(node, [], 'NoExecute', isNoExecute, '');
}

/** Has this controller tainted the node to evict its pods? */
export function hasNoExecuteTaint(node: Node): boolean {
  return node.spec.taints?.some(isNoExecute) === true;
}

function isNoExecute({ key, effect }: Taint): boolean {
  return effect === 'NoExecute' && (key === notReady || key === unreachable);
}

function noScheduleKeys({ spec, status }: Node): readonly string[] {
  const keys: string[] = [];
  for (const condition of status.conditions ?? []) {
    const key = taintOfCondition[condition.type]?.[condition.status];
    if (key !== undefined) keys.push(key);
  }
  if (spec.unschedulable === true) keys.push(unschedulable);
  return keys;
}

function hasTaint({ spec }: Node, key: string, effect: Taint['effect']): boolean {
  return spec.taints?.some((taint) => taint.key === key && taint.effect === effect) === true;
}

function changeTaints(
  node: Node,
  add: readonly string[],
  effect: Taint['effect'],
  remove: (taint: Taint) => boolean,
  now: string,
): Node {
  const old = node.spec.taints ?? [];
  if (add.length === 0 && !old.some(remove)) return node;
  const others = old.filter((taint) => !remove(taint));
  const taints = [...others, ...add.map((key): Taint => ({ key, effect, timeAdded: now }))];
  const spec = { ...node.spec, taints: taints.length > 0 ? taints : undefined };
  return { ...node, spec: omitUnset(spec, ['taints']) };
}

import type { RequestContext } from '../request.ts';

/** The programs that in a cluster are not the controller manager, by who acts here. */
const programs: Readonly<Record<string, string>> = {
  kubelet: 'kubelet',
  scheduler: 'kube-scheduler',
  'default-scheduler': 'kube-scheduler',
};

/** Those who act for people: their own name is no program's. */
const own = 'orrery';

/**
 * The field manager of a write: the one that the request names, else the program that the writer
 * is part of in a cluster.
 */
export function managerOf({ fieldManager, origin }: RequestContext): string {
  if (fieldManager) return fieldManager;
  const { actor, reconcile } = origin;
  return programs[actor] ?? (reconcile === undefined ? own : 'kube-controller-manager');
}

import { withField } from '#values';
import type { Pod, Toleration } from '#types';
import { handlesPods, type AdmissionPlugin } from './plugin.ts';

/** How long pods stay on a node that is not ready or not reachable, unless they say otherwise. */
const tolerationSeconds = 300;

const none: readonly Toleration[] = [];
const both: readonly Toleration[] = Object.freeze([
  defaultToleration('node.kubernetes.io/not-ready'),
  defaultToleration('node.kubernetes.io/unreachable'),
]);

/** DefaultTolerationSeconds: pods tolerate not-ready and unreachable nodes for five minutes. */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  handles: handlesPods('CREATE', 'UPDATE'),

  mutate(object) {
    const pod = object as Pod;
    const tolerations = completed(pod.spec.tolerations ?? none);
    if (tolerations === pod.spec.tolerations) return pod;
    return { ...pod, spec: withField(pod.spec, 'tolerations', tolerations) };
  },
};

/** All pods without tolerations of their own share one list. */
function completed(present: readonly Toleration[]): readonly Toleration[] {
  if (present.length === 0) return both;
  let all = present;
  for (const toleration of both) {
    if (!tolerates(present, toleration.key!)) all = [...all, toleration];
  }
  return all;
}

/** Whether a toleration covers eviction because of the taint, for any time. */
function tolerates(tolerations: readonly Toleration[], taint: string): boolean {
  for (const { key, effect } of tolerations) {
    if ((!key || key === taint) && (!effect || effect === 'NoExecute')) return true;
  }
  return false;
}

function defaultToleration(key: string): Toleration {
  return Object.freeze({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds,
  } as const);
}

import type { Pod, Toleration } from '#kinds';
import type { AdmissionPlugin } from './plugin.ts';

/** How long pods stay on a node that is not ready or not reachable, unless they say otherwise. */
const tolerationSeconds = 300;

const notReady = defaultToleration('node.kubernetes.io/not-ready');
const unreachable = defaultToleration('node.kubernetes.io/unreachable');

/** DefaultTolerationSeconds: pods tolerate not-ready and unreachable nodes for five minutes. */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',

  handles(kind, operation, subresource) {
    return (
      kind.kind === 'Pod' &&
      kind.group === '' &&
      operation !== 'DELETE' &&
      subresource === undefined
    );
  },

  mutate(object) {
    const pod = object as Pod;
    const present = pod.spec.tolerations ?? [];
    const missing = [notReady, unreachable].filter(({ key }) => !saysAbout(present, key!));
    if (missing.length === 0) return pod;
    return { ...pod, spec: { ...pod.spec, tolerations: [...present, ...missing] } };
  },
};

/** Whether a toleration covers eviction because of the taint, for however long. */
function saysAbout(tolerations: readonly Toleration[], taint: string): boolean {
  return tolerations.some(
    ({ key, effect }) => (!key || key === taint) && (!effect || effect === 'NoExecute'),
  );
}

function defaultToleration(key: string): Toleration {
  return { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds };
}

import type { Node, Taint } from '#types';
import type { AdmissionPlugin } from './plugin.ts';

const notReady: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** TaintNodesByCondition: a new node takes no pods until the node controller has seen it ready. */
export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',

  handles(kind, operation, subresource) {
    return (
      kind.kind === 'Node' &&
      kind.group === '' &&
      operation === 'CREATE' &&
      subresource === undefined
    );
  },

  mutate(object) {
    const node = object as Node;
    const taints = node.spec?.taints ?? [];
    const isTainted = taints.some(
      ({ key, effect }) => key === notReady.key && effect === notReady.effect,
    );
    if (isTainted) return node;
    return { ...node, spec: { ...node.spec, taints: [...taints, notReady] } };
  },
};

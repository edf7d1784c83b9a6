/** Taint based eviction: pods leave a node whose NoExecute taints they do not, or no longer, tolerate. */
import { deepEqual, keyOf, type Cause } from '#values';
import { node as nodeKind, pod as podKind } from '#kinds';
import type { Node } from '#types';
import { addNodeIndex, podsOnNode, type ControllerDefinition, type WorkQueue } from '#runtime';
import { Evictions } from './evictions.ts';
import { noExecuteTaints } from './judge.ts';

export const taintEviction: ControllerDefinition = {
  name: 'tainteviction',
  actor: 'taint-controller',
  account: 'node-controller',
  eventSource: (features) =>
    features.enabled('SeparateTaintEvictionController')
      ? 'taint-eviction-controller'
      : 'taint-controller',
  start(context) {
    const nodeInformer = context.informer(nodeKind);
    const podInformer = context.informer(podKind);
    addNodeIndex(podInformer);
    const nodes = nodeInformer.lister;
    const pods = podInformer.lister;
    const queue: WorkQueue = context.queue({
      workers: 8,
      reconcile: (key, tools) => evictions.reconcile(key, tools),
    });
    const evictions = new Evictions({
      clock: context.clock,
      profile: context.features,
      nodes,
      pods,
      queue,
    });

    const nodeSeen = ({ metadata, spec }: Node, old: Node | undefined, cause: Cause): void => {
      if (spec.taints === old?.spec.taints) return;
      const before = noExecuteTaints(old?.spec.taints);
      if (deepEqual(noExecuteTaints(spec.taints), before)) return;
      for (const pod of podsOnNode(pods, metadata.name)) queue.add(keyOf(pod), cause);
    };
    nodeInformer.addHandlers({
      added: (node, cause) => nodeSeen(node, undefined, cause),
      updated: nodeSeen,
    });
    podInformer.addHandlers({
      added(pod, cause) {
        if (evictions.concern(pod)) queue.add(keyOf(pod), cause);
      },
      updated(pod, old, cause) {
        // Neither the node nor the tolerations are anywhere but in the spec.
        if (pod.spec !== old.spec && evictions.concern(pod)) queue.add(keyOf(pod), cause);
      },
      deleted(pod, cause) {
        if (evictions.has(keyOf(pod))) queue.add(keyOf(pod), cause);
      },
    });
  },
};

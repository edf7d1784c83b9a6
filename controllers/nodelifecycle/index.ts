/**
 * The node lifecycle controller: notices nodes that fall silent, says so in their conditions, in
 * their taints and on their pods, and takes it back when they return.
 */
import { formatTime, keyOf, type Cause } from '#values';
import { lease as leaseKind, node as nodeKind, pod as podKind } from '#kinds';
import type { Lease, Node, Pod } from '#types';
import {
  addNodeIndex,
  retryOnConflict,
  type ControllerDefinition,
  type Informer,
  type ReconcileResult,
  type WorkQueue,
} from '#runtime';
import { isRenewal } from './health.ts';
import { NodeMonitor } from './monitor.ts';
import { nodeRulesOf } from './plan.ts';
import { markNotReady } from './pods.ts';
import { NoExecuteTainter } from './tainter.ts';
import { withNoScheduleTaints } from './taints.ts';

const PERIOD_MS = 5000;

export const nodeLifecycle: ControllerDefinition = {
  name: 'nodelifecycle',
  actor: 'node-controller',
  start(context) {
    const { clock, features } = context;
    const nodeInformer = context.informer(nodeKind);
    const podInformer = context.informer(podKind);
    addNodeIndex(podInformer);
    const nodes = nodeInformer.lister;
    const pods = podInformer.lister;
    const leaseInformer = context.informer(leaseKind);
    const leases = leaseInformer.lister;

    const noScheduleQueue = context.queue({
      name: 'nodelifecycle taints',
      workers: 8,
      async reconcile(name, { client }) {
        const node = nodes.getByKey(name);
        const now = formatTime(clock.now());
        if (node === undefined) return;
        await retryOnConflict(client, nodeKind, node, (latest) =>
          withNoScheduleTaints(latest, now),
        );
      },
    });
    const noExecuteQueue: WorkQueue = context.queue({
      name: 'nodelifecycle zones',
      workers: 1,
      reconcile: (zone, { client }): Promise<ReconcileResult | undefined> =>
        tainter.reconcile(zone, client),
    });
    const tainter = new NoExecuteTainter({ clock, nodes, queue: noExecuteQueue });
    const podQueue: WorkQueue = context.queue({
      name: 'nodelifecycle pods',
      workers: 4,
      async reconcile(key, tools) {
        return isOnUnreadyNode(pods.getByKey(key))
          ? markNotReady(key, pods, clock, tools)
          : undefined;
      },
    });
    const rules = nodeRulesOf(features);
    const monitor = new NodeMonitor({ clock, rules, nodes, leases, pods, tainter, podQueue });
    context.every({ name: 'node monitor', periodMs: PERIOD_MS, initialDelayMs: 0 }, (tools) =>
      monitor.pass(tools),
    );

    followRenewals(leaseInformer, monitor);

    const isOnUnreadyNode = (pod: Pod | undefined): boolean => {
      const ready = pod?.spec.nodeName ? monitor.readyOf(pod.spec.nodeName) : undefined;
      return ready === 'False' || ready === 'Unknown';
    };
    const lookAtTaints = (node: Node, cause: Cause): void => {
      if (withNoScheduleTaints(node, '') !== node) noScheduleQueue.add(keyOf(node), cause);
    };
    nodeInformer.addHandlers({
      added: lookAtTaints,
      updated: (node, _, cause) => lookAtTaints(node, cause),
    });
    podInformer.addHandlers({
      added(pod, cause) {
        if (isOnUnreadyNode(pod)) podQueue.add(keyOf(pod), cause);
      },
      updated(pod, old, cause) {
        const justBound = pod.spec.nodeName !== old.spec.nodeName;
        if (justBound && isOnUnreadyNode(pod)) podQueue.add(keyOf(pod), cause);
      },
    });
  },
};

/** Reports each renewed lease to the monitor. A repeated one must be newer than before. */
function followRenewals(leases: Informer<Lease>, monitor: NodeMonitor): void {
  const gone = new Map<string, Lease>();
  const look = (key: string, lease: Lease, old: Lease | undefined): void => {
    if (isRenewal(lease, old)) monitor.noteRenewal(key);
  };
  leases.addHandlers({
    added(lease) {
      const key = keyOf(lease);
      look(key, lease, gone.get(key));
      gone.delete(key);
    },
    updated: (lease, old) => look(keyOf(lease), lease, old),
    repeated: (key) => monitor.noteRenewal(key),
    deleted: (lease) => gone.set(keyOf(lease), lease),
  });
}

/** The pool: pretend hardware. All nodes' kubelets as one controller. */
import { node, pod as podKind, type Pod } from '#kinds';
import type {
  ControllerContext,
  ControllerDefinition,
  QueueOptions,
  RateLimiterOptions,
} from '#runtime';
import { Addresses } from './addresses.ts';
import { NodeRunner } from './node-runner.ts';
import { PodRunner } from './pod-runner.ts';

export { behaviourOf, OFF, SILENT, type Behaviour } from './annotations.ts';
export { LEASE_NAMESPACE } from './leases.ts';
export { LoadError, parseLoad, type Load } from './load.ts';
export { containerLog } from './log.ts';
export { Metrics, type MetricsOptions } from './metrics.ts';

export interface PoolOptions {
  /**
   * Record what kubelets tell of pods (Pulling, Created, Started, Killing, BackOff, ...). That is
   * several events a pod, so it is off unless asked for. Unreadable annotations are told anyway.
   */
  readonly events?: boolean;
}

/** Kubelets are many: no budget in common, and short delays after a conflict. */
const LIMITER: RateLimiterOptions = { baseMs: 100, maxMs: 10_000 };

/** Machines work side by side: no pod's status waits for another's. */
const KUBELETS = Infinity;

const NODE_INDEX = 'nodeName';

/** Takes over every Node, and every Pod bound to one. See docs on the `sim/` annotations. */
export function pool(options: PoolOptions = {}): ControllerDefinition {
  return {
    name: 'pool',
    actor: 'kubelet',
    start: (context) => startPool(context, options),
  };
}

function startPool(context: ControllerContext, options: PoolOptions): void {
  const { clock } = context;
  const nodeInformer = context.informer(node);
  const podInformer = context.informer(podKind);
  podInformer.addIndex(NODE_INDEX, nodeNames);

  const queue = (name: string, workers: number, reconcile: QueueOptions['reconcile']) =>
    context.queue({ name: `pool ${name}`, workers, limiter: LIMITER, reconcile });
  const addresses = new Addresses();
  const pods: PodRunner = new PodRunner({
    clock,
    addresses,
    queue: queue('pods', KUBELETS, (key, tools) => pods.reconcile(key, tools)),
    events: options.events === true,
    podsOn: (nodeName) => podInformer.lister.byIndex(NODE_INDEX, nodeName),
    agentOf: (nodeName) => nodes.agentOf(nodeName),
  });
  const queues = {
    nodes: queue('nodes', 4, (name, tools) => nodes.reconcile(name, tools)),
    leases: queue('leases', 1, (key, tools) => nodes.reconcileLeases(key, tools)),
  };
  const nodes: NodeRunner = new NodeRunner(clock, addresses, queues, pods);

  nodeInformer.addHandlers({
    added: (object, cause) => nodes.see(object, cause),
    updated: (object, _, cause) => nodes.see(object, cause),
    deleted: (object, cause) => nodes.lose(object, cause),
  });
  podInformer.addHandlers({
    added: (object, cause) => pods.see(object, cause),
    updated: (object, _, cause) => pods.see(object, cause),
    deleted: (object) => pods.lose(object),
  });
}

function nodeNames(pod: Pod): readonly string[] {
  return pod.spec.nodeName ? [pod.spec.nodeName] : [];
}

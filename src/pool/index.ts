/** The pool: simulated hardware. All nodes' kubelets as one controller. */
import {
  configMap,
  csiDriver,
  node,
  persistentVolume,
  persistentVolumeClaim,
  pod as podKind,
} from '#kinds';
import type { Cause } from '#values';
import type { ConfigMap, Node, Pod } from '#types';
import type {
  ControllerContext,
  ControllerDefinition,
  QueueOptions,
  RateLimiterOptions,
} from '#runtime';
import { Addresses } from './node/addresses.ts';
import { BEHAVIOUR_CONFIG, rulesIn } from './behaviour/config.ts';
import { Rules } from './behaviour/rules.ts';
import { NodeRunner } from './node/node-runner.ts';
import { reportsOn } from './pod/reports.ts';
import { PodRunner } from './pod/pod-runner.ts';
import { attachableVolumes, type StorageCaches } from './pod/volumes.ts';

export {
  behaviourOf,
  hasKubelet,
  isOff,
  isSilent,
  KUBELET,
  OFF,
  SILENT,
  simAnnotations,
} from './behaviour/annotations.ts';
export type { Behaviour } from './behaviour/behaviour.ts';
export { BEHAVIOUR_CONFIG, withRules } from './behaviour/config.ts';
export { ruleForm } from './behaviour/rule-form.ts';
export { accountant } from './explain/index.ts';
export { lifeStates, type LifeState } from './table/life-states.ts';
export { LEASE_NAMESPACE } from './node/leases.ts';
export { LoadError, loadFrom, parseLoad, type Load } from './load/load.ts';
export { containerLog } from './pod/log.ts';
export { kubeletLabels } from './node/machine.ts';
export { isBroken } from './pod/container-status.ts';
export { kubeletEventReasons } from './pod/pod-events.ts';
export { Metrics, type MetricsOptions } from './load/metrics.ts';
export { CPU_LOAD, cpuLoadOf, MEMORY_LOAD, workloadKinds } from './load/shares.ts';

export interface PoolOptions {
  /**
   * Record the events of kubelets about pods (Pulling, Created, Started, Killing, BackOff, ...).
   * Those are several for each pod, so it is off by default. Unreadable annotations are always
   * reported.
   */
  readonly events?: boolean;
  /** Says which nodes are simulated; all of them by default. */
  readonly isOurs?: (node: Node) => boolean;
}

/** Kubelets are many: no shared budget, and short delays after a conflict. */
const LIMITER: RateLimiterOptions = { baseMs: 100, maxMs: 10_000 };

/** Machines work side by side: no pod's status waits for another's. */
const KUBELETS = Infinity;

const NODE_INDEX = 'nodeName';

/** Takes over Nodes, and every Pod bound to one of them. See docs on the `sim/` annotations. */
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
  const storage: StorageCaches = {
    claims: context.informer(persistentVolumeClaim).lister,
    volumes: context.informer(persistentVolume).lister,
    drivers: context.informer(csiDriver).lister,
  };

  const queue = (name: string, workers: number, reconcile: QueueOptions['reconcile']) =>
    context.queue({ name: `pool ${name}`, workers, limiter: LIMITER, reconcile });
  const addresses = new Addresses();
  let rules = Rules.none;
  let regarding: ConfigMap | undefined;
  /** Errors in the rules of behaviour, reported on their ConfigMap. */
  const complaints = queue('rules', 1, (message, { events }) => {
    if (regarding !== undefined) {
      events.event(
        { ...regarding, apiVersion: 'v1', kind: 'ConfigMap' },
        'Warning',
        'InvalidRule',
        message,
      );
    }
    return Promise.resolve();
  });
  const pods: PodRunner = new PodRunner({
    clock,
    addresses,
    queue: queue('pods', KUBELETS, (key, tools) => pods.reconcile(key, tools)),
    events: options.events === true,
    reportsOn: (nodeName) =>
      reportsOn(nodeInformer.lister.get(undefined, nodeName), context.features),
    podsOn: (nodeName) => podInformer.lister.byIndex(NODE_INDEX, nodeName),
    agentOf: (nodeName) => nodes.agentOf(nodeName),
    rules: () => rules,
    reportImages: (agent, cause) => nodes.reportUse(agent, cause),
    volumesOf: (pod) => attachableVolumes(pod, storage),
    reportVolumes: (agent, cause) => nodes.reportUse(agent, cause),
  });
  const queues = {
    nodes: queue('nodes', 4, (name, tools) => nodes.reconcile(name, tools)),
    leases: queue('leases', 1, (key, tools) => nodes.reconcileLeases(key, tools)),
  };
  const nodes: NodeRunner = new NodeRunner(clock, addresses, queues, pods, {
    random: context.random.stream('machines'),
    release: context.features.release.gitVersion,
  });

  const learn = (config: ConfigMap | undefined, cause: Cause): void => {
    const read = rulesIn(config);
    rules = read.rules;
    pods.reconsider(cause);
    for (const problem of read.problems) complaints.add(problem, cause);
    regarding = config ?? regarding;
  };
  context.informer(configMap).addHandlers({
    added: (object, cause) => isBehaviour(object) && learn(object, cause),
    updated: (object, _, cause) => isBehaviour(object) && learn(object, cause),
    deleted: (object, cause) => isBehaviour(object) && learn(undefined, cause),
  });
  const { isOurs = () => true } = options;
  const see = (object: Node, cause: Cause): void => {
    if (isOurs(object)) nodes.see(object, cause);
    else nodes.lose(object, cause);
  };
  nodeInformer.addHandlers({
    added: see,
    updated: (object, _, cause) => see(object, cause),
    deleted: (object, cause) => nodes.lose(object, cause),
  });
  podInformer.addHandlers({
    added: (object, cause) => pods.see(object, cause),
    updated: (object, _, cause) => pods.see(object, cause),
    deleted: (object, cause) => pods.lose(object, cause),
  });
}

function isBehaviour({ metadata }: ConfigMap): boolean {
  return (
    metadata.name === BEHAVIOUR_CONFIG.name && metadata.namespace === BEHAVIOUR_CONFIG.namespace
  );
}

function nodeNames(pod: Pod): readonly string[] {
  return pod.spec.nodeName ? [pod.spec.nodeName] : [];
}

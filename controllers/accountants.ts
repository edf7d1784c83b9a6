/**
 * How the built-in controllers account for the status that they write, apart from the controllers: only who
 * asks why needs it.
 */
import type { ControllerDefinition, Deletion, Explainer } from '#runtime';
import { deletion as byCronJobs } from './cronjob/explain-deletion.ts';
import { explains as explainsCronJobs } from './cronjob/explain.ts';
import { cronJob } from './cronjob/index.ts';
import { deletion as byDaemonSets } from './daemonset/explain-deletion.ts';
import { explains as explainsDaemonSets } from './daemonset/explain.ts';
import { daemonSet } from './daemonset/index.ts';
import { deletion as byDeployments } from './deployment/explain-deletion.ts';
import { explains as explainsDeployments } from './deployment/explain.ts';
import { deployment } from './deployment/index.ts';
import { explains as explainsBudgets } from './disruption/explain.ts';
import { disruption } from './disruption/index.ts';
import { explains as explainsEndpoints } from './endpoints/explain.ts';
import { endpoints } from './endpoints/index.ts';
import { deletion as byGarbageCollector } from './garbagecollector/explain.ts';
import { garbageCollector } from './garbagecollector/index.ts';
import { explains as explainsAutoscalers } from './horizontalpodautoscaler/explain.ts';
import { horizontalPodAutoscaler } from './horizontalpodautoscaler/index.ts';
import { deletion as byJobs } from './job/explain-deletion.ts';
import { explains as explainsJobs } from './job/explain.ts';
import { job } from './job/index.ts';
import { explains as explainsBalanced } from './loadbalancer/explain.ts';
import { loadBalancer } from './loadbalancer/index.ts';
import { deletion as byNamespaces } from './namespace/explain.ts';
import { namespace } from './namespace/index.ts';
import { explains as explainsNodes } from './nodelifecycle/explain.ts';
import { nodeLifecycle } from './nodelifecycle/index.ts';
import { deletion as ofVolumes } from './persistentvolume/explain-deletion.ts';
import { explains as explainsVolumes } from './persistentvolume/explain.ts';
import { persistentVolumeBinder } from './persistentvolume/index.ts';
import { deletion as byPodCollector } from './podgc/explain.ts';
import { podGarbageCollector } from './podgc/index.ts';
import { explainsReplicaSets, explainsReplicationControllers } from './replicaset/explain.ts';
import { replicaSet, replicationController } from './replicaset/index.ts';
import { explains as explainsQuotas } from './resourcequota/explain.ts';
import { resourceQuota } from './resourcequota/index.ts';
import { explains as explainsPlacing } from './scheduler/explain.ts';
import { scheduler } from './scheduler/index.ts';
import { explains as explainsStatefulSets } from './statefulset/explain.ts';
import { statefulSet } from './statefulset/index.ts';
import { explains as explainsEvictions } from './tainteviction/explain.ts';
import { taintEviction } from './tainteviction/index.ts';
import { deletion as byTimeToLive } from './ttlafterfinished/explain.ts';
import { ttlAfterFinished } from './ttlafterfinished/index.ts';
import { volumeProvisioner } from './volumeprovisioner/index.ts';

/** A controller, the fields that it accounts for, and why it deletes objects. */
type Explained = readonly [ControllerDefinition, readonly Explainer[], Deletion?];

const explained: readonly Explained[] = [
  [daemonSet, explainsDaemonSets, byDaemonSets],
  [cronJob, explainsCronJobs, byCronJobs],
  [endpoints, explainsEndpoints],
  [replicaSet, explainsReplicaSets],
  [replicationController, explainsReplicationControllers],
  [deployment, explainsDeployments, byDeployments],
  [resourceQuota, explainsQuotas],
  [job, explainsJobs, byJobs],
  [horizontalPodAutoscaler, explainsAutoscalers],
  [disruption, explainsBudgets],
  [persistentVolumeBinder, explainsVolumes, ofVolumes],
  [loadBalancer, explainsBalanced],
  [scheduler, explainsPlacing],
  [taintEviction, explainsEvictions],
  [nodeLifecycle, explainsNodes],
  [statefulSet, explainsStatefulSets],
  [podGarbageCollector, [], byPodCollector],
  [garbageCollector, [], byGarbageCollector],
  [ttlAfterFinished, [], byTimeToLive],
  [namespace, [], byNamespaces],
  [volumeProvisioner, [], ofVolumes],
];

export const accountants = explained.map(([{ name, actor, keys }, explainers, deletion]) => ({
  controller: name,
  actor,
  explainers,
  ...(deletion !== undefined && { deletion }),
  ...(keys !== undefined && { keys }),
}));

/**
 * How the built-in controllers account for the status that they write, apart from the controllers: only who
 * asks why needs it.
 */
import type { ControllerDefinition, Explainer } from '#runtime';
import { explains as explainsCronJobs } from './cronjob/explain.ts';
import { cronJob } from './cronjob/index.ts';
import { explains as explainsDaemonSets } from './daemonset/explain.ts';
import { daemonSet } from './daemonset/index.ts';
import { explains as explainsDeployments } from './deployment/explain.ts';
import { deployment } from './deployment/index.ts';
import { explains as explainsBudgets } from './disruption/explain.ts';
import { disruption } from './disruption/index.ts';
import { explains as explainsEndpoints } from './endpoints/explain.ts';
import { endpoints } from './endpoints/index.ts';
import { explains as explainsAutoscalers } from './horizontalpodautoscaler/explain.ts';
import { horizontalPodAutoscaler } from './horizontalpodautoscaler/index.ts';
import { explains as explainsJobs } from './job/explain.ts';
import { job } from './job/index.ts';
import { explains as explainsBalanced } from './loadbalancer/explain.ts';
import { loadBalancer } from './loadbalancer/index.ts';
import { explains as explainsNodes } from './nodelifecycle/explain.ts';
import { nodeLifecycle } from './nodelifecycle/index.ts';
import { explains as explainsVolumes } from './persistentvolume/explain.ts';
import { persistentVolumeBinder } from './persistentvolume/index.ts';
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

const explained: readonly (readonly [ControllerDefinition, readonly Explainer[]])[] = [
  [daemonSet, explainsDaemonSets],
  [cronJob, explainsCronJobs],
  [endpoints, explainsEndpoints],
  [replicaSet, explainsReplicaSets],
  [replicationController, explainsReplicationControllers],
  [deployment, explainsDeployments],
  [resourceQuota, explainsQuotas],
  [job, explainsJobs],
  [horizontalPodAutoscaler, explainsAutoscalers],
  [disruption, explainsBudgets],
  [persistentVolumeBinder, explainsVolumes],
  [loadBalancer, explainsBalanced],
  [scheduler, explainsPlacing],
  [taintEviction, explainsEvictions],
  [nodeLifecycle, explainsNodes],
  [statefulSet, explainsStatefulSets],
];

export const accountants = explained.map(([{ name, actor, keys }, explainers]) => ({
  controller: name,
  actor,
  explainers,
  ...(keys !== undefined && { keys }),
}));

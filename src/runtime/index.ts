export * from '#request';
export * from './controller.ts';
export * from './explain.ts';
export { refusalOf, refusalTerms } from './refused-creates.ts';
export { PastCluster, type PastMoment, type PastStates } from './past-cluster.ts';
export * from './past-informers.ts';
export type { ServedOptions, ServedResources } from './served-resources.ts';
export * from './informer.ts';
export { SharedInformer, type SharedInformerOptions } from './shared-informer.ts';
export { PermutedOrder, type Order } from './order.ts';
export * from './queue.ts';
export * from './events.ts';
export { accountOf, AccountedClients } from './account-clients.ts';
export { chooseControllers } from './choose-controllers.ts';
export {
  LeaderElector,
  timesError,
  type LeaderElectionOptions,
  type LeaderElectionTimes,
} from './leader-election.ts';
export { EventBroadcaster } from './event-broadcaster.ts';
export { ControllerManager, type ControllerManagerOptions } from './controller-manager.ts';
export { Programs } from './programs.ts';
export { type QueueMeter } from './queue-meter.ts';
export type { ReconcileTally } from './reconciler.ts';
export {
  addControllerIndexes,
  candidates,
  controlledBy,
  controllerIn,
  controllerReference,
  orphansAround,
} from './owner-refs.ts';
export * from './device-claims.ts';
export { addClaimIndex, podsUsing } from './pods-by-claim.ts';
export { addNodeIndex, podsOnNode } from './pods-by-node.ts';
export {
  addServiceIndexes,
  podsBehind,
  podsLabelled,
  servicesBefore,
  watchServices,
} from './pods-by-service.ts';
export { ManagedSlices } from './managed-slices.ts';
export { SliceTracker } from './slice-tracker.ts';
export { removeSlice, writeSlices, type SlicePlan } from './slice-writes.ts';
export { TriggerTimes } from './trigger-times.ts';
export { byDigest, digestOf } from './by-digest.ts';
export { Backoff, type BackoffOptions } from './backoff.ts';
export { claim, type ClaimOptions } from './claim.ts';
export {
  createPod,
  createRound,
  deletePod,
  podFromTemplate,
  type PodOwner,
  refusedSize,
} from './pod-control.ts';
export { messageOf } from './error-text.ts';
export { toggleFinalizer } from './toggle-finalizer.ts';
export { DeletionTrackingExpectations, Expectations, type ExpectedCounts } from './expectations.ts';
export { forAll, slowStart, throwAny, type SlowStartResult } from './slow-start.ts';
export { controllerLimiter } from './rate-limiter.ts';
export { retryOnConflict } from './retry-on-conflict.ts';
export { writeStatus, type StatusRetry, type WithStatus } from './write-status.ts';

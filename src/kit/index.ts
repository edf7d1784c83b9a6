/**
 * What `import 'kube-orrery'` gives: a cluster in the same process, for tests of programs that use
 * the Kubernetes API. Only what is exported here is promised to stay.
 */
export { createCluster, type Cluster } from './cluster.ts';
export { CheckFailedError } from './check-failed.ts';
export { kubernetesVersions } from './kubernetes-versions.ts';
export type { ClusterOptions, ControllerFailure, Nodes, RaceName, When } from './options.ts';
export type {
  ClientCertificate,
  ClusterAccess,
  ClusterServer,
  ClusterUser,
  ListenOptions,
  ReadsKubeconfig,
} from './listen.ts';
export type { SeenRequest } from '#server';
export { FaultError, type ClusterFaults, type FaultSpec } from './faults.ts';
export type { FaultState } from '#faults';
export type { AnyObject, BuiltInKinds } from './built-in-kinds.ts';
export type { ListFilter, PatchOptions, RemoveOptions, Where } from './objects.ts';
export type { Condition, Step, UntilOptions } from './steps.ts';
export type {
  ClusterExpect,
  ClusterExpectation,
  ClusterFixture,
  ClusterTest,
} from './matchers/fixture.ts';
export type {
  ClusterMatchers,
  ConvergeOptions,
  EventPattern,
  Limits,
  StayOptions,
  WithinOptions,
} from './matchers/types.ts';
export { runScenario, type ScenarioOptions, type ScenarioResult } from './run-scenario.ts';
export type { ClusterSnapshot } from './snapshot.ts';
export type { NotDone, Reason, ReasonNot } from './reason.ts';
export { defineController, kindOf, kindOfDefinition } from './define-controller.ts';
export { PermutedOrder } from '#runtime';
export type {
  ControllerContext,
  ControllerDefinition,
  Order,
  Reconcile,
  ReconcileResult,
  ReconcileTools,
} from '#runtime';
export { ApiError, isAlreadyExists, isConflict, isNotFound } from '#values';

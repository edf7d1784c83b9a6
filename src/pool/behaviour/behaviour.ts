import type { Millis } from '#clock';
import type { PodSpec } from '#types';

/** How one init container runs. */
export interface InitRun {
  /** How long it runs, ms (`sim/init-seconds`). */
  readonly runMs: Millis;
  /**
   * Its exit code (`sim/init-exit-code`); anything but 0 keeps the containers behind it waiting.
   */
  readonly exitCode: number;
  /** The exit code of this many runs, and then 0 (`sim/init-fail-times`). */
  readonly failTimes: number;
}

/** How a pod behaves. Durations in ms. */
export interface Behaviour {
  /** How long the images take that the node does not have yet (`sim/pull-seconds`). */
  readonly pullMs: Millis;
  /** From there, or from being bound, to Running (`sim/start-seconds`). */
  readonly startMs: Millis;
  /** From Running to Ready (`sim/ready-seconds`). */
  readonly readyMs: Millis;
  /** Why its volumes cannot be mounted, as a kubelet words it (`sim/unmounted`); absent: they can. */
  readonly unmounted?: string;
  /** Why its containers cannot be configured, likewise (`sim/unconfigured`); absent: they can. */
  readonly unconfigured?: string;
  /** False keeps or makes it unready (`sim/ready`). */
  readonly ready: boolean;
  /** Its init containers, in their order; those behind the end of the list run as usual. */
  readonly init: readonly InitRun[];
  /**
   * Liveness probes fail from so long after each start on (`sim/unhealthy-seconds`); Infinity:
   * never.
   */
  readonly unhealthyMs: Millis;
  /** The containers end this long after they started (`sim/run-seconds`); Infinity: never. */
  readonly runMs: Millis;
  /** Their exit code then (`sim/exit-code`). */
  readonly exitCode: number;
  /** They are started again 10 s later each time, not by the kubelet's back-off. */
  readonly hasFixedRestartDelay: boolean;
  /**
   * The containers crash this long after they started (`sim/crash-seconds`); Infinity: not in this
   * run.
   */
  readonly crashMs: Millis;
  readonly crashExitCode: number;
  /** From the deletion to the removal (`sim/terminate-seconds`). */
  readonly terminateMs: Millis;
  /**
   * The exit code of containers that are asked to stop (`sim/terminate-exit-code`); those that take
   * longer than the pod's grace period are killed.
   */
  readonly terminateExitCode: number;
  /** CPU use as a quantity, or as a load since the start of its containers (`sim/cpu`); absent: the pod has no metrics. */
  readonly cpu?: string;
  /** Memory use, likewise (`sim/memory`), where there are metrics. */
  readonly memory: string;
  /** The errors in the annotations, in words; the default is used for each. */
  readonly problems: readonly string[];
}

/** An init container that is not described runs for a second and succeeds. */
export const defaultInitRun: InitRun = Object.freeze({
  runMs: 1000,
  exitCode: 0,
  failTimes: Infinity,
});

/** The identical object for all pods without annotations and rules that are to run without an end. */
export const defaultBehaviour: Behaviour = Object.freeze({
  pullMs: 0,
  startMs: 1000,
  readyMs: 0,
  ready: true,
  init: Object.freeze([]),
  unhealthyMs: Infinity,
  runMs: Infinity,
  exitCode: 0,
  hasFixedRestartDelay: true,
  crashMs: Infinity,
  crashExitCode: 1,
  terminateMs: 1000,
  terminateExitCode: 143,
  memory: '64Mi',
  problems: Object.freeze([]),
});

/**
 * How long containers run whose end is awaited (restart policy Never or OnFailure), when nothing
 * says how they end, ms.
 */
export const usualRunMs: Millis = 5000;

const endingBehaviour: Behaviour = Object.freeze({ ...defaultBehaviour, runMs: usualRunMs });

/**
 * Returns how a pod without annotations and rules behaves: the identical object for all of its kind.
 */
export function usualBehaviour({ restartPolicy }: Pick<PodSpec, 'restartPolicy'>): Behaviour {
  const isEndAwaited = restartPolicy === 'Never' || restartPolicy === 'OnFailure';
  return isEndAwaited ? endingBehaviour : defaultBehaviour;
}

/** The pool's state of a pod. */
import type { Millis, Timer, TimerOptions } from '#clock';
import { deepEqual } from '#values';
import type { Pod, PodStatus } from '#types';
import type { ResourceAmounts } from '#kinds';
import { behaviourOf, dependsOnRun } from '../behaviour/annotations.ts';
import type { Behaviour } from '../behaviour/behaviour.ts';
import { Rules } from '../behaviour/rules.ts';
import { exitOf } from './container-status.ts';
import type { Subject } from '../table/interpreter.ts';
import type { NodeAgent } from '../node/node-runner.ts';
import type { PodHost, PodSubject } from './pod-subject.ts';
import type { Verdict } from './probes.ts';
import type { Refusal } from './refusal.ts';

/** Together, since few pods have any of it at a time. */
interface Unrecorded {
  /** There are errors in its annotations. */
  readonly isInvalid?: boolean;
  /** Its containers are being stopped. */
  readonly isKilled?: boolean;
  /** Its volumes cannot be mounted. */
  readonly isUnmounted?: boolean;
  /** Its containers cannot be configured. */
  readonly isUnconfigured?: boolean;
  /** The probe that failed for good. */
  readonly unhealthy?: Verdict;
}

/** About two hundred bytes, without its timers. */
export class PodRecord implements Subject, PodSubject {
  readonly host: PodHost<PodRecord>;
  pod: Pod;
  behaviour: Behaviour;
  agent: NodeAgent;
  state: number;
  timers: Timer[] | undefined = undefined;
  since: Millis = 0;
  exit = exitOf(0);
  delayMs: Millis = 0;
  initIndex = Infinity;
  mountFailures = 0;
  mountFailedAt: Millis = 0;
  refusal: Refusal | undefined = undefined;
  /**
   * What it requests, while it counts among the pods that its node has admitted and that have not
   * ended.
   */
  admitted: ResourceAmounts | undefined = undefined;
  /** The address it holds in its node's network. */
  podIP: string | undefined = undefined;
  /** When the last of its volumes was attached; undefined while one is not. */
  attachedAt: Millis | undefined = undefined;
  /** The status that is being written. */
  writing: PodStatus | undefined = undefined;
  /** What has happened and has no event yet. */
  unrecorded: Unrecorded | undefined = undefined;
  /** The rejection whose event has been recorded. */
  reportedRefusal: Refusal | undefined = undefined;

  constructor(
    host: PodHost<PodRecord>,
    pod: Pod,
    agent: NodeAgent,
    state: number,
    rules = Rules.none,
  ) {
    this.host = host;
    this.pod = pod;
    this.agent = agent;
    this.state = state;
    this.behaviour = behaviourOf(pod, { rules, nodeLabels: agent.node.metadata.labels });
    this.#complain();
  }

  get timerOptions(): TimerOptions {
    return this.agent.timerOptions;
  }

  /** Nothing new: the informer delivers what the kubelet itself has just written. */
  isEcho(pod: Pod): boolean {
    const known = this.pod.metadata;
    const { metadata } = pod;
    if (metadata.resourceVersion === known.resourceVersion) return true;
    return (
      pod.status === this.writing &&
      pod.spec === this.pod.spec &&
      metadata.annotations === known.annotations &&
      metadata.deletionTimestamp === known.deletionTimestamp
    );
  }

  /** The pod has changed, or its kubelet syncs it. */
  update(pod: Pod, rules: Rules): void {
    const wasSame = pod.metadata.annotations === this.pod.metadata.annotations;
    this.pod = pod;
    if (!wasSame || !rules.isEmpty || dependsOnRun(pod)) this.behave(rules);
  }

  /** Recomputes how the pod behaves; returns whether that has changed. */
  behave(rules: Rules): boolean {
    const before = this.behaviour;
    const nodeLabels = this.agent.node.metadata.labels;
    this.behaviour = behaviourOf(this.pod, { rules, nodeLabels });
    // The same complaint is made once.
    if (this.behaviour.problems.join() !== before.problems.join()) this.#complain();
    return !deepEqual(before, this.behaviour);
  }

  #complain(): void {
    const isInvalid = this.behaviour.problems.length > 0;
    if (isInvalid || this.unrecorded !== undefined) {
      this.unrecorded = { ...this.unrecorded, isInvalid };
    }
  }
}

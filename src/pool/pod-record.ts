/** The pool's state of a pod. */
import type { Millis, Timer, TimerOptions } from '#clock';
import { deepEqual, podRequests, type Pod, type PodStatus, type ResourceAmounts } from '#kinds';
import { behaviourOf } from './behaviour/annotations.ts';
import type { Behaviour } from './behaviour/behaviour.ts';
import { Rules } from './behaviour/rules.ts';
import { exitOf } from './container-status.ts';
import type { Subject } from './interpreter.ts';
import type { NodeAgent } from './node-runner.ts';
import type { PodSubject } from './pod-subject.ts';
import type { Verdict } from './probes.ts';
import type { Refusal } from './refusal.ts';

/** A hundred bytes or two, without its timers. */
export class PodRecord implements Subject, PodSubject {
  pod: Pod;
  behaviour: Behaviour;
  agent: NodeAgent;
  state: number;
  timers: Timer[] | undefined = undefined;
  since: Millis = 0;
  exit = exitOf(0);
  delayMs: Millis = 0;
  initIndex = Infinity;
  refusal: Refusal | undefined = undefined;
  /** It counts among the pods that its node has admitted and that have not ended. */
  isAdmitted = false;
  /** The address it holds in its node's network. */
  podIP: string | undefined = undefined;
  /** When the last of its volumes was attached; undefined while one is not. */
  attachedAt: Millis | undefined = undefined;
  /** See {@link requests}; undefined before it is first asked for. */
  #requests: ResourceAmounts | undefined = undefined;
  /** The status that is being written. */
  writing: PodStatus | undefined = undefined;
  /** Its containers are being stopped, and the event of that has not been recorded. */
  isKilled = false;
  /** A probe failed for good, and its events have not been recorded. */
  unhealthy: Verdict | undefined = undefined;
  /** The rejection whose event has been recorded. */
  reportedRefusal: Refusal | undefined = undefined;
  /** The errors in its annotations have not been recorded. */
  isComplaining = false;

  constructor(pod: Pod, agent: NodeAgent, state: number, rules = Rules.none) {
    this.pod = pod;
    this.agent = agent;
    this.state = state;
    this.behaviour = behaviourOf(pod, { rules, nodeLabels: agent.node.metadata.labels });
    this.isComplaining = this.behaviour.problems.length > 0;
  }

  get timerOptions(): TimerOptions {
    return this.agent.timerOptions;
  }

  /** What the pod requests, which never changes. */
  get requests(): ResourceAmounts {
    return (this.#requests ??= podRequests(this.pod.spec));
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
    if (!wasSame || !rules.isEmpty) this.behave(rules);
  }

  /** Recomputes how the pod behaves; returns whether that has changed. */
  behave(rules: Rules): boolean {
    const before = this.behaviour;
    const nodeLabels = this.agent.node.metadata.labels;
    this.behaviour = behaviourOf(this.pod, { rules, nodeLabels });
    // The same complaint is made once.
    if (this.behaviour.problems.join() !== before.problems.join()) {
      this.isComplaining = this.behaviour.problems.length > 0;
    }
    return !deepEqual(before, this.behaviour);
  }
}

/** What the machine of pods works on, and what it asks of the kubelet around it. */
import type { Millis } from '#clock';
import type { Cause, Pod } from '#kinds';
import type { Behaviour } from './behaviour/behaviour.ts';
import type { Exit } from './container-status.ts';
import type { Refusal } from './refusal.ts';

/** What the machine reads and writes of a pod's record. */
export interface PodSubject {
  /** Its latest known state. */
  readonly pod: Pod;
  readonly behaviour: Behaviour;
  /** When the present stage began, ms: bound, containers started, containers ended, deleted. */
  since: Millis;
  /** How its containers ended, as long as that is to be written. */
  exit: Exit;
  /** From the end of its containers to their restart, ms; 0: as soon as it is noticed. */
  delayMs: Millis;
  /** Which init container runs, is to run again or failed for good. */
  initIndex: number;
  /** Why the kubelet ends it, where its containers do not end by themselves. */
  refusal: Refusal | undefined;
}

/**
 * `sync`: look again, something changed. `freeze`: the node does nothing any more. `boot`: the
 * machine was off and its kubelet looks for the first time, at containers that are dead.
 */
export interface PodEvent {
  readonly type: 'sync' | 'freeze' | 'boot';
  readonly cause?: Cause;
}

/** What the machine asks of the kubelet around it. Both may only look and queue. */
export interface PodHost<S extends PodSubject> {
  now(): Millis;
  /** When the images that a starting pod needs are on its node, ms. */
  imagesReadyAt(subject: S): Millis;
  /** The pod's stage changed, or may need another status: write what is due. */
  report(subject: S, cause: Cause): void;
  /** Its containers are being stopped. */
  killing(subject: S): void;
  /** Why the node does not take the pod; undefined when it does. */
  refusal(subject: S): Refusal | undefined;
  /** A probe has given its containers up. */
  unhealthy(subject: S): void;
}

/** The subject of the pod machine, and what it calls on its kubelet. */
import type { Millis } from '#clock';
import type { Cause } from '#values';
import type { Pod } from '#types';
import type { Behaviour } from '../behaviour/behaviour.ts';
import type { Exit } from './container-status.ts';
import type { Refusal } from './refusal.ts';

/** What the machine reads and writes of a pod's record. */
export interface PodSubject {
  /** Its kubelet. */
  readonly host: PodHost<PodSubject>;
  /** Its latest known state. */
  readonly pod: Pod;
  readonly behaviour: Behaviour;
  /** When the present stage began, ms: bound, containers started, containers ended, deleted. */
  since: Millis;
  /** How its containers ended, as long as that is to be written. */
  exit: Exit;
  /** From the end of its containers to their restart, ms; 0: immediately. */
  delayMs: Millis;
  /** Which init container runs, is to run again or failed for good. */
  initIndex: number;
  /** How often its volumes could not be mounted, and when that was tried last, ms. */
  mountFailures: number;
  mountFailedAt: Millis;
  /** Why the kubelet ends it, where its containers do not end by themselves. */
  refusal: Refusal | undefined;
}

/**
 * `sync`: check again, something changed. `freeze`: the node no longer acts. `boot`: the machine
 * was off and its kubelet finds that all containers have ended.
 */
export interface PodEvent {
  readonly type: 'sync' | 'freeze' | 'boot';
  readonly cause?: Cause;
}

/** What the machine calls on its kubelet. It may only read and enqueue. */
export interface PodHost<S extends PodSubject> {
  now(): Millis;
  /** When the images that a starting pod needs are on its node, ms. */
  imagesReadyAt(subject: S): Millis;
  /** When its volumes were there, ms; Infinity while one is not attached to its node. */
  volumesReadyAt(subject: S): Millis;
  /** The pod's stage changed, or may need another status: write what is due. */
  report(subject: S, cause: Cause): void;
  /** Its containers are being stopped. */
  killing(subject: S): void;
  /** Its volumes cannot be mounted. */
  unmounted(subject: S): void;
  /** Its containers cannot be configured. */
  unconfigured(subject: S): void;
  /** Why the node rejects the pod; undefined when it does not. */
  refusal(subject: S): Refusal | undefined;
  /** A probe has failed too often. */
  unhealthy(subject: S): void;
}

/**
 * What a controller is and all that it sees: informers, queues, a clock, chance, and per
 * reconcile a client and an event recorder that carry the reconcile's origin. The same
 * controller code runs in process and against a remote server.
 */
import type { Clock, Random } from '#clock';
import type { Authority, Causes, KubeObject } from '#values';
import type { Profile, Kind } from '#kinds';
import type { Client } from '#request';
import type { Informer } from './informer.ts';
import type { EventRecorder } from './events.ts';
import type { RateLimiterOptions, WorkQueue } from './queue.ts';
import type { ServedOptions, ServedResources } from './served-resources.ts';

/** What one reconcile works with. */
export interface ReconcileTools {
  /** Writes through it carry this reconcile's origin. */
  readonly client: Client;
  /**
   * A client whose writes also carry what this reconcile knew beyond the store; see {@link
   * Origin.evidence}.
   */
  clientKnowing(evidence: unknown): Client;
  /** Records events on objects, with client-go's correlation. */
  readonly events: EventRecorder;
  /** The causes of this reconcile. */
  readonly causes: Causes;
  /** The most pods that one object gets. */
  readonly podsPerObject: number;
}

/**
 * Brings the object named by `key` closer to its desired state. It gets the key, never the change.
 * A throw means: retry with the queue's back-off. Returning `{ requeueAfterMs }` asks for another
 * reconcile later (the key's failure count is reset, as after any success). It must not wait for
 * virtual time to pass: its key holds the clock.
 */
export type Reconcile = (
  key: string,
  tools: ReconcileTools,
) => Promise<ReconcileResult | undefined> | Promise<void>;

/** What a reconcile asks for: another one of the same key. */
export interface ReconcileResult {
  readonly requeueAfterMs?: number;
  /** Why it asks for another reconcile, in words for the run record. Default: `requeue`. */
  readonly requeueReason?: string;
  /** Retry with back-off without the noise of an error. */
  readonly retry?: boolean;
  /** A success that leaves the key's failure count as it is (CronJob, Job). */
  readonly keepFailures?: boolean;
}

export interface QueueOptions {
  /** Its name in diagnostics; default: the controller's name. */
  readonly name?: string;
  /** How many reconciles run at once; a key never runs twice at once. */
  readonly workers: number;
  /**
   * Default: client-go's controller limiter (5 ms doubling to 1000 s a key, 10/s burst 100 in all).
   */
  readonly limiter?: RateLimiterOptions;
  /**
   * How often a failing key is retried in a row before it waits until something adds it. Default:
   * without limit.
   */
  readonly maxRetries?: number;
  readonly reconcile: Reconcile;
}

export interface PeriodicOptions {
  readonly name: string;
  readonly periodMs: number;
  /** Delay of the first run; default: the period. */
  readonly initialDelayMs?: number;
}

/** All that a controller has of the cluster that it runs in. */
export interface ControllerContext {
  readonly clock: Clock;
  /** Seeded chance of this controller; streams by name. */
  readonly random: Random;
  /** The release that the cluster behaves like: it says which features are on. */
  readonly features: Profile;
  /** The certificates that clients of the API server trust, PEM; empty where there are none. */
  readonly rootCa: string;
  /** Signs certificates for clients and servers of the cluster. Absent where there is none. */
  readonly authority?: Authority | undefined;
  /** The shared informer of a kind. Ask in `start`, before the caches fill. */
  informer<T extends KubeObject>(kind: Kind<T>): Informer<T>;
  /**
   * Follows the objects of all resources that the server serves and the controller selects,
   * undeclared kinds included; discovery is repeated every 30 s. Only the metadata of the objects
   * is reliable, unless there is an {@link informer} of their kind. Call it in `start`. Workers
   * start once all is listed.
   */
  followServed(options: ServedOptions): ServedResources;
  /** A work queue whose workers start once all caches have filled. */
  queue(options: QueueOptions): WorkQueue;
  /** Runs work every period of virtual time (a run that lasts longer delays the next). */
  every(options: PeriodicOptions, run: (tools: ReconcileTools) => Promise<void>): void;
}

/** A controller: its name, and what it does when it starts. */
export interface ControllerDefinition {
  /** Short name, also of its folder: `daemonset`. */
  readonly name: string;
  /** Who it is in events and origins: `daemonset-controller`. */
  readonly actor: string;
  /**
   * The service account that it may act as, in `kube-system`. Default: the actor. False: it is a
   * program of its own, with credentials of its own.
   */
  readonly account?: string | false;
  /**
   * It stands for something beside the control plane, such as a cloud or a storage driver: against a
   * server elsewhere it runs only when it is named.
   */
  readonly isPretend?: boolean;
  /**
   * Form of its events: `core` (source, count) or `series` (events.k8s.io: eventTime, action).
   * Default: core.
   */
  readonly eventStyle?: 'core' | 'series';
  /** The source of its events. Default: the actor. */
  readonly eventSource?: string | ((features: Profile) => string);
  /** The bucket that the keys of its work are of. Default: that of the object that it writes. */
  readonly keys?: string;
  /** Loads what its reconciles need, before a run that may have objects of {@link loadedFor}; undefined: it is loaded. */
  readonly load?: () => Promise<void> | undefined;
  /** The bucket of the objects without which it reconciles nothing. Default: that of {@link keys}. */
  readonly loadedFor?: string;
  /**
   * Wires the controller: asks for informers, adds handlers, makes queues. All its state belongs to
   * what it creates here, so that dropping the run drops the state.
   */
  start(context: ControllerContext): void;
}

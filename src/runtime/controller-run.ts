/** One run of a controller, from its start to its stop: what it sees, and all its state. */
import type { Clock, Random } from '#clock';
import type { Authority, KubeObject } from '#values';
import type { Profile, Kind } from '#kinds';
import type { ServedResource } from '#catalog';
import type { ClientFactory } from '#request';
import type {
  ControllerContext,
  ControllerDefinition,
  PeriodicOptions,
  QueueOptions,
  ReconcileTools,
} from './controller.ts';
import { EventBroadcaster } from './event-broadcaster.ts';
import type { Handlers, Informer } from './informer.ts';
import type { Order } from './order.ts';
import type { QueueMeter } from './queue-meter.ts';
import type { WorkQueue } from './queue.ts';
import { reconcileItem, runPeriodic, type ReconcileTally, type WorkSetting } from './reconciler.ts';
import { ScopedClock } from './scoped-clock.ts';
import {
  ServedFollower,
  type FollowedInformer,
  type ServedOptions,
  type ServedResources,
} from './served-resources.ts';
import type { SharedInformer } from './shared-informer.ts';
import { RunCalls } from './stoppable.ts';
import { KeyQueue } from './work-queue.ts';
import { startWorkers } from './workers.ts';

/** What the manager gives to a run. */
export interface RunOptions {
  readonly definition: ControllerDefinition;
  readonly clock: Clock;
  readonly clients: ClientFactory;
  /** This run's own. */
  readonly random: Random;
  readonly profile: Profile;
  readonly rootCa: string;
  readonly authority: Authority | undefined;
  readonly podsPerObject: number;
  readonly tally: ReconcileTally;
  /** Of its reconciles. */
  readonly order: Order | undefined;
  readonly meterOf: (queue: string) => QueueMeter;
  readonly informerOf: <T extends KubeObject>(kind: Kind<T>) => SharedInformer<T>;
  /** The informer of a discovered resource, started. */
  readonly follow: (resource: ServedResource) => HeldInformer;
  readonly onError: (key: string, error: unknown) => void;
}

/** An informer that others may use as well. */
export interface HeldInformer {
  readonly informer: Pick<
    SharedInformer<KubeObject>,
    'lister' | 'synced' | 'addIndex' | 'addHandlers' | 'whenSynced'
  >;
  letGo(): void;
}

export class ControllerRun implements ControllerContext {
  readonly clock: ScopedClock;
  readonly random: Random;
  readonly features: Profile;
  readonly rootCa: string;
  readonly authority: Authority | undefined;
  readonly #options: RunOptions;
  readonly #setting: WorkSetting;
  readonly #events: EventBroadcaster;
  readonly #queues: KeyQueue[] = [];
  /** What must be ready, beyond the caches, before work begins. */
  readonly #prepare: (() => Promise<void>)[] = [];
  /** What starts once the caches have filled. */
  readonly #begin: (() => void)[] = [];
  readonly #detach = new Set<() => void>();
  readonly #calls = new RunCalls();

  constructor(options: RunOptions) {
    const { definition, clients, tally, onError } = options;
    this.#options = options;
    this.clock = new ScopedClock(options.clock);
    this.random = options.random;
    this.features = options.profile;
    this.rootCa = options.rootCa;
    this.authority = options.authority;
    this.#events = new EventBroadcaster({
      clock: this.clock,
      component: sourceOf(definition, options.profile),
      style: definition.eventStyle ?? 'core',
      namesReporter: options.profile.enabled('EventsNameTheirReporter'),
      countsFirst: options.profile.enabled('SeriesCountFirstEvent'),
      onError: (error) => onError('events', error),
    });
    this.#setting = {
      controller: definition.name,
      actor: definition.actor,
      clients,
      events: this.#events,
      tally,
      calls: this.#calls,
      podsPerObject: options.podsPerObject,
      onError,
    };
  }

  informer<T extends KubeObject>(kind: Kind<T>): Informer<T> {
    const shared = this.#options.informerOf(kind);
    return {
      lister: shared.lister,
      get synced() {
        return shared.synced;
      },
      addIndex: (name, valuesOf) => shared.addIndex(name, valuesOf),
      addHandlers: (handlers: Handlers<T>) => {
        this.#detach.add(shared.addHandlers(handlers));
      },
    };
  }

  followServed(options: ServedOptions): ServedResources {
    const { definition, clients, onError } = this.#options;
    const { name, actor } = definition;
    const client = this.#calls.of(clients.as({ actor }));
    const follower = new ServedFollower({
      ...options,
      name,
      clock: this.clock,
      discover: () => client.discover(),
      follow: (resource) => this.#follow(resource),
      onError: (error) => onError('discovery', error),
    });
    this.#prepare.push(() => follower.start());
    this.#detach.add(() => follower.stop());
    return follower;
  }

  #follow(resource: ServedResource): FollowedInformer {
    const { informer, letGo } = this.#options.follow(resource);
    const detach = new Set<() => void>();
    const leave = (): void => {
      for (const each of detach) each();
      letGo();
      this.#detach.delete(leave);
    };
    this.#detach.add(leave);
    return {
      lister: informer.lister,
      get synced() {
        return informer.synced;
      },
      addIndex: (name, valuesOf) => informer.addIndex(name, valuesOf),
      addHandlers: (handlers) => {
        detach.add(informer.addHandlers(handlers));
      },
      whenSynced: () => informer.whenSynced(),
      letGo: leave,
    };
  }

  queue(options: QueueOptions): WorkQueue {
    const { name, workers, limiter } = options;
    const { clock, definition, meterOf, order } = this.#options;
    const known = name ?? definition.name;
    const queue = new KeyQueue({ clock, name: known, limiter, order, meter: meterOf(known) });
    this.#queues.push(queue);
    this.#begin.push(() =>
      startWorkers({
        queue,
        count: workers,
        order,
        work: (item) => reconcileItem(this.#setting, queue, options, item),
      }),
    );
    return queue;
  }

  every(options: PeriodicOptions, run: (tools: ReconcileTools) => Promise<void>): void {
    const { name, periodMs, initialDelayMs = periodMs } = options;
    const holder = `${this.#options.definition.name} ${name}`;
    const once = async (): Promise<void> => {
      const release = this.clock.hold(holder);
      await runPeriodic(this.#setting, name, run);
      schedule(periodMs);
      release();
    };
    const schedule = (delayMs: number): void => {
      this.clock.after(delayMs, () => void once(), { name: holder, quiet: true });
    };
    this.#begin.push(() => schedule(initialDelayMs));
  }

  /**
   * Starts workers and periodic runs, immediately when there is nothing to prepare. Does nothing
   * once stopped.
   */
  async begin(): Promise<void> {
    for (const prepare of this.#prepare) await prepare();
    if (this.#calls.stopped) return;
    for (const begin of this.#begin) begin();
  }

  /**
   * Writes that were sent before it was stopped, until they are answered; undefined when there are
   * none.
   */
  get lastAnswers(): Promise<void> | undefined {
    return this.#calls.lastAnswers;
  }

  /** Drops queues, timers, holds, handlers and events; what still runs fails at its next call. */
  stop(): void {
    this.#calls.stop();
    for (const detach of this.#detach) detach();
    for (const queue of this.#queues) queue.shutDown();
    this.#events.stop();
    this.clock.close();
  }
}

function sourceOf({ actor, eventSource = actor }: ControllerDefinition, profile: Profile): string {
  return typeof eventSource === 'string' ? eventSource : eventSource(profile);
}

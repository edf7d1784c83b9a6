import { Random, type Clock } from '#clock';
import { apiVersionOf, resourceOf, type Profile, type Kind } from '#kinds';
import type { Authority, KubeObject } from '#values';
import type { ResourceType, ServedResource } from '#catalog';
import type { ClientFactory } from '#request';
import type { ControllerDefinition } from './controller.ts';
import { ControllerRun, type HeldInformer } from './controller-run.ts';
import type { Order } from './order.ts';
import { PODS_PER_OBJECT } from './pod-control.ts';
import { QueueMeter } from './queue-meter.ts';
import type { ReconcileTally } from './reconciler.ts';
import { SharedInformer } from './shared-informer.ts';

export interface ControllerManagerOptions {
  readonly clock: Clock;
  readonly clients: ClientFactory;
  readonly random: Random;
  readonly profile: Profile;
  /** The certificates that clients of the API server trust, PEM. Default: none. */
  readonly rootCa?: string;
  /** Signs certificates. Default: none. */
  readonly authority?: Authority;
  /** The most pods that one object gets. Default: {@link PODS_PER_OBJECT}. */
  readonly podsPerObject?: number | undefined;
  /** The actor of its lists and watches. Default: `kube-controller-manager`. */
  readonly actor?: string;
  /** Of reconciles and deliveries that are ready at one instant. Default: as they became ready. */
  readonly order?: Order | undefined;
  /**
   * Called for every failed reconcile, which will be retried, with its actor and key; for lost
   * events, with the key `events`; and for errors of informers, with the manager's own actor and
   * the resource as the key.
   */
  readonly onError?: (actor: string, key: string, error: unknown) => void;
}

/** An informer that stops with its last user. */
interface Shared {
  readonly informer: SharedInformer<KubeObject, ServedResource>;
  holders: number;
}

/**
 * Runs controllers side by side over shared informers. All state of a controller belongs to its run
 * and is dropped with it, so stopping and starting one is like killing and restarting its process.
 */
export class ControllerManager {
  readonly #options: ControllerManagerOptions;
  readonly #definitions = new Map<string, ControllerDefinition>();
  readonly #runs = new Map<string, ControllerRun>();
  readonly #tallies = new Map<string, ReconcileTally>();
  readonly #meters = new Map<string, QueueMeter>();
  /**
   * Writes in flight of stopped runs: a controller that reads before they are done would repeat
   * them.
   */
  readonly #sent = new Set<Promise<void>>();
  /** By resource. A map of its values' type parameters cannot be written down. */
  readonly #informers = new Map<string, SharedInformer<KubeObject>>();
  /**
   * Of discovered resources for which no controller has an informer, by API version and resource.
   */
  readonly #followed = new Map<string, Shared>();

  constructor(options: ControllerManagerOptions) {
    this.#options = options;
  }

  /**
   * Starts controllers: wires them in the order given, waits for the writes in flight of stopped
   * ones, fills the caches, then starts their workers. Resolves when they do. Throws an Error for a
   * name that runs already.
   */
  async start(definitions: readonly ControllerDefinition[]): Promise<void> {
    const runs = definitions.map((definition) => this.#wire(definition));
    const informers = [...this.#informers.values()];
    if (this.#sent.size > 0) await this.answered();
    for (const informer of informers) informer.start();
    await Promise.all(informers.map((informer) => informer.whenSynced()));
    await Promise.all(runs.map((run) => run.begin()));
  }

  /** Resolves once the writes in flight of stopped controllers are answered. */
  async answered(): Promise<void> {
    await Promise.all(this.#sent);
  }

  /** Stops all controllers immediately, whatever they are doing. */
  stop(): void {
    for (const name of [...this.#runs.keys()]) this.stopOne(name);
  }

  /** Stops one controller immediately; does nothing when it does not run. */
  stopOne(name: string): void {
    const run = this.#runs.get(name);
    if (run === undefined) return;
    run.stop();
    this.#runs.delete(name);
    const { lastAnswers } = run;
    if (lastAnswers !== undefined) this.#awaitAtStart(lastAnswers);
    if (this.#runs.size > 0) return;
    for (const informer of this.#informers.values()) informer.stop();
    this.#informers.clear();
  }

  /**
   * Restarts a stopped controller, without any of its earlier state. Throws an Error for an unknown
   * name.
   */
  async startOne(name: string): Promise<void> {
    const definition = this.#definitions.get(name);
    if (definition === undefined) throw new Error(`no controller named ${name}`);
    await this.start([definition]);
  }

  /** The names of the controllers that run, in the order of their starts. */
  get running(): readonly string[] {
    return [...this.#runs.keys()];
  }

  /** How much a controller has worked so far. */
  tally(name: string): Readonly<ReconcileTally> {
    return this.#tallies.get(name) ?? { reconciles: 0, errors: 0 };
  }

  /** What the controllers' queues have had to do so far, of those that have stopped too. */
  get queues(): Iterable<QueueMeter> {
    return this.#meters.values();
  }

  #awaitAtStart(answers: Promise<void>): void {
    this.#sent.add(answers);
    void answers.then(() => this.#sent.delete(answers));
  }

  #wire(definition: ControllerDefinition): ControllerRun {
    const { name, actor } = definition;
    if (this.#runs.has(name)) throw new Error(`${name} runs already`);
    const { clock, clients, profile, rootCa = '', authority, order, onError } = this.#options;
    const { podsPerObject = PODS_PER_OBJECT } = this.#options;
    const run = new ControllerRun({
      definition,
      clock,
      clients,
      profile,
      rootCa,
      authority,
      podsPerObject,
      order,
      random: this.#randomOf(name),
      tally: this.#tallyOf(name),
      meterOf: (queue) => this.#meterOf(queue),
      informerOf: (kind) => this.#informerOf(kind),
      follow: (resource) => this.#follow(resource),
      onError: (key, error) => onError?.(actor, key, error),
    });
    this.#definitions.set(name, definition);
    this.#runs.set(name, run);
    definition.start(run);
    return run;
  }

  /** Every run has random streams of its own, as a restarted process has. */
  #randomOf(name: string): Random {
    return new Random(this.#options.random.stream(`controller ${name}`).uuid());
  }

  /** How many reconciles there were, of all controllers. */
  get reconciles(): number {
    return [...this.#tallies.values()].reduce((sum, { reconciles }) => sum + reconciles, 0);
  }

  #tallyOf(name: string): ReconcileTally {
    let tally = this.#tallies.get(name);
    if (tally === undefined) this.#tallies.set(name, (tally = { reconciles: 0, errors: 0 }));
    return tally;
  }

  #meterOf(queue: string): QueueMeter {
    let meter = this.#meters.get(queue);
    if (meter === undefined) this.#meters.set(queue, (meter = new QueueMeter(queue)));
    return meter;
  }

  #informerOf<T extends KubeObject>(kind: Kind<T>): SharedInformer<T> {
    const resource = resourceOf(kind);
    const existing = this.#informers.get(resource);
    if (existing !== undefined) return existing as unknown as SharedInformer<T>;
    const informer = new SharedInformer<T>({ ...this.#reading(kind), kind });
    this.#informers.set(resource, informer as unknown as SharedInformer<KubeObject>);
    return informer;
  }

  #reading(resource: Pick<ResourceType, 'group' | 'plural'>) {
    const { clock, clients, order, onError, actor = 'kube-controller-manager' } = this.#options;
    const name = resourceOf(resource);
    const client = clients.as({ actor });
    return { clock, client, order, onError: (error: unknown) => onError?.(actor, name, error) };
  }

  /**
   * Whole objects include their metadata: only resources without an informer get one for metadata.
   */
  #follow(resource: ServedResource): HeldInformer {
    const known = this.#informers.get(resourceOf(resource));
    if (known !== undefined) return { informer: known, letGo: () => undefined };
    const key = `${apiVersionOf(resource)} ${resource.plural}`;
    const shared = this.#followed.get(key) ?? this.#startFollowing(key, resource);
    shared.holders++;
    return { informer: shared.informer, letGo: () => this.#letGo(key, shared) };
  }

  #startFollowing(key: string, resource: ServedResource): Shared {
    const { client, ...reading } = this.#reading(resource);
    const { isElsewhere = false } = resource;
    const options = { ...reading, client: client.metadata, kind: resource, isElsewhere };
    const informer = new SharedInformer<KubeObject, ServedResource>(options);
    const shared = { informer, holders: 0 };
    this.#followed.set(key, shared);
    informer.start();
    return shared;
  }

  #letGo(key: string, shared: Shared): void {
    if (--shared.holders > 0) return;
    this.#followed.delete(key);
    shared.informer.stop();
  }
}

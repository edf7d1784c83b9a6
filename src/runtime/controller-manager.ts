import { Random, type Clock } from '#clock';
import { resourceOf, type FeatureGates, type Kind, type KubeObject } from '#kinds';
import type { ClientFactory } from './client.ts';
import type { ControllerDefinition } from './controller.ts';
import { ControllerRun } from './controller-run.ts';
import { QueueMeter } from './queue-meter.ts';
import type { ReconcileTally } from './reconciler.ts';
import { SharedInformer } from './shared-informer.ts';

export interface ControllerManagerOptions {
  readonly clock: Clock;
  readonly clients: ClientFactory;
  readonly random: Random;
  readonly features: FeatureGates;
  /** What clients of the API server are to trust, PEM. Default: nothing. */
  readonly rootCa?: string;
  /** Who it is when it lists and watches. Default: `kube-controller-manager`. */
  readonly actor?: string;
  /**
   * Told of every failed reconcile, which will be retried, by its actor and key; of events that were
   * lost, under the key `events`; and of what goes wrong in informers, under the manager's own
   * actor with the resource as the key.
   */
  readonly onError?: (actor: string, key: string, error: unknown) => void;
}

/**
 * Runs controllers side by side over shared informers. All that a controller remembers belongs to
 * its run and is dropped with it, so stopping and starting one is what killing its process is.
 */
export class ControllerManager {
  readonly #options: ControllerManagerOptions;
  readonly #definitions = new Map<string, ControllerDefinition>();
  readonly #runs = new Map<string, ControllerRun>();
  readonly #tallies = new Map<string, ReconcileTally>();
  readonly #meters = new Map<string, QueueMeter>();
  /** Writes of runs that were stopped, until they have landed: who looks before would do the same again. */
  readonly #sent = new Set<Promise<void>>();
  /** By resource. A map of its values' type parameters cannot be written down. */
  readonly #informers = new Map<string, SharedInformer<KubeObject>>();

  constructor(options: ControllerManagerOptions) {
    this.#options = options;
  }

  /**
   * Starts controllers: wires them in the order given, waits for what was sent by those that were
   * stopped, fills the caches, then lets them work.
   * Resolves when they do. Throws an Error for a name that runs already.
   */
  async start(definitions: readonly ControllerDefinition[]): Promise<void> {
    const runs = definitions.map((definition) => this.#wire(definition));
    const informers = [...this.#informers.values()];
    if (this.#sent.size > 0) await Promise.all(this.#sent);
    for (const informer of informers) informer.start();
    await Promise.all(informers.map((informer) => informer.whenSynced()));
    for (const run of runs) run.begin();
  }

  /** Stops all controllers at once, in the middle of whatever they do. */
  stop(): void {
    for (const name of [...this.#runs.keys()]) this.stopOne(name);
  }

  /** Stops one controller at once; does nothing when it does not run. */
  stopOne(name: string): void {
    const run = this.#runs.get(name);
    if (run === undefined) return;
    run.stop();
    this.#runs.delete(name);
    const { landing } = run;
    if (landing !== undefined) this.#awaitAtStart(landing);
    if (this.#runs.size > 0) return;
    for (const informer of this.#informers.values()) informer.stop();
    this.#informers.clear();
  }

  /** Starts again, remembering nothing, a controller that was stopped. Throws an Error for an unknown name. */
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

  #awaitAtStart(landing: Promise<void>): void {
    this.#sent.add(landing);
    void landing.then(() => this.#sent.delete(landing));
  }

  #wire(definition: ControllerDefinition): ControllerRun {
    const { name, actor } = definition;
    if (this.#runs.has(name)) throw new Error(`${name} runs already`);
    const { clock, clients, features, rootCa = '', onError } = this.#options;
    const run = new ControllerRun({
      definition,
      clock,
      clients,
      features,
      rootCa,
      random: this.#randomOf(name),
      tally: this.#tallyOf(name),
      meterOf: (queue) => this.#meterOf(queue),
      informerOf: (kind) => this.#informerOf(kind),
      onError: (key, error) => onError?.(actor, key, error),
    });
    this.#definitions.set(name, definition);
    this.#runs.set(name, run);
    definition.start(run);
    return run;
  }

  /** Every run has chance of its own, as a process that starts again has. */
  #randomOf(name: string): Random {
    return new Random(this.#options.random.stream(`controller ${name}`).uuid());
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
    const { clock, clients, onError, actor = 'kube-controller-manager' } = this.#options;
    const informer = new SharedInformer<T>({
      clock,
      client: clients.as({ actor }),
      kind,
      onError: (error) => onError?.(actor, resource, error),
    });
    this.#informers.set(resource, informer as unknown as SharedInformer<KubeObject>);
    return informer;
  }
}

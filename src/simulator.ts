/** Wires the rooms into one control plane: clock, store, API, clients, controllers, pool. */
import { Random, VirtualClock, type Millis } from '#clock';
import { ApiServer, type ReadSource } from '#api';
import { InProcessClients } from '#client';
import {
  featureGates,
  isAlreadyExists,
  KindRegistry,
  kinds as allKinds,
  metricsKinds,
  namespace,
  nodeMetrics,
  podMetrics,
  priorityClass,
  systemPriorityClasses,
  type Kind,
} from '#kinds';
import { Metrics, pool } from '#pool';
import { RunRecord } from '#record';
import { ControllerManager, type Client, type ControllerDefinition } from '#runtime';
import { MemoryStore, type HistoryWindow } from '#store';

export interface SimulatorOptions {
  /** The same seed gives the same run. Default: 1. */
  readonly seed?: number;
  /** Virtual time at the start, ms. */
  readonly startMs: Millis;
  /** Controllers to run; see `#controllers` for the built-in ones. */
  readonly controllers: readonly ControllerDefinition[];
  /** Fake kubelets for the nodes. Default: true. */
  readonly pool?: boolean;
  /** Feature gates that differ from v1.24's defaults. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** Kubelets record events (Pulled, Started, ...). Default: false. */
  readonly kubeletEvents?: boolean;
  /** Metrics are measured every so many ms, 1000 or more. Default: whenever they are asked for. */
  readonly metricsIntervalMs?: Millis;
  /** Told of reconciles that failed and will be retried. */
  readonly onReconcileError?: (actor: string, key: string, error: unknown) => void;
  /** How much history to keep for reads and watches of the past. Default: all of it. */
  readonly window?: HistoryWindow;
  /** Freeze what is stored, so that a write to a shared object throws. For tests. */
  readonly freeze?: boolean;
}

/** Namespaces that every cluster has. */
const SYSTEM_NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** A control plane with its fake cluster, on a clock of its own. Several can live side by side. */
export class Simulator {
  readonly clock: VirtualClock;
  readonly store: MemoryStore;
  readonly api: ApiServer;
  readonly clients: InProcessClients;
  /** What is served: the metrics API only where there are kubelets to measure. */
  readonly kinds: KindRegistry;
  /** Follows every write from the first one on. */
  readonly record: RunRecord;
  readonly #manager: ControllerManager;
  readonly #kubelets: ControllerManager;
  readonly #metrics: Metrics;
  readonly #options: SimulatorOptions;

  constructor(options: SimulatorOptions) {
    this.#options = options;
    const { seed = 1, startMs, features: overrides, freeze, window } = options;
    const random = new Random(seed);
    const features = featureGates(overrides);
    this.clock = new VirtualClock({ start: startMs });
    const { clock } = this;
    this.store = new MemoryStore({ clock, freeze, window });
    this.record = new RunRecord(this.store, startMs);
    const hasPool = options.pool ?? true;
    this.kinds = new KindRegistry(hasPool ? [...allKinds, ...metricsKinds] : allKinds);
    this.#metrics = new Metrics({ clock, intervalMs: options.metricsIntervalMs });
    const sources = hasPool ? this.#metricsSources() : [];
    this.api = new ApiServer({ store: this.store, clock, random, features, sources });
    this.clients = new InProcessClients({ api: this.api, clock });
    const { clients } = this;
    const onError = options.onReconcileError;
    this.#manager = new ControllerManager({ clock, clients, random, features, onError });
    this.#kubelets = new ControllerManager({ clock, clients, random, features, onError });
  }

  #metricsSources(): readonly ReadSource[] {
    const client = (): Client => this.clients.as({ actor: 'metrics-server' });
    return [
      {
        kind: podMetrics as unknown as Kind,
        list: (namespace) => this.#metrics.ofPods(client(), namespace),
      },
      {
        kind: nodeMetrics as unknown as Kind,
        list: () => this.#metrics.ofNodes(client()),
      },
    ];
  }

  /** Creates the system namespaces and priority classes, and starts the controllers and the pool. */
  async start(): Promise<void> {
    const client = this.clients.as({ actor: 'simulator', note: 'start' });
    for (const name of SYSTEM_NAMESPACES) {
      await ensure(client.create(namespace, { metadata: { name } }));
    }
    for (const each of systemPriorityClasses) await ensure(client.create(priorityClass, each));
    await this.startControllers();
    if (this.#options.pool ?? true) {
      const { scraper } = this.#metrics;
      const kubelets = pool({ events: this.#options.kubeletEvents ?? false });
      await this.#kubelets.start(scraper === undefined ? [kubelets] : [kubelets, scraper]);
    }
  }

  /** Starts the controllers, at first or anew after {@link killControllers}. */
  startControllers(): Promise<void> {
    return this.#manager.start(this.#options.controllers);
  }

  /**
   * Kills the controllers at once, as a crash would: work under way writes no more, and all that they
   * kept in memory is gone. The API and the machines go on.
   */
  killControllers(): void {
    this.#manager.stop();
  }

  /** Stops everything; what is stored stays readable. */
  stop(): void {
    this.#manager.stop();
    this.#kubelets.stop();
    this.record.stop();
    this.store.close();
  }
}

/** Lets pass what is there already. */
async function ensure(creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

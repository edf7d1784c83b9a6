/** Wires the rooms into one control plane: clock, store, API, clients, controllers, pool. */
import { customResourceDefinitions } from '#controllers';
import { Random, VirtualClock, type Millis, type Release } from '#clock';
import { ApiServer, damagePlugin, defaultPlugins, type CallWebhook, type ReadSource } from '#api';
import { directClient, InProcessClients } from '#client';
import { remoteCaller, serverReacher, webhookCaller } from '#webhooks';
import { damageBy, Faults, faultsOfRaces, withFaults, withWebhookFaults } from '#faults';
import { ApiError } from '#values';
import { customResourceDefinition, loadChecksOfObjects } from '#custom';
import {
  nodeMetrics,
  podMetrics,
  type Profile,
  type Kind,
  defaultProfile,
  withGates,
} from '#kinds';
import { kindsOf, type KindRegistry, kindsWithMetrics, readThrough } from '#catalog';
import { Metrics, pool } from '#pool';
import { continuedReleases, LoopGuard, type ReleaseHistory, RunRecord } from '#record';
import {
  chooseControllers,
  type Client,
  type ControllerDefinition,
  type QueueMeter,
} from '#runtime';
import { MemoryStore, type Change, type Store } from '#store';
import { ControlPlane } from './simulator-plane.ts';
import { chanceAfter, chanceOf } from './simulator-chance.ts';
import { createCommon } from './simulator-common.ts';
import { loadAhead } from './simulator-loading.ts';
import type { SimulatorOptions } from './simulator-options.ts';

export type { ApiObject, KeptData, SharedStore, SimulatorOptions } from './simulator-options.ts';

/** Actors that drive every run. */
const drivers = ['simulator', 'restore', 'scenario'];

/** A control plane with its fake cluster, on a clock of its own. Several can live side by side. */
export class Simulator {
  readonly clock: VirtualClock;
  readonly store: Store;
  readonly api: ApiServer;
  readonly clients: InProcessClients;
  readonly faults: Faults;
  /** Which it has been so far. */
  readonly releases: ReleaseHistory;
  /** Follows every write from the first one on. */
  readonly record: RunRecord;
  #plane: ControlPlane;
  /** Reconciles of the releases before. */
  #reconcilesBefore = 0;
  readonly #metrics: Metrics;
  readonly #options: SimulatorOptions;
  /** During an outage: the controllers that ran before. */
  #outage: readonly string[] | undefined;
  #isUp = false;

  constructor(options: SimulatorOptions) {
    this.#options = options;
    const { startMs, profile: release = defaultProfile } = options;
    const { admission = defaultPlugins, authorization } = options;
    const random = new Random(chanceOf(options));
    const profile = withGates(release, options.features);
    this.releases = continuedReleases(profile, options.data);
    this.clock = options.shared?.clock ?? new VirtualClock({ start: startMs });
    const { clock } = this;
    const guard = new LoopGuard({ clock });
    const onWrite = (change: Change): void => {
      guard.see(change, this.store.past);
      this.faults.see(change);
    };
    const { shared } = options;
    this.store =
      shared?.store ??
      new MemoryStore({
        ...{ clock, onWrite, journal: options.data },
        ...{ freeze: options.freeze, window: options.window, storageBytes: options.storageBytes },
      });
    shared?.onWrite(onWrite);
    options.data?.loadInto(this.store);
    this.#readThrough();
    this.record = new RunRecord(this.store, startMs);
    this.faults = this.#makeFaults(random);
    const { faults } = this;
    const hasPool = options.pool ?? true;
    this.#metrics = new Metrics({
      clock,
      intervalMs: options.metricsIntervalMs,
      measuresIdle: options.idleMetrics,
    });
    const sources = hasPool ? this.#metricsSources() : [];
    const { store } = this;
    const kinds = this.#servedBy(profile);
    this.api = new ApiServer({
      ...{ store, clock, random, profile, kinds, sources },
      admission: [...admission, damagePlugin(damageBy(faults))],
      authorization,
      ...{ lost: options.lost, serviceIpRange: options.serviceIpRange },
      callRemote: remoteCaller(options.webhookAddresses, options.proxyCertificate),
      callWebhook: withWebhookFaults(
        observed(webhookCaller(options.webhookAddresses), options.onWebhookCall),
        faults,
      ),
    });
    this.clients = new InProcessClients({
      ...{ api: this.api, clock },
      between: (call, origin) => withFaults(call, faults, origin),
      reach: serverReacher(options.webhookAddresses, options.proxyCertificate),
    });
    this.#plane = this.#makePlane(random);
    this.#awaitDefinitions();
  }

  /** What releases before have kept is read as each later one decodes it. */
  #readThrough(): void {
    for (const { behind, profile } of this.releases.later) {
      this.store.reread(readThrough(this.#servedBy(profile), profile), behind);
    }
  }

  #makePlane(random: Random): ControlPlane {
    const { clock, clients, profile } = this;
    return new ControlPlane({ clock, clients, random, profile, options: this.#options });
  }

  #awaitDefinitions(): void {
    void this.api.whenDefined().then(() => this.#startDefinitions());
  }

  /** The release that the cluster behaves like now. */
  get profile(): Profile {
    return this.releases.present;
  }

  #makeFaults(random: Random): Faults {
    const { driver = 'scenario', onStrike } = this.#options;
    return new Faults({
      clock: this.clock,
      random,
      revision: () => this.store.revision(),
      drivers: [...drivers, driver],
      onStrike,
    });
  }

  /** Reads within reads of the API. */
  get #reader(): Client {
    return directClient(this.api, { origin: { actor: 'metrics-server' } });
  }

  #metricsSources(): readonly ReadSource[] {
    return [
      {
        kind: podMetrics as unknown as Kind,
        list: (namespace) => this.#metrics.ofPods(this.#reader, namespace),
      },
      {
        kind: nodeMetrics as unknown as Kind,
        list: () => this.#metrics.ofNodes(this.#reader),
      },
    ];
  }

  /** What is served: the metrics API only where there are kubelets to measure. */
  get kinds(): KindRegistry {
    return this.api.kinds;
  }

  /** What the controllers' work queues have had to do so far. */
  get queues(): Iterable<QueueMeter> {
    return this.#plane.queues;
  }

  /** How often controllers have reconciled so far. */
  get reconciles(): number {
    return this.#reconcilesBefore + this.#plane.reconciles;
  }

  /**
   * Restores the objects to begin with, creates what every cluster has, and
   * starts the controllers and the pool, which on a shared store only {@link lead} does.
   */
  async start(): Promise<void> {
    this.#options.data?.writeAs(`1.${this.profile.minor}`);
    if (this.#mayHaveRules()) await loadChecksOfObjects();
    await this.loadChecks(this.#options.isExpected, this.#options.isNamed);
    await this.#restore();
    for (const fault of faultsOfRaces(this.#options.races ?? {})) this.faults.inject(fault);
    const client = this.clients.as({ actor: 'simulator', note: 'start' });
    await createCommon(client, this.#options);
    if (this.#options.shared === undefined) await this.lead();
    else await this.#prepareAuthorization();
  }

  /** Loads what objects of kinds need, so that none has to wait for that. */
  loadChecks(
    isExpected?: (kind: Kind) => boolean,
    isNamed?: (word: string) => boolean,
  ): Promise<void> {
    return loadAhead(this.api, this.#options.controllers, isExpected, isNamed);
  }

  /** Starts all that only one of the servers of a store runs: controllers, kubelets, what belongs to the API server. */
  async lead(): Promise<void> {
    await this.#startOfApiServer();
    await this.startControllers();
    await this.#startKubelets();
  }

  /** Ends what {@link lead} has started, at once. */
  stopLeading(): void {
    this.#plane.stop();
    this.#stopOfApiServer();
  }

  /** The names of the programs of their own. */
  get programs(): readonly string[] {
    return this.#plane.programs.names;
  }

  /** The names of the controllers that run. */
  get running(): readonly string[] {
    return this.#plane.running;
  }

  /**
   * Starts controllers that do not run, at first or again after {@link killControllers}. Default:
   * all. Throws an Error for a name that is none of them, and during an outage.
   */
  async startControllers(names?: readonly string[]): Promise<void> {
    this.#checkUp();
    const { running } = this.#plane.manager;
    const named = this.#named(names);
    const isOwn = (name: string): boolean => this.programs.includes(name);
    const expected = named.filter(({ name }) => !isOwn(name) && !running.includes(name));
    await this.#plane.manager.start(expected);
    this.#plane.programs.start(named.map(({ name }) => name));
  }

  /**
   * Kills controllers at once, as a crash would: of work under way only calls that were sent
   * already reach the API, and their state in memory is lost. The API and the machines keep
   * running. Throws like {@link startControllers}.
   */
  killControllers(names?: readonly string[]): void {
    this.#checkUp();
    const named = this.#named(names).map(({ name }) => name);
    for (const name of named) this.#plane.manager.stopOne(name);
    this.#plane.programs.stop(named);
  }

  /** Why writes are refused at present. */
  get refusal(): ApiError | undefined {
    if (this.#outage === undefined) return undefined;
    return new ApiError(503, 'ServiceUnavailable', 'the control plane is down (an outage)');
  }

  /**
   * Takes the control plane down: controllers are killed, kubelets report nothing, writes are
   * refused. Reads still work. The machines and the clock keep running. Throws an Error when it is
   * down.
   */
  beginOutage(): void {
    this.#checkUp();
    this.#outage = this.running;
    this.stopLeading();
    this.clients.refuseWrites(this.refusal);
  }

  /** Restarts what {@link beginOutage} stopped. Kubelets report the state of their pods. */
  async endOutage(): Promise<void> {
    const expected = this.#outage;
    if (expected === undefined) return;
    this.#outage = undefined;
    this.clients.refuseWrites(undefined);
    await this.#startOfApiServer();
    if (expected.length > 0) await this.startControllers(expected);
    await this.#startKubelets();
  }

  /**
   * Everything stops, the clock jumps by this many ms, everything restarts. What was due in between
   * is done at the end of the jump, if it is still due then. Throws an Error during an outage.
   */
  async jump(ms: Millis): Promise<void> {
    this.beginOutage();
    this.clock.leap(ms);
    await this.endOutage();
  }

  /**
   * Stops the control plane, and starts another release of it on what is stored. Machines and nodes stay as they are.
   *
   * @param profile with its gates as they are to be
   * Throws an Error during an outage, and on a shared store.
   */
  async move(profile: Profile): Promise<void> {
    if (this.#options.shared !== undefined) {
      throw new Error(
        'the servers of an etcd are upgraded one by one: stop this one, and start it with --kubernetes',
      );
    }
    this.beginOutage();
    const random = new Random(chanceAfter(this.#options, profile, this.store.revision()));
    this.releases.move(this.store.revision(), profile);
    this.#options.data?.writeAs(`1.${profile.minor}`);
    this.#reconcilesBefore = this.reconciles;
    this.api.move(profile, this.#servedBy(profile), random);
    await this.#plane.answered();
    this.#plane = this.#makePlane(random);
    this.#awaitDefinitions();
    await this.endOutage();
  }

  /** The metrics API is served only where there are kubelets to measure. */
  #servedBy(profile: Profile): readonly Kind[] {
    const { kinds, pool: hasPool = true } = this.#options;
    return kinds ?? (hasPool ? kindsWithMetrics(profile) : kindsOf(profile));
  }

  /** Stops everything; what is stored stays readable. */
  stop(): void {
    this.stopLeading();
    this.record.stop();
    this.store.close();
  }

  /** Whether what is stored already may have rules in CEL: where these are off, too. */
  #mayHaveRules(): boolean {
    const { objects = [], data, shared } = this.#options;
    const definitions = objects.some(({ kind }) => kind === customResourceDefinition.kind);
    return definitions || data?.isEmpty === false || shared !== undefined;
  }

  async #restore(): Promise<void> {
    const { objects = [] } = this.#options;
    if (objects.length > 0) await this.api.restore({ origin: { actor: 'restore' } }, objects);
  }

  async #startOfApiServer(): Promise<void> {
    await this.#prepareAuthorization();
    await this.#plane.ofApiServer.start(this.#options.apiServerControllers ?? []);
    this.#isUp = true;
    // What it has not seen as a change cannot reach it later.
    const isRaced = this.#options.races?.definitions !== undefined;
    if (isRaced || this.api.hasDefinitions) await this.#startDefinitions();
  }

  async #prepareAuthorization(): Promise<void> {
    if (this.#options.authorization === 'rbac') await this.api.prepareAuthorization();
  }

  /** Runs once there are definitions: a cluster without any does not pay for it. */
  async #startDefinitions(): Promise<void> {
    const { running } = this.#plane.ofApiServer;
    if (!this.#isUp || running.includes(customResourceDefinitions.name)) return;
    await this.#plane.ofApiServer.start([customResourceDefinitions]);
  }

  #stopOfApiServer(): void {
    this.#isUp = false;
    this.#plane.ofApiServer.stop();
  }

  async #startKubelets(): Promise<void> {
    const { pool: hasPool = true, kubeletEvents: events = false } = this.#options;
    if (!hasPool) return;
    const { scraper } = this.#metrics;
    await this.#plane.kubelets.start([
      pool({ events }),
      ...(scraper === undefined ? [] : [scraper]),
    ]);
  }

  #named(names: readonly string[] | undefined): readonly ControllerDefinition[] {
    const { controllers: managed, programs = [] } = this.#options;
    const controllers = [...managed, ...programs];
    return names === undefined ? controllers : chooseControllers(names, controllers, this.kinds);
  }

  #checkUp(): void {
    if (this.#outage !== undefined) throw new Error('the control plane is down (an outage)');
  }
}

function observed(call: CallWebhook, begin: () => Release = () => () => undefined): CallWebhook {
  return async (about) => {
    const end = begin();
    try {
      return await call(about);
    } finally {
      end();
    }
  };
}

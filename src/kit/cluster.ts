/** A cluster in this process, on a virtual clock of its own. */
import type { Millis } from '#clock';
import type { Kind } from '#kinds';
import type { KubeObject } from '#values';
import { plainStyle, recordText, Timeline } from '#record';
import type { Run } from '#run';
import type { AnyObject, BuiltInKinds } from './built-in-kinds.ts';
import { converge } from './converge.ts';
import type { ConvergeOptions } from './matchers/types.ts';
import {
  Objects,
  type ListFilter,
  type NewManifest,
  type PatchOptions,
  type RemoveOptions,
  type Where,
} from './objects.ts';
import { ClusterFaults } from './faults.ts';
import type { ClusterServer, ListenOptions } from './listen.ts';
import type { ClusterOptions } from './options.ts';
import { Answers, Journal } from './journal.ts';
import type { NotDone, Reason, ReasonNot } from './reason.ts';
import { ClusterSnapshot } from './snapshot.ts';
import { actor, manifestFile, manifestText, startRun } from './start.ts';
import { msOf, playStep, waitFor, type Condition, type Step, type UntilOptions } from './steps.ts';

/**
 * Starts a cluster: an API server, controllers, and nodes with kubelets. No virtual time passes
 * until it is advanced. Clusters share nothing; dispose of each (`await using`, or `dispose()`).
 * @throws {ScenarioError} for invalid options, with what would be right
 * @throws {Error} a `DataError` when the folder of `data` is in use, damaged, or of a newer version
 */
export async function createCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const start = (): Promise<Run> => startRun(options);
  return new Cluster(await start(), start);
}

/** What a cluster drives, for the rest of the kit. @throws {TypeError} for anything but a cluster */
export let runOf: (cluster: Cluster) => Run;

/** Made by {@link createCluster}. Objects that it returns are shared: do not change them. */
export class Cluster implements AsyncDisposable {
  readonly #start: () => Promise<Run>;
  readonly #servers = new Set<ClusterServer>();
  #run!: Run;
  #objects!: Objects;
  #faults!: ClusterFaults;
  #journal!: Journal;

  static {
    runOf = (cluster) => {
      if (#run in Object(cluster)) return cluster.#run;
      throw new TypeError('expected a cluster that createCluster has made');
    };
  }

  /** @internal @param start starts another run like this one */
  constructor(run: Run, start: () => Promise<Run>) {
    this.#start = start;
    this.#become(run);
  }

  #become(run: Run): void {
    const { clients, clock, kinds } = run.simulator;
    this.#run = run;
    this.#objects = new Objects(clients.as({ actor }), kinds);
    this.#journal = new Journal(async () => {
      await clock.settled();
      await run.awaitDurable();
    });
    this.#faults = new ClusterFaults(run, this.#journal);
  }

  /** What goes wrong between clients and the API. */
  get faults(): ClusterFaults {
    return this.#faults;
  }

  /** What its chance comes from: the same seed and the same calls give the same record. */
  get seed(): number {
    return this.#run.seed;
  }

  /** Virtual time at its start, ms since 1970; with `data` at the first of its starts. */
  get startMs(): Millis {
    return this.#run.scenario.startMs;
  }

  /** The kind of that name, plural or short name; also one that a definition declares. @throws {Error} */
  kind(name: string): Kind {
    return this.#objects.kind(name);
  }

  /** Virtual time, ms since 1970. */
  now(): Millis {
    return this.#run.now;
  }

  /**
   * Creates or changes objects as `kubectl apply --server-side --force-conflicts` does.
   * @param manifest YAML or JSON text of one or more documents, an object, or several
   * @throws {ScenarioError} for an invalid manifest @throws {CheckFailedError} when the API refuses it
   */
  async apply(manifest: string | object | readonly object[]): Promise<void> {
    return this.#journal.performed('apply', [manifest], async () => {
      const text = manifestText(manifest);
      await playStep(this.#run, { apply: manifestFile }, [{ file: manifestFile, text }]);
    });
  }

  /**
   * An object by its kind (or plural, or short name) and name.
   * @throws {ApiError} 404 when there is none @throws {Error} for a kind that is not served
   */
  get<K extends keyof BuiltInKinds>(kind: K, name: string, where?: Where): Promise<BuiltInKinds[K]>;
  get<T extends KubeObject = AnyObject>(kind: string, name: string, where?: Where): Promise<T>;
  get(kind: string, name: string, where?: Where): Promise<KubeObject> {
    return this.#objects.get(kind, name, where);
  }

  /** The objects of a kind, by default of all namespaces. */
  list<K extends keyof BuiltInKinds>(
    kind: K,
    filter?: ListFilter,
  ): Promise<readonly BuiltInKinds[K][]>;
  list<T extends KubeObject = AnyObject>(kind: string, filter?: ListFilter): Promise<readonly T[]>;
  list(kind: string, filter?: ListFilter): Promise<readonly KubeObject[]> {
    return this.#objects.list(kind, filter);
  }

  /** Creates an object; without a namespace in `default`. @throws {ApiError} 409, 422, ... */
  create<T extends KubeObject = AnyObject>(object: NewManifest): Promise<T> {
    return this.#journal.performed('create', [object], async () => {
      return this.#objects.create(object) as Promise<T>;
    });
  }

  /** Replaces an object; its resourceVersion is the lock. @throws {ApiError} 409 when it is stale */
  update<T extends KubeObject>(object: T, options?: Pick<PatchOptions, 'subresource'>): Promise<T> {
    return this.#journal.performed('update', [object, options], async () => {
      return this.#objects.update(object, options) as Promise<T>;
    });
  }

  /** Changes an object. @param body by default a merge patch @throws {ApiError} 404, 409, 422, ... */
  patch<K extends keyof BuiltInKinds>(
    kind: K,
    name: string,
    body: unknown,
    options?: PatchOptions,
  ): Promise<BuiltInKinds[K]>;
  /** Changes an object. @param body by default a merge patch @throws {ApiError} 404, 409, 422, ... */
  patch<T extends KubeObject = AnyObject>(
    kind: string,
    name: string,
    body: unknown,
    options?: PatchOptions,
  ): Promise<T>;
  patch(kind: string, name: string, body: unknown, options?: PatchOptions): Promise<KubeObject> {
    return this.#journal.performed('patch', [kind, name, body, options], async () => {
      return this.#objects.patch(kind, name, body, options);
    });
  }

  /** Deletes an object; finalizers and grace periods count. @throws {ApiError} 404 when there is none */
  delete(kind: string, name: string, options?: RemoveOptions): Promise<void> {
    return this.#journal.performed('delete', [kind, name, options], async () => {
      return this.#objects.delete(kind, name, options);
    });
  }

  /** Does all work of the present instant; no virtual time passes. */
  async settle(): Promise<void> {
    return this.#journal.performed('settle', [], async () => {
      await this.#run.simulator.clock.advanceBy(0);
    });
  }

  /**
   * Lets virtual time pass, with all that happens in it.
   * @param span `30s`, `1m30s`, `2h`, or ms
   * @throws {DidNotSettleError} when something works without end at one instant
   */
  async advance(span: string | number): Promise<void> {
    return this.#journal.performed('advance', [span], async () => {
      await this.#run.simulator.clock.advanceBy(msOf(span));
    });
  }

  /**
   * Lets virtual time pass until a condition holds, and no longer.
   * @throws {CheckFailedError} when it does not hold in time
   */
  async until(condition: Condition, options: UntilOptions = {}): Promise<void> {
    if (typeof condition !== 'function') {
      const waited = (): Promise<void> => waitFor(this.#run, condition, options);
      return this.#journal.performed('until', [condition, options], waited);
    }
    const answers = new Answers();
    const recordedCondition = Object.defineProperty(answers.record(condition), 'name', {
      value: condition.name,
    });
    const waited = (): Promise<void> => waitFor(this.#run, recordedCondition, options);
    return this.#journal.performed('until', [answers, options], waited);
  }

  /**
   * Lets virtual time pass until nothing is left to do: until nothing but heartbeats has been written
   * for a time.
   * @throws {CheckFailedError} when that does not happen in time, with what is still written
   */
  async converge({ quiet = '1m', within = '10m' }: ConvergeOptions = {}): Promise<void> {
    return this.#journal.performed('converge', [{ quiet, within }], async () => {
      await converge(this.#run, msOf(quiet), msOf(within));
    });
  }

  /**
   * Plays any step of the scenario language now: `{ drain: { node: 'node-1' } }`,
   * `{ failNode: 'node-2' }`, `{ never: {...}, for: '5m' }`. Lets as much virtual time pass as the
   * step takes.
   * @throws {ScenarioError} for an invalid step @throws {CheckFailedError} when it fails
   */
  async step(step: Step): Promise<void> {
    return this.#journal.performed('step', [step], async () => {
      await playStep(this.#run, step);
    });
  }

  /**
   * Why a field has its value: `why('ds/agent', 'numberReady')`.
   * @throws {QuestionError} for an unknown object or field
   */
  async why(object: string, field: string, where: Where = {}): Promise<Reason> {
    // Who accounts for fields takes time to load: only where somebody asks.
    const { reasonOf } = await import('./reason.ts');
    await this.settle();
    return reasonOf(this.#run, object, field, where);
  }

  /**
   * Why an object is not there, or did not do something: `whyNot('cronjob/report')` started no Job,
   * `whyNot('ds/agent', { on: 'node-2' })` has no pod there, `whyNot('hpa/web', { size: 'fewer' })`.
   * @throws {QuestionError} where no controller knows
   */
  async whyNot(object: string, notDone: NotDone = {}): Promise<ReasonNot> {
    const { reasonNot } = await import('./reason.ts');
    await this.settle();
    return reasonNot(this.#run, object, notDone);
  }

  /** What happened, a line for each group of changes. */
  timeline(): string {
    const { scenario, log } = this.#run;
    const lines: string[] = [];
    const timeline = new Timeline({
      startMs: scenario.startMs,
      style: plainStyle,
      write: (line) => void lines.push(line),
    });
    timeline.all(log);
    return lines.join('\n');
  }

  /**
   * The run record, which the command reads: `orrery why --run FILE`. The same run, the same bytes.
   * @throws {Error} when a cluster with `data` no longer has its whole past
   */
  record(): string {
    const { beginning } = this.#run.log.past;
    if (beginning > 0) throw new Error(`the history before revision ${beginning} is not kept`);
    return [...recordText(this.#run.log)].join('');
  }

  /**
   * Serves the API over HTTPS on this machine, for clients of the test: any library, kubectl, another
   * process. Time still passes only when it is advanced; what clients write is dealt with at once.
   * Ends with the cluster, or by `close()`.
   * @throws {Error} when the port is in use
   */
  async listen(options: ListenOptions = {}): Promise<ClusterServer> {
    // HTTP and TLS take time to load: only where somebody listens.
    const { listenTo } = await import('./listen.ts');
    const server: ClusterServer = await listenTo(this.#run, options, () =>
      this.#servers.delete(server),
    );
    this.#servers.add(server);
    return server;
  }

  /**
   * The cluster at this moment, for {@link fork} and {@link restore}.
   * @throws {Error} while a call is under way, and with `data`
   */
  snapshot(): ClusterSnapshot {
    if (this.#run.isKept) {
      throw new Error('a cluster with data cannot be forked or restored: copy the folder instead');
    }
    return new ClusterSnapshot(this.#run, this.#start, this.#journal.calls());
  }

  /**
   * Another cluster with the same history, which goes its own way from here: given the same calls, both
   * give the same bytes. Takes as long as the calls took that led here, for they are made again.
   * @param snapshot default: the present moment
   * @throws {Error} when something else than calls of the test has changed the cluster
   */
  async fork(snapshot: ClusterSnapshot = this.snapshot()): Promise<Cluster> {
    const fork = new Cluster(await snapshot.begin(), snapshot.start);
    try {
      await fork.#replay(snapshot);
      return fork;
    } catch (error) {
      await fork.dispose();
      throw error;
    }
  }

  /**
   * Makes the cluster what it was: time, objects, controllers, chance. Objects that were read before
   * stay as they are. Costs what {@link fork} costs.
   * @throws {Error} as {@link fork} does, and while the cluster listens
   */
  async restore(snapshot: ClusterSnapshot): Promise<void> {
    if (this.#servers.size > 0) {
      throw new Error('the cluster listens: close its servers before it is restored');
    }
    const before = this.#run;
    this.#become(await snapshot.begin());
    await before.stop();
    await this.#replay(snapshot);
  }

  async #replay(snapshot: ClusterSnapshot): Promise<void> {
    const call = async (name: string, args: readonly unknown[]): Promise<void> => {
      const target = name in this ? this : this.#faults;
      const method = Reflect.get(target, name) as (...all: readonly unknown[]) => unknown;
      await method.apply(
        target,
        args.map((arg) => (arg instanceof Answers ? arg.again() : arg)),
      );
    };
    for (const group of snapshot.calls) {
      // What failed then fails again.
      await Promise.allSettled(group.map(({ name, args }) => call(name, args)));
    }
    snapshot.check(this.#run);
  }

  /** Stops everything. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#servers].map((server) => server.close()));
    await this.#run.stop();
  }

  /** What `await using` calls: {@link dispose}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }
}

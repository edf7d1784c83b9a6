/** A cluster in this process, on a virtual clock of its own. */
import { accountants, controllers as builtIn } from '#controllers';
import { durationOf, type Millis } from '#clock';
import { formatTime, KindRegistry, type Kind, type KubeObject } from '#kinds';
import { explain, plainStyle, recordText, subjectOf, Timeline } from '#record';
import { advanceUntil, Run } from '#run';
import { loadScenario } from '#scenario';
import type { AnyObject, BuiltInKinds } from './built-in-kinds.ts';
import { CheckFailedError } from './check-failed.ts';
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
import { reasonOf, type Reason } from './reason.ts';
import { playStep, type Condition, type Step, type UntilOptions } from './steps.ts';

/** Who makes the writes of a test, in timelines and explanations. */
const actor = 'test';
const scenarioFile = 'cluster';
const manifestFile = 'manifest.yaml';

/**
 * Starts a cluster: an API server, controllers, and nodes with kubelets. No virtual time passes
 * until it is advanced. Clusters share nothing; dispose of each (`await using`, or `dispose()`).
 * @throws {ScenarioError} for invalid options, with what would be right
 */
export async function createCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { objects } = options;
  const sources = [{ file: scenarioFile, text: JSON.stringify(scenarioOf(options)) }];
  if (objects !== undefined) sources.push({ file: manifestFile, text: manifestText(objects) });
  const names = builtIn.map(({ name }) => name);
  const scenario = await loadScenario(scenarioFile, new KindRegistry(), {
    sources,
    controllers: names,
  });
  const run = await Run.begin(
    { ...scenario, sources: [] },
    { actor, controllers: options.run, keep: true },
  );
  return new Cluster(run);
}

/** The same options in the form of a scenario file. */
function scenarioOf(options: ClusterOptions): object {
  const { nodes, seed, start, controllers, objects, behaviour, featureGates } = options;
  const { authorization, kubeletEvents } = options;
  return {
    seed,
    start: start === undefined ? undefined : timeText(start),
    controllers:
      controllers === 'none' ? builtIn.map(({ name }) => `-${name}`) : listed(controllers),
    featureGates,
    behaviour,
    cluster: {
      nodes,
      authorization,
      kubeletEvents,
      webhookAddresses: options.webhookAddresses,
      objects: objects === undefined ? undefined : { files: [manifestFile] },
    },
    steps: [],
  };
}

function listed(names: 'all' | readonly string[] | undefined): readonly string[] | undefined {
  return names === 'all' ? undefined : names;
}

function timeText(start: string | Date | Millis): string {
  return typeof start === 'string' ? start : formatTime(Number(start));
}

/** Objects as the documents of one text. */
function manifestText(objects: string | object | readonly object[]): string {
  if (typeof objects === 'string') return objects;
  const all = Array.isArray(objects) ? (objects as readonly object[]) : [objects];
  return all.map((object) => JSON.stringify(object)).join('\n---\n');
}

/** What a cluster drives, for the rest of the kit. @throws {TypeError} for anything but a cluster */
export let runOf: (cluster: Cluster) => Run;

/** Made by {@link createCluster}. Objects that it returns are shared: do not change them. */
export class Cluster implements AsyncDisposable {
  readonly #run: Run;
  readonly #objects: Objects;
  readonly #servers: ClusterServer[] = [];
  /** What goes wrong between clients and the API. */
  readonly faults: ClusterFaults;

  static {
    runOf = (cluster) => {
      if (#run in Object(cluster)) return cluster.#run;
      throw new TypeError('expected a cluster that createCluster has made');
    };
  }

  constructor(run: Run) {
    this.#run = run;
    const { clients, kinds } = run.simulator;
    this.#objects = new Objects(clients.as({ actor }), kinds);
    this.faults = new ClusterFaults(run);
  }

  /** What its chance comes from: the same seed and the same calls give the same record. */
  get seed(): number {
    return this.#run.seed;
  }

  /** Virtual time at its start, ms since 1970. */
  get startMs(): Millis {
    return this.#run.scenario.startMs;
  }

  /** The kind of that name, plural or short name; also one that a definition declares. @throws {Error} */
  kind(name: string): Kind {
    return this.#objects.kind(name);
  }

  /** Virtual time, ms since 1970. */
  now(): Millis {
    return this.#run.simulator.clock.now();
  }

  /**
   * Creates or changes objects as `kubectl apply --server-side --force-conflicts` does.
   * @param manifest YAML or JSON text of one or more documents, an object, or several
   * @throws {ScenarioError} for an invalid manifest @throws {CheckFailedError} when the API refuses it
   */
  async apply(manifest: string | object | readonly object[]): Promise<void> {
    const text = manifestText(manifest);
    await playStep(this.#run, { apply: manifestFile }, [{ file: manifestFile, text }]);
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
    return this.#objects.create(object) as Promise<T>;
  }

  /** Replaces an object; its resourceVersion is the lock. @throws {ApiError} 409 when it is stale */
  update<T extends KubeObject>(object: T, options?: Pick<PatchOptions, 'subresource'>): Promise<T> {
    return this.#objects.update(object, options) as Promise<T>;
  }

  /** @param body by default a merge patch */
  patch<K extends keyof BuiltInKinds>(
    kind: K,
    name: string,
    body: unknown,
    options?: PatchOptions,
  ): Promise<BuiltInKinds[K]>;
  patch<T extends KubeObject = AnyObject>(
    kind: string,
    name: string,
    body: unknown,
    options?: PatchOptions,
  ): Promise<T>;
  patch(kind: string, name: string, body: unknown, options?: PatchOptions): Promise<KubeObject> {
    return this.#objects.patch(kind, name, body, options);
  }

  delete(kind: string, name: string, options?: RemoveOptions): Promise<void> {
    return this.#objects.delete(kind, name, options);
  }

  /** Does all work of the present instant; no virtual time passes. */
  async settle(): Promise<void> {
    await this.#run.simulator.clock.advanceBy(0);
  }

  /**
   * Lets virtual time pass, with all that happens in it.
   * @param span `30s`, `1m30s`, `2h`, or ms
   * @throws {DidNotSettleError} when something works without end at one instant
   */
  async advance(span: string | number): Promise<void> {
    await this.#run.simulator.clock.advanceBy(msOf(span));
  }

  /**
   * Lets virtual time pass until a condition holds, and no longer.
   * @throws {CheckFailedError} when it does not hold in time
   */
  async until(condition: Condition, { within = '10m' }: UntilOptions = {}): Promise<void> {
    const withinMs = msOf(within);
    if (typeof condition !== 'function') {
      await playStep(this.#run, { expect: condition, within: `${withinMs}ms` });
      return;
    }
    const { clock } = this.#run.simulator;
    if (await advanceUntil(clock, clock.now() + withinMs, condition)) return;
    throw new CheckFailedError({
      summary: 'until',
      expected: `${condition.name || 'the condition'} holds within ${withinMs / 1000}s`,
      actual: 'it does not hold',
    });
  }

  /**
   * Lets virtual time pass until nothing is left to do: until nothing but heartbeats has been written
   * for a time.
   * @throws {CheckFailedError} when that does not happen in time, with what is still written
   */
  async converge({ quiet = '1m', within = '10m' }: ConvergeOptions = {}): Promise<void> {
    await converge(this.#run, msOf(quiet), msOf(within));
  }

  /**
   * Plays any step of the scenario language now: `{ drain: { node: 'node-1' } }`,
   * `{ failNode: 'node-2' }`, `{ never: {...}, for: '5m' }`. Lets as much virtual time pass as the
   * step takes.
   * @throws {ScenarioError} for an invalid step @throws {CheckFailedError} when it fails
   */
  async step(step: Step): Promise<void> {
    await playStep(this.#run, step);
  }

  /**
   * Why a field has its value: `why('ds/agent', 'numberReady')`.
   * @throws {QuestionError} for an unknown object or field
   */
  async why(object: string, field: string, { namespace = 'default' }: Where = {}): Promise<Reason> {
    await this.settle();
    const { simulator, scenario, log } = this.#run;
    const { kinds, features } = simulator;
    const { head, past, faults } = log;
    const question = { ...subjectOf(object), namespace, field };
    const told = explain(question, {
      ...{ past, span: head, kinds, accountants, features, faults },
    });
    return reasonOf(told, scenario.startMs);
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

  /** The run record, which the command reads: `orrery why --run FILE`. The same run, the same bytes. */
  record(): string {
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
    const server = await listenTo(this.#run, options);
    this.#servers.push(server);
    return server;
  }

  /** Stops everything. */
  async dispose(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
    await this.#run.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }
}

/** @throws {RangeError} for a span that is none */
function msOf(span: string | number): Millis {
  const ms = typeof span === 'number' ? span : durationOf(span);
  if (ms !== undefined && Number.isFinite(ms) && ms >= 0) return ms;
  throw new RangeError(
    `invalid span of time ${JSON.stringify(span)}: expected 30s, 1m30s, 2h, or a number of ms`,
  );
}

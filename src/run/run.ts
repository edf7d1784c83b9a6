import type { Kind, LostFields } from '#kinds';
import { KindRegistry } from '#catalog';
import { controllers } from '#controllers';
import { Pacer, type Millis, type Pace } from '#clock';
import type { Strike } from '#faults';
import { pastOf, type FaultMark, type RunLog, type StepMark } from '#record';
import { chooseControllers, type ControllerDefinition, type Order } from '#runtime';
import {
  Player,
  ScenarioError,
  type CheckResult,
  type Performance,
  type Scenario,
  type Step,
  type StepStarted,
} from '#scenario';
import { Simulator, type KeptData } from '#simulator';
import type { Change } from '#store';
import { KeptWrites } from './kept-writes.ts';
import { StrikeLog } from './strike-log.ts';

/** Called during a run. */
export interface RunObserver {
  /** A write, in order. */
  change?(change: Change): void;
  step?(started: StepStarted): void;
  check?(result: CheckResult): void;
  /** A request that a fault has struck. */
  fault?(mark: FaultMark): void;
  /** After each hundredth of the run, ms of virtual time since the start. */
  progress?(atMs: Millis, untilMs: Millis): void;
}

export interface RunOptions {
  /** Overrides the scenario's seed. */
  readonly seed?: number;
  /** `max` (the default), or virtual seconds per wall second. */
  readonly pace?: Pace;
  readonly observer?: RunObserver;
  /** Programs that run beside the controllers of the scenario. */
  readonly controllers?: readonly ControllerDefinition[];
  /** Of what is ready at one instant in those programs. Default: as it became ready. */
  readonly order?: Order | undefined;
  /** Called with what controllers throw, by actor and key: reconciles are tried again. */
  readonly onError?: (actor: string, key: string, error: unknown) => void;
  /** Gets the fields that writes lose. Default: they are not looked for. */
  readonly lost?: LostFields | undefined;
  /** Who makes the writes of steps. Default: `scenario`. */
  readonly actor?: string;
  /** Keep every write for {@link Run.log}. Default: false, so that a long run stays small. */
  readonly keep?: boolean;
  /**
   * The memory limit of the kept writes, in bytes, by estimate. Default: unlimited.
   */
  readonly keepBytes?: number;
  /** Where everything is kept; the run continues what is there. It is closed with the run. Default: nowhere. */
  readonly data?: RunData;
}

/** A folder of data, opened. */
export interface RunData extends KeptData {
  /** The latest virtual time that is kept; undefined where nothing is. */
  readonly time: Millis | undefined;
  /** The clock has reached this time. */
  mark(time: Millis): void;
  /** Resolves once all writes so far are kept; undefined when they are. */
  awaitDurable(): Promise<void> | undefined;
  close(): Promise<void>;
}

const DEFAULT_SEED = 1;

/** Returns the seed of a run: the requested one, the scenario's own, or 1. */
export function seedOf(scenario: Scenario, requested?: number): number {
  return requested ?? scenario.seed ?? DEFAULT_SEED;
}

/**
 * Returns the controllers that a scenario asks for.
 * @throws {ScenarioError} for an unknown name
 */
export function controllersOf({
  controllers: names = [],
  profile,
  file,
}: Scenario): readonly ControllerDefinition[] {
  try {
    return chooseControllers(names, controllers, new KindRegistry(profile));
  } catch (error) {
    const message = `controllers: ${(error as Error).message}`;
    throw new ScenarioError(file, [{ file, line: 0, column: 0, message }]);
  }
}

/** Returns whether objects of a kind may be written; undefined where no text says it. */
function expectedBy({ sources, objects }: Scenario): ((kind: Kind) => boolean) | undefined {
  if (sources.length === 0) return undefined;
  const isNamed = namedIn(sources);
  const kindsAtStart = new Set(objects.map(({ kind }) => kind));
  return ({ kind, view: { isMadeByOthers = false, madeFor } }) =>
    isNamed(kind) || kindsAtStart.has(kind) || (isMadeByOthers && (madeFor?.some(isNamed) ?? true));
}

/** Returns whether a word occurs in texts. */
function namedIn(sources: Scenario['sources']): (word: string) => boolean {
  return (word) => sources.some(({ text }) => text.includes(word));
}

/** How far reads and watches of the past go back during a run, on any machine. */
const HISTORY = { revisions: 50_000, bytes: 64 * 1024 * 1024 };

/** How often progress is reported. */
const PARTS = 100;

/** One run of a scenario: a control plane of its own, played step by step to its end. */
export class Run {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly simulator: Simulator;
  readonly #options: RunOptions;
  readonly #player: Player;
  readonly #pacer: Pacer;
  readonly #history: KeptWrites;
  /** Aborted, with the reason, when the run cannot continue. */
  readonly #broken = new AbortController();
  readonly #steps: StepMark[] = [];
  readonly #strikes = new StrikeLog();
  #writes = 0;
  #attending = 0;
  #following: Promise<void> = Promise.resolve();
  #checks: readonly CheckResult[] = [];

  private constructor(scenario: Scenario, options: RunOptions) {
    this.scenario = scenario;
    this.seed = seedOf(scenario, options.seed);
    this.#options = options;
    const { seed } = this;
    this.simulator = new Simulator({
      seed,
      startMs: options.data?.time ?? scenario.startMs,
      controllers: controllersOf(scenario),
      programs: options.controllers,
      order: options.order,
      profile: scenario.profile,
      features: scenario.featureGates,
      authorization: scenario.authorization,
      webhookAddresses: scenario.webhookAddresses,
      metricsIntervalMs: scenario.metricsIntervalMs,
      races: scenario.races,
      controllerAccounts: scenario.controllerAccounts,
      podsPerObject: scenario.podsPerObject,
      kubeletEvents: scenario.kubeletEvents,
      objects: scenario.objects,
      isExpected: expectedBy(scenario),
      isNamed: namedIn(scenario.sources),
      data: options.data,
      window: HISTORY,
      driver: options.actor,
      lost: options.lost,
      onStrike: (strike) => this.#strike(strike),
      onWebhookCall: () => this.#pacer.standStill(),
      onReconcileError: options.onError,
    });
    const { clock, clients, kinds, record, store } = this.simulator;
    this.#history = new KeptWrites(scenario, options.keepBytes ?? Infinity, store.past);
    this.#player = new Player({
      scenario,
      startMs: scenario.startMs,
      clock,
      clients,
      kinds,
      machinery: this.simulator,
      seed,
      actor: options.actor,
      onStep: (started) => this.#step(started),
      onCheck: (result) => options.observer?.check?.(result),
    });
    this.#pacer = new Pacer(clock, { pace: options.pace ?? 'max' });
    record.onChange((change) => this.#change(change));
  }

  /**
   * Starts the control plane and creates the scenario's cluster; no virtual time has passed yet.
   */
  static async begin(scenario: Scenario, options: RunOptions = {}): Promise<Run> {
    const run = new Run(scenario, options);
    run.#following = run.simulator.record.follow();
    try {
      await run.simulator.start();
      await run.simulator.clock.settled();
      await run.#player.start();
    } catch (error) {
      run.simulator.stop();
      throw error;
    }
    return run;
  }

  /**
   * Plays a scenario to its end and returns its log.
   * @throws {DidNotSettleError} @throws {RecordFullError}
   */
  static async play(
    scenario: Scenario,
    options: Pick<RunOptions, 'seed' | 'keepBytes'> = {},
  ): Promise<RunLog> {
    const run = await Run.begin(scenario, { ...options, keep: true });
    try {
      await run.finish();
      return run.log;
    } finally {
      await run.stop();
    }
  }

  /** Virtual time: that of the clock, or between its timers while it passes at a pace. */
  get now(): Millis {
    return this.#pacer.present();
  }

  /**
   * Deals with what comes from clients elsewhere, at that pace, until all who asked for it have called
   * the returned function. When the clock fails, every advance says so.
   * @throws {Error} while others have it at another pace
   */
  attend(pace: Pace): { readonly pacer: Pacer; readonly end: () => Promise<void> } {
    const pacer = this.#pacer;
    if (this.#attending > 0 && pace !== pacer.pace) {
      throw new Error(
        `time passes at pace ${pacer.pace} already, for another server of the cluster`,
      );
    }
    this.#attending += 1;
    if (this.#attending === 1) {
      pacer.setPace(pace);
      pacer.start(() => undefined);
    }
    const end = async (): Promise<void> => {
      this.#attending -= 1;
      if (this.#attending === 0) await pacer.stop();
    };
    return { pacer, end };
  }

  /** Plays a step now; see {@link Player.perform}. */
  perform(step: Step): Performance {
    return this.#player.perform(step);
  }

  /** The number of writes. */
  get writes(): number {
    return this.#writes;
  }

  /** The results so far; after {@link finish} all of them. */
  get checks(): readonly CheckResult[] {
    return this.#checks;
  }

  /**
   * Advances virtual time to `atMs` since the start.
   * @throws {DidNotSettleError} when virtual time cannot advance
   * @throws {RecordFullError} when the kept writes exceed their memory limit
   */
  async to(atMs: Millis): Promise<void> {
    const { signal } = this.#broken;
    await this.#pacer.run(this.scenario.startMs + atMs, { signal });
  }

  /**
   * Plays to the end (`untilMs` since the start, default: the scenario's) and decides open checks.
   */
  async finish(untilMs: Millis = this.scenario.untilMs): Promise<void> {
    const { progress } = this.#options.observer ?? {};
    for (let part = 1; progress !== undefined && part < PARTS; part++) {
      const atMs = Math.floor((untilMs * part) / PARTS);
      await this.to(atMs);
      progress(atMs, untilMs);
    }
    await this.to(untilMs);
    this.#checks = this.#player.finish();
  }

  /**
   * Stops everything, and resolves once the last write was passed on. The store stays
   * readable.
   */
  async stop(): Promise<void> {
    this.simulator.stop();
    await this.#following;
    this.#options.data?.mark(this.simulator.clock.now());
    await this.#options.data?.close();
  }

  /** Whether it is kept in a folder. */
  get isKept(): boolean {
    return this.#options.data !== undefined;
  }

  /** Resolves once all that has happened so far is kept, where it is to be; undefined when it is. */
  awaitDurable(): Promise<void> | undefined {
    this.#options.data?.mark(this.simulator.clock.now());
    return this.#options.data?.awaitDurable();
  }

  /** The log so far; with writes only if they were to be kept. */
  get log(): RunLog {
    const { scenario, seed } = this;
    const { title, description, startMs, variables } = scenario;
    const endMs = this.simulator.clock.now();
    const releases = this.simulator.releases.recorded;
    return {
      head: {
        scenario: title,
        ...(description === undefined ? {} : { description }),
        seed,
        startMs,
        endMs,
        ...releases,
        ...unlessEmpty('variables', variables),
      },
      files: scenario.sources,
      ...(scenario.isContinued === true && { snapshot: scenario.objects }),
      past: pastOf(this.#history.past, releases),
      steps: this.#steps,
      ...this.#strikes.marks,
      checks: this.#checks,
    };
  }

  #change(change: Change): void {
    this.#writes += 1;
    if (this.#options.keep === true && !this.#broken.signal.aborted) {
      const full = this.#history.add(change);
      if (full !== undefined) this.#broken.abort(full);
    }
    this.#options.observer?.change?.(change);
  }

  #strike({ time, ...strike }: Strike): void {
    const mark: FaultMark = { atMs: time - this.scenario.startMs, ...strike };
    this.#strikes.add(mark);
    const { fault } = this.#options.observer ?? {};
    if (fault !== undefined) this.simulator.record.whenSeen(mark.revision, () => fault(mark));
  }

  #step(started: StepStarted): void {
    const { step, atMs } = started;
    const { line, summary, note, isCheck } = step;
    this.#steps.push({ atMs, line, summary, ...(note === undefined ? {} : { note }), isCheck });
    this.#options.observer?.step?.(started);
  }
}

/** A field that is omitted when it is empty. */
function unlessEmpty<K extends string, V extends object>(
  key: K,
  value: V,
): { readonly [k in K]?: V } {
  return (Object.keys(value).length === 0 ? {} : { [key]: value }) as { [k in K]?: V };
}

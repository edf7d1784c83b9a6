/** One cluster behind a server, from its start to its end. A reset puts another one in its place. */
import { machineTime, machineTimers, machineWall, Pacer, type Millis, type Release } from '#clock';
import type { Data } from '#durable';
import { isAlreadyExists, type ApiError } from '#values';
import { node } from '#kinds';
import { Outside } from '#lockstep';
import type { Strike } from '#faults';
import { kubeletLabels } from '#pool';
import type { FaultMark } from '#record';
import { ClientMeter, RequestLog, type RecordReader, type ServerApp } from '#server';
import { Simulator, type SimulatorOptions } from '#simulator';
import { Advances } from './advances.ts';
import type { Beginning, Host } from './beginning.ts';
import { makeApp, type AppParts } from './make-app.ts';
import type { OnEtcd } from './on-etcd.ts';
import type { ServeOptions } from './options.ts';
import { GrowthReader } from './record-reader.ts';
import { Waiting } from './waiting.ts';
import { sharedMachinery } from './shared-machinery.ts';
import { ServedSteps, type PlayedScenario } from './steps.ts';

/** What every cluster of a server is made of. */
export interface ClusterPlan {
  readonly options: ServeOptions;
  /** Without what differs between clusters: seed, start and state. */
  readonly simulator: Omit<SimulatorOptions, 'seed' | 'startMs' | 'objects' | 'onWebhookCall'>;
  /** Where everything is kept. */
  readonly data?: Data;
  /** Where everything is, for several servers. */
  readonly onEtcd?: OnEtcd | undefined;
  /** Played once the cluster runs. */
  readonly scenario?: PlayedScenario;
  /** Virtual time at the start, ms; absent: the machine's. */
  readonly startMs?: Millis;
  readonly parts: AppParts;
  /** Called with a line for each step of the scenario. */
  readonly onStep: (text: string) => void;
}

export class ServedCluster {
  readonly simulator: Simulator;
  readonly pacer: Pacer;
  readonly app: ServerApp;
  readonly steps: ServedSteps;
  readonly advances: Advances;
  readonly #faults: () => readonly FaultMark[];
  readonly #requests: RequestLog;
  readonly #plan: ClusterPlan;
  readonly #beginning: Beginning;
  readonly #ending = new AbortController();

  constructor(plan: ClusterPlan, beginning: Beginning, host: Host) {
    const { options, scenario, data, onEtcd } = plan;
    const { seed, state } = beginning;
    this.#plan = plan;
    this.#beginning = beginning;
    this.simulator = new Simulator({
      ...plan.simulator,
      seed,
      startMs: state?.time ?? data?.time ?? plan.startMs ?? machineTime(),
      objects: state?.objects ?? (this.#continues ? [] : (scenario?.objects ?? [])),
      data,
      shared: onEtcd,
      isExpected: scenario === undefined ? () => false : undefined,
      onWebhookCall: (): Release => this.pacer.standStill(),
    });
    const { simulator } = this;
    const { clock } = simulator;
    const outside = new Outside({
      wall: machineWall,
      timers: machineTimers(),
      revision: () => simulator.api.revision(),
      onFollowed: () => this.pacer.wake(),
    });
    const waiting = new Waiting(outside, options.outside, () => this.pacer);
    this.pacer = new Pacer(clock, {
      pace: options.clock,
      gate: waiting.gate(),
      isFollowed: () => outside.isFollowed,
    });
    this.advances = new Advances(clock, this.pacer, this.#ending.signal, {
      gate: () => waiting.gate(),
      onMoved: () => data?.mark(clock.now()),
    });
    const { pacer, advances } = this;
    onEtcd?.onCall(() => pacer.standStill());
    const machinery = onEtcd === undefined ? simulator : sharedMachinery(simulator);
    this.steps = new ServedSteps({ simulator, machinery, advances, seed, onStep: plan.onStep });
    const { steps } = this;
    const meter = new ClientMeter();
    this.#requests = new RequestLog(() => pacer.present());
    this.#faults = faultMarks(simulator);
    const controlled = {
      ...{ simulator, pacer, advances, outside, waiting, steps, seed, host, meter },
      faultMarks: this.#faults,
      requests: this.#requests,
      isShared: onEtcd !== undefined,
      programs: plan.parts.programs,
    };
    this.app = makeApp(options, controlled, plan.parts, {
      awaitDurable: data && (() => data.awaitDurable()),
      storeProblem: onEtcd && (() => onEtcd.problem()),
    });
  }

  /**
   * Starts everything. Clients find the objects of the start as soon as it resolves.
   * @param fail called when virtual time cannot continue
   */
  async begin(fail: (error: unknown) => void): Promise<void> {
    const { options, scenario, startMs } = this.#plan;
    const { state } = this.#beginning;
    const { simulator, pacer } = this;
    // The time of the start must not remain as a lag behind the wall clock.
    if (startMs === undefined && state === undefined) {
      await simulator.clock.advanceTo(machineTime());
    }
    pacer.start(fail);
    await simulator.start();
    const { onEtcd } = this.#plan;
    if (!this.#continues || onEtcd?.hasNodes === false) {
      const isNew = !this.#continues && scenario === undefined;
      await addNodes(simulator, options.nodes ?? (isNew ? 1 : 0));
    }
    // If that fails, the pacer has failed too, and reports it.
    await simulator.clock.advanceBy(0).catch(() => undefined);
    onEtcd?.join(simulator, fail);
  }

  /** It has a past: what only the beginning has is not made again. */
  get #continues(): boolean {
    const { data, onEtcd } = this.#plan;
    return (
      this.#beginning.state !== undefined || data?.isEmpty === false || onEtcd?.isBegun === true
    );
  }

  /** Its record, as it grows. */
  readRecord(): RecordReader {
    const { simulator, steps, pacer } = this;
    const { data } = this.#plan;
    const recorded = {
      store: simulator.store,
      seed: this.#beginning.seed,
      startMs: simulator.record.startMs,
      releases: () => simulator.releases.recorded,
      now: () => pacer.present(),
      pace: () => pacer.pace,
      steps: () => steps.marks,
      checks: () => steps.results,
      faults: this.#faults,
      requests: (from: number) => this.#requests.since(from),
    };
    const reader = new GrowthReader(recorded, machineTimers());
    return data === undefined ? reader : keptReader(reader, data);
  }

  /** Plays the scenario, if there is one and the cluster does not continue another. */
  async play(): Promise<void> {
    const { scenario } = this.#plan;
    if (scenario !== undefined && !this.#continues) {
      await this.steps.start(scenario);
    }
  }

  /**
   * Stops everything; long requests end with that reason, and so do watches.
   * @param close what else has to be done before time stops
   */
  async end(
    reason: ApiError,
    close: () => Promise<void> = () => this.app.endWatches(),
  ): Promise<void> {
    this.#ending.abort(reason);
    await close();
    await this.pacer.stop();
    this.simulator.stop();
  }
}

/** Pages, too, are shown nothing that could be lost. */
function keptReader(reader: RecordReader, data: Pick<Data, 'awaitDurable'>): RecordReader {
  return {
    async next() {
      const piece = await reader.next();
      await data.awaitDurable();
      return piece;
    },
    stop: () => reader.stop(),
  };
}

/** Returns what faults have struck, each always the same object. */
function faultMarks({ faults, record }: Simulator): () => readonly FaultMark[] {
  const marks = new WeakMap<Strike, FaultMark>();
  return () =>
    faults.recent.map((strike) => {
      const known = marks.get(strike);
      if (known !== undefined) return known;
      const { time, ...rest } = strike;
      const mark = { atMs: time - record.startMs, ...rest };
      marks.set(strike, mark);
      return mark;
    });
}

async function addNodes(simulator: Simulator, count: number): Promise<void> {
  const client = simulator.clients.as({ actor: 'simulator', note: 'start' });
  for (let number = 1; number <= count; number++) {
    const name = `node-${number}`;
    const labels = kubeletLabels(name);
    await client.create(node, { metadata: { name, labels }, spec: {} }).catch((error: unknown) => {
      // Servers that begin a shared cluster together make the same.
      if (!isAlreadyExists(error)) throw error;
    });
  }
}

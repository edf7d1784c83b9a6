/** Steps in a cluster that is served: those of its scenario, and those that clients send. */
import type { Gate, Millis } from '#clock';
import type { CheckMark, SourceText, StepMark } from '#record';
import type { CheckResult, Machinery, Player, PlayerOptions, Scenario, Step } from '#scenario';
import type { Simulator } from '#simulator';
import type { Advances } from './advances.ts';

export type PlayedScenario = Pick<Scenario, 'objects' | 'behaviour' | 'nodes' | 'steps'>;

/** A cluster that has no scenario. */
const nothing = { behaviour: [], nodes: [], steps: [] };

/** How many of the last steps are kept for the record, and how many of the last results. */
const mostMarks = 10_000;

export interface StepsOptions {
  readonly simulator: Simulator;
  readonly machinery: Machinery;
  readonly advances: Advances;
  readonly seed: number;
  /** Called with a line for each step of the scenario. */
  readonly onStep: (text: string) => void;
}

export class ServedSteps {
  readonly #options: StepsOptions;
  readonly #marks: StepMark[] = [];
  readonly #results: CheckMark[] = [];

  constructor(options: StepsOptions) {
    this.#options = options;
  }

  /** The last steps that were carried out. */
  get marks(): readonly StepMark[] {
    return this.#marks;
  }

  /** The last results. */
  get results(): readonly CheckMark[] {
    return this.#results;
  }

  /** Plays a scenario: its steps come at their times. */
  async start(scenario: PlayedScenario): Promise<void> {
    let earlierMs = 0;
    const player = await this.#player({
      scenario,
      onStep: ({ step, atMs }) => {
        this.#options.onStep(step.note ?? step.summary);
        this.#mark(step, earlierMs + atMs);
      },
    });
    const { clock, record } = this.#options.simulator;
    // The times of the script count from here, those of the record from the start of the cluster.
    earlierMs = clock.now() - record.startMs;
    await player.start();
  }

  /**
   * Plays a step now. While time stands still it lets as much virtual time pass as the step takes;
   * else the step takes its time.
   * @param value as scenario files have it, without a time
   * @param texts what it names as files
   * @param gone aborted when the client has disconnected
   * @throws {ScenarioError} for an invalid step @throws {ApiError} when it was ended
   */
  async play(
    value: object,
    texts: readonly SourceText[],
    gone: AbortSignal,
    gate: Gate | undefined = this.#options.advances.usualGate(),
  ): Promise<CheckResult | undefined> {
    const { simulator, advances } = this.#options;
    const { stepFor } = await import('#run');
    const step = await stepFor(simulator, simulator.record.startMs, value, texts);
    // Its times count from the start of the cluster.
    const earlierMs = simulator.clock.now() - simulator.record.startMs;
    const player = await this.#player({ scenario: nothing });
    this.#mark(step, earlierMs);
    try {
      const result = await advances.during(gone, (signal) =>
        this.#perform(step, player, signal, gate),
      );
      return result && this.#keep(result, earlierMs);
    } finally {
      player.finish();
    }
  }

  async #perform(
    step: Step,
    player: Player,
    signal: AbortSignal,
    gate: Gate | undefined,
  ): Promise<CheckResult | undefined> {
    const { simulator, advances } = this.#options;
    if (!advances.isManual) return inItsTime(step, player, signal);
    const { playOneStep } = await import('#run');
    const advanceTo = (time: Millis): Promise<void> => advances.through(time, signal, gate);
    return playOneStep(simulator.clock, step, (each) => player.perform(each), { advanceTo });
  }

  /** The scenario room is loaded when there is something to play. */
  async #player(options: Pick<PlayerOptions, 'scenario' | 'onStep'>): Promise<Player> {
    const { Player } = await import('#scenario');
    const { simulator, machinery, seed } = this.#options;
    const { clock, clients, kinds } = simulator;
    return new Player({ ...{ clock, clients, kinds, seed }, machinery, ...options });
  }

  #mark({ line, summary, note, isCheck }: Step, atMs: Millis): void {
    append(this.#marks, { atMs, line, summary, ...(note !== undefined && { note }), isCheck });
  }

  #keep(result: CheckResult, earlierMs: Millis): CheckResult {
    const { startedAtMs, decidedAtMs } = result;
    const shiftedResult = {
      ...result,
      startedAtMs: startedAtMs + earlierMs,
      ...(decidedAtMs !== undefined && { decidedAtMs: decidedAtMs + earlierMs }),
    };
    append(this.#results, shiftedResult);
    return shiftedResult;
  }
}

/** Waits until it is done by itself, and no longer than the client. */
async function inItsTime(
  step: Step,
  player: Player,
  signal: AbortSignal,
): Promise<CheckResult | undefined> {
  signal.throwIfAborted();
  const performance = player.perform(step);
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([performance.result, ended]);
}

function append<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > mostMarks) list.shift();
}

import type { Clock, Millis } from '#clock';
import { node as nodeKind, type KindRegistry } from '#kinds';
import type { ClientFactory } from '#runtime';
import type { Scenario } from './scenario.ts';
import { nodeObjects } from './shape/node-group.ts';
import type { Step, StepOutcome } from './step.ts';

/** What came of a step that checks something, or failed. */
export interface CheckResult {
  /** Line in the scenario file. */
  readonly line: number;
  /** `expect DaemonSet agent status {...}`. */
  readonly summary: string;
  readonly passed: boolean;
  /** Virtual ms since the start at which it was decided; absent when the run ended before that. */
  readonly decidedAtMs?: Millis;
  readonly detail?: string;
}

/** A step that has begun, for the timeline. */
export interface StepStarted {
  readonly step: Step;
  readonly atMs: Millis;
}

export interface PlayerOptions {
  readonly scenario: Scenario;
  readonly clock: Clock;
  readonly clients: ClientFactory;
  readonly kinds: KindRegistry;
  readonly onStep?: (started: StepStarted) => void;
  readonly onCheck?: (result: CheckResult) => void;
}

/**
 * Plays a scenario: sets a timer for every step and carries it out as an ordinary client.
 * It never waits for the simulation itself; whoever owns the clock drives it.
 */
export class Player {
  readonly #options: PlayerOptions;
  readonly #startMs: Millis;
  readonly #open = new Set<Step>();
  readonly #results: CheckResult[] = [];

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#startMs = options.clock.now();
  }

  /** Creates the cluster's nodes and sets the timers of the steps. */
  async start(): Promise<void> {
    const { scenario, clients, clock } = this.#options;
    const client = clients.as({ actor: 'scenario', note: 'cluster' });
    const nodes = scenario.nodes.flatMap(nodeObjects);
    await Promise.all(nodes.map((object) => client.create(nodeKind, object)));
    scenario.steps.forEach((step, i) => {
      if (step.isCheck) this.#open.add(step);
      const name = `scenario step ${i + 1} (line ${step.line})`;
      clock.after(step.atMs, () => void this.#play(step), { name });
    });
  }

  /** Results in the order of their decision; checks still waiting count as failed. */
  finish(): readonly CheckResult[] {
    for (const step of this.#open) {
      this.#decide(step, { ok: false, detail: 'the run ended before it was decided' });
    }
    return this.#results;
  }

  async #play(step: Step): Promise<void> {
    const { clients, clock, kinds, onStep } = this.#options;
    onStep?.({ step, atMs: clock.now() - this.#startMs });
    const note = `line ${step.line}: ${step.summary}`;
    const client = clients.as({ actor: 'scenario', note });
    let outcome: StepOutcome | undefined;
    try {
      const { withinMs = 0, forMs } = step;
      outcome = await step.run({ client, clock, kinds, withinMs, forMs });
    } catch (error) {
      outcome = { ok: false, detail: error instanceof Error ? error.message : String(error) };
    }
    if (step.isCheck || outcome?.ok === false) this.#decide(step, outcome ?? { ok: true });
  }

  #decide(step: Step, outcome: StepOutcome): void {
    if (step.isCheck && !this.#open.delete(step)) return;
    const result: CheckResult = {
      line: step.line,
      summary: step.summary,
      passed: outcome.ok,
      decidedAtMs: this.#options.clock.now() - this.#startMs,
      ...(outcome.detail === undefined ? {} : { detail: outcome.detail }),
    };
    this.#results.push(result);
    this.#options.onCheck?.(result);
  }
}

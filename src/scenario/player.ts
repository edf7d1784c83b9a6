import type { Clock, Millis } from '#clock';
import { node as nodeKind, type KindRegistry, type KubeObject } from '#kinds';
import type { CheckedObject, CheckMark } from '#record';
import type { ClientFactory } from '#runtime';
import { addRules } from './add-rules.ts';
import type { Machinery } from './machinery.ts';
import type { Scenario } from './scenario.ts';
import { RunningCheck, type Finding } from './checks/running-check.ts';
import { ObservedKinds } from './checks/observed-kinds.ts';
import { nodeObjects } from './shape/node-group.ts';
import type { Step, StepOutcome } from './step.ts';

/** The result of a step that checks something, or failed. */
export type CheckResult = CheckMark;

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
  readonly machinery: Machinery;
  /** The seed of the run, for what chance decides in the pool. Default: 1. */
  readonly seed?: number;
  readonly onStep?: (started: StepStarted) => void;
  readonly onCheck?: (result: CheckResult) => void;
}

/**
 * Plays a scenario: sets a timer for every step and carries it out as an ordinary client.
 * It never waits for the simulation itself; the owner of the clock drives it.
 */
export class Player {
  readonly #options: PlayerOptions;
  readonly #startMs: Millis;
  readonly #observed: ObservedKinds;
  /** Checks whose time has not come. */
  readonly #waiting = new Set<Step>();
  /** Running checks, in the order in which they began. */
  readonly #running = new Set<RunningCheck>();
  readonly #results: CheckResult[] = [];

  constructor(options: PlayerOptions) {
    const { clock, clients } = options;
    this.#options = options;
    this.#startMs = clock.now();
    const client = clients.as({ actor: 'scenario', note: 'checks' });
    this.#observed = new ObservedKinds({ clock, client });
  }

  /** Creates the cluster's nodes and sets the timers of the steps. */
  async start(): Promise<void> {
    const { scenario, clients, clock, seed = 1 } = this.#options;
    const client = clients.as({ actor: 'scenario', note: 'cluster' });
    if (scenario.behaviour.length > 0) await addRules(client, scenario.behaviour, seed);
    const nodes = scenario.nodes.flatMap(nodeObjects);
    await Promise.all(nodes.map((object) => client.create(nodeKind, object)));
    scenario.steps.forEach((step, i) => {
      if (step.isCheck) this.#waiting.add(step);
      const name = `scenario step ${i + 1} (line ${step.line})`;
      clock.after(step.atMs, () => void this.#play(step), { name });
    });
  }

  /** Results in the order of their decision; open checks are decided by the current state. */
  finish(): readonly CheckResult[] {
    for (const check of this.#running) check.end();
    for (const step of this.#waiting) {
      this.#report(step, step.atMs, {
        passed: false,
        expected: step.summary,
        actual: 'the run ended before it began',
      });
    }
    this.#waiting.clear();
    this.#observed.stop();
    return this.#results;
  }

  async #play(step: Step): Promise<void> {
    const { clients, clock, kinds, machinery, seed = 1, onStep } = this.#options;
    const startedAtMs = this.#elapsed();
    onStep?.({ step, atMs: startedAtMs });
    const note = `line ${step.line}: ${step.summary}`;
    const client = clients.as({ actor: 'scenario', note });
    let outcome: StepOutcome | undefined;
    try {
      if (step.check !== undefined) await this.#begin(step, startedAtMs);
      else outcome = await step.run({ client, clock, kinds, machinery, seed });
    } catch (error) {
      outcome = { ok: false, detail: error instanceof Error ? error.message : String(error) };
    }
    if (outcome?.ok !== false) return;
    this.#report(step, startedAtMs, {
      passed: false,
      decidedAtMs: this.#elapsed(),
      expected: 'the step is carried out',
      actual: outcome.detail ?? 'it failed',
    });
  }

  async #begin(step: Step, startedAtMs: Millis): Promise<void> {
    const { clock, kinds } = this.#options;
    this.#waiting.delete(step);
    const plan = step.check!(kinds);
    const check = new RunningCheck({
      plan,
      clock,
      observed: this.#observed,
      name: `line ${step.line}: ${step.summary}`,
      onDecided: (finding) => {
        this.#running.delete(check);
        this.#report(step, startedAtMs, this.#outcomeOf(plan.expected, finding));
      },
    });
    this.#running.add(check);
    await check.begin();
  }

  #outcomeOf(expected: string, finding: Finding): Outcome {
    const { passed, atMs, undecided, actual, object } = finding;
    return {
      passed,
      ...(undecided ? {} : { decidedAtMs: atMs - this.#startMs }),
      expected,
      actual,
      ...(object && { object: referenceOf(object), revision: object.metadata.resourceVersion }),
    };
  }

  #report(step: Step, startedAtMs: Millis, outcome: Outcome): void {
    const { file, line, name, verb, summary } = step;
    const about = { file, line, ...(name !== undefined && { name }), verb, summary };
    const result = { ...about, startedAtMs, ...outcome };
    this.#results.push(result);
    this.#options.onCheck?.(result);
  }

  #elapsed(): Millis {
    return this.#options.clock.now() - this.#startMs;
  }
}

type Outcome = Omit<CheckResult, 'file' | 'line' | 'name' | 'verb' | 'summary' | 'startedAtMs'>;

function referenceOf({ kind, metadata }: KubeObject): CheckedObject {
  const { namespace, name } = metadata;
  return namespace === undefined ? { kind, name } : { kind, namespace, name };
}

import type { Clock, Millis } from '#clock';
import { node as nodeKind } from '#kinds';
import type { KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import type { CheckedObject, CheckMark } from '#record';
import { messageOf, type ClientFactory } from '#runtime';
import { addRules } from './add-rules.ts';
import type { Machinery } from './machinery.ts';
import type { Scenario } from './scenario.ts';
import { RunningCheck, type Finding } from './checks/running-check.ts';
import { ObservedKinds } from './checks/observed-kinds.ts';
import { nodeObjects } from './shape/node-group.ts';
import type { Step } from './step.ts';

/** The result of a step that checks something, or failed. */
export type CheckResult = CheckMark;

/** A step that has begun, for the timeline. */
export interface StepStarted {
  readonly step: Step;
  readonly atMs: Millis;
}

export interface PlayerOptions {
  readonly scenario: Pick<Scenario, 'behaviour' | 'nodes' | 'steps'>;
  readonly clock: Clock;
  /** Virtual time at the start of the run, ms. Default: now. */
  readonly startMs?: Millis;
  readonly clients: ClientFactory;
  readonly kinds: KindRegistry;
  readonly machinery: Machinery;
  /** The seed of the run, for what chance decides in the pool. Default: 1. */
  readonly seed?: number;
  /** Who makes the writes of steps. Default: `scenario`. */
  readonly actor?: string;
  readonly onStep?: (started: StepStarted) => void;
  readonly onCheck?: (result: CheckResult) => void;
}

/** A step that is played. */
export interface Performance {
  /** Resolves once the step is done: with its result if it failed, or if it is a check. */
  readonly result: Promise<CheckResult | undefined>;
  /** Decides an open check now. */
  end(): void;
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
    this.#startMs = options.startMs ?? clock.now();
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
      clock.after(step.atMs, () => void this.perform(step), { name });
    });
  }

  /**
   * Plays a step now, whatever its time. A check is open until it is decided, by time that passes or
   * by `end`.
   */
  perform(step: Step): Performance {
    const startedAtMs = this.#elapsed();
    this.#options.onStep?.({ step, atMs: startedAtMs });
    const { check } = step;
    if (check !== undefined) return this.#check(step, check, startedAtMs);
    return { result: this.#run(step, startedAtMs), end: () => undefined };
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

  async #run(step: Step, startedAtMs: Millis): Promise<CheckResult | undefined> {
    const { clients, clock, kinds, machinery, seed = 1, actor = 'scenario' } = this.#options;
    const client = clients.as({ actor, note: titleOf(step) });
    try {
      const outcome = await step.run({ client, clock, kinds, machinery, seed });
      if (outcome?.ok !== false) return undefined;
      return this.#failed(step, startedAtMs, outcome.detail);
    } catch (error) {
      return this.#failed(step, startedAtMs, messageOf(error));
    }
  }

  #check(step: Step, planOf: NonNullable<Step['check']>, startedAtMs: Millis): Performance {
    const { clock, kinds } = this.#options;
    this.#waiting.delete(step);
    let decide: (result: CheckResult) => void;
    const result = new Promise<CheckResult>((resolve) => (decide = resolve));
    const fail = (error: unknown): void => {
      decide(this.#failed(step, startedAtMs, messageOf(error)));
    };
    try {
      const plan = planOf(kinds);
      const check = new RunningCheck({
        plan,
        clock,
        observed: this.#observed,
        name: titleOf(step),
        onDecided: (finding) => {
          this.#running.delete(check);
          decide(this.#report(step, startedAtMs, this.#outcomeOf(plan.expected, finding)));
        },
      });
      this.#running.add(check);
      check.begin().catch(fail);
      return { result, end: () => check.end() };
    } catch (error) {
      fail(error);
      return { result, end: () => undefined };
    }
  }

  #failed(step: Step, startedAtMs: Millis, detail = 'it failed'): CheckResult {
    return this.#report(step, startedAtMs, {
      passed: false,
      decidedAtMs: this.#elapsed(),
      expected: 'the step is carried out',
      actual: detail,
    });
  }

  #outcomeOf(expected: string, finding: Finding): Outcome {
    const { passed, atMs, undecided, actual, object, about, field, watched } = finding;
    return {
      passed,
      ...(undecided ? {} : { decidedAtMs: atMs - this.#startMs }),
      expected,
      actual,
      ...(about && { object: about }),
      ...(object && { object: referenceOf(object), revision: object.metadata.resourceVersion }),
      ...(field !== undefined && { field }),
      ...(watched && { watched }),
    };
  }

  #report(step: Step, startedAtMs: Millis, outcome: Outcome): CheckResult {
    const { file, line, name, verb, summary } = step;
    const about = { file, line, ...(name !== undefined && { name }), verb, summary };
    const result = { ...about, startedAtMs, ...outcome };
    this.#results.push(result);
    this.#options.onCheck?.(result);
    return result;
  }

  #elapsed(): Millis {
    return this.#options.clock.now() - this.#startMs;
  }
}

/** Returns a step as origins name it. A step without a file has no line. */
function titleOf({ line, summary }: Step): string {
  return line === 0 ? summary : `line ${line}: ${summary}`;
}

type Outcome = Omit<CheckResult, 'file' | 'line' | 'name' | 'verb' | 'summary' | 'startedAtMs'>;

function referenceOf({ kind, metadata }: KubeObject): CheckedObject {
  const { namespace, name } = metadata;
  return namespace === undefined ? { kind, name } : { kind, namespace, name };
}

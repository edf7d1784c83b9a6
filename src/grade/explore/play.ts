/** Plays a plan: the client, the steps, what goes wrong meanwhile, and how it ends. */
import { machineWall } from '#clock';
import { ApiError, CheckFailedError } from '#kit';
import { differencesOf, endStateOf, type Difference, type EndState } from './end-state.ts';
import { asides, historyOf, type Write } from './history.ts';
import { hangingIn, type Hanging } from './hanging.ts';
import { orphansIn } from './orphans.ts';
import { disturbanceText, type Disturbance, type Plan } from './plan.ts';
import type { ClientWrite, Rig } from './rig.ts';
import type { Condition, Setting } from './setting.ts';
import { Trouble } from './trouble.ts';

/** How a run went. */
export interface Outcome {
  /** Why it could not be played to its end. */
  readonly notPlayed: string | undefined;
  /** What was written since the client was first started. */
  readonly history: readonly Write[];
  /** The store's revision as each step began; the start is step 0. */
  readonly stepStarts: readonly number[];
  readonly reads: readonly string[];
  /** Of each step. */
  readonly writes: readonly (readonly ClientWrite[])[];
  /** Who of the history the client is. */
  readonly actors: readonly string[];
  readonly end: EndState;
  /** Whether it came to rest. */
  readonly isAtRest: boolean;
  /** Virtual ms since the start at which everything that goes wrong was over. */
  readonly calmMs: number;
  /** Conditions that did not hold, with what was found. */
  readonly broken: readonly { readonly what: string; readonly found: string }[];
  /** What another client has written and is gone. */
  readonly lost: readonly string[];
  /** Objects all of whose owners are gone. */
  readonly orphans: readonly string[];
  /** Objects in deletion that a finalizer holds. */
  readonly hanging: readonly Hanging[];
  readonly ending: string | undefined;
  readonly output: string;
  /** The order in which it gets events and reconciles can be chosen. */
  readonly canPermute: boolean;
  /** What of the plan did not take place. */
  readonly missed: readonly Disturbance[];
  readonly wallMs: number;
}

/** What an undisturbed run came to. */
export interface Expected {
  readonly end: EndState;
  /** Whose objects count. */
  readonly resources: readonly string[];
  /** Fields that differ from run to run. */
  readonly unstable: readonly string[];
}

/** Where an end differs from that of an undisturbed run. */
export function unexpected({ end, unstable }: Expected, found: EndState): readonly Difference[] {
  return differencesOf(end, found).filter(({ path }) => !unstable.includes(path));
}

export interface PlayOptions {
  /** Undefined: an undisturbed run. */
  readonly expected?: Expected | undefined;
  /** An end that is wrong may take less time to become right: who calls plays the plan again if it fails. */
  readonly isHasty?: boolean;
  /** Ends the play, which then rejects. */
  readonly signal?: AbortSignal | undefined;
}

export class Player {
  readonly #rig: Rig;
  readonly #setting: Setting;
  #trouble: Trouble;
  #expected: Expected | undefined;
  /** How long an end that is wrong may take to become right, wall ms. */
  #latestMs = 0;
  #signal: AbortSignal | undefined;
  readonly #broken = new Map<string, string>();
  readonly #writesBefore: number[] = [];
  /** The store's revision before the start. */
  #before = 0;
  #isStarted = false;
  #restart: Promise<void> | undefined;

  constructor(rig: Rig, setting: Setting) {
    this.#rig = rig;
    this.#setting = setting;
    this.#trouble = new Trouble(rig, []);
  }

  /** The start, when nothing goes wrong in it: before the plan is known. */
  async start(signal?: AbortSignal): Promise<void> {
    this.#signal = signal;
    await this.#playStart();
  }

  /** From the start on, unless the client has started. A plan with something in the start begins there. */
  async play(plan: Plan, { expected, isHasty = false, signal }: PlayOptions): Promise<Outcome> {
    const began = machineWall.now();
    this.#trouble = new Trouble(this.#rig, plan, this.#trouble.stepStarts);
    this.#expected = expected;
    this.#latestMs = isHasty ? this.#rig.hastyMs : this.#rig.latestMs;
    this.#signal = signal;
    const isFollowed = plan.some(({ type }) => type === 'kill');
    const stop = isFollowed ? this.#rig.follow(() => this.#glance()) : undefined;
    try {
      return await this.#playAll(began);
    } finally {
      stop?.();
      await this.#restart;
    }
  }

  async #playAll(began: number): Promise<Outcome> {
    const notPlayed = await this.#playSteps().then(() => undefined, reasonNotPlayed);
    const { missed } = this.#trouble;
    this.#trouble.liftAll();
    const calmMs = historyOf(this.#rig.cluster).at(-1)?.atMs ?? 0;
    const { end, isAtRest } = await this.#end();
    const { actors, reads, ending, output, cluster, order } = this.#rig;
    const resources = this.#expected?.resources ?? this.#resources;
    return {
      ...{ notPlayed, actors, reads, ending, output, missed, end, isAtRest, calmMs },
      canPermute: order !== undefined,
      history: historyOf(cluster).filter(({ revision }) => revision > this.#before),
      stepStarts: this.#trouble.stepStarts,
      writes: this.#writesBefore.map((start, i) =>
        this.#rig.writes.slice(start, this.#writesBefore[i + 1]),
      ),
      broken: [...this.#broken].map(([what, found]) => ({ what, found })),
      lost: await this.#trouble.lost(),
      orphans: await orphansIn(cluster, resources),
      hanging: await hangingIn(cluster, resources),
      wallMs: machineWall.now() - began,
    };
  }

  async #playSteps(): Promise<void> {
    if (!this.#isStarted) await this.#playStart();
    const { ready, steps } = this.#setting;
    if (ready !== undefined && !(await this.#comesTrue(ready))) {
      throw new NotPlayed('it was never ready (--ready)');
    }
    for (const [i, step] of steps.entries()) {
      await this.#begin(i + 1);
      await this.#perform(step, i + 1);
      await this.#finish(i + 1);
    }
  }

  async #playStart(): Promise<void> {
    this.#before = this.#revision();
    await this.#begin(0);
    if (!this.#trouble.leavesAt(0)) await this.#rig.start();
    await this.#finish(0);
    this.#isStarted = true;
  }

  async #begin(step: number): Promise<void> {
    this.#trouble.stepStarts[step] = this.#revision();
    this.#writesBefore[step] = this.#rig.writes.length;
    await this.#trouble.begin(step);
    if (step > 0 && this.#trouble.leavesAt(step)) await this.#rig.kill();
  }

  async #finish(step: number): Promise<void> {
    await this.#settle();
    const isLifted = this.#trouble.lift(step);
    const returns = this.#trouble.returnsAfter(step);
    if (returns) await this.#rig.start();
    if (isLifted || returns) await this.#settle();
    for (const lag of this.#trouble.rewindsAfter(step)) {
      await this.#rig.kill();
      lag();
      await this.#rig.start();
      await this.#settle();
    }
    if (this.#trouble.catchUp()) await this.#settle();
  }

  /** A step can be about what the client has not made yet. */
  async #perform(step: Condition, number: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#rig.cluster.step(step);
        return;
      } catch (error) {
        if (!(error instanceof CheckFailedError || error instanceof ApiError)) throw error;
        if (attempt === 3) throw new NotPlayed(`step ${number} failed: ${error.message}`);
        await this.#settle(true);
      }
    }
  }

  #glance(): void {
    if (!this.#trouble.glance() || this.#restart !== undefined) return;
    const restart = async (): Promise<void> => {
      await this.#rig.kill();
      this.#trouble.prepareRestart();
      await this.#rig.start();
    };
    this.#restart = restart().finally(() => (this.#restart = undefined));
  }

  async #settle(isThorough = false): Promise<boolean> {
    const look = async (): Promise<void> => {
      this.#glance();
      await this.#restart;
      this.#signal?.throwIfAborted();
      await this.#checkInvariants();
    };
    return this.#rig.settle({ look, isThorough });
  }

  async #checkInvariants(): Promise<void> {
    for (const condition of this.#setting.invariants) {
      const what = JSON.stringify(condition);
      if (this.#broken.has(what)) continue;
      const found = await this.#failureOf(condition);
      if (found !== undefined) this.#broken.set(what, found);
    }
  }

  async #comesTrue(condition: Condition): Promise<boolean> {
    const deadline = machineWall.now() + this.#rig.latestMs;
    for (;;) {
      if ((await this.#failureOf(condition)) === undefined) return true;
      if (machineWall.now() >= deadline) return false;
      await this.#settle();
    }
  }

  /** What is found in place of it; undefined: it holds. */
  async #failureOf(condition: Condition): Promise<string | undefined> {
    try {
      await this.#rig.cluster.step({ expect: condition });
      return undefined;
    } catch (error) {
      if (error instanceof CheckFailedError) return error.found;
      throw error;
    }
  }

  /** Waits until it ends as it should, or for as long as that may take. */
  async #end(): Promise<{ readonly end: EndState; readonly isAtRest: boolean }> {
    const { goal, ignored } = this.#setting;
    const deadline = machineWall.now() + this.#latestMs;
    let isThorough = this.#expected === undefined || this.#latestMs === 0;
    for (;;) {
      const isAtRest = await this.#settle(isThorough);
      const { restsUntilMs } = this.#rig;
      const isFinal = machineWall.now() >= deadline || (isThorough && restsUntilMs >= deadline);
      const resources = this.#expected?.resources ?? this.#resources;
      const end = await endStateOf(this.#rig.cluster, resources, ignored);
      const failure = goal && (await this.#failureOf(goal));
      const isAsExpected =
        this.#expected === undefined || unexpected(this.#expected, end).length === 0;
      const isRight = isAtRest && failure === undefined && isAsExpected;
      if (!isRight && !isFinal) {
        // What it sleeps on need not pass, but virtual time does: the cluster could wake it.
        isThorough ||= restsUntilMs > machineWall.now();
        continue;
      }
      if (failure !== undefined) this.#broken.set(`${JSON.stringify(goal)} (--goal)`, failure);
      return { end, isAtRest };
    }
  }

  /** All that it reads or writes. */
  get #resources(): readonly string[] {
    const { reads, writes } = this.#rig;
    const written = writes.map(({ resource }) => resource.split('/', 1)[0]!);
    return [...new Set([...reads, ...written])].filter((each) => !asides.includes(each)).sort();
  }

  #revision(): number {
    return historyOf(this.#rig.cluster).at(-1)?.revision ?? 0;
  }
}

/** The plan could not be played to its end. */
class NotPlayed extends Error {}

function reasonNotPlayed(error: unknown): string {
  if (error instanceof NotPlayed) return error.message;
  throw error;
}

/** Returns what of a plan did not take place, in words. */
export function missedText(missed: readonly Disturbance[]): string {
  return `this did not happen: ${missed.map(disturbanceText).join('; ')}`;
}

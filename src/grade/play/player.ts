/** Plays the steps of a case, one after the other. */
import { machineWall } from '#clock';
import { CheckFailedError, type SeenRequest } from '#kit';
import type { CaseStep, ClientAct, Goal, GradeCase } from '../case/case.ts';
import { matches, patternText } from '../requests/pattern.ts';
import type { Breach } from '../rules/judge.ts';
import type { Subject } from '../subject.ts';
import { Changed } from './changed.ts';
import { Definition } from './definition.ts';
import { fill } from './fill.ts';
import { giveAway } from './lease.ts';
import { CreatedObjects, NothingCreated } from './created.ts';
import { Samples } from './samples.ts';
import { clientUser, type Stage } from './stage.ts';
import { sleep, waitUntil } from './wait.ts';

/** What the user says about the client. */
export interface Expectations {
  /** A condition of the scenario language. */
  readonly ready?: Readonly<Record<string, unknown>>;
  readonly goal?: Readonly<Record<string, unknown>>;
  /** A manifest that gives it something to do. */
  readonly change?: string;
  /** Factor of all times that a case waits. */
  readonly patience: number;
}

/** How far a case got. */
export interface Played {
  readonly breach?: Breach;
  /** Why the client could not be judged. */
  readonly notExercised?: string;
  readonly marks: ReadonlyMap<string, number>;
  /** The faults that were injected, by name. */
  readonly faults: readonly string[];
}

/** The case cannot be played for this client. */
class NotExercised extends Error {}

/** The client did not do what it had to do in time. */
class Broken extends Error {
  readonly breach: Breach;

  constructor(breach: Breach) {
    super(breach.rule);
    this.breach = breach;
  }
}

/** A client has started when it has written nothing for this long, ms... */
const quietMs = 600;
/** ...or after this long, ms. */
const mostUnrestMs = 5_000;

/** Steps that only wait, or look. */
const waitingTypes = [
  ...(['until', 'expect', 'holds', 'madeHas', 'ownersExist', 'changedGone', 'pause'] as const),
] as const;
type WaitingType = (typeof waitingTypes)[number];

export class CasePlayer {
  readonly #stage: Stage;
  readonly #case: GradeCase;
  readonly #subject: Subject;
  readonly #expectations: Expectations;
  readonly #samples: Samples;
  readonly #createdObjects: CreatedObjects;
  readonly #definition: Definition;
  readonly #marks = new Map<string, number>();
  readonly #faults: string[] = [];
  /** When the latest step began that was more than waiting. Requests before it answer nothing. */
  #actedMs = 0;

  constructor(stage: Stage, played: GradeCase, subject: Subject, expectations: Expectations) {
    this.#stage = stage;
    this.#case = played;
    this.#subject = subject;
    this.#expectations = expectations;
    this.#samples = new Samples(stage.cluster, subject);
    this.#createdObjects = new CreatedObjects(stage, subject);
    this.#definition = new Definition(stage.cluster, subject);
  }

  async play(): Promise<Played> {
    try {
      await this.#samples.add(this.#case.objects);
      if (!this.#case.startsLate) await this.#startUndisturbed();
      for (const step of this.#case.steps) {
        await this.#perform(step);
        if (step.mark !== undefined) this.#marks.set(step.mark, this.#momentOf(step));
      }
      return this.#played({});
    } catch (error) {
      if (error instanceof NotExercised || error instanceof NothingCreated)
        return this.#played({ notExercised: error.message });
      if (error instanceof Broken) return this.#played({ breach: error.breach });
      throw error;
    }
  }

  /** What a step sets off can come before it is done. */
  #momentOf({ type }: CaseStep): number {
    const isWaiting: readonly string[] = waitingTypes;
    return isWaiting.includes(type) ? machineWall.now() : this.#actedMs;
  }

  #played(ending: Pick<Played, 'breach' | 'notExercised'>): Played {
    return { ...ending, marks: this.#marks, faults: this.#faults };
  }

  async #startUndisturbed(): Promise<void> {
    this.#actedMs = machineWall.now();
    this.#stage.startClient();
    const { ready } = this.#expectations;
    if (ready !== undefined) await this.#await(ready, 'it was never ready (--ready)');
    if (this.#case.audience !== 'any') await this.#quiet();
  }

  /** Waits until the client has written all that the start asks of it. */
  async #quiet(): Promise<void> {
    const lastMs = (): number => {
      const writes = this.#stage.requests.filter((each) => this.#isWrite(each));
      return writes.at(-1)?.beganMs ?? this.#actedMs;
    };
    await waitUntil(() => machineWall.now() - lastMs() > quietMs, mostUnrestMs);
  }

  #isWrite(request: SeenRequest): boolean {
    return matches(request, { verb: ['write'] }, this.#subject);
  }

  async #await(condition: Readonly<Record<string, unknown>>, otherwise: string): Promise<void> {
    const isReady = await waitUntil(() => this.#holds(condition), this.#patient(30_000));
    if (!isReady) throw new NotExercised(otherwise);
  }

  async #perform(step: CaseStep): Promise<void> {
    switch (step.type) {
      case 'until': {
        if (await this.#sees(step)) return;
        const within = this.#patient(step.withinMs) / 1000;
        const expected = patternText(step.pattern, this.#subject);
        throw new NotExercised(`the client sent no ${expected} within ${within} s`);
      }
      case 'expect': {
        if (await this.#sees(step)) return;
        const within = this.#patient(step.withinMs) / 1000;
        const rule = `a ${patternText(step.pattern, this.#subject)} within ${within} s`;
        const requests = this.#since(this.#actedMs);
        throw new Broken({ rule, found: 'none', because: step.because, requests });
      }
      case 'holds': {
        const condition = this.#conditionOf(step.condition);
        const holds = (): Promise<boolean> => this.#holds(condition);
        if (await this.#comes(holds, this.#patient(step.withinMs))) return;
        const rule = `${JSON.stringify(condition)} holds within ${this.#patient(step.withinMs) / 1000} s`;
        const found = await this.#failureOf(condition);
        const requests = this.#since(this.#actedMs);
        throw new Broken({ rule, found, because: step.because, requests });
      }
      case 'madeHas': {
        const without = await this.#createdObjects.without(step.fields);
        if (without.length === 0) return;
        const rule = `what the client has created has ${JSON.stringify(step.fields)}`;
        const found = `${without.join(', ')} without it`;
        const requests = this.#since(this.#actedMs).filter((each) => this.#isWrite(each));
        throw new Broken({ rule, found, because: step.because, requests });
      }
      case 'ownersExist': {
        const orphans = (): Promise<readonly string[]> => this.#createdObjects.orphans();
        const withinMs = this.#patient(step.withinMs);
        if (await this.#comes(async () => (await orphans()).length === 0, withinMs)) return;
        const rule = `the owners of what the client has created exist within ${withinMs / 1000} s`;
        const requests = this.#since(this.#actedMs).filter((each) => this.#isWrite(each));
        const found = (await orphans()).join(', ');
        throw new Broken({ rule, found, because: step.because, requests });
      }
      case 'changedGone': {
        const hanging = (): Promise<readonly string[]> => this.#changed.hanging();
        const withinMs = this.#patient(step.withinMs);
        if (await this.#comes(async () => (await hanging()).length === 0, withinMs)) return;
        const rule = `what is deleted goes within ${withinMs / 1000} s`;
        const requests = this.#since(this.#actedMs).filter((each) => this.#isWrite(each));
        throw new Broken({
          rule,
          found: (await hanging()).join(', '),
          because: step.because,
          requests,
        });
      }
      case 'pause':
        return sleep(step.ms);
      case 'advance':
      case 'add':
      case 'touch':
      case 'remove':
      case 'removeMade':
      case 'patchMade':
      case 'takeOver':
      case 'change':
      case 'removeChanged':
      case 'patchChanged':
      case 'definition':
      case 'rotateToken':
      case 'lease':
      case 'client':
      case 'step':
        this.#actedMs = machineWall.now();
        return this.#act(step);
    }
  }

  async #act(step: Exclude<CaseStep, { type: WaitingType }>): Promise<void> {
    const { cluster } = this.#stage;
    switch (step.type) {
      case 'advance':
        return cluster.advance(step.span);
      case 'add':
        return this.#samples.add(step.count);
      case 'touch':
        return this.#samples.touch(step.count);
      case 'remove':
        return this.#samples.remove(step.count);
      case 'removeMade':
        return this.#createdObjects.remove();
      case 'patchMade':
        return this.#createdObjects.patch(step.patch);
      case 'takeOver':
        return this.#createdObjects.takeOver();
      case 'change':
        return cluster.apply(this.#expectations.change!);
      case 'removeChanged':
        return this.#changed.remove();
      case 'patchChanged':
        return this.#changed.patch(step.patch);
      case 'definition':
        return this.#definition.act(step.act);
      case 'rotateToken':
        return this.#stage.rotateToken();
      case 'lease':
        return giveAway(cluster, this.#subject, step.act);
      case 'client':
        return this.#driveClient(step.act);
      case 'step':
        return this.#step(step.step);
    }
  }

  async #step(step: Readonly<Record<string, unknown>>): Promise<void> {
    const filled = fill(step, this.#subject) as Readonly<Record<string, unknown>>;
    const { fault } = filled;
    if (typeof fault !== 'object' || fault === null) return this.#stage.cluster.step(filled);
    const own = fault as Readonly<Record<string, unknown>>;
    const isOfAll = ['certificate', 'refuse', 'handshake'].some(
      (each) => own[each] !== undefined || own['connection'] === each,
    );
    const match = { client: { user: clientUser }, ...(own['match'] as object | undefined) };
    const name = this.#stage.cluster.faults.inject({ ...own, ...(!isOfAll && { match }) });
    if (!isOfAll) this.#faults.push(name);
  }

  get #changed(): Changed {
    return new Changed(this.#stage.cluster, this.#expectations.change!);
  }

  async #driveClient(act: ClientAct): Promise<void> {
    if (act === 'second') return this.#stage.startReplica();
    if (act === 'start') return this.#stage.startClient();
    if (act === 'stop') return this.#stage.stopClient();
    return this.#stage.restartClient();
  }

  /** A case whose conditions the user has not named is not played at all. */
  #conditionOf(goal: Goal): Readonly<Record<string, unknown>> {
    return goal === 'goal' || goal === 'ready' ? this.#expectations[goal]! : goal;
  }

  async #sees({
    pattern,
    withinMs,
  }: Extract<CaseStep, { type: 'until' | 'expect' }>): Promise<boolean> {
    const isSeen = (): boolean =>
      this.#since(this.#actedMs).some((each) => matches(each, pattern, this.#subject));
    // A client that has ended sends nothing any more.
    const hasEnded = (): boolean => this.#stage.client?.ending !== undefined;
    await waitUntil(() => isSeen() || hasEnded(), this.#patient(withinMs));
    return isSeen();
  }

  /** Whether a condition comes to hold; what a client has not brought about that has crashed, it never will. */
  async #comes(holds: () => Promise<boolean>, withinMs: number): Promise<boolean> {
    const hasCrashed = (): boolean => {
      const ending = this.#stage.client?.ending;
      return !this.#case.mayEnd && ending !== undefined && ending.code !== 0;
    };
    let isHeld = false;
    await waitUntil(async () => (isHeld = await holds()) || hasCrashed(), withinMs);
    return isHeld;
  }

  #since(ms: number): readonly SeenRequest[] {
    return this.#stage.requests.filter(({ beganMs }) => beganMs >= ms);
  }

  async #holds(condition: Readonly<Record<string, unknown>>): Promise<boolean> {
    return (await this.#failureOf(condition)) === '';
  }

  /** What is found in place of it; empty: it holds. */
  async #failureOf(condition: Readonly<Record<string, unknown>>): Promise<string> {
    try {
      await this.#stage.cluster.step({ expect: fill(condition, this.#subject) });
      return '';
    } catch (error) {
      if (error instanceof CheckFailedError) return error.found;
      throw error;
    }
  }

  #patient(ms: number): number {
    return ms * this.#expectations.patience;
  }
}

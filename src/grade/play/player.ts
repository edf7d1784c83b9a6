/** Plays the steps of a case, one after the other. */
import { machineWall } from '#clock';
import { CheckFailedError, type SeenRequest } from '#kit';
import type { CaseStep, GradeCase } from '../case/case.ts';
import { matches, patternText } from '../requests/pattern.ts';
import type { Breach } from '../rules/judge.ts';
import type { Subject } from '../subject.ts';
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

export class CasePlayer {
  readonly #stage: Stage;
  readonly #case: GradeCase;
  readonly #subject: Subject;
  readonly #expectations: Expectations;
  readonly #samples: Samples;
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
  }

  async play(): Promise<Played> {
    try {
      await this.#samples.add(this.#case.objects);
      if (!this.#case.startsLate) await this.#startClient();
      for (const step of this.#case.steps) {
        await this.#perform(step);
        if (step.mark !== undefined) this.#marks.set(step.mark, this.#momentOf(step));
      }
      return this.#played({});
    } catch (error) {
      if (error instanceof NotExercised) return this.#played({ notExercised: error.message });
      if (error instanceof Broken) return this.#played({ breach: error.breach });
      throw error;
    }
  }

  /** What a step sets off can come before it is done. */
  #momentOf({ type }: CaseStep): number {
    const isWaiting = ['until', 'expect', 'holds', 'pause'].includes(type);
    return isWaiting ? machineWall.now() : this.#actedMs;
  }

  #played(ending: Pick<Played, 'breach' | 'notExercised'>): Played {
    return { ...ending, marks: this.#marks, faults: this.#faults };
  }

  async #startClient(): Promise<void> {
    this.#actedMs = machineWall.now();
    this.#stage.startClient();
    const { ready } = this.#expectations;
    if (ready !== undefined) await this.#await(ready, 'it was never ready (--ready)');
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
        const wanted = patternText(step.pattern, this.#subject);
        throw new NotExercised(`the client sent no ${wanted} within ${within} s`);
      }
      case 'expect': {
        if (await this.#sees(step)) return;
        const within = this.#patient(step.withinMs) / 1000;
        const rule = `a ${patternText(step.pattern, this.#subject)} within ${within} s`;
        const requests = this.#since(this.#actedMs);
        throw new Broken({ rule, found: 'none', because: step.because, requests });
      }
      case 'holds': {
        const condition = step.condition === 'goal' ? this.#goal() : step.condition;
        if (await waitUntil(() => this.#holds(condition), this.#patient(step.withinMs))) return;
        const rule = `${JSON.stringify(condition)} holds within ${this.#patient(step.withinMs) / 1000} s`;
        const found = await this.#failureOf(condition);
        const requests = this.#since(this.#actedMs);
        throw new Broken({ rule, found, because: step.because, requests });
      }
      case 'pause':
        return sleep(step.ms);
      case 'advance':
      case 'add':
      case 'touch':
      case 'remove':
      case 'removeMade':
      case 'change':
      case 'client':
      case 'step':
        this.#actedMs = machineWall.now();
        return this.#act(step);
    }
  }

  async #act(
    step: Exclude<CaseStep, { type: 'until' | 'expect' | 'holds' | 'pause' }>,
  ): Promise<void> {
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
        return this.#removeMade();
      case 'change': {
        const { change } = this.#expectations;
        if (change === undefined) throw new NotExercised('there is no --change FILE');
        return cluster.apply(change);
      }
      case 'client':
        return step.act === 'start' ? this.#startClient() : this.#stage.restartClient();
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

  /** Deletes the objects that the client has created. */
  async #removeMade(): Promise<void> {
    const made = this.#stage.requests.filter(
      (each) => each.verb === 'create' && each.code === 201 && this.#isWork(each),
    );
    if (made.length === 0) throw new NotExercised('the client has created nothing');
    for (const { resource, body, namespace } of made) {
      const { metadata } = JSON.parse(body || '{}') as { metadata?: { name?: string } };
      if (metadata?.name === undefined) continue;
      const where = namespace === '' ? {} : { namespace };
      await this.#stage.cluster.delete(resource, metadata.name, where).catch(() => undefined);
    }
  }

  #isWork(request: SeenRequest): boolean {
    return matches(request, { verb: ['write'] }, this.#subject);
  }

  #goal(): Readonly<Record<string, unknown>> {
    const { goal } = this.#expectations;
    if (goal === undefined) throw new NotExercised('there is no --goal CONDITION');
    return goal;
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

/** The value with the names of what the client reads in place of `$resource`, `$kind` and so on. */
function fill(value: unknown, subject: Subject): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$(resource|kind|apiVersion|namespace)\b/g, (_, name: string) =>
      String(subject[name as keyof Subject]),
    );
  }
  if (Array.isArray(value)) return value.map((each) => fill(each, subject));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, fill(each, subject)]),
  );
}

/**
 * The engine as a page uses it: plays scenarios, opens records, and answers questions about runs.
 * It runs in a worker of the page, and as well in Node.
 */
import { bucketOf, defaultProfile, deviceClass, profileNamed } from '#kinds';
import { controllers, loadDeviceSelectors } from '#controllers';
import { atRelease, KindRegistry, kindsWithMetrics } from '#catalog';
import { answerOf, answersOverTime, type AskedValue, type LessonQuestion } from '#lesson';
import { loadPackages } from '#machine';
import { recordText, type Absence, type Explanation, type GrowingLog, type RunLog } from '#record';
import { fork, Run } from '#run';
import type { Change } from '#store';
import {
  checkScenario,
  manifestProblems,
  ScenarioError,
  withStep,
  type Problem,
  type Scenario,
  type StepText,
} from '#scenario';
import {
  RunView,
  type Calendar,
  type CausedWrite,
  type CauseGraph,
  type Charted,
  type Growth,
  type Lives,
  type Moment,
  type ObjectName,
  type ObjectView,
  type NotDone,
  type Scene,
  type Summary,
  type TableView,
} from '#view';
import type { Completions } from './complete/index.ts';
import type { CompareView } from './compare-view.ts';
import { InvalidScenario } from './invalid-scenario.ts';
import type { Opening } from './opening.ts';
import { editable, objectsIn, scenarioOf, type DoneStep } from './edit.ts';

/** Words of runs that need all packages. */
const anything = 'cron CustomResource';

/** A scenario to play: its texts, its own first. */
export interface PlayOptions {
  readonly files: readonly { readonly file: string; readonly text: string }[];
  readonly set?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  /** Values that hold from a moment on (virtual ms since the start): the future is another. */
  readonly fork?: { readonly atMs: number; readonly text: string };
}

export interface OpenRun {
  /** By which it is asked about. */
  readonly id: number;
  readonly summary: Summary;
  readonly charts: readonly Charted[];
}

/** A record as far as it is read. */
export interface PartRead extends OpenRun {
  /** Which part of it that is; 1: all. */
  readonly part: number;
}

/** What has been read more of a record. */
export interface GrowthRead extends Growth {
  readonly part: number;
}

const registry = new KindRegistry(defaultProfile);
const recordKinds = new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile));
const names = controllers.map(({ name }) => name);
/** A page keeps as many writes as this takes, in bytes by estimate. */
const KEPT_BYTES = 600_000_000;
/** How many runs stay open: the latest ones. */
const MOST_RUNS = 6;
/** How many writes of a record are read before the page shows it, and how many at least are sent to it at a time. */
const FIRST_WRITES = 5_000;
const NEXT_WRITES = 20_000;
/** As a part of those that are read. */
const NEXT_PART = 0.25;

export class Session {
  readonly #runs = new Map<number, RunView>();
  /** The records among them that are not read to their end. */
  readonly #openings = new Map<number, Opening>();
  /** Those that follow a server. */
  readonly #following = new Map<number, GrowingLog>();
  #latest = 0;

  /** What is wrong with a scenario, warnings included. */
  async lint({ files, set }: PlayOptions): Promise<readonly Problem[]> {
    await loadPackages(textOf(files));
    return this.#check({ files, set }).problems;
  }

  /** What can be written at an offset of a scenario's text; undefined where nothing is known. */
  async complete(text: string, offset: number): Promise<Completions | undefined> {
    const { completionsAt } = await import('./complete/index.ts');
    return completionsAt(text, offset, kindsNamedIn(text));
  }

  /** The same of a manifest for the cluster of a run, by the kinds that it has. */
  async completeManifest(
    id: number,
    text: string,
    offset: number,
  ): Promise<Completions | undefined> {
    const { kinds: known } = this.#run(id);
    const { manifestCompletionsAt } = await import('./complete/index.ts');
    return manifestCompletionsAt(text, offset, known);
  }

  /** What is wrong with a manifest for the cluster of a run. */
  async lintManifest(id: number, text: string): Promise<readonly Problem[]> {
    const { kinds: known } = this.#run(id);
    await loadPackages(text);
    return manifestProblems(text, known, this.#following.has(id) ? 'server' : 'scenario');
  }

  /**
   * Plays a scenario to its end; of a matrix the first combination.
   * @throws {InvalidScenario} @throws {DidNotSettleError} @throws {RecordFullError}
   */
  async play(
    { files, set, seed, fork: at }: PlayOptions,
    progress?: (part: number) => void,
  ): Promise<OpenRun> {
    await loadPackages(textOf(files) + (at?.text ?? ''));
    let scenario = this.#scenario({ files, set });
    if (at !== undefined) {
      const future = this.#scenario({
        files: [{ ...files[0]!, text: at.text }, ...files.slice(1)],
        set,
      });
      scenario = fork(scenario, future, at.atMs);
    }
    const observer = {
      progress: (atMs: number, untilMs: number): void => progress?.(atMs / untilMs),
    };
    const run = await Run.begin(scenario, { seed, keep: true, keepBytes: KEPT_BYTES, observer });
    try {
      await run.finish();
      return this.add(run.log);
    } finally {
      await run.stop();
    }
  }

  /**
   * Opens the text of a record, which comes in pieces: as much of it as a page can show at once. The rest
   * is had by {@link more}. @throws {RecordError}
   */
  async open(pieces: AsyncIterable<string>, progress?: (part: number) => void): Promise<PartRead> {
    const { Opening } = await import('./opening.ts');
    const opening = new Opening(pieces, registry);
    await opening.next(FIRST_WRITES, () => {}, progress);
    const run = this.add(opening.log);
    if (!opening.isWhole) this.#openings.set(run.id, opening);
    return { ...run, part: opening.part };
  }

  /** Reads on in a record: each time a part of what is read already, as large lists are joined. @throws {RecordError} */
  async more(id: number, progress?: (part: number) => void): Promise<GrowthRead> {
    const opening = this.#openings.get(id);
    const view = this.#run(id);
    if (opening === undefined) throw new RangeError('this record is read to its end');
    const growing = view.growing();
    const take = (changes: readonly Change[]): void => view.grow(growing, changes);
    const count = Math.max(NEXT_WRITES, view.log.past.revision * NEXT_PART);
    await opening.next(count, take, progress);
    if (opening.isWhole) this.#openings.delete(id);
    return { ...growing.growth(opening.isWhole), part: opening.part };
  }

  add(log: RunLog): OpenRun {
    const view = new RunView(log, recordKinds);
    return { id: this.#keep(view), summary: view.summary(), charts: view.charts() };
  }

  /** Opens a record that grows, at its beginning. @throws {RecordError} */
  async follow(beginning: unknown): Promise<OpenRun> {
    // What a server holds is not known in advance.
    await loadPackages(anything);
    const { following } = await import('./following.ts');
    const log = following(beginning, registry);
    for (const id of this.#following.keys()) this.#runs.delete(id);
    this.#following.clear();
    const view = new RunView(log, recordKinds);
    const id = ++this.#latest;
    this.#runs.set(id, view);
    this.#following.set(id, log);
    return { id, summary: view.summary(), charts: [] };
  }

  /** Adds to a record that grows. @throws {RecordError} */
  grow(id: number, added: unknown): Growth {
    const view = this.#run(id);
    const growing = view.growing();
    view.grow(growing, this.#following.get(id)!.add(added));
    return growing.growth(false);
  }

  #keep(view: RunView): number {
    const id = ++this.#latest;
    this.#runs.set(id, view);
    // One that follows a server stays.
    const others = [...this.#runs.keys()].filter((each) => !this.#following.has(each));
    for (const old of others.slice(0, -MOST_RUNS)) {
      this.#runs.delete(old);
      this.#openings.delete(old);
    }
    return id;
  }

  caused(id: number, revisions: readonly number[]): readonly CausedWrite[] {
    return this.#run(id).caused(revisions);
  }

  calendar(id: number, name: ObjectName): Promise<Calendar | undefined> {
    return this.#run(id).calendar(name);
  }

  scene(id: number, revision: number): Scene {
    return this.#run(id).scene(revision);
  }

  /**
   * The whole run as one picture that moves.
   * @param css the text of colours.css
   * @throws {PictureError} for a run that is too large for one
   */
  async motion(id: number, css: string, stillMs: number): Promise<string> {
    const { motionPicture } = await import('#picture');
    return motionPicture(this.#run(id), css, stillMs);
  }

  lives(id: number): Lives | undefined {
    return this.#run(id).lives();
  }

  tables(id: number, revision: number, atMs: number): readonly TableView[] {
    return this.#run(id).tables(revision, atMs);
  }

  object(id: number, name: ObjectName, revision: number): Promise<ObjectView> {
    return this.#run(id).object(name, revision);
  }

  /** @throws {QuestionError} */
  async why(id: number, name: ObjectName, field: string, revision: number): Promise<Explanation> {
    await loadForQuestions(this.#run(id));
    return this.#run(id).why(name, field, revision);
  }

  async whyNot(id: number, name: ObjectName, notDone: NotDone, moment: Moment): Promise<Absence> {
    await loadForQuestions(this.#run(id));
    return this.#run(id).whyNot(name, notDone, moment);
  }

  causes(id: number, revision: number): Promise<CauseGraph> {
    return this.#run(id).causes(revision);
  }

  /** See {@link withStep}. */
  withStep(text: string, atMs: number, step: StepText): string {
    return withStep(text, atMs, step);
  }

  /** See {@link scenarioOf}. */
  scenarioOf(done: readonly DoneStep[], nodes: readonly string[]): string {
    return scenarioOf(done, nodes);
  }

  /** See {@link objectsIn}. */
  objectsIn(text: string): readonly object[] {
    return objectsIn(text);
  }

  /** See {@link editable}. */
  editable(yaml: string): string {
    return editable(yaml);
  }

  /** The right answer of a question of a lesson. */
  answer(id: number, question: LessonQuestion): string {
    const { log, kinds: known } = this.#run(id);
    return answerOf(question, log, known);
  }

  /** What a question of a lesson asks about, over the whole run. */
  answers(id: number, question: LessonQuestion): readonly AskedValue[] {
    const { log, kinds: known } = this.#run(id);
    return answersOverTime(question, log, known);
  }

  /** The record of a run. */
  record(id: number): string {
    return [...recordText(this.#whole(id))].join('');
  }

  async compare(left: number, right: number): Promise<CompareView> {
    const { compareView } = await import('./compare-view.ts');
    return compareView(this.#whole(left), this.#whole(right), recordKinds);
  }

  #whole(id: number): RunLog {
    const { log } = this.#run(id);
    if (this.#openings.has(id)) throw new RangeError('the record is not read to its end yet');
    return log;
  }

  #run(id: number): RunView {
    const run = this.#runs.get(id);
    if (run === undefined) throw new RangeError('this run is no longer open; play it again');
    return run;
  }

  #scenario(options: Pick<PlayOptions, 'files' | 'set'>): Scenario {
    const { scenarios, problems } = this.#check(options);
    const [first] = scenarios;
    if (first === undefined) throw new InvalidScenario(problems);
    return first;
  }

  #check({ files, set }: Pick<PlayOptions, 'files' | 'set'>): ReturnType<typeof checkScenario> {
    const options = { sources: files, set: set ?? {}, isExact: true, controllers: names };
    try {
      return checkScenario(files[0]!.file, registry, options);
    } catch (error) {
      if (error instanceof ScenarioError) return { scenarios: [], problems: error.problems };
      throw error;
    }
  }
}

/** The kinds of the release that a scenario names, whose text may be half written. */
function kindsNamedIn(text: string): KindRegistry {
  const name = /^kubernetes:\s*(?:\{\s*)?(?:(?:at|from):\s*)?['"]?([\w.]+)/m.exec(text)?.[1];
  try {
    return atRelease(registry, profileNamed(name));
  } catch {
    return registry;
  }
}

/** A record that is opened has loaded nothing by which its controllers decided. */
async function loadForQuestions({ log: { past } }: RunView): Promise<void> {
  if (past.list(bucketOf(deviceClass), past.revision).length > 0) await loadDeviceSelectors();
}

function textOf(files: PlayOptions['files']): string {
  return files.map(({ text }) => text).join('\n');
}

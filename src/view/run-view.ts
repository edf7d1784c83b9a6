import { customResourceDefinition } from '#custom';
import { type KindRegistry, withDefined } from '#catalog';
import { resourceOf } from '#kinds';
import type { CustomResourceDefinition } from '#types';
import { kindsOfRun, profileAt, type Absence, type Explanation, type RunLog } from '#record';
import type { Moment, NotDone } from './explanation.ts';
import type { Change } from '#store';
import { Growing } from './growth.ts';
import { Charts, withMore, type Charted } from './series.ts';
import type { CauseGraph } from './causes.ts';
import type { Calendar } from './calendar.ts';
import type { ObjectName, ObjectView } from './object.ts';
import { causedWritesOf, summaryOf, type CausedWrite, type Summary } from './summary.ts';
import type { Lives } from './stage/lives.ts';
import { MovingStage, type Scene } from './stage/scene.ts';
import { tablesAt, type TableView } from './tables.ts';

/** The questions that a page has about a run. All answers are plain data. */
export class RunView {
  readonly log: RunLog;
  readonly #registry: KindRegistry;
  /** The kinds of every server of the release that it had last. */
  #builtIn: KindRegistry;
  #kinds: KindRegistry | undefined;
  #charts: Charts;
  readonly #stage: MovingStage;

  /** @param builtIn the kinds of every server of some release */
  constructor(log: RunLog, builtIn: KindRegistry) {
    this.log = log;
    this.#registry = builtIn;
    this.#builtIn = kindsOfRun(log.head, builtIn);
    this.#charts = new Charts(log.head.startMs, this.#builtIn);
    const { past, head } = log;
    this.#stage = new MovingStage(past, head.startMs, profileAt(head, past.revision));
  }

  /** The kinds of the run: those of every server, and those that its definitions declared last. */
  get kinds(): KindRegistry {
    return (this.#kinds ??= kindsIn(this.log, this.#builtIn));
  }

  summary(): Summary {
    return summaryOf(this.log);
  }

  /** What grows later is added to these. */
  charts(): readonly Charted[] {
    const { past, head } = this.log;
    this.#charts = new Charts(head.startMs, this.#builtIn);
    this.#charts.add(past.changes());
    return withMore([], this.#charts.more(head.endMs));
  }

  /** Begins a growth of the log. */
  growing(): Growing {
    return new Growing(this.log, this.#charts);
  }

  /** Takes over changes by which the log has grown. */
  grow(growing: Growing, changes: readonly Change[]): void {
    const { minor } = profileAt(this.log.head, this.log.past.revision);
    if (minor !== this.#builtIn.profile.minor) {
      this.#builtIn = kindsOfRun(this.log.head, this.#registry);
      this.#kinds = undefined;
    }
    if (changes.some((change) => change.bucket === bucket)) this.#kinds = undefined;
    growing.add(changes);
  }

  /** What the stage shows at a revision. */
  scene(revision: number): Scene {
    return this.#stage.at(revision);
  }

  /** The pods of the whole run; undefined where it is too long to tell. */
  lives(): Lives | undefined {
    return this.#stage.lives();
  }

  /** @param atMs virtual ms since the start, for ages */
  tables(revision: number, atMs: number): readonly TableView[] {
    const { past, head } = this.log;
    return tablesAt(past, this.kinds, revision, head.startMs + atMs);
  }

  async object(name: ObjectName, revision: number): Promise<ObjectView> {
    const { objectAt } = await import('./object.ts');
    const { past, head } = this.log;
    return objectAt(past, this.kinds, name, revision, head.startMs);
  }

  /** The runs of a CronJob; undefined for one that never was. */
  async calendar(name: ObjectName): Promise<Calendar | undefined> {
    const { calendarOf } = await import('./calendar.ts');
    return calendarOf(this.log, name);
  }

  /** Writes with their causes, by their revisions. */
  caused(revisions: readonly number[]): readonly CausedWrite[] {
    const { past, head } = this.log;
    const changes = revisions.flatMap((revision) => past.change(revision) ?? []);
    return causedWritesOf(changes, past, head.startMs);
  }

  /** What led to a write. */
  async causes(revision: number): Promise<CauseGraph> {
    const { causesOf } = await import('./causes.ts');
    const { past, head } = this.log;
    return causesOf(past, revision, head.startMs);
  }

  /** Why a field has its value. @throws {QuestionError} */
  async why(name: ObjectName, field: string, revision: number): Promise<Explanation> {
    const { explanationOf } = await import('./explanation.ts');
    return explanationOf(this.log, this.kinds, name, field, revision);
  }

  /** Why an object is not there, or did not do something. @throws {QuestionError} */
  async whyNot(name: ObjectName, notDone: NotDone, moment: Moment): Promise<Absence> {
    const { absenceOf } = await import('./explanation.ts');
    return absenceOf(this.log, this.kinds, name, notDone, moment);
  }
}

const bucket = resourceOf(customResourceDefinition);

function kindsIn({ past }: RunLog, builtIn: KindRegistry): KindRegistry {
  if (![...past.buckets].includes(bucket)) return builtIn;
  const definitions = new Map<string, CustomResourceDefinition>();
  for (const change of past.changes()) {
    if (change.bucket !== bucket) continue;
    definitions.set(change.key, change.value as CustomResourceDefinition);
  }
  return withDefined(builtIn, [...definitions.values()]);
}

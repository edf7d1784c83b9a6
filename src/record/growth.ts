/** A record that grows while it is read: what it begins with, and what is added, piece by piece. */
import type { Millis } from '#clock';
import type { RuntimeConfig } from '#kinds';
import { formatTime, keyOf } from '#values';
import type { KindRegistry } from '#catalog';
import type { Past } from '#store';
import { entryOf, type RecordEntry } from './entry.ts';
import { keptStore } from './kept-store.ts';
import { changeOf, type RecordChange } from './read/change.ts';
import { EntryReader } from './read/entries.ts';
import { PastOfReleases } from './past-of-releases.ts';
import { checkForm, formOf } from './read/form.ts';
import { checkMarks, checkReleases, spanOf, startOf } from './read/read.ts';
import type { CheckMark, FaultMark, ReleaseMark, RunHead, RunLog, StepMark } from './run-log.ts';

/** What a record begins with. */
export interface RecordBeginning {
  readonly scenario: string;
  readonly seed: number;
  /** Virtual time of the start, RFC 3339. */
  readonly start: string;
  /** The release of Kubernetes, such as 1.34. Absent: 1.24. */
  readonly kubernetes?: string;
  readonly features?: Readonly<Record<string, boolean>>;
  readonly runtimeConfig?: RuntimeConfig;
  readonly releases?: readonly ReleaseMark[];
  /** Virtual ms since the start: what was before is not kept, but for the objects of that moment. */
  readonly keptFromMs?: Millis;
}

/** What is added to a record. */
export interface RecordGrowth {
  /** How long it lasts by now, virtual seconds. */
  readonly seconds: number;
  readonly entries: readonly RecordEntry[];
  readonly steps: readonly StepMark[];
  readonly checks: readonly CheckMark[];
  readonly faults: readonly FaultMark[];
  /** The releases that it was moved to since. */
  readonly releases?: readonly ReleaseMark[];
}

const beginningForm = formOf({
  scenario: 'text',
  seed: 'number',
  start: 'text',
  kubernetes: 'text?',
  features: 'map?',
  runtimeConfig: 'map?',
  releases: 'list?',
  keptFromMs: 'number?',
});
const growthForm = formOf({
  seconds: 'number',
  entries: 'list',
  steps: 'list',
  checks: 'list',
  faults: 'list',
  releases: 'list?',
});

/** @param head its end is now */
export function beginningOf(head: RunHead, past: Past): RecordBeginning {
  const { scenario, seed, startMs, kubernetes, features, runtimeConfig, releases } = head;
  const isWhole = past.beginning === 0;
  return {
    ...{ scenario, seed, start: formatTime(startMs) },
    ...(kubernetes === undefined ? {} : { kubernetes }),
    ...(features === undefined ? {} : { features }),
    ...(runtimeConfig === undefined ? {} : { runtimeConfig }),
    ...(releases === undefined ? {} : { releases }),
    ...(isWhole ? {} : { keptFromMs: timeOfBeginning(past, head) - startMs }),
  };
}

/** Returns the objects of the first state that is kept, as if each had been created then. */
export function beginningEntries(past: Past, head: RunHead): readonly RecordEntry[] {
  const { beginning } = past;
  if (beginning === 0) return [];
  const time = timeOfBeginning(past, head);
  const origin = { actor: 'earlier', note: 'before the history that is kept' };
  return [...past.buckets]
    .flatMap((bucket) => past.list(bucket, beginning))
    .map((value): RecordEntry => {
      const revision = Number(value.metadata.resourceVersion);
      const key = keyOf(value);
      return entryOf(
        { revision, time, bucket: '', key, type: 'created', value, origin },
        head.startMs,
      );
    })
    .sort((a, b) => a.revision - b.revision);
}

function timeOfBeginning(past: Past, { endMs }: RunHead): Millis {
  for (const { time } of past.changes()) return time;
  return endMs;
}

/** A run's log that grows by what is added to its record. */
export class GrowingLog implements RunLog {
  readonly files = [];
  readonly past: Past;
  readonly steps: StepMark[] = [];
  readonly checks: CheckMark[] = [];
  readonly faults: FaultMark[] = [];
  readonly #beginning: RecordBeginning;
  readonly #releases: ReleaseMark[] = [];
  readonly #startMs: Millis;
  #endMs: Millis;
  readonly #store: ReturnType<typeof keptStore>;
  readonly #reader: EntryReader;

  /** @throws {RecordError} for something else than a {@link RecordBeginning} */
  constructor(beginning: unknown, kinds: KindRegistry) {
    checkForm(beginning, beginningForm, () => '');
    this.#beginning = beginning as RecordBeginning;
    checkReleases(this.#beginning);
    this.#startMs = startOf(this.#beginning);
    this.#endMs = this.#startMs;
    this.#store = keptStore(this.#startMs);
    this.#releases.push(...(this.#beginning.releases ?? []));
    this.past = new PastOfReleases(this.#store.past, this.#recorded);
    this.#reader = new EntryReader(this.#recorded, kinds);
  }

  /** What is known of its releases; the list grows. */
  get #recorded() {
    const { kubernetes, features, runtimeConfig } = this.#beginning;
    return {
      startMs: this.#startMs,
      ...(kubernetes !== undefined && { kubernetes }),
      ...(features !== undefined && { features }),
      ...(runtimeConfig !== undefined && { runtimeConfig }),
      releases: this.#releases,
    };
  }

  get head(): RunHead {
    const { scenario, seed } = this.#beginning;
    const { releases, ...recorded } = this.#recorded;
    const span = { startMs: this.#startMs, endMs: this.#endMs };
    return {
      ...{ scenario, seed, ...recorded, ...span },
      ...(releases.length > 0 && { releases }),
    };
  }

  /** Takes over what was added: its writes as changes. @throws {RecordError} */
  add(added: unknown): readonly RecordChange[] {
    checkForm(added, growthForm, () => '');
    const { seconds, entries, steps, checks, faults, releases = [] } = added as RecordGrowth;
    checkReleases({ releases });
    checkMarks({ steps, checks, faults });
    this.#endMs = this.#startMs + spanOf(seconds);
    this.#releases.push(...releases);
    const changes = entries.map(
      (entry, index) => this.#reader.read(entry, this.#endMs, () => `entries[${index}]`).change,
    );
    for (const change of changes) this.#store.load(changeOf(change));
    this.steps.push(...steps);
    this.checks.push(...checks);
    this.faults.push(...faults);
    return changes;
  }
}

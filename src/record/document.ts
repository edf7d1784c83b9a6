/**
 * The run record as a document: one line per write, so that records can be compared by line, and
 * the same bytes for the same scenario and seed, whatever the speed. docs/reference/run-record.md
 * describes it.
 */
import type { RuntimeConfig } from '#kinds';
import { formatTime } from '#values';
import { entryOf, recorded, type RecordEntry } from './entry.ts';
import type {
  CheckMark,
  FaultGap,
  FaultMark,
  ReleaseMark,
  RunLog,
  SourceText,
  StepMark,
} from './run-log.ts';

/** Increased when readers of older documents would misinterpret a newer one. */
export const FORMAT = 'orrery-run/1';

export interface RecordDocument {
  readonly format: string;
  readonly scenario: string;
  readonly description?: string;
  readonly seed: number;
  readonly start: string;
  readonly seconds: number;
  /** The release of Kubernetes, such as 1.34. Absent: 1.24. */
  readonly kubernetes?: string;
  readonly features?: Readonly<Record<string, boolean>>;
  readonly runtimeConfig?: RuntimeConfig;
  readonly releases?: readonly ReleaseMark[];
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly passed: boolean;
  readonly files?: readonly SourceText[];
  readonly snapshot?: RunLog['snapshot'];
  readonly steps: readonly StepMark[];
  readonly checks: readonly CheckMark[];
  readonly faults?: readonly FaultMark[];
  readonly faultsLeftOut?: FaultGap;
  readonly entries: readonly RecordEntry[];
}

/** Returns the document in pieces, to be written one after the other. */
export function* recordText(log: RunLog): Generator<string> {
  const { head, files, snapshot, steps, checks, faults = [], faultsLeftOut, past } = log;
  const { scenario, description, seed, startMs, endMs, kubernetes, features, variables } = head;
  const { runtimeConfig, releases } = head;
  const fields = JSON.stringify({
    format: FORMAT,
    scenario,
    ...(description === undefined ? {} : { description }),
    seed,
    start: formatTime(startMs),
    seconds: (endMs - startMs) / 1000,
    ...(kubernetes === undefined ? {} : { kubernetes }),
    ...(features === undefined ? {} : { features }),
    ...(runtimeConfig === undefined ? {} : { runtimeConfig }),
    ...(releases === undefined ? {} : { releases }),
    ...(variables === undefined ? {} : { variables }),
    passed: checks.every(({ passed }) => passed),
    ...(faultsLeftOut === undefined ? {} : { faultsLeftOut }),
  });
  yield fields.slice(0, -1);
  if (files.length > 0) yield* list('files', files);
  if (snapshot !== undefined) yield* list('snapshot', snapshot, recorded);
  yield* list('steps', steps);
  yield* list('checks', checks);
  if (faults.length > 0) yield* list('faults', faults);
  yield* list('entries', past.changes(), (change) => entryOf(change, startMs));
  yield '}\n';
}

function* list<T>(
  name: string,
  items: Iterable<T>,
  form: (item: T) => unknown = (item) => item,
): Generator<string> {
  yield `,\n"${name}":[`;
  let separator = '\n';
  for (const item of items) {
    yield `${separator}${JSON.stringify(form(item))}`;
    separator = ',\n';
  }
  yield separator === '\n' ? ']' : '\n]';
}

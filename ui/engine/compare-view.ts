import type { KindRegistry } from '#catalog';
import { compareRuns, type RunLog } from '#record';
import { RunView } from '#view';

/** Where the writes of two runs first differ, and how they end. */
export interface CompareView {
  readonly atMs?: number;
  readonly onlyLeft: readonly string[];
  readonly onlyRight: readonly string[];
  /** What of the writes that both made there differs. */
  readonly apart: readonly {
    readonly object: string;
    readonly field: string;
    readonly left: string;
    readonly right: string;
  }[];
  readonly writes: { readonly left: number; readonly right: number };
  readonly end: readonly {
    readonly kind: string;
    readonly key: string;
    readonly in: string;
    readonly changes: readonly string[];
  }[];
}

/** More than this of a list is not shown. */
const MOST_SHOWN = 30;

export function compareView(left: RunLog, right: RunLog, kinds: KindRegistry): CompareView {
  const { first, writes, end } = compareRuns(left, right);
  const lines = (log: RunLog, revisions: readonly number[]): readonly string[] =>
    new RunView(log, kinds)
      .caused(revisions)
      .slice(0, MOST_SHOWN)
      .map(
        ({ actor, verb, kind, key, text, because }) =>
          `${actor} ${verb} ${kind} ${key} ${text} (because: ${because})`,
      );
  const revisions = (changes: readonly { readonly revision: number }[]): readonly number[] =>
    changes.map(({ revision }) => revision);
  return {
    ...(first && { atMs: first.atMs }),
    onlyLeft: first ? lines(left, revisions(first.onlyLeft)) : [],
    onlyRight: first ? lines(right, revisions(first.onlyRight)) : [],
    apart: (first?.apart ?? [])
      .flatMap(({ kind, key, changes }) =>
        changes.map(({ path, from, to }) => ({
          object: `${kind} ${key}`,
          field: path.join('.'),
          left: valueText(from),
          right: valueText(to),
        })),
      )
      .slice(0, MOST_SHOWN),
    writes,
    end: end.slice(0, MOST_SHOWN).map(({ kind, key, in: where, changes }) => ({
      kind,
      key,
      in: where,
      changes: changes.map(
        ({ path, from, to }) => `${path.join('.')} ${JSON.stringify(from)}→${JSON.stringify(to)}`,
      ),
    })),
  };
}

function valueText(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}

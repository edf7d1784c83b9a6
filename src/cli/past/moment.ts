/** Moments of a run as people write them: `90s` after the start, a time of day, or a revision. */
import { durationOf } from '#clock';
import { parseTime } from '#kinds';
import type { History } from '#record';
import { UsageError } from '../usage-error.ts';

/** From when to when there is a past; virtual ms. A run's head is one. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Moment {
  readonly revision: number;
  /** Virtual time, ms. */
  readonly time: number;
}

/**
 * The moment that a text names; without one the end of the run. Of an instant with several
 * revisions it is the last.
 * @throws {UsageError} for a text that names none, and for one outside of the run
 */
export function momentOf(text: string | undefined, history: History, head: Span): Moment {
  if (text === undefined) return { revision: history.revision, time: head.endMs };
  const revision = /^rev:(\d+)$/.exec(text)?.[1];
  if (revision !== undefined) return atRevision(Number(revision), history, head);
  const time = timeOf(text, head);
  if (time < head.startMs || time > head.endMs) {
    const seconds = (head.endMs - head.startMs) / 1000;
    throw new UsageError(`${text} is outside of the run, which lasts ${seconds} s`);
  }
  return { revision: history.revisionAt(time), time };
}

function atRevision(revision: number, history: History, head: Span): Moment {
  if (revision > history.revision) {
    throw new UsageError(`there is no revision ${revision}; the last one is ${history.revision}`);
  }
  const change = history.changes.findLast((each) => each.revision <= revision);
  return { revision, time: change?.time ?? head.startMs };
}

function timeOf(text: string, { startMs }: Span): number {
  const span = durationOf(/^\d+(\.\d+)?$/.test(text) ? `${text}s` : text);
  if (span !== undefined) return startMs + span;
  try {
    return parseTime(text);
  } catch {
    throw new UsageError(
      `cannot read the time "${text}"; expected one after the start such as 90s or 1m30s, a time such as 2026-01-01T00:01:30Z, or a revision such as rev:218`,
    );
  }
}

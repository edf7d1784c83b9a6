/** Moments of a run in text form: `90s` after the start, a time of day, or a revision. */
import { durationOf } from '#clock';
import { parseTime } from '#values';
import type { Past } from '#store';
import { QuestionError } from './error.ts';

/** The start and end of a run; virtual ms. Its head is one. */
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
 * Returns the moment that a text names; without a text the end of the run. Of several revisions at an
 * instant it is the last.
 * @throws {QuestionError} for an invalid text, for a moment outside of the run, and for history that is no longer kept
 */
export function momentOf(text: string | undefined, past: Past, head: Span): Moment {
  const moment = momentNamed(text, past, head);
  const { beginning } = past;
  if (moment.revision >= beginning) return moment;
  throw new QuestionError(
    `at: the history that is kept begins at revision ${beginning}, behind that moment`,
    { reason: 'forgotten' },
  );
}

function momentNamed(text: string | undefined, past: Past, head: Span): Moment {
  if (text === undefined) return { revision: past.revision, time: head.endMs };
  const revision = /^rev:(\d+)$/.exec(text)?.[1];
  if (revision !== undefined) return atRevision(Number(revision), past, head);
  const time = timeOf(text, head);
  if (time < head.startMs || time > head.endMs) {
    const seconds = (head.endMs - head.startMs) / 1000;
    throw new QuestionError(`${text} is outside of the run, which lasts ${seconds} s`);
  }
  return { revision: past.revisionAt(time), time };
}

function atRevision(revision: number, past: Past, head: Span): Moment {
  if (revision > past.revision) {
    throw new QuestionError(`there is no revision ${revision}; the last one is ${past.revision}`);
  }
  return { revision, time: past.timeOf(revision) ?? head.startMs };
}

function timeOf(text: string, { startMs }: Span): number {
  const span = durationOf(/^\d+(\.\d+)?$/.test(text) ? `${text}s` : text);
  if (span !== undefined) return startMs + span;
  try {
    return parseTime(text);
  } catch {
    throw new QuestionError(
      `cannot read the time "${text}"; expected one after the start such as 90s or 1m30s, a time such as 2026-01-01T00:01:30Z, or a revision such as rev:218`,
    );
  }
}

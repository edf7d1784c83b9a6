/**
 * What the prose of a lesson says about its run: `[six](run:@2m1s)` is the value that is asked about, at 2:01, and
 * `[2:30](run:=8)` the time at which it becomes 8. The reader sees the text in brackets.
 */
import { durationOf } from '#clock';
import type { LessonError, SaidValue } from './lesson.ts';

/** What a source leaves out is as in the question: its value, and its moment. */
export type AskedValue = Pick<SaidValue, 'kind' | 'key' | 'field'> & { readonly atMs: number };

/** A part of a lesson, for messages. */
export interface Where {
  /** @param found the text that is wrong; absent: the part as a whole */
  error(message: string, found?: string): LessonError;
}

const MARK = /\[([^[\]]+)\]\(run:([^()\s]*)\)/g;
const SOURCE = /^(?:([A-Za-z]+)\/([^:]+):)?([^@=]*)(?:@(.+)|=(.+))?$/;

/** Prose as it is read: the texts in place of the marks. */
export function plainProse(text: string): string {
  return text.replace(MARK, '$1');
}

/** @param asked absent before the first question @throws {LessonError} for a mark that says no value */
export function saidIn(
  paragraphs: readonly string[],
  asked: AskedValue | undefined,
  where: Where,
): readonly SaidValue[] {
  return paragraphs.flatMap((paragraph) =>
    [...paragraph.matchAll(MARK)].map(([, text, source]) => saidOf(text!, source!, asked, where)),
  );
}

function saidOf(
  text: string,
  source: string,
  asked: AskedValue | undefined,
  where: Where,
): SaidValue {
  const refuse = (problem: string): never => {
    throw where.error(`[${text}](run:${source}): ${problem}`, `](run:${source})`);
  };
  const parts = SOURCE.exec(source);
  if (parts === null) return refuse('expected KIND/NAME:FIELD@MOMENT or KIND/NAME:FIELD=VALUE');
  const [, kind = asked?.kind, key = asked?.key, given = '', moment, becomes] = parts;
  const field = given === '' ? asked?.field : given;
  const atMs = moment === undefined ? asked?.atMs : durationOf(moment);
  if (moment !== undefined && atMs === undefined) return refuse('expected a span such as 14s');
  if (kind === undefined || key === undefined || field === undefined) {
    return refuse('there is no question here, so it needs KIND/NAME:FIELD');
  }
  if (becomes !== undefined) return { text, source, kind, key, field, becomes };
  if (atMs === undefined) return refuse('there is no question here, so it needs @MOMENT');
  return { text, source, kind, key, field, atMs };
}

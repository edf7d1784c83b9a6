/**
 * What the prose of a lesson says about its run: `[six](run:@2m1s)` is the value that is asked about, at 2:01, and
 * `[2:30](run:=8)` the time at which it becomes 8. The reader sees the text in brackets.
 */
import { durationOf } from '#clock';
import type { LessonError, SaidValue } from './lesson.ts';

/** What a source leaves out is as in the question: its value, and its moment. */
export type AskedValue = Pick<SaidValue, 'kind' | 'key' | 'field'> & { readonly atMs: number };

/** A part of a lesson. */
export interface Where {
  /** In the file, from 1. @param found the text that is looked for; absent: the beginning of the part */
  lineOf(found?: string): number;
  /** @param found the text that is wrong; absent: the part as a whole */
  error(message: string, found?: string): LessonError;
}

const MARK = /\[([^[\]]+)\]\(run:([^()\s]*)\)/g;
const SOURCE = /^(?:([A-Za-z]+)\/([^:]+):)?([^@=]*)(?:@(.+)|=(.+))?$/;

/** Prose as it is read: the texts in place of the marks. */
export function plainProse(text: string): string {
  return text.replace(MARK, '$1');
}

/** @param question absent before the first question @throws {LessonError} for a mark that says no value */
export function saidIn(
  paragraphs: readonly string[],
  question: AskedValue | undefined,
  where: Where,
): readonly SaidValue[] {
  return paragraphs.flatMap((paragraph) =>
    [...paragraph.matchAll(MARK)].map(([, text, source]) =>
      saidOf(text!, source!, question, where),
    ),
  );
}

function saidOf(
  text: string,
  source: string,
  question: AskedValue | undefined,
  where: Where,
): SaidValue {
  const end = `](run:${source})`;
  const refuse = (problem: string): never => {
    throw where.error(`[${text}${end}: ${problem}`, end);
  };
  const parts = SOURCE.exec(source);
  if (parts === null) return refuse('expected KIND/NAME:FIELD@MOMENT or KIND/NAME:FIELD=VALUE');
  const [, kind = question?.kind, key = question?.key, input = '', moment, becomes] = parts;
  const field = input === '' ? question?.field : input;
  const atMs = moment === undefined ? question?.atMs : durationOf(moment);
  if (moment !== undefined && atMs === undefined) return refuse('expected a span such as 14s');
  if (kind === undefined || key === undefined || field === undefined) {
    return refuse('there is no question here, so it needs KIND/NAME:FIELD');
  }
  const claim = { text, source, line: where.lineOf(end), kind, key, field };
  if (becomes !== undefined) return { ...claim, becomes };
  if (atMs === undefined) return refuse('there is no question here, so it needs @MOMENT');
  return { ...claim, atMs };
}

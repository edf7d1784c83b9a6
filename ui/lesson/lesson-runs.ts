/** The runs of lessons. */
import {
  changedBy,
  type AskedValue,
  type Lesson,
  type LessonQuestion,
  type OtherAnswer,
} from '#lesson';
import type { SourceText } from '#record';
import type { OpenRun } from '../engine/session.ts';
import { theEngine } from '../page/actions.ts';

/** A lesson as it is played: the files of its scenario, its own first, and the seed. */
export interface LessonRun {
  readonly lesson: Lesson;
  readonly files: readonly SourceText[];
  readonly seed: number | undefined;
}

/** Plays the lesson's scenario. */
export function playLesson({ lesson, files, seed }: LessonRun): Promise<OpenRun> {
  const options = { files, set: lesson.set, ...(seed !== undefined && { seed }) };
  return theEngine().ask('play', [options]);
}

/** Plays it with a change. */
export function playOther(played: LessonRun, other: OtherAnswer): Promise<OpenRun> {
  const [own, ...rest] = played.files;
  const changed = { ...own!, text: changedBy(own!.text, other) };
  return playLesson({ ...played, files: [changed, ...rest] });
}

/** What a question asks about, over the whole run. */
export function answersIn(run: OpenRun, question: LessonQuestion): Promise<readonly AskedValue[]> {
  return theEngine().ask('answers', [run.id, question]);
}

/** What a run says to a question. */
export function answerIn(run: OpenRun, question: LessonQuestion): Promise<string> {
  return theEngine().ask('answer', [run.id, question]);
}

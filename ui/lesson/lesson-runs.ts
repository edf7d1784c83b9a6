/** The runs of lessons. */
import { changedBy, type Lesson, type LessonQuestion, type OtherAnswer } from '#lesson';
import type { OpenRun } from '../engine/session.ts';
import { theEngine } from '../page/actions.ts';

/** A lesson as it is played: its scenario, the text of that, and the seed. */
export interface LessonRun {
  readonly lesson: Lesson;
  readonly text: string;
  readonly seed: number | undefined;
}

/** Plays the lesson's scenario. */
export function playLesson({ lesson, text, seed }: LessonRun): Promise<OpenRun> {
  const file = lesson.scenario
    .split('/')
    .at(-1)!
    .replace(/\.ya?ml$/, '');
  const options = {
    files: [{ file: `${file}.yaml`, text }],
    set: lesson.set,
    ...(seed !== undefined && { seed }),
  };
  return theEngine().ask('play', [options]);
}

/** Plays it with a change. */
export function playOther(played: LessonRun, other: OtherAnswer): Promise<OpenRun> {
  return playLesson({ ...played, text: changedBy(played.text, other) });
}

/** What a run says to a question. */
export function answerIn(run: OpenRun, question: LessonQuestion): Promise<string> {
  return theEngine().ask('answer', [run.id, question]);
}

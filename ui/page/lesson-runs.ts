/** The runs of lessons. */
import { changedBy, type Lesson, type LessonQuestion, type OtherAnswer } from '#lesson';
import type { OpenRun } from '../engine/session.ts';
import { goTo, scrub, theEngine } from './actions.ts';
import { momentAt } from './moment.ts';
import { store } from './store.ts';

/** A lesson as it is played: its scenario, the text of that, and the seed. */
export interface LessonRun {
  readonly lesson: Lesson;
  readonly text: string;
  readonly seed: number | undefined;
}

/** The run that the questions of a lesson share, from its beginning: a link asks all of them at once. */
let shared: { readonly key: string; readonly run: Promise<OpenRun> } | undefined;

/** Plays the lesson's scenario, shows the moment of the question, and answers what is right. */
export async function playLesson(played: LessonRun, question: LessonQuestion): Promise<string> {
  const key = `${played.seed} ${played.text}`;
  if (shared?.key !== key) shared = { key, run: play(played, played.text) };
  try {
    return await show(await shared.run, undefined, played, question);
  } catch (error) {
    // It may be tried again.
    shared = undefined;
    throw error;
  }
}

/** Plays it with a change: the answer, while the lesson's own run can be compared with it. */
export async function playOther(
  played: LessonRun,
  question: LessonQuestion,
  other: OtherAnswer,
): Promise<string> {
  const run = await play(played, changedBy(played.text, other));
  return show(run, await shared?.run, played, question);
}

function play({ lesson, seed }: LessonRun, text: string): Promise<OpenRun> {
  const file = `${lesson.scenario.split('/').at(-1)!}.yaml`;
  const options = { files: [{ file, text }], set: lesson.set, ...(seed !== undefined && { seed }) };
  return theEngine().ask('play', [options]);
}

function show(
  run: OpenRun,
  before: OpenRun | undefined,
  { lesson }: LessonRun,
  question: LessonQuestion,
): Promise<string> {
  const [own] = run.summary.files;
  store.set({
    ...{ run, before, comparison: undefined, library: undefined, asked: undefined },
    scenario: { name: lesson.scenario, text: own!.text },
    selected: { kind: question.kind, key: question.key },
  });
  goTo(momentAt(run.summary, question.atMs));
  scrub(question.atMs);
  return theEngine().ask('answer', [run.id, question]);
}

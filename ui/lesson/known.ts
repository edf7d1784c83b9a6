/** The lessons that the page has: those of the site, or those that are saved in it. */
import { readLesson, readOrder, type Lesson, type LessonGroup } from '#lesson';
import type { SourceText } from '#record';
import { library } from '../page/library.ts';

/** A lesson that is part of a saved page, with the files of the scenario that it names, its own first. */
export interface SavedLesson {
  readonly name: string;
  readonly text: string;
  readonly files: readonly SourceText[];
}

export interface KnownLessons {
  readonly lessons: readonly Lesson[];
  /** In the order in which they are best taken. */
  readonly groups: readonly LessonGroup[];
  /** The files of a lesson's scenario, its own first. */
  scenarioOf(lesson: Lesson): Promise<readonly SourceText[] | undefined>;
}

let known: Promise<KnownLessons> | undefined;

export function knownLessons(): Promise<KnownLessons> {
  known ??= ofSite();
  return known;
}

/** Those of a saved page take the place of the site's. */
export function useLessons(saved: readonly SavedLesson[]): void {
  const lessons = saved.map(({ name, text }) => readLesson(name, text));
  known = Promise.resolve({
    lessons,
    groups: [{ title: 'In this page', names: lessons.map(({ name }) => name) }],
    scenarioOf: ({ name }) => Promise.resolve(saved.find((each) => each.name === name)?.files),
  });
}

async function ofSite(): Promise<KnownLessons> {
  const { default: texts } = await import('virtual:lessons');
  const order = texts.find(({ name }) => name === 'README');
  return {
    lessons: texts.filter((each) => each !== order).map(({ name, text }) => readLesson(name, text)),
    groups: order === undefined ? [] : readOrder(order.text),
    async scenarioOf({ scenario }) {
      const entry = (await library()).find(({ name }) => name === scenario);
      return entry && [{ file: `${scenario.split('/').at(-1)!}.yaml`, text: entry.text }];
    },
  };
}

/** In which order lessons are best taken: lessons/README.md lists them. */
import type { Lesson } from './lesson.ts';

export interface LessonGroup {
  readonly title: string;
  /** Names of lessons. */
  readonly names: readonly string[];
}

/** Returns the headings of the list, and the lessons that each links to. */
export function readOrder(text: string): readonly LessonGroup[] {
  const [, ...sections] = text.split(/^## /m);
  return sections
    .map((section) => ({
      title: section.split('\n', 1)[0]!.trim(),
      names: [...section.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => name!),
    }))
    .filter(({ names }) => names.length > 0);
}

const WORDS_A_MINUTE = 180;

/**
 * Returns how long a lesson takes, about: to read it, and a minute of thought for each question.
 */
export function minutesOf({ intro, questions }: Lesson): number {
  const prose = [...intro, ...questions.flatMap(({ text, after }) => [...text, ...after])];
  const words = prose.join(' ').split(/\s+/).length;
  return Math.ceil(words / WORDS_A_MINUTE + questions.length);
}

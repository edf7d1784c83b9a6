import { useState } from 'react';
import { minutesOf } from '#lesson';
import { store } from '../page/store.ts';
import { doneLessons } from './done.ts';
import type { KnownLessons } from './known.ts';

interface LessonListProps {
  readonly known: KnownLessons;
  /** A name that no lesson has. */
  readonly unknown: string | undefined;
}

/** All lessons, in the order in which they are best taken. */
export function LessonList({ known, unknown }: LessonListProps): React.ReactNode {
  const { lessons, groups } = known;
  const [done] = useState(doneLessons);
  return (
    <section className="lesson-list">
      <p>
        Each lesson asks what will happen, plays it, and explains why it happened. Wrong predictions
        teach most: each is answered with the change under which it would have been right.
      </p>
      {unknown !== undefined && (
        <p className="warn" role="alert">
          There is no lesson {unknown}.
        </p>
      )}
      {lessons.length === 0 && <p className="empty">A saved run brings no lessons along.</p>}
      {groups.map(({ title, names }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ol>
            {names.map((name) => {
              const lesson = lessons.find((each) => each.name === name);
              if (lesson === undefined) return null;
              const { questions, topic } = lesson;
              return (
                <li key={name}>
                  <button type="button" onClick={() => chooseLesson(name)}>
                    <span className="lesson-mark" aria-hidden="true">
                      {done.has(name) ? '✓' : ''}
                    </span>
                    <b>{lesson.title}</b>
                    <span className="lesson-facts">
                      {topic} · {questions.length}{' '}
                      {questions.length === 1 ? 'question' : 'questions'} · {minutesOf(lesson)} min
                      {done.has(name) && ' · done'}
                    </span>
                  </button>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </section>
  );
}

export function chooseLesson(lesson: string | undefined): void {
  store.set({ lesson, lessonSeed: undefined, predictions: [], selected: undefined });
}

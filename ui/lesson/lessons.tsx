import { useEffect, useState } from 'react';
import { usePage } from '../page/store.ts';
import { knownLessons, type KnownLessons } from './known.ts';
import { LessonList } from './lesson-list.tsx';
import { LessonView } from './lesson-view.tsx';

/** The lessons: a question is answered before time moves, and the run says what is right. */
export function Lessons(): React.ReactNode {
  const [known, setKnown] = useState<KnownLessons>();
  const chosen = usePage((state) => state.lesson);
  useEffect(() => void knownLessons().then(setKnown), []);
  if (known === undefined) return null;
  const lesson = known.lessons.find(({ name }) => name === chosen);
  if (lesson === undefined) return <LessonList known={known} unknown={chosen} />;
  const order = known.groups.flatMap(({ names }) => names);
  const next = known.lessons.find(({ name }) => name === order[order.indexOf(lesson.name) + 1]);
  return (
    <LessonView
      key={lesson.name}
      lesson={lesson}
      scenarioOf={known.scenarioOf}
      place={[order.indexOf(lesson.name) + 1, order.length]}
      next={next}
    />
  );
}

import { useEffect, useRef } from 'react';
import type { Lesson } from '#lesson';
import { copyLink } from '../page/copy-link.ts';
import { store, usePage } from '../page/store.ts';
import { chooseLesson } from './lesson-list.tsx';
import type { OtherRun } from './lesson-view.tsx';
import { Marked } from './marked.tsx';
import { Outcome } from './outcome.tsx';
import { Question } from './question.tsx';
import type { Stretch } from './stretch.ts';

export interface LessonPanelProps {
  readonly lesson: Lesson;
  readonly place: readonly [number, number];
  readonly next: Lesson | undefined;
  /** The scenario's. */
  readonly text: string | undefined;
  /** Which question is shown, from 0. */
  readonly at: number;
  readonly rights: readonly string[];
  /** What was predicted; absent as long as nothing is. */
  readonly prediction: string | undefined;
  readonly right: string | undefined;
  readonly other: OtherRun | undefined;
  /** Absent until the run is played. */
  readonly stretch: Stretch | undefined;
  /** Whether the moment of the question has come. */
  readonly isShown: boolean;
  /** What is chosen and not committed yet. */
  readonly chosen: string | undefined;
  readonly onChoose: (answer: string) => void;
  readonly onAt: (at: number) => void;
  readonly onCommit: (answer: string) => void;
  readonly onSkip: () => void;
  readonly onDraw: (answer: string) => void;
  readonly onToggle: () => void;
}

/** A question of a lesson, and what the run says to it. */
export function LessonPanel(props: LessonPanelProps): React.ReactNode {
  const { lesson, place, text, at, prediction, right, other, isShown } = props;
  const { title, intro, questions, scenario } = lesson;
  const question = questions[at]!;
  const answered = usePage((state) => state.predictions.length);
  const result = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isNew = useRef(true);
  // On narrow screens the result is below the options.
  useEffect(() => {
    if (isShown) result.current?.scrollIntoView({ block: 'nearest' });
    else top.current?.scrollTo(0, 0);
    // The button that led here is gone: who uses the keyboard continues at what came of it.
    if (!isNew.current && document.activeElement === document.body) {
      (isShown ? result : heading).current?.focus({ preventScroll: true });
    }
    isNew.current = false;
  }, [isShown, at]);
  return (
    <aside className="side lesson" aria-label="Lesson" ref={top}>
      <p className="kind">
        <button type="button" className="link" onClick={() => chooseLesson(undefined)}>
          ← Lesson {place[0]} of {place[1]}
        </button>{' '}
        · question {at + 1} of {questions.length}
      </p>
      <h2 className="lesson-title">{title}</h2>
      <Steps {...props} />
      {at === 0 && prediction === undefined && <Prose text={intro} />}
      <h3 className="question-title" tabIndex={-1} ref={heading}>
        {question.title}
      </h3>
      <Prose text={question.text} />
      <Question key={at} {...props} question={question} />
      <div aria-live="polite" tabIndex={-1} ref={result}>
        {isShown && (
          <>
            <Outcome
              question={question}
              predicted={prediction!}
              right={right!}
              text={text!}
              other={other}
              onDraw={() => props.onDraw(prediction!)}
              onToggle={props.onToggle}
              next={<Onward {...props} />}
            />
            {answered >= questions.length && (
              <p className="good">
                That was the whole lesson. All of the run is open now: scrub through it, or look at
                it in the other views.
              </p>
            )}
          </>
        )}
      </div>
      {at > 0 && (
        <details>
          <summary>What the lesson is about</summary>
          <Prose text={intro} />
        </details>
      )}
      <details>
        <summary>The scenario, {scenario}</summary>
        <pre className="yaml" tabIndex={0}>
          {text}
        </pre>
      </details>
      <details>
        <summary>For a class</summary>
        <Seed />
        <button type="button" onClick={() => void copyLink()}>
          Link with my predictions
        </button>
      </details>
    </aside>
  );
}

/** To the next question, or from the last one to the next lesson. */
function Onward({ lesson, at, next, onAt }: LessonPanelProps): React.ReactNode {
  if (at < lesson.questions.length - 1) {
    return (
      <button type="button" className="primary" onClick={() => onAt(at + 1)}>
        Next question
      </button>
    );
  }
  if (next === undefined) return null;
  return (
    <button type="button" className="primary" onClick={() => chooseLesson(next.name)}>
      Next lesson: {next.title}
    </button>
  );
}

function Prose({ text }: { readonly text: readonly string[] }): React.ReactNode {
  return text.map((paragraph, i) => (
    <p key={i}>
      <Marked text={paragraph} />
    </p>
  ));
}

/** The questions, and how each was answered. */
function Steps({ lesson, at, rights, isShown, onAt }: LessonPanelProps): React.ReactNode {
  const predictions = usePage((state) => state.predictions);
  if (lesson.questions.length < 2) return null;
  return (
    <nav className="lesson-steps" aria-label="Questions">
      {lesson.questions.map(({ title }, i) => {
        const isKnown =
          rights[i] !== undefined && predictions[i] !== undefined && (i !== at || isShown);
        const isRight = isKnown && predictions[i] === rights[i];
        const words = !isKnown ? '' : isRight ? ', as predicted' : ', not as predicted';
        return (
          <button
            key={i}
            type="button"
            className={isKnown ? (isRight ? 'good' : 'missed') : ''}
            aria-current={i === at ? 'step' : undefined}
            aria-label={`Question ${i + 1}: ${title}${words}`}
            disabled={i > predictions.length}
            onClick={() => onAt(i)}
          >
            {i + 1}
            {isKnown && (isRight ? ' ✓' : ' ◇')}
          </button>
        );
      })}
    </nav>
  );
}

function Seed(): React.ReactNode {
  const seed = usePage((state) => state.lessonSeed);
  return (
    <label>
      Seed{' '}
      <input
        type="number"
        min={0}
        value={seed ?? ''}
        placeholder="its own"
        onChange={({ target }) =>
          store.set({
            lessonSeed: target.value === '' ? undefined : Number(target.value),
            predictions: [],
          })
        }
      />
    </label>
  );
}

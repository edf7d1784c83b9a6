import { useEffect, useState } from 'react';
import { readLesson, type Lesson, type LessonQuestion, type OtherAnswer } from '#lesson';
import { show, tell } from './actions.ts';
import { playLesson, playOther, type LessonRun } from './lesson-runs.ts';
import { library } from './library.ts';
import { copyLink } from './copy-link.ts';
import { timeText } from './moment.ts';
import { store, usePage } from './store.ts';

/** The lessons: a question is answered before time moves, and the run says what is right. */
export function Lessons(): React.ReactNode {
  const [all, setAll] = useState<readonly Lesson[]>([]);
  const chosen = usePage((state) => state.lesson);
  useEffect(() => {
    void import('virtual:lessons').then(({ default: texts }) =>
      setAll(texts.map(({ name, text }) => readLesson(name, text))),
    );
  }, []);
  const lesson = all.find(({ name }) => name === chosen);
  if (lesson !== undefined) return <OneLesson key={lesson.name} lesson={lesson} />;
  return (
    <section className="lesson">
      <p>Each lesson asks what will happen, plays it, and shows why it happened.</p>
      {all.length === 0 && <p className="empty">A saved run brings no lessons along.</p>}
      {all.map(({ name, title, topic, questions }) => (
        <div key={name} className="card">
          <h3>
            <button type="button" className="link" onClick={() => choose(name)}>
              {title}
            </button>
          </h3>
          <p className="dim">
            {topic}, {questions.length} questions
          </p>
        </div>
      ))}
    </section>
  );
}

function OneLesson({ lesson }: { readonly lesson: Lesson }): React.ReactNode {
  const { title, topic, scenario, intro, questions } = lesson;
  const [text, setText] = useState<string>();
  const seed = usePage((state) => state.lessonSeed);
  const predictions = usePage((state) => state.predictions);
  useEffect(() => {
    store.set({ run: undefined, selected: undefined, asked: undefined });
    void library().then((entries) => setText(entries.find(({ name }) => name === scenario)?.text));
  }, [scenario]);
  return (
    <section className="lesson">
      <button type="button" className="link" onClick={() => choose(undefined)}>
        ← All lessons
      </button>
      <h2>{title}</h2>
      <p className="dim">{topic}</p>
      <div className="toolbar">
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
        <button type="button" onClick={() => void copyLink()}>
          Link with my predictions
        </button>
      </div>
      {intro.map((paragraph, i) => (
        <p key={i}>
          <Marked text={paragraph} />
        </p>
      ))}
      <details>
        <summary>The scenario</summary>
        <pre className="yaml" tabIndex={0}>
          {text}
        </pre>
      </details>
      {text !== undefined &&
        questions
          .slice(0, predictions.length + 1)
          .map((question, i) => (
            <Question
              key={`${seed} ${question.title}`}
              question={question}
              played={{ lesson, text, seed }}
              prediction={predictions[i]}
              onCommit={(prediction) =>
                store.set({ predictions: [...predictions.slice(0, i), prediction] })
              }
            />
          ))}
      {predictions.length >= questions.length && (
        <p className="good">
          That was the whole lesson. The other views show the same run; go through it again.
        </p>
      )}
    </section>
  );
}

function choose(lesson: string | undefined): void {
  store.set({ lesson, lessonSeed: undefined, predictions: [] });
}

interface QuestionProps {
  readonly question: LessonQuestion;
  readonly played: LessonRun;
  /** What was predicted; absent as long as nothing is. */
  readonly prediction: string | undefined;
  readonly onCommit: (prediction: string) => void;
}

/** A question. Time moves once it is answered; then prediction and outcome stand side by side. */
function Question({ question, played, prediction, onCommit }: QuestionProps): React.ReactNode {
  const { title, text, answers, atMs, kind, key, field } = question;
  const [chosen, setChosen] = useState<string>();
  const [right, setRight] = useState<string>();
  useEffect(() => {
    if (prediction === undefined) return;
    void playLesson(played, question).then(setRight).catch(tell);
  }, [prediction]);
  const isCommitted = prediction !== undefined;
  return (
    <article className="card">
      <h3>{title}</h3>
      {text.map((paragraph, i) => (
        <p key={i}>
          <Marked text={paragraph} />
        </p>
      ))}
      <fieldset disabled={isCommitted}>
        <legend>
          At {timeText(atMs)}, <code>{field}</code> of {kind} {key.replace('default/', '')} is
        </legend>
        {answers.map((answer) => (
          <label key={answer}>
            <input
              type="radio"
              name={title}
              value={answer}
              checked={(prediction ?? chosen) === answer}
              onChange={() => setChosen(answer)}
            />{' '}
            {answer}
          </label>
        ))}
      </fieldset>
      {right === undefined ? (
        <button
          type="button"
          className="primary"
          disabled={chosen === undefined || isCommitted}
          onClick={() => onCommit(chosen!)}
        >
          {isCommitted ? 'Time passes…' : 'That is my prediction; let time pass'}
        </button>
      ) : (
        <Outcome question={question} played={played} predicted={prediction!} right={right} />
      )}
    </article>
  );
}

interface OutcomeProps {
  readonly question: LessonQuestion;
  readonly played: LessonRun;
  readonly predicted: string;
  readonly right: string;
}

function Outcome({ question, played, predicted, right }: OutcomeProps): React.ReactNode {
  const { after, others, kind, key, field } = question;
  const [seen, setSeen] = useState('');
  const [then, setThen] = useState<string>();
  const isRight = predicted === right;
  const other = others.find(({ answer }) => answer === predicted);
  return (
    <div aria-live="polite">
      <div className="sides">
        <div>
          <h4>Predicted</h4>
          <b>{predicted}</b>
        </div>
        <div>
          <h4>Happened</h4>
          <b className={isRight ? 'good' : 'bad'}>{right}</b>{' '}
          {isRight ? '✓ as predicted' : '✗ otherwise'}
        </div>
        {then !== undefined && (
          <div>
            <h4>With the change</h4>
            <b>{then}</b>
          </div>
        )}
      </div>
      <button
        type="button"
        className="why"
        onClick={() => store.set({ selected: { kind, key }, asked: field.replace(/\[.*$/, '') })}
      >
        Why {right}?
      </button>
      <label>
        What did you see?{' '}
        <input
          type="text"
          value={seen}
          placeholder="in a sentence"
          onChange={({ target }) => setSeen(target.value)}
        />
      </label>
      {!isRight && other && (
        <Otherwise
          other={other}
          isPlayed={then !== undefined}
          onPlay={() => void playOther(played, question, other).then(setThen).catch(tell)}
          onReturn={() => void playLesson(played, question).catch(tell)}
        />
      )}
      {(seen !== '' || isRight) &&
        after.map((paragraph, i) => (
          <p key={i}>
            <Marked text={paragraph} />
          </p>
        ))}
    </div>
  );
}

interface OtherwiseProps {
  readonly other: OtherAnswer;
  readonly isPlayed: boolean;
  readonly onPlay: () => void;
  readonly onReturn: () => void;
}

/** A small change of the scenario under which the prediction would have come true. */
function Otherwise({ other, isPlayed, onPlay, onReturn }: OtherwiseProps): React.ReactNode {
  return (
    <div className="otherwise">
      <p>You would have been right with a small change of the scenario:</p>
      <ul>
        {other.changes.map(({ found, replaced }) => (
          <li key={found}>
            <del>{found.trim()}</del> → <ins>{replaced.trim()}</ins>
          </li>
        ))}
      </ul>
      {isPlayed ? (
        <>
          <button type="button" onClick={() => show('compare')}>
            Compare both runs
          </button>{' '}
          <button type="button" onClick={onReturn}>
            Back to the lesson's run
          </button>
        </>
      ) : (
        <button type="button" onClick={onPlay}>
          Play that beside it
        </button>
      )}
    </div>
  );
}

/** Text with `code`. */
function Marked({ text }: { readonly text: string }): React.ReactNode {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}

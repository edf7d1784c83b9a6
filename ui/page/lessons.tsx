import { useEffect, useState } from 'react';
import { changedBy, readLesson, type Lesson, type LessonQuestion, type OtherAnswer } from '#lesson';
import { goTo, scrub, theEngine } from './actions.ts';
import { library } from './library.ts';
import { momentAt, timeText } from './moment.ts';
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
            <button type="button" className="link" onClick={() => store.set({ lesson: name })}>
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
  const [reached, setReached] = useState(0);
  useEffect(() => {
    store.set({ run: undefined, selected: undefined, asked: undefined });
    void library().then((entries) => setText(entries.find(({ name }) => name === scenario)?.text));
  }, [scenario]);
  return (
    <section className="lesson">
      <button type="button" className="link" onClick={() => store.set({ lesson: undefined })}>
        ← All lessons
      </button>
      <h2>{title}</h2>
      <p className="dim">{topic}</p>
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
          .slice(0, reached + 1)
          .map((question, i) => (
            <Question
              key={question.title}
              question={question}
              scenario={{ name: scenario, text }}
              onDone={() => setReached(Math.max(reached, i + 1))}
            />
          ))}
      {reached >= questions.length && (
        <p className="good">
          That was the whole lesson. The other views show the same run; go through it again.
        </p>
      )}
    </section>
  );
}

interface QuestionProps {
  readonly question: LessonQuestion;
  readonly scenario: { readonly name: string; readonly text: string };
  readonly onDone: () => void;
}

/** What came of a prediction. */
interface Outcome {
  readonly predicted: string;
  readonly right: string;
}

function Question({ question, scenario, onDone }: QuestionProps): React.ReactNode {
  const { title, text, answers, others, after, atMs, kind, key, field } = question;
  const [predicted, setPredicted] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [seen, setSeen] = useState('');
  const [isBusy, setBusy] = useState(false);

  const commit = async (): Promise<void> => {
    if (predicted === undefined) return;
    setBusy(true);
    const right = await played(scenario, question);
    setBusy(false);
    setOutcome({ predicted, right });
    onDone();
  };
  const isRight = outcome?.predicted === outcome?.right;
  const other = outcome && others.find(({ answer }) => answer === outcome.predicted);
  return (
    <article className="card">
      <h3>{title}</h3>
      {text.map((paragraph, i) => (
        <p key={i}>
          <Marked text={paragraph} />
        </p>
      ))}
      <fieldset disabled={outcome !== undefined || isBusy}>
        <legend>
          At {timeText(atMs)}, <code>{field}</code> of {kind} {key.replace('default/', '')} is
        </legend>
        {answers.map((answer) => (
          <label key={answer}>
            <input
              type="radio"
              name={title}
              value={answer}
              checked={predicted === answer}
              onChange={() => setPredicted(answer)}
            />{' '}
            {answer}
          </label>
        ))}
      </fieldset>
      {outcome === undefined ? (
        <button
          type="button"
          className="primary"
          disabled={predicted === undefined || isBusy}
          onClick={() => void commit()}
        >
          {isBusy ? 'Time passes…' : 'That is my prediction; let time pass'}
        </button>
      ) : (
        <div aria-live="polite">
          <div className="sides">
            <div>
              <h4>Predicted</h4>
              <b>{outcome.predicted}</b>
            </div>
            <div>
              <h4>Happened</h4>
              <b className={isRight ? 'good' : 'bad'}>{outcome.right}</b>{' '}
              {isRight ? '✓ as predicted' : '✗ otherwise'}
            </div>
          </div>
          <button
            type="button"
            className="why"
            onClick={() =>
              store.set({ selected: { kind, key }, asked: field.replace(/\[.*$/, '') })
            }
          >
            Why {outcome.right}?
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
          {!isRight && other && <Otherwise question={question} scenario={scenario} other={other} />}
          {(seen !== '' || isRight) &&
            after.map((paragraph, i) => (
              <p key={i}>
                <Marked text={paragraph} />
              </p>
            ))}
        </div>
      )}
    </article>
  );
}

interface OtherwiseProps {
  readonly question: LessonQuestion;
  readonly scenario: { readonly name: string; readonly text: string };
  readonly other: OtherAnswer;
}

/** A small change of the scenario under which the prediction would have come true. */
function Otherwise({ question, scenario, other }: OtherwiseProps): React.ReactNode {
  const [found, setFound] = useState<string>();
  const play = async (): Promise<void> => {
    setFound(await played({ ...scenario, text: changedBy(scenario.text, other) }, question));
  };
  return (
    <p>
      You would have been right with one change: <del>{other.found}</del> →{' '}
      <ins>{other.replaced}</ins>{' '}
      <button type="button" onClick={() => void play()}>
        Play that
      </button>{' '}
      {found !== undefined && (
        <span aria-live="polite">
          Then it is <b>{found}</b>, as you said.{' '}
          <button onClick={() => void played(scenario, question)}>Back to the lesson's run</button>
        </span>
      )}
    </p>
  );
}

/** Plays the scenario, shows the moment of the question, and says what is right. */
async function played(
  { name, text }: { readonly name: string; readonly text: string },
  question: LessonQuestion,
): Promise<string> {
  const engine = theEngine();
  const run = await engine.ask('play', [
    { files: [{ file: `${name.split('/').at(-1)!}.yaml`, text }] },
  ]);
  store.set({ run, scenario: { name, text }, library: undefined });
  goTo(momentAt(run.summary, question.atMs));
  scrub(question.atMs);
  store.set({ selected: { kind: question.kind, key: question.key }, asked: undefined });
  return engine.ask('answer', [run.id, question]);
}

/** Text with `code`. */
function Marked({ text }: { readonly text: string }): React.ReactNode {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}

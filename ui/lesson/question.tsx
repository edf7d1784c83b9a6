import type { LessonQuestion } from '#lesson';
import { timeText } from '../page/moment.ts';
import { nameOf } from '../stage/names.ts';
import type { LessonPanelProps } from './lesson-panel.tsx';

interface QuestionProps extends Pick<
  LessonPanelProps,
  'chosen' | 'prediction' | 'right' | 'isShown' | 'stretch' | 'onChoose' | 'onCommit' | 'onSkip'
> {
  readonly question: LessonQuestion;
}

/** The answers to choose from, as cards. */
export function Question(props: QuestionProps): React.ReactNode {
  const { question, chosen, prediction, right, isShown, stretch } = props;
  const { onChoose, onCommit, onSkip } = props;
  const { title, answers, atMs, kind, key, field } = question;
  const isCommitted = prediction !== undefined;
  const markOf = (answer: string): 'said' | 'was' | undefined =>
    isShown && answer === right ? 'was' : answer === prediction ? 'said' : undefined;
  return (
    <>
      <fieldset className="options" disabled={isCommitted}>
        <legend>
          At {timeText(atMs)}, <code>{field.replace(/^status\./, '')}</code> of {kind} {nameOf(key)}{' '}
          is
        </legend>
        {answers.map((answer) => {
          const mark = markOf(answer);
          return (
            <label key={answer} className={mark === undefined ? 'option' : `option ${mark}`}>
              <input
                type="radio"
                name={title}
                value={answer}
                checked={(prediction ?? chosen) === answer}
                onChange={() => onChoose(answer)}
              />{' '}
              <b className={answer.length > 5 ? 'words' : undefined}>{answer}</b>
              {mark === 'was' && (
                <span className="option-mark">
                  ● {answer === prediction ? 'happened, as you said' : 'happened'}
                </span>
              )}
              {mark === 'said' && <span className="option-mark">◇ you said</span>}
            </label>
          );
        })}
      </fieldset>
      {!isCommitted && (
        <button
          type="button"
          className="primary commit"
          disabled={chosen === undefined || stretch === undefined}
          onClick={() => onCommit(chosen!)}
        >
          Commit, and play from {timeText(stretch?.fromMs ?? 0)}
        </button>
      )}
      {isCommitted && !isShown && (
        <p className="lesson-actions" role="status">
          Time passes…{' '}
          <button type="button" onClick={onSkip}>
            Skip to {timeText(atMs)}
          </button>
        </p>
      )}
    </>
  );
}

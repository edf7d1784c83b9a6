import { useMemo, useState } from 'react';
import { changedBy, type LessonQuestion, type OtherAnswer } from '#lesson';
import { askWhy, show } from '../page/actions.ts';
import { askedField } from './asked-lane.ts';
import { changedLines, differingPart } from './change-lines.ts';
import type { OtherRun } from './lesson-view.tsx';
import { Marked } from './marked.tsx';

interface OutcomeProps {
  readonly question: LessonQuestion;
  readonly predicted: string;
  readonly right: string;
  /** The scenario's. */
  readonly text: string;
  readonly other: OtherRun | undefined;
  readonly onDraw: () => void;
  readonly onToggle: () => void;
  /** What leads on. */
  readonly next: React.ReactNode;
}

/** What happened, why, and what would have had to be otherwise. */
export function Outcome(props: OutcomeProps): React.ReactNode {
  const { question, predicted, right } = props;
  const { after, others, kind, key } = question;
  const [first, ...rest] = after;
  const change = others.find(({ answer }) => answer === predicted);
  return (
    <div className="outcome">
      <div className="explanation">
        <p>
          <b>
            {predicted === right
              ? `It was ${right}, as you said.`
              : `You said ${predicted}. It was ${right}.`}
          </b>{' '}
          {first !== undefined && <Marked text={first} />}
        </p>
        {rest.map((paragraph, i) => (
          <p key={i}>
            <Marked text={paragraph} />
          </p>
        ))}
      </div>
      {predicted !== right && change && <Otherwise {...props} change={change} />}
      <p className="lesson-actions">
        <button
          type="button"
          className="why"
          onClick={() => askWhy({ kind, key }, askedField(question))}
        >
          Why {right}?
        </button>
        {props.next}
      </p>
      <Seen />
    </div>
  );
}

/** A small change of the scenario under which the prediction would have come true. */
function Otherwise(props: OutcomeProps & { readonly change: OtherAnswer }): React.ReactNode {
  const { predicted, right, text, other, change, onDraw, onToggle } = props;
  const places = useMemo(() => changedLines(text, changedBy(text, change)), [text, change]);
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="otherwise">
      <p>{predicted} would have been right with</p>
      {places.map(({ line, above, removed, added, below }) => (
        <pre key={line} aria-label={`Line ${line} of the scenario`} tabIndex={0}>
          {above !== undefined && <span className="stays">{above}</span>}
          {removed.length > 0 && <del>{removed.join('\n')}</del>}
          {added.length > 0 && (
            <ins>
              <Emphasised text={added.join('\n')} before={removed.join('\n')} />
            </ins>
          )}
          {below !== undefined && <span className="stays">{below}</span>}
        </pre>
      ))}
      {other && (
        <p className="sides-by-side">
          This run <b className="good">● {right}</b> that run{' '}
          <b className="other-value">◇ {other.answer}</b>
        </p>
      )}
      <p className="lesson-actions">
        {other === undefined ? (
          <button
            type="button"
            disabled={isAsked}
            onClick={() => {
              setAsked(true);
              onDraw();
            }}
          >
            {isAsked ? 'That run is played…' : 'Draw that run over this one'}
          </button>
        ) : (
          <>
            <button type="button" onClick={onToggle}>
              {other.isDrawn ? 'Hide that run' : 'Draw that run over this one'}
            </button>
            <button type="button" onClick={() => show('compare')}>
              Compare both
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/** A text, with the part that another one does not have. */
function Emphasised({
  text,
  before,
}: {
  readonly text: string;
  readonly before: string;
}): React.ReactNode {
  const [start, part, end] = differingPart(before, text);
  return (
    <>
      {start}
      <mark>{part}</mark>
      {end}
    </>
  );
}

/** For the reader alone. */
function Seen(): React.ReactNode {
  const [text, setText] = useState('');
  return (
    <label className="seen">
      What did you see?{' '}
      <small>Optional. What you put into words you remember better; only you read it.</small>
      <input
        type="text"
        value={text}
        placeholder="in a sentence"
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  );
}

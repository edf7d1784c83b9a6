import type { Problem } from '#scenario';

/** A place in a text, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly onChoose: (place: Place) => void;
}

/** What is wrong with a text; each problem leads to its place. */
export function Problems({ problems, onChoose }: ProblemsProps): React.ReactNode {
  return (
    <div aria-live="polite">
      {problems.length > 0 && (
        <ul className="problems">
          {problems.slice(0, 50).map(({ line, column, message, hint, isWarning }, i) => (
            <li key={i} className={isWarning === true ? 'warn' : 'bad'}>
              {line > 0 && (
                <button
                  type="button"
                  className="link"
                  aria-label={`${line}:${column}, go there`}
                  onClick={() => onChoose({ line, column })}
                >
                  {line}:{column}
                </button>
              )}{' '}
              {message} {hint && <span className="dim">{hint}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

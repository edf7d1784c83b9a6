import { amountText, stagesOf, type ShownTerm } from './sums.ts';
import type { Explanation } from '#record';
import { lighting, TermButton } from './term-button.tsx';

/** A calculation step by step; what went into a step folds, and lights up on the stage. */
export function Stages({
  account,
}: {
  readonly account: NonNullable<Explanation['account']>;
}): React.ReactNode {
  return (
    <>
      <ol className="why-terms why-stages">
        {stagesOf(account).map(({ name, heading, value, because, decides, terms }, at) => (
          <li key={at} className={decides ? 'decides' : undefined}>
            {heading !== undefined && <h4>{heading}</h4>}
            <button type="button" className="term" {...lighting(terms)}>
              <span className="mark">{at + 1}</span>
              <span>
                <b>{name}</b>
                <small>{because}</small>
                {decides && <em>changed the result</em>}
              </span>
              <span className="amount">{value}</span>
            </button>
            {terms.length > 0 && <Inputs terms={terms} />}
          </li>
        ))}
      </ol>
      <p className="total">
        <span />
        <span>= {amountText(account.value)}</span>
      </p>
    </>
  );
}

/** More are counted only. */
const MOST = 40;

function Inputs({ terms }: { readonly terms: readonly ShownTerm[] }): React.ReactNode {
  return (
    <details className="inputs">
      <summary>{terms.length === 1 ? '1 input' : `${terms.length} inputs`}</summary>
      <ul>
        {terms.slice(0, MOST).map((term, at) => (
          <li key={at}>
            <TermButton term={term} />
          </li>
        ))}
      </ul>
      {terms.length > MOST && <p className="dim">and {terms.length - MOST} more</p>}
    </details>
  );
}

import { light } from './highlight.ts';
import type { ShownTerm } from './sums.ts';

/** A term of a sum: what it adds and why; the things that it is about light up under it. */
export function TermButton({ term }: { readonly term: ShownTerm }): React.ReactNode {
  return (
    <button
      type="button"
      className={term.counts ? 'term counts' : 'term out'}
      {...lighting([term])}
    >
      <span className="mark" aria-label={term.counts ? 'counts' : 'does not count'}>
        {term.counts ? '✓' : '✕'}
      </span>
      <span>
        <b>{term.name}</b>
        <small>{term.because}</small>
      </span>
      <span className="amount">{term.amount}</span>
    </button>
  );
}

/** Lights up what terms are about, as long as an element is pointed at or has the focus. */
export function lighting(terms: readonly ShownTerm[]) {
  const on = (): void => light(terms.flatMap(({ lights }) => lights));
  const off = (): void => light([]);
  return { onPointerEnter: on, onPointerLeave: off, onFocus: on, onBlur: off };
}

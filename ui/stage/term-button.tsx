import { store, usePage } from '../page/store.ts';
import { light } from './highlight.ts';
import type { ShownTerm } from './sums.ts';

/** A term of a sum: what it adds and why; the things that it is about light up under it, and stay lit when it is pinned. */
export function TermButton({ term }: { readonly term: ShownTerm }): React.ReactNode {
  const isPinned = usePage(({ pinned }) => isSame(pinned, term.lights));
  return (
    <button
      type="button"
      className={term.counts ? 'term counts' : 'term out'}
      aria-pressed={term.lights.length > 0 ? isPinned : undefined}
      onClick={() => pin(isPinned ? [] : term.lights)}
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

function pin(pinned: readonly string[]): void {
  store.set({ pinned });
  light(pinned);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && a.join() === b.join();
}

/** Lights up what terms are about, as long as an element is pointed at or has the focus. */
export function lighting(terms: readonly ShownTerm[]) {
  const on = (): void => light(terms.flatMap(({ lights }) => lights));
  const off = (): void => light([]);
  return { onPointerEnter: on, onPointerLeave: off, onFocus: on, onBlur: off };
}

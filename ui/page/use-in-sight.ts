import { useEffect } from 'react';

/** Between what has the focus and the edge of what it scrolls in, px. */
const MARGIN_PX = 12;

/** Scrolls what gets the focus into sight sideways, too: of what is partly in sight browsers show no more. */
export function useInSight(): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.matches(':focus-visible')) showWhole(target);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
}

function showWhole(element: HTMLElement): void {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (box.scrollWidth <= box.clientWidth) continue;
    if (!/auto|scroll/.test(getComputedStyle(box).overflowX)) continue;
    const { left, right } = element.getBoundingClientRect();
    const outer = box.getBoundingClientRect();
    const before = outer.left + MARGIN_PX - left;
    const behind = right + MARGIN_PX - outer.right;
    if (before > 0) box.scrollLeft -= before;
    else if (behind > 0) box.scrollLeft += Math.min(behind, -before);
  }
}

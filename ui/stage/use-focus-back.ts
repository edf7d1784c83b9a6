import { useEffect, useRef } from 'react';

/**
 * Gives the focus back, once an explanation is closed that had it: to where the question was asked, else to what asks it
 * (`data-ask`).
 */
export function useFocusBack(asked: string): void {
  const latest = useRef(asked);
  latest.current = asked;
  useEffect(() => {
    const from = document.activeElement;
    return () => {
      if (document.activeElement !== document.body) return;
      const isThere = from instanceof HTMLElement && from !== document.body && from.isConnected;
      const back = isThere
        ? from
        : document.querySelector<HTMLElement>(`.side [data-ask="${CSS.escape(latest.current)}"]`);
      back?.focus({ preventScroll: true });
    };
  }, []);
}

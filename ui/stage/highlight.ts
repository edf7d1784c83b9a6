/** Rings around what terms are about: set by hand, as no other part of the page changes with them. */
import { useEffect } from 'react';
import { store, usePage } from '../page/store.ts';

/** Lights up things by their names, as `Pod default/web-1`, beside what is pinned, and nothing else. */
export function light(names: readonly string[]): void {
  const wanted = new Set([...names, ...store.get().pinned]);
  for (const each of document.querySelectorAll<HTMLElement>('.stage [data-name]')) {
    each.classList.toggle('hot', wanted.has(each.dataset['name']!));
  }
}

/** Keeps what is pinned lit, as the picture changes. */
export function usePinned(picture: unknown): void {
  const pinned = usePage((state) => state.pinned);
  useEffect(() => {
    if (pinned.length === 0) return undefined;
    light([]);
    return () => light([]);
  }, [pinned, picture]);
}

import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, now and when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the page is as narrow as a phone. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 760px)');
}

import { useEffect, useRef, useState } from 'react';

/** How long what leaves stays in sight, ms: as long as its transition. */
const LEAVES_MS = 420;

interface Leaving<T> {
  readonly item: T;
  readonly isLeaving: boolean;
}

/** The items, and those that have just gone, which leave in sight. */
export function useLeaving<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  isStill: boolean,
): readonly Leaving<T>[] {
  const before = useRef(new Map<string, T>());
  const [gone, setGone] = useState<ReadonlyMap<string, T>>(new Map());
  const now = new Map(items.map((item) => [keyOf(item), item]));
  useEffect(() => {
    const left = [...before.current].filter(([key]) => !now.has(key));
    before.current = now;
    if (left.length === 0 || isStill) return;
    setGone((known) => new Map([...known, ...left]));
    const timer = setTimeout(() => {
      setGone(
        (known) => new Map([...known].filter(([key]) => !left.some(([each]) => each === key))),
      );
    }, LEAVES_MS);
    return () => clearTimeout(timer);
  }, [items]);
  return [
    ...items.map((item) => ({ item, isLeaving: false })),
    ...[...gone].filter(([key]) => !now.has(key)).map(([, item]) => ({ item, isLeaving: true })),
  ];
}

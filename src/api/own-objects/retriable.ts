/**
 * Work that is done once for each value: at the first call, and when the value has changed. Work
 * that failed is done again at the next call.
 */
export function retriable(valueOf: () => unknown, work: () => Promise<void>): () => Promise<void> {
  let last: { readonly value: unknown; readonly done: Promise<void> } | undefined;
  return () => {
    const value = valueOf();
    if (last !== undefined && last.value === value) return last.done;
    const made = { value, done: work() };
    last = made;
    made.done.catch(() => {
      if (last === made) last = undefined;
    });
    return made.done;
  };
}

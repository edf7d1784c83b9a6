/**
 * Work that is done once for each value: at the first call, and when the value has changed. Work
 * that failed is done again at the next call.
 */
export function retriable(valueOf: () => unknown, work: () => Promise<void>): () => Promise<void> {
  let last: { readonly value: unknown; readonly done: Promise<void> } | undefined;
  return () => {
    const value = valueOf();
    if (last !== undefined && last.value === value) return last.done;
    const result = { value, done: work() };
    last = result;
    result.done.catch(() => {
      if (last === result) last = undefined;
    });
    return result.done;
  };
}

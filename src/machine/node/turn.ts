/** Resolves after a turn of the event loop, before which all pending microtasks run. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

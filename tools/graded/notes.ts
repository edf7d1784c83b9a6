/** Findings that were followed up by hand: is it the client, or the judge? */
export const notes: readonly string[] = [
  'client-node, watches without timeoutSeconds and without bookmarks: the client. Its `ListWatch` sends `resourceVersion` and selectors, and nothing else (`dist/cache.js`, `doneHandler`).',
  'client-node, a storm of watches that end at once: the client. A watch that has ended without an error is followed by the next one with no pause between them, in the same function.',
  'client-node, the first list without a version and without pages: the program, as the examples of the library have it. The list is a function of its own, which may name a version; the informer does not add one.',
  'orrery controllers, the first list and watches without a timeout: ours, and corrected. Informers listed without a version and watched without timeoutSeconds.',
];

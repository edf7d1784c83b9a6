/** Findings that were followed up by hand: is it the client, or the judge? */
export const notes: readonly string[] = [
  'client-node, watches without timeoutSeconds and without bookmarks: the client. Its `ListWatch` sends `resourceVersion` and selectors, and nothing else (`dist/cache.js`, `doneHandler`).',
  'client-node, a storm of watches that end at once: the client. A watch that has ended without an error is followed by the next one with no pause between them, in the same function.',
  'client-node, the first list without a version and without pages: the program, as the examples of the library have it. The list is a function of its own, which may name a version; the informer does not add one.',
  'client-go 0.37, a watch that begins at no version: the judge, and corrected. The client asks for the initial events by a watch, which v1.24 refuses with 400, and then lists. Rule 1.1 now looks at watches that were answered 200.',
  'python kubernetes, no list after an ERROR event 410: the judge, and corrected. `Watch.stream` tries the same version once more, as its documentation says, and the case let that version work again, which no server does. It now stays expired.',
  'fabric8, a list that is tried again before Retry-After is over: the client. `StandardHttpClient.shouldRetry` reads the header and answers how long to wait; `AsyncUtils.retryWithExponentialBackoff` uses that answer only to decide whether to try again, and waits for its own back-off.',
  'controller-runtime, updates without a version, and nothing made: the judge, and corrected. Its typed clients send and prefer protobuf, which the judge did not read. Clusters that grade now answer in JSON where a client takes it (client-go 0.37 prefers protobuf too), and bodies in protobuf are read.',
  'controller-runtime, fields that are lost in updates: the program. A typed object has the fields of its type; what else the server has sent is not in the update. Patches and server-side apply keep it.',
  'Helm, something made again after a restart: Helm as it is meant. Each `helm upgrade --install` keeps a revision of the release, which is a Secret more.',
  'client-go 0.37 and controller-runtime, a list after ten events: the judge, and corrected. It took the watch that v1.24 refuses for an open one, and so the list that follows it for a relist. A watch is open only once it is accepted.',
  'fabric8, a list after a watch that has ended: the judge, and corrected. `AbstractWatchManager.watchEnded` takes a watch that ends within 2 s without an event for a version that is too old, for the sake of a proxy that closes such watches. The case ended a watch after 1.5 s, which servers do not do; it now waits for 3 s.',
  'orrery controllers, the first list and watches without a timeout: ours, and corrected. Informers listed without a version and watched without timeoutSeconds.',
];

/** node/v1: runtime classes. Notation: see src/schema/notation.ts. */
export const nodeV1 = `
// A way to run containers that nodes offer. Pods choose one by name.
kind RuntimeClass {
  // The name under which nodes know this runtime and its settings: a DNS label in lower case, which
  // never changes. Every node is taken to know it.
  handler!: string #2
  // What running a pod in this class costs on top of its containers.
  overhead: *Overhead #3
  // Which nodes offer the class. By default all of them.
  scheduling: *Scheduling #4
}
Overhead {
  // The cost of a pod, by resource.
  podFixed: {Quantity} #1 exact
}
Scheduling {
  // Labels of the nodes that offer the class. Added to the node selector of each pod; a pod that
  // asks for other values is refused.
  nodeSelector: {string} #1 atomic
  // Added to the tolerations of each pod, unless it has them. A patch replaces them as a whole.
  tolerations: [Toleration] #2 atomic
}
`;

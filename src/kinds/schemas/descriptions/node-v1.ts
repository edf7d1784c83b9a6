/** node/v1: what its types mean. Notation: see index.ts. */
export const nodeV1Descriptions = `
RuntimeClass A way to run containers that nodes offer. Pods choose one by name.
  handler The name under which nodes know this runtime and its settings: a DNS label in lower case, which never changes. Every node is taken to know it.
  overhead What running a pod in this class costs on top of its containers.
  scheduling Which nodes offer the class. By default all of them.
Overhead
  podFixed The cost of a pod, by resource.
Scheduling
  nodeSelector Labels of the nodes that offer the class. Added to the node selector of each pod; a pod that asks for other values is refused.
  tolerations Added to the tolerations of each pod, unless it has them. A patch replaces them as a whole.
`;

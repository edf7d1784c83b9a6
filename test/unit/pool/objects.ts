/** Pods and nodes for the pool's tests. A test names only what matters to it. */
import type { Container, Node, Pod, PodSpec, PodStatus } from '#types';

export const T0 = 1_760_000_000_000; // 2025-10-09T08:53:20Z

export interface PodParts {
  readonly name?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly metadata?: Partial<Pod['metadata']>;
  readonly spec?: Partial<PodSpec>;
  readonly status?: PodStatus;
}

export function makePod(parts: PodParts = {}): Pod {
  const name = parts.name ?? 'web';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2025-10-09T08:53:20Z',
      ...(parts.annotations && { annotations: parts.annotations }),
      ...parts.metadata,
    },
    spec: { containers: [makeContainer()], nodeName: 'n1', restartPolicy: 'Always', ...parts.spec },
    status: parts.status ?? { phase: 'Pending', qosClass: 'BestEffort' },
  };
}

export function makeContainer(name = 'main', image = 'app:v1'): Container {
  return { name, image };
}

export function makeNode(name = 'n1', parts: Partial<Node> = {}): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2025-10-09T08:53:20Z',
    },
    spec: {},
    status: {},
    ...parts,
  };
}

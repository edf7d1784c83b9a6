/** Nodes and pods for tests of pure functions. A test names only what matters to it. */
import type { Container, Node, NodeCondition, NodeSpec, ObjectMeta, Pod, PodSpec } from '#types';

const created = '2026-11-20T20:00:00Z';

export interface NodeParts {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: NodeSpec;
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly conditions?: readonly NodeCondition[];
}

export function makeNode(name: string, parts: NodeParts = {}): Node {
  const { metadata, spec = {}, conditions } = parts;
  const { allocatable = { cpu: '4', memory: '8Gi', pods: '110' } } = parts;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, uid: `uid-${name}`, creationTimestamp: created, ...metadata } as ObjectMeta,
    spec,
    status: { allocatable, ...(conditions && { conditions }) },
  };
}

export function makePod(
  name: string,
  spec: Partial<PodSpec> = {},
  metadata: Partial<ObjectMeta> = {},
): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      creationTimestamp: created,
      ...metadata,
    } as ObjectMeta,
    spec: { containers: [makeContainer()], ...spec },
    status: { phase: 'Pending' },
  };
}

export function makeContainer(requests?: Readonly<Record<string, string>>): Container {
  return { name: 'main', image: 'app:v1', ...(requests && { resources: { requests } }) };
}

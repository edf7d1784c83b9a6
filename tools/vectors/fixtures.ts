/** Objects built from the short forms that vector files use. */
import type { Node, Taint } from '#types';

export interface NodeCase {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
}

export function nodeOf({ name, labels, taints, unschedulable }: NodeCase): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels, uid: `uid-${name}`, resourceVersion: '1', creationTimestamp: '' },
    spec: { taints, unschedulable },
    status: {},
  };
}

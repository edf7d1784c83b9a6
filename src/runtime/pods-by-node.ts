/** Finding pods by the node that they are bound to. */
import type { Pod } from '#types';
import type { Informer, Lister } from './informer.ts';

const BY_NODE = 'nodeName';
const NONE: readonly string[] = [];

/** Lets {@link podsOnNode} find the pods of an informer. */
export function addNodeIndex(pods: Informer<Pod>): void {
  pods.addIndex(BY_NODE, ({ spec: { nodeName } }) => (nodeName ? [nodeName] : NONE));
}

/** Returns the pods that are bound to a node, even if it does not exist. */
export function podsOnNode(pods: Lister<Pod>, nodeName: string): readonly Pod[] {
  return pods.byIndex(BY_NODE, nodeName);
}

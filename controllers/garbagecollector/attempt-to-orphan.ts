import { forAll, throwAny, type ReconcileTools } from '#runtime';
import { liftFinalizer, release } from './api.ts';
import type { GraphNode } from './node.ts';
import { ORPHAN } from './plan.ts';

/** Lets the dependents of an object go, and then the object. */
export async function attemptToOrphan(node: GraphNode, { client }: ReconcileTools): Promise<void> {
  const dependents = [...(node.dependents ?? [])];
  throwAny(await forAll(dependents, (dependent) => release(client, dependent, [node.uid])));
  await liftFinalizer(client, node, ORPHAN);
}

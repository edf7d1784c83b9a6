/**
 * The garbage collector: deletes what has lost its owners, and carries out foreground deletion and
 * orphaning. Objects to look at go through two queues, fed by the dependency graph.
 */
import { KindRegistry, resourceOf, type Kind, type KubeObject } from '#kinds';
import type { ControllerContext, ControllerDefinition, WorkQueue } from '#runtime';
import { attemptToDelete, type Collection } from './attempt-to-delete.ts';
import { attemptToOrphan } from './attempt-to-orphan.ts';
import { DependencyGraph } from './graph.ts';
import { keyFor, uidIn } from './node.ts';

const WORKERS = 20;

export const garbageCollector: ControllerDefinition = {
  name: 'garbagecollector',
  actor: 'garbage-collector-controller',
  start(context) {
    const kinds = new KindRegistry();
    const toDelete: Collection['toDelete'] = (node, cause) => deletions.add(keyFor(node), cause);
    const graph = new DependencyGraph(kinds, {
      toDelete,
      toOrphan: (node, cause) => orphanings.add(keyFor(node), cause),
    });
    const collection: Collection = { kinds, graph, toDelete };
    const deletions: WorkQueue = context.queue({
      name: 'garbagecollector attempt to delete',
      workers: WORKERS,
      async reconcile(key, tools) {
        const node = graph.get(uidIn(key));
        return node === undefined ? undefined : attemptToDelete(node, collection, tools);
      },
    });
    const orphanings: WorkQueue = context.queue({
      name: 'garbagecollector attempt to orphan',
      workers: WORKERS,
      async reconcile(key, tools) {
        const node = graph.get(uidIn(key));
        if (node !== undefined) await attemptToOrphan(node, tools);
      },
    });
    for (const kind of collected(kinds)) follow(kind, graph, context);
  },
};

/** One kind of every resource but events, which nobody owns. */
function collected({ all }: KindRegistry): readonly Kind[] {
  const byResource = new Map<string, Kind>();
  for (const kind of all) {
    const resource = resourceOf(kind);
    if (kind.plural !== 'events' && !byResource.has(resource)) byResource.set(resource, kind);
  }
  return [...byResource.values()];
}

function follow(kind: Kind, graph: DependencyGraph, context: ControllerContext): void {
  context.informer(kind).addHandlers({
    added: (object, cause) => graph.observe(kind, object, cause),
    updated(object, old, cause) {
      if (!isAlike(object, old)) graph.observe(kind, object, cause);
    },
    deleted: (object, cause) => graph.forget(object.metadata.uid, cause),
  });
}

/** Whether the graph sees no difference, as between a lease and its renewal. */
function isAlike({ metadata }: KubeObject, { metadata: old }: KubeObject): boolean {
  return (
    metadata.ownerReferences === old.ownerReferences &&
    metadata.finalizers === old.finalizers &&
    metadata.deletionTimestamp === old.deletionTimestamp
  );
}

/**
 * The garbage collector: deletes what has lost its owners, and carries out foreground deletion and
 * orphaning. Objects to check go through two queues, fed by the dependency graph. It follows all
 * that the server lets be listed, watched and deleted, as far as its metadata.
 */
import { resourceOf } from '#kinds';
import { supports, type ServedResource } from '#catalog';
import type { KubeObject } from '#values';
import type { ControllerDefinition, Informer, WorkQueue } from '#runtime';
import { attemptToDelete, type Collection } from './attempt-to-delete.ts';
import { attemptToOrphan } from './attempt-to-orphan.ts';
import { DependencyGraph, type Resources } from './graph.ts';
import { keyFor, uidIn } from './node.ts';

const WORKERS = 20;

/** They have no owners and change often: not worth a cache. */
const ignored: ReadonlySet<string> = new Set(['events', 'events.events.k8s.io']);

export const garbageCollector: ControllerDefinition = {
  name: 'garbagecollector',
  actor: 'garbage-collector-controller',
  account: 'generic-garbage-collector',
  start(context) {
    const resources: Resources = { byKind: (...names) => served.byKind(...names) };
    const toDelete: Collection['toDelete'] = (node, cause) => deletions.add(keyFor(node), cause);
    const graph = new DependencyGraph(resources, {
      toDelete,
      toOrphan: (node, cause) => orphanings.add(keyFor(node), cause),
    });
    const collection: Collection = { resources, graph, toDelete };
    const deletions: WorkQueue = context.queue({
      name: 'garbagecollector attempt to delete',
      workers: WORKERS,
      async reconcile(key, tools) {
        if (served.filling !== undefined) await served.filling;
        const node = graph.get(uidIn(key));
        return node === undefined ? undefined : attemptToDelete(node, collection, tools);
      },
    });
    const orphanings: WorkQueue = context.queue({
      name: 'garbagecollector attempt to orphan',
      workers: WORKERS,
      async reconcile(key, tools) {
        if (served.filling !== undefined) await served.filling;
        const node = graph.get(uidIn(key));
        if (node !== undefined) await attemptToOrphan(node, tools);
      },
    });
    const served = context.followServed({
      wants: (resource) =>
        !ignored.has(resourceOf(resource)) && supports(resource, 'delete', 'list', 'watch'),
      found: (resource, informer) => follow(resource, informer, graph),
      changed: () => graph.resolveAgain({ timer: 'discovery' }),
    });
  },
};

function follow(
  resource: ServedResource,
  informer: Informer<KubeObject>,
  graph: DependencyGraph,
): void {
  informer.addHandlers({
    added: (object, cause) => graph.observe(resource, object, cause),
    updated(object, old, cause) {
      if (!hasSameReferences(object, old)) graph.observe(resource, object, cause);
    },
    deleted: (object, cause) => graph.forget(object.metadata.uid, cause),
  });
}

/** Whether the graph sees no difference, as between a lease and its renewal. */
function hasSameReferences({ metadata }: KubeObject, { metadata: old }: KubeObject): boolean {
  return (
    metadata.ownerReferences === old.ownerReferences &&
    metadata.finalizers === old.finalizers &&
    metadata.deletionTimestamp === old.deletionTimestamp
  );
}

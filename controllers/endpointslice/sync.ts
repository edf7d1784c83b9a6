/** One pass over the slices of a service: look, plan, write. */
import { hasSelector } from '#kinds';
import type { discoveryV1, Node, Pod, Service } from '#types';
import {
  messageOf,
  podsBehind,
  writeSlices,
  type Lister,
  type ReconcileResult,
  type ReconcileTools,
  type SliceTracker,
  type TriggerTimes,
} from '#runtime';
import { plan, problemsOf } from './plan.ts';

type Slice = discoveryV1.EndpointSlice;

/** All that a reconcile reads, and its state between reconciles. */
export interface Caches {
  readonly services: Lister<Service>;
  readonly pods: Lister<Pod>;
  readonly nodes: Lister<Node>;
  /** The managed slices of a service, by its key. */
  readonly slicesOf: (key: string) => readonly Slice[];
  readonly triggerTimes: TriggerTimes;
  readonly tracker: SliceTracker;
}

/** Makes the slices of a service list its pods. Those of a service that is gone are collected. */
export async function sync(
  key: string,
  caches: Caches,
  tools: ReconcileTools,
): Promise<ReconcileResult | undefined> {
  const { triggerTimes, tracker } = caches;
  const service = caches.services.getByKey(key);
  if (service === undefined) {
    triggerTimes.forget(key);
    tracker.forget(key);
    return undefined;
  }
  if (service.spec.type === 'ExternalName' || !hasSelector(service)) return undefined;
  // A terminating one counts as deleted, however long a finalizer keeps it.
  const slices = caches.slicesOf(key).filter(({ metadata }) => metadata.deletionTimestamp == null);
  if (tracker.isStale(key, slices)) {
    return { retry: true, requeueReason: 'own writes not seen yet' };
  }
  const pods = podsBehind(caches.pods, service);
  const changedAt = triggerTimes.next(key, service, pods);
  const nodeNamed = (name: string): Node | undefined => caches.nodes.get(undefined, name);
  try {
    const view = { service, pods, slices, nodeNamed, changedAt };
    await writeSlices(tools.client, tracker, key, service, plan(view));
    const problems = problemsOf(view);
    // Nodes that are not known yet may come: the service is tried again.
    if (problems.length > 0) throw new Error(aggregated(problems));
  } catch (error) {
    const { namespace, name } = service.metadata;
    const failed = `Error updating Endpoint Slices for Service ${namespace}/${name}`;
    const message = `${failed}: ${messageOf(error)}`;
    tools.events.event(service, 'Warning', 'FailedToUpdateEndpointSlices', message);
    throw error;
  }
  return undefined;
}

/** As v1.24 puts several errors together. */
function aggregated(texts: readonly string[]): string {
  return texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`;
}

/** One pass over the Endpoints of a service: look, plan, write. */
import { endpoints as endpointsKind, hasSelector, type Profile } from '#kinds';
import { isNamespaceTerminating, isNotFound, splitKey } from '#values';
import type { Endpoints, Pod, Service } from '#types';
import {
  messageOf,
  podsBehind,
  type Lister,
  type ReconcileTools,
  type TriggerTimes,
} from '#runtime';
import { plan, type Plan } from './plan.ts';

/** All that a reconcile reads, and its state between reconciles. */
export interface Caches {
  readonly services: Lister<Service>;
  readonly pods: Lister<Pod>;
  readonly endpoints: Lister<Endpoints>;
  readonly triggerTimes: TriggerTimes;
  readonly profile: Profile;
  /** By key: the version that was written over, which the cache may still show. */
  readonly overwritten: Map<string, string>;
}

/** Makes the Endpoints of a service list its pods; those of a service that is gone go too. */
export async function sync(key: string, caches: Caches, tools: ReconcileTools): Promise<void> {
  const { triggerTimes } = caches;
  const service = caches.services.getByKey(key);
  if (service === undefined) {
    await remove(key, tools);
    triggerTimes.forget(key);
    caches.overwritten.delete(key);
    return;
  }
  if (!hasSelector(service)) return;
  const pods = podsBehind(caches.pods, service);
  const changedAt = triggerTimes.next(key, service, pods);
  const { profile, overwritten } = caches;
  const isMarked = profile.enabled('EndpointsNameTheirController');
  const current = caches.endpoints.getByKey(key);
  const version = current?.metadata.resourceVersion;
  if (version !== undefined && overwritten.get(key) === version) {
    const why = `resource version ${version} already processed for endpoints ${key}`;
    throw new Error(`endpoints informer cache is out of date, ${why}`);
  }
  const planned = plan(service, pods, current, changedAt, isMarked);
  const isChanged = await write(planned, service, tools);
  if (isChanged && version !== undefined && profile.enabled('StaleEndpointsAwaited')) {
    overwritten.set(key, version);
  }
}

async function remove(key: string, { client }: ReconcileTools): Promise<void> {
  try {
    await client.delete(endpointsKind, splitKey(key));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Returns whether there is another version of the Endpoints now. */
async function write(planned: Plan, service: Service, tools: ReconcileTools): Promise<boolean> {
  const { client } = tools;
  try {
    if (planned.action === 'create') await client.create(endpointsKind, planned.endpoints);
    if (planned.action !== 'update') return false;
    const { endpoints } = planned;
    const written = await client.update(endpointsKind, endpoints);
    return written.metadata.resourceVersion !== endpoints.metadata.resourceVersion;
  } catch (error) {
    if (planned.action === 'create' && isNamespaceTerminating(error)) return false;
    report(planned.action, service, error, tools);
    throw error;
  }
}

function report(
  action: Plan['action'],
  { metadata: { namespace, name } }: Service,
  error: unknown,
  { events }: ReconcileTools,
): void {
  const regarding = { apiVersion: 'v1', kind: 'Endpoints', metadata: { namespace, name } };
  const [reason, failed] =
    action === 'create'
      ? ['FailedToCreateEndpoint', 'Failed to create endpoint for service']
      : ['FailedToUpdateEndpoint', 'Failed to update endpoint'];
  const message = `${failed} ${namespace}/${name}: ${messageOf(error)}`;
  events.event(regarding, 'Warning', reason, message);
}

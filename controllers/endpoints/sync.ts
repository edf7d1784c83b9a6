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
}

/** Makes the Endpoints of a service list its pods; those of a service that is gone go too. */
export async function sync(key: string, caches: Caches, tools: ReconcileTools): Promise<void> {
  const { triggerTimes } = caches;
  const service = caches.services.getByKey(key);
  if (service === undefined) {
    await remove(key, tools);
    triggerTimes.forget(key);
    return;
  }
  if (!hasSelector(service)) return;
  const pods = podsBehind(caches.pods, service);
  const changedAt = triggerTimes.next(key, service, pods);
  const isMarked = caches.profile.enabled('EndpointsNameTheirController');
  const planned = plan(service, pods, caches.endpoints.getByKey(key), changedAt, isMarked);
  await write(planned, service, tools);
}

async function remove(key: string, { client }: ReconcileTools): Promise<void> {
  try {
    await client.delete(endpointsKind, splitKey(key));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function write(planned: Plan, service: Service, tools: ReconcileTools): Promise<void> {
  try {
    if (planned.action === 'create') await tools.client.create(endpointsKind, planned.endpoints);
    else if (planned.action === 'update')
      await tools.client.update(endpointsKind, planned.endpoints);
  } catch (error) {
    if (planned.action === 'create' && isNamespaceTerminating(error)) return;
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

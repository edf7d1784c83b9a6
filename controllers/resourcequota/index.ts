/**
 * The quota controller: counts what namespaces use, and so heals what admission, which only adds,
 * cannot know: that an object was deleted, or that its creation failed. It counts what the server
 * serves, of kinds without a declaration too.
 */
import type { Clock } from '#clock';
import { amountsOf, bucketOf, resourceQuota as quotaKind } from '#kinds';
import { keyOf, type Cause, type KubeObject } from '#values';
import type { ResourceQuota } from '#types';
import type { ServedResource } from '#catalog';
import type { ControllerDefinition, Lister, ReconcileTools, WorkQueue } from '#runtime';
import { countedBy, isCounted, measuredKinds, type Counted } from './counted.ts';
import { isSame, nextStatus } from './status.ts';
import { Usage } from './usage.ts';

/** All quotas are recounted so often, beginning at the start. */
const RESYNC_MS = 300_000;

export const resourceQuota: ControllerDefinition = {
  name: 'resourcequota',
  actor: 'resourcequota-controller',
  keys: bucketOf(quotaKind),
  start(context) {
    const { clock, features } = context;
    const informer = context.informer(quotaKind);
    const quotas = informer.lister;
    for (const kind of measuredKinds) context.informer(kind);
    const counted = new Map<ServedResource, Counted>();
    const usage = new Usage([]);
    const queue: WorkQueue = context.queue({
      workers: 5,
      async reconcile(key, tools) {
        if (served.filling !== undefined) await served.filling;
        await sync(quotas.getByKey(key), usage, clock, tools);
      },
    });
    informer.addHandlers({
      added: (quota, cause) => queue.add(keyOf(quota), cause),
      updated(quota, old, cause) {
        const [hard, before] = [quota.spec.hard, old.spec.hard];
        if (hard === before || isSame(amountsOf(hard), amountsOf(before))) return;
        queue.add(keyOf(quota), cause);
      },
      deleted({ metadata: { namespace } }) {
        if (quotas.list(namespace).length === 0) usage.forget(namespace!);
      },
    });
    const countAll = (timer: string): void => {
      for (const quota of quotas.list()) queue.add(keyOf(quota), { timer });
    };
    const served = context.followServed({
      wants: (resource) => isCounted(resource, features),
      found(resource, objects) {
        const found = countedBy(resource, objects, features);
        counted.set(resource, found);
        usage.add(found);
        follow(found, quotas, queue, clock);
      },
      lost(resource) {
        usage.remove(counted.get(resource)!);
        counted.delete(resource);
      },
      changed: () => countAll('discovery'),
    });
    context.every({ name: 'quota resync', periodMs: RESYNC_MS, initialDelayMs: 0 }, async () => {
      countAll('resync');
    });
  },
};

/** Counts for the quotas of a namespace that limit what an object gave back there. */
function follow(
  { evaluator, informer, tallies, frees }: Counted,
  quotas: Lister<ResourceQuota>,
  queue: WorkQueue,
  clock: Clock,
): void {
  const replenish = ({ metadata }: KubeObject, cause: Cause): void => {
    for (const quota of quotas.list(metadata.namespace)) {
      const names = Object.keys(quota.status.hard ?? {});
      if (names.some((name) => evaluator.tracks(name))) queue.add(keyOf(quota), cause);
    }
  };
  informer.addHandlers({
    added: (object) => tallies.changed(object),
    updated(object, old, cause) {
      tallies.changed(object);
      if (frees(object, old, clock.now())) replenish(object, cause);
    },
    deleted(object, cause) {
      tallies.changed(object);
      replenish(object, cause);
    },
  });
}

async function sync(
  quota: ResourceQuota | undefined,
  usage: Usage,
  clock: Clock,
  { client }: ReconcileTools,
): Promise<void> {
  if (quota === undefined) return;
  const status = nextStatus(quota, usage.of(quota, clock.now()));
  if (status === quota.status) return;
  await client.update(quotaKind, { ...quota, status }, { subresource: 'status' });
}

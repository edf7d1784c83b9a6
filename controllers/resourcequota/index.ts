/**
 * The quota controller: counts what namespaces use, and so heals what admission, which only adds,
 * cannot know: that something is gone, or never came to be.
 */
import type { Clock } from '#clock';
import {
  amountsOf,
  keyOf,
  resourceQuota as quotaKind,
  type Cause,
  type KubeObject,
  type ResourceQuota,
} from '#kinds';
import type { ControllerDefinition, Lister, ReconcileTools, WorkQueue } from '#runtime';
import { countedResources, type Counted } from './counted.ts';
import { explains } from './explain.ts';
import { isSame, nextStatus } from './status.ts';
import { Usage } from './usage.ts';

/** All quotas are counted anew so often, beginning at the start. */
const RESYNC_MS = 300_000;

export const resourceQuota: ControllerDefinition = {
  name: 'resourcequota',
  actor: 'resourcequota-controller',
  explains,
  start(context) {
    const { clock } = context;
    const informer = context.informer(quotaKind);
    const quotas = informer.lister;
    const counted = countedResources((kind) => context.informer(kind));
    const usage = new Usage(counted);
    const queue: WorkQueue = context.queue({
      workers: 5,
      reconcile: (key, tools) => sync(quotas.getByKey(key), usage, clock, tools),
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
    for (const resource of counted) follow(resource, quotas, queue, clock);
    context.every({ name: 'quota resync', periodMs: RESYNC_MS, initialDelayMs: 0 }, async () => {
      for (const quota of quotas.list()) queue.add(keyOf(quota), { timer: 'resync' });
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

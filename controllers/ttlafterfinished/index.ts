/** Deletes finished jobs when their time to live is over, their pods first. */
import { isNotFound, keyOf, type Cause } from '#values';
import { job as jobKind } from '#kinds';
import type { Job } from '#types';
import type { Client, ControllerDefinition, ReconcileResult } from '#runtime';
import { keptFor } from './ttl.ts';

export const ttlAfterFinished: ControllerDefinition = {
  name: 'ttlafterfinished',
  actor: 'ttl-after-finished-controller',
  start(context) {
    const { clock } = context;
    const jobs = context.informer(jobKind);
    const queue = context.queue({
      workers: 5,
      async reconcile(key, { client }): Promise<ReconcileResult> {
        const cached = jobs.lister.getByKey(key);
        const left = cached && keptFor(cached, clock.now());
        if (cached === undefined || left === undefined) return {};
        return left > 0 ? laterBy(left) : removeExpired(client, cached, clock.now());
      },
    });
    const look = (job: Job, cause: Cause): void => {
      if (mayExpire(job)) queue.add(keyOf(job), cause);
    };
    jobs.addHandlers({ added: look, updated: (job, _, cause) => look(job, cause) });
  },
};

function mayExpire({ spec, metadata }: Job): boolean {
  return spec.ttlSecondsAfterFinished != null && metadata.deletionTimestamp == null;
}

/** Reads the live job first: its time to live may have been raised. */
async function removeExpired(client: Client, cached: Job, now: number): Promise<ReconcileResult> {
  const { namespace, name } = cached.metadata;
  try {
    const live = await client.get(jobKind, { namespace, name });
    const left = keptFor(live, now);
    if (left === undefined) return {};
    if (left > 0) return laterBy(left);
    await client.delete(
      jobKind,
      { namespace, name },
      { propagationPolicy: 'Foreground', preconditions: { uid: live.metadata.uid } },
    );
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return {};
}

function laterBy(requeueAfterMs: number): ReconcileResult {
  return { requeueAfterMs, requeueReason: 'end of time to live' };
}

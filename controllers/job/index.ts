/** The Job controller: pods that run until they succeed. */
import { bucketOf, job as jobKind, late, pod as podKind, withCode } from '#kinds';
import {
  addControllerIndexes,
  controlledBy,
  controllerIn,
  Expectations,
  type ControllerDefinition,
  type WorkQueue,
} from '#runtime';
import {
  delaysOfAll,
  delaysOfRequests,
  failureDelay,
  jobHandlers,
  podHandlers,
} from './handlers.ts';
import { Released } from './released.ts';
import { isManagedElsewhere, rulesOf } from './rules.ts';
import type { Caches } from './sync.ts';
import { isFinished } from './view.ts';

const reconciling = late(() => import('./reconcile.ts'));

export const job: ControllerDefinition = {
  name: 'job',
  actor: 'job-controller',
  keys: bucketOf(jobKind),
  load: reconciling.load,
  start(context) {
    const { clock, features } = context;
    const jobs = context.informer(jobKind);
    const pods = context.informer(podKind);
    addControllerIndexes(pods);
    const expectations = new Expectations(clock);
    const rules = rulesOf(features);
    const caches: Caches = {
      clock,
      profile: features,
      rules,
      jobs: jobs.lister,
      pods: pods.lister,
      expectations,
      released: new Released(),
      failures: new Map(),
      requeueAfter: (key, delayMs, timer) => queue.addAfter(key, delayMs, { timer }),
      failureDelay: (key) => failureDelay(queue.failures(key)),
    };
    const queue: WorkQueue = context.queue({
      workers: 5,
      limiter: rules.delaysApart ? delaysOfRequests : delaysOfAll,
      reconcile: (key, tools) => withCode(reconciling, ({ sync }) => sync(key, caches, tools)),
    });
    // Without counting ready pods there was no need to collect changes.
    const batchMs = rules.countsReady || rules.delaysApart ? 1000 : 0;
    const orphans = context.queue({
      name: 'job orphans',
      workers: 1,
      async reconcile(key, { client }) {
        const orphan = pods.lister.getByKey(key);
        if (orphan === undefined) return;
        const owner = controllerIn(jobs.lister, 'Job', orphan);
        if (owner !== undefined && isManagedElsewhere(owner, rules)) return;
        if (owner === undefined || isFinished(owner)) {
          await withCode(reconciling, ({ removeFinalizer }) => removeFinalizer(client, orphan));
        }
      },
    });
    const { released } = caches;
    const handlerContext = {
      queue,
      orphans,
      clock,
      expectations,
      released,
      jobs: jobs.lister,
      batchMs,
      delaysApart: rules.delaysApart,
    };
    jobs.addHandlers(
      jobHandlers({ ...handlerContext, podsOf: (owner) => controlledBy(pods.lister, owner) }),
    );
    pods.addHandlers(podHandlers(handlerContext));
  },
};

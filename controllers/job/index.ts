/** The Job controller: pods that run until they succeed. */
import { bucketOf, job as jobKind, pod as podKind } from '#kinds';
import {
  addControllerIndexes,
  controlledBy,
  controllerIn,
  Expectations,
  type ControllerDefinition,
  type WorkQueue,
} from '#runtime';
import {
  failureDelay,
  FIRST_DELAY_MS,
  jobHandlers,
  LONGEST_DELAY_MS,
  podHandlers,
} from './handlers.ts';
import { Released } from './released.ts';
import { sync, type Caches } from './sync.ts';
import { removeFinalizer } from './track.ts';
import { isFinished } from './view.ts';

export const job: ControllerDefinition = {
  name: 'job',
  actor: 'job-controller',
  keys: bucketOf(jobKind),
  start(context) {
    const { clock, features } = context;
    const jobs = context.informer(jobKind);
    const pods = context.informer(podKind);
    addControllerIndexes(pods);
    const expectations = new Expectations(clock);
    const caches: Caches = {
      clock,
      profile: features,
      jobs: jobs.lister,
      pods: pods.lister,
      expectations,
      released: new Released(),
      requeueAfter: (key, delayMs) => queue.addAfter(key, delayMs, { timer: 'active deadline' }),
      failureDelay: (key) => failureDelay(queue.failures(key)),
    };
    const queue: WorkQueue = context.queue({
      workers: 5,
      limiter: { baseMs: FIRST_DELAY_MS, maxMs: LONGEST_DELAY_MS },
      reconcile: (key, tools) => sync(key, caches, tools),
    });
    // Without counting ready pods there is no need to collect changes.
    const batchMs = features.enabled('JobReadyPods') ? 1000 : 0;
    const orphans = context.queue({
      name: 'job orphans',
      workers: 1,
      async reconcile(key, { client }) {
        const orphan = pods.lister.getByKey(key);
        if (orphan === undefined) return;
        const owner = controllerIn(jobs.lister, 'Job', orphan);
        if (owner === undefined || isFinished(owner)) await removeFinalizer(client, orphan);
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
    };
    jobs.addHandlers(
      jobHandlers({ ...handlerContext, podsOf: (owner) => controlledBy(pods.lister, owner) }),
    );
    pods.addHandlers(podHandlers(handlerContext));
  },
};

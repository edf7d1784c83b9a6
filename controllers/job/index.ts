/** The Job controller: pods that run until they succeed. */
import { job as jobKind, pod as podKind } from '#kinds';
import {
  addControllerIndexes,
  Expectations,
  type ControllerDefinition,
  type WorkQueue,
} from '#runtime';
import { explains } from './explain.ts';
import { FIRST_DELAY_MS, jobHandlers, LONGEST_DELAY_MS, podHandlers } from './handlers.ts';
import { sync, type Caches } from './sync.ts';

export const job: ControllerDefinition = {
  name: 'job',
  actor: 'job-controller',
  explains,
  start(context) {
    const { clock, features } = context;
    const jobs = context.informer(jobKind);
    const pods = context.informer(podKind);
    addControllerIndexes(pods);
    const expectations = new Expectations(clock);
    const caches: Caches = {
      clock,
      features,
      jobs: jobs.lister,
      pods: pods.lister,
      expectations,
      wakeAfter: (key, delayMs) => queue.addAfter(key, delayMs, { timer: 'active deadline' }),
    };
    const queue: WorkQueue = context.queue({
      workers: 5,
      limiter: { baseMs: FIRST_DELAY_MS, maxMs: LONGEST_DELAY_MS },
      reconcile: (key, tools) => sync(key, caches, tools),
    });
    // Whoever does not count ready pods has no need to collect changes.
    const batchMs = features.enabled('JobReadyPods') ? 1000 : 0;
    const woken = { queue, clock, expectations, jobs: jobs.lister, batchMs };
    jobs.addHandlers(jobHandlers(woken));
    pods.addHandlers(podHandlers(woken));
  },
};

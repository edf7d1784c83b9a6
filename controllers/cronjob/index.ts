/** The CronJob controller: jobs on a schedule. */
import { bucketOf, cronJob as cronJobKind, job as jobKind, late, withCode } from '#kinds';
import type { ControllerDefinition } from '#runtime';
import { reportScheduleErrors } from './changed.ts';
import { cronJobHandlers, jobHandlers } from './handlers.ts';
import { addOwnerIndex } from './owned.ts';
import { Schedules } from './schedules.ts';
import type { Caches } from './sync.ts';

const reconciling = late(() => import('./sync.ts'));

export const cronJob: ControllerDefinition = {
  name: 'cronjob',
  actor: 'cronjob-controller',
  keys: bucketOf(cronJobKind),
  load: reconciling.load,
  start(context) {
    const { clock, features } = context;
    const cronJobs = context.informer(cronJobKind);
    const jobs = context.informer(jobKind);
    addOwnerIndex(jobs);
    const schedules = new Schedules(features);
    const caches: Caches = {
      clock,
      cronJobs: cronJobs.lister,
      jobs: jobs.lister,
      schedules,
      profile: features,
    };
    const queue = context.queue({
      workers: 5,
      reconcile: (key, tools) => withCode(reconciling, ({ sync }) => sync(key, caches, tools)),
    });
    const changed = context.queue({
      name: 'cronjob schedule change',
      workers: 1,
      reconcile: (key, tools) => Promise.resolve(reportScheduleErrors(key, caches, tools)),
    });
    const handlerContext = { queue, changed, clock, cronJobs: cronJobs.lister, schedules };
    cronJobs.addHandlers(cronJobHandlers(handlerContext));
    jobs.addHandlers(jobHandlers(handlerContext));
  },
};

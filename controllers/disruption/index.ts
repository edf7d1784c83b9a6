/** The disruption controller: keeps the numbers by which evictions are allowed or refused. */
import {
  bucketOf,
  deployment,
  pod,
  podDisruptionBudget,
  replicaSet,
  replicationController,
  statefulSet,
} from '#kinds';
import type { ControllerDefinition, ReconcileResult } from '#runtime';
import { budgetHandlers, budgetsOf, podHandlers } from './handlers.ts';
import { contestedMessage } from './messages.ts';
import { sync, type Caches } from './sync.ts';

export const disruption: ControllerDefinition = {
  name: 'disruption',
  actor: 'disruption-controller',
  // v1.24's names itself after the program here.
  eventSource: 'controllermanager',
  keys: bucketOf(podDisruptionBudget),
  start(context) {
    const budgets = context.informer(podDisruptionBudget);
    const pods = context.informer(pod);
    const caches: Caches = {
      clock: context.clock,
      budgets: budgets.lister,
      pods: pods.lister,
      replicationControllers: context.informer(replicationController).lister,
      deployments: context.informer(deployment).lister,
      replicaSets: context.informer(replicaSet).lister,
      statefulSets: context.informer(statefulSet).lister,
      profile: context.features,
    };
    const queue = context.queue({
      workers: 1,
      async reconcile(key, tools): Promise<ReconcileResult | undefined> {
        const requeueAfterMs = await sync(key, caches, tools);
        return requeueAfterMs === undefined
          ? undefined
          : { requeueAfterMs, requeueReason: 'eviction overdue' };
      },
    });
    const contested = context.queue({
      name: 'disruption contested pods',
      workers: 1,
      async reconcile(key, { events }) {
        const contestedPod = pods.lister.getByKey(key);
        if (contestedPod === undefined) return;
        const [chosen, second] = budgetsOf(contestedPod, budgets.lister);
        if (second === undefined) return;
        const message = contestedMessage(contestedPod, chosen!);
        events.event(contestedPod, 'Warning', 'MultiplePodDisruptionBudgets', message);
      },
    });
    const handlerContext = { queue, contested, budgets: budgets.lister };
    budgets.addHandlers(budgetHandlers(handlerContext));
    pods.addHandlers(podHandlers(handlerContext));
  },
};

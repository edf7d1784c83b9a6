/** The HorizontalPodAutoscaler controller: as many pods as their metrics ask for. */
import { bucketOf, horizontalPodAutoscaler as autoscalerKind, late, pod, withCode } from '#kinds';
import { keyOf, type Cause } from '#values';
import type { ControllerDefinition, RateLimiterOptions, WorkQueue } from '#runtime';
import type { Caches } from './sync.ts';
import type { HorizontalPodAutoscaler } from './types.ts';

/**
 * Every look is one period after the one before, whatever happens in between, unless the release looks
 * at new autoscalers and changed specs at once. The period is 15 s;
 * a real wake-up is always a little late, and ours needs the 1 ms: v1.24 takes recommendations to
 * be old when more than the window (20 periods by default) has passed since.
 */
const PERIOD_MS = 15_001;

const LIMITER: RateLimiterOptions = { baseMs: PERIOD_MS, maxMs: PERIOD_MS };

const reconciling = late(() => import('./reconcile.ts'));

export const horizontalPodAutoscaler: ControllerDefinition = {
  name: 'horizontalpodautoscaler',
  actor: 'horizontal-pod-autoscaler',
  keys: bucketOf(autoscalerKind),
  load: reconciling.load,
  start(context) {
    const autoscalers = context.informer(autoscalerKind);
    let whole: Caches | undefined;
    const caches: Omit<Caches, 'lookups'> = {
      clock: context.clock,
      autoscalers: autoscalers.lister,
      pods: context.informer(pod).lister,
      memories: new Map(),
      selectors: new Map(),
    };
    const queue: WorkQueue = context.queue({
      workers: 1,
      limiter: LIMITER,
      async reconcile(key, tools) {
        const exists = await withCode(reconciling, (code) => {
          whole ??= { ...caches, lookups: new code.Lookups(context.features) };
          return code.sync(key, whole, tools);
        });
        return exists ? { requeueAfterMs: PERIOD_MS, requeueReason: 'next period' } : undefined;
      },
    });
    const later = (hpa: HorizontalPodAutoscaler, cause: Cause): void =>
      queue.addRateLimited(keyOf(hpa), cause);
    const atOnce = (hpa: HorizontalPodAutoscaler, cause: Cause): void =>
      queue.add(keyOf(hpa), cause);
    const { features } = context;
    const changed = features.enabled('HPAGeneration') ? atOnce : later;
    autoscalers.addHandlers({
      added: features.enabled('NewAutoscalersAtOnce') ? atOnce : later,
      updated: (hpa, { metadata }, cause) =>
        (metadata.generation === hpa.metadata.generation ? later : changed)(hpa, cause),
      // What else is remembered of it goes with the look that is due, as in v1.24.
      deleted(hpa) {
        queue.forget(keyOf(hpa));
        caches.selectors.delete(keyOf(hpa));
      },
    });
  },
};

/** One pass over an autoscaler: observe, plan, write. Mirrors reconcileAutoscaler of v1.24. */
import type { Clock } from '#clock';
import { horizontalPodAutoscaler } from '#kinds';
import type { Pod } from '#types';
import type { Selector } from '#values';
import { messageOf, type Client, type Lister, type ReconcileTools } from '#runtime';
import { plainEvidence, type Evidence } from './evidence.ts';
import type { Lookups } from './lookups.ts';
import { emptyMemory, type Memory } from './memory.ts';
import { readMetric } from './metrics-api.ts';
import { conclude, withoutTarget, type Outcome } from './outcome.ts';
import { needsMetrics, plan, type View } from './plan.ts';
import type { Reading } from './readings.ts';
import { rivalsOf } from './rivals.ts';
import { settingsOf } from './settings.ts';
import { readTarget, type Target } from './read-target.ts';
import { ServedTargetError, TargetError } from './target.ts';
import type { HorizontalPodAutoscaler } from './types.ts';

/** All that a reconcile reads, and its state between reconciles. */
export interface Caches {
  readonly clock: Clock;
  readonly autoscalers: Lister<HorizontalPodAutoscaler>;
  readonly pods: Lister<Pod>;
  readonly lookups: Lookups;
  /** By key. */
  readonly memories: Map<string, Memory>;
  /** By key: of the pods that each autoscaler was last seen to scale. */
  readonly selectors: Map<string, Selector>;
}

/** Scales the target if need be, and says how it went; false when the autoscaler is gone. */
export async function sync(key: string, caches: Caches, tools: ReconcileTools): Promise<boolean> {
  const hpa = caches.autoscalers.getByKey(key);
  if (hpa === undefined) {
    caches.memories.delete(key);
    return false;
  }
  const { outcome, evidence } = await pass(key, hpa, caches, tools);
  const { status, events, error } = outcome;
  for (const { type, reason, message } of events) tools.events.event(hpa, type, reason, message);
  await writeStatus(hpa, status, evidence, tools);
  if (error !== undefined) throw new Error(error);
  return true;
}

async function pass(
  key: string,
  hpa: HorizontalPodAutoscaler,
  caches: Caches,
  tools: ReconcileTools,
): Promise<{ outcome: Omit<Outcome, 'memory'>; evidence: Evidence }> {
  const { memories } = caches;
  const { client } = tools;
  const memory = memories.get(key) ?? emptyMemory;
  try {
    const target = await readTarget(client, hpa, caches.lookups);
    const view = await observe(key, hpa, target, caches, client);
    const planned = plan(view, memory);
    const { readings, rivals } = view;
    const scale = target.shown;
    const knownAfter = (refusal: string | undefined): Evidence => ({
      memory,
      readings,
      rivals,
      scale,
      refusal,
    });
    const rescale = (): Promise<unknown> => {
      const knowing = tools.clientKnowing(plainEvidence(knownAfter(undefined)));
      return target.rescale(planned.desired, knowing);
    };
    const refusal =
      planned.rescale === undefined ? undefined : await rescale().then(() => undefined, messageOf);
    const outcome = conclude(view, planned, refusal);
    memories.set(key, outcome.memory);
    return { outcome, evidence: knownAfter(refusal) };
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    const outcome = withoutTarget(hpa, error, caches.clock.now());
    const { doing, message } = error;
    const missing = error instanceof ServedTargetError ? { doing, message } : undefined;
    return { outcome, evidence: { memory, readings: [], rivals: [], refusal: undefined, missing } };
  }
}

/** Pods and metrics are read only where they matter. */
async function observe(
  key: string,
  hpa: HorizontalPodAutoscaler,
  { scale, selector }: Target,
  caches: Caches,
  client: Client,
): Promise<View> {
  const { clock, lookups } = caches;
  const now = clock.now();
  const { profile } = lookups;
  const settings = settingsOf(hpa, profile);
  const view = (pods: View['pods'], readings: View['readings'], rivals: View['rivals']): View => ({
    hpa,
    scale,
    selector,
    now,
    settings,
    pods,
    readings,
    rivals,
  });
  if ('error' in selector || !needsMetrics(hpa, scale.replicas, profile)) {
    return view([], [], []);
  }
  const namespace = hpa.metadata.namespace!;
  const pods = lookups.pods(caches.pods.list(namespace), selector);
  if (profile.enabled('AmbiguousSelectorsRefused')) {
    // It may have been deleted while its target was read.
    if (caches.autoscalers.getByKey(key) !== undefined) caches.selectors.set(key, selector);
    const rivals = rivalsOf(namespace, pods, caches.selectors);
    if (rivals.length > 1) return view(pods, [], rivals);
  }
  const readings: Reading[] = [];
  const query = { namespace, selector, pods, profile, now };
  for (const metric of hpa.spec.metrics ?? []) {
    readings.push(await readMetric(client, metric, query));
  }
  return view(pods, readings, []);
}

async function writeStatus(
  hpa: HorizontalPodAutoscaler,
  status: HorizontalPodAutoscaler['status'],
  evidence: Evidence,
  tools: ReconcileTools,
): Promise<void> {
  if (status === hpa.status) return;
  try {
    const client = tools.clientKnowing(plainEvidence(evidence));
    await client.update(horizontalPodAutoscaler, { ...hpa, status }, { subresource: 'status' });
  } catch (error) {
    const why = messageOf(error);
    tools.events.event(hpa, 'Warning', 'FailedUpdateStatus', why);
    throw new Error(`failed to update status for ${hpa.metadata.name}: ${why}`, { cause: error });
  }
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultProfile,
  namespaceUsage,
  pod as podKind,
  quantitiesOf,
  quotaEvaluatorOf,
} from '#kinds';
import { parseTime, type KubeObject } from '#values';
import type { Pod, ResourceQuota } from '#types';
import type { Informer, Lister } from '#runtime';
import type { Counted } from '../../../../controllers/resourcequota/counted.ts';
import { Tallies } from '../../../../controllers/resourcequota/tally.ts';
import { Usage } from '../../../../controllers/resourcequota/usage.ts';

const evaluator = quotaEvaluatorOf(podKind, defaultProfile)!;
const NAMESPACE = 'batch';
const DELETED_AT = '2026-01-01T00:00:10Z';

/** Pods by name, in the order in which they came. */
class Pods {
  readonly #pods = new Map<string, Pod>();
  readonly counted: Counted;

  constructor() {
    const objects = {
      get: (_: string, name: string) => this.#pods.get(name),
      list: () => [...this.#pods.values()],
    } as unknown as Lister<KubeObject>;
    const tallies = new Tallies(evaluator, objects);
    const informer = { lister: objects } as Informer<KubeObject>;
    this.counted = { evaluator, objects, informer, tallies, frees: () => false };
  }

  set(pod: Pod): void {
    this.add(pod);
    this.counted.tallies.changed(pod);
  }

  /** Without telling anybody. */
  add(pod: Pod): void {
    this.#pods.set(pod.metadata.name, pod);
  }

  delete(name: string): void {
    const pod = this.#pods.get(name);
    if (pod === undefined) return;
    this.#pods.delete(name);
    this.counted.tallies.changed(pod);
  }
}

const pod = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    cpu: fc.constantFrom('100m', '0', '2', '1e3', '333333n'),
    memory: fc.constantFrom('64Mi', '64Mi', '1Gi', '1G', '0'),
    phase: fc.constantFrom('Running', 'Running', 'Succeeded'),
    isLeaving: fc.boolean(),
  })
  .map(({ name, cpu, memory, phase, isLeaving }) => ({
    metadata: {
      name,
      namespace: NAMESPACE,
      ...(isLeaving && { deletionTimestamp: DELETED_AT, deletionGracePeriodSeconds: 30 }),
    },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu, memory } } }] },
    status: { phase },
  })) as fc.Arbitrary<unknown> as fc.Arbitrary<Pod>;

const quotaOf = (spec: ResourceQuota['spec']): ResourceQuota =>
  ({ metadata: { name: 'q', namespace: NAMESPACE }, spec }) as ResourceQuota;

const hard = { pods: '9', 'count/pods': '9', 'requests.cpu': '9', memory: '9Gi', services: '1' };

describe('the use that a quota sees', () => {
  it.each([
    ['without scopes', quotaOf({ hard })],
    ['with a scope', quotaOf({ hard, scopes: ['NotBestEffort'] })],
  ])('%s is the sum over the objects, whatever happens to them', (_, quota) => {
    const happens = fc.oneof(pod, fc.constantFrom('a', 'b', 'c'), fc.constant(undefined));
    fc.assert(
      fc.property(fc.array(happens), fc.integer({ min: 0, max: 60_000 }), (steps, sinceMs) => {
        const pods = new Pods();
        const usage = new Usage([pods.counted]);
        for (const step of [...steps, undefined]) {
          if (typeof step === 'string') pods.delete(step);
          else if (step !== undefined) pods.set(step);
          else {
            const now = parseTime(DELETED_AT) + sinceMs;
            const list = () => pods.counted.objects.list(NAMESPACE);
            const sum = namespaceUsage(quota.spec, [evaluator], list, now);
            expect(quantitiesOf(usage.of(quota, now))).toEqual(quantitiesOf(sum));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is looked up again once it was forgotten', () => {
    const pods = new Pods();
    const usage = new Usage([pods.counted]);
    const quota = quotaOf({ hard: { 'count/pods': '9' } });
    const used = () => quantitiesOf(usage.of(quota, 0));
    const named = (name: string): Pod =>
      ({ metadata: { name, namespace: NAMESPACE }, spec: { containers: [] } }) as unknown as Pod;
    pods.add(named('x'));
    expect(used()).toEqual({ 'count/pods': '1' });
    pods.add(named('y'));
    expect(used()).toEqual({ 'count/pods': '1' });
    usage.forget(NAMESPACE);
    expect(used()).toEqual({ 'count/pods': '2' });
  });
});

/** Cause and effect of an autoscaler in numbers: load, usage, target, and what follows by the metrics alone. */
import { bucketOf } from '#kinds';
import { parseQuantity, parseTime, type KubeObject } from '#values';
import { cpuLoadOf, parseLoad, workloadKinds, type Load } from '#pool';
import type { Change } from '#store';
import type { Point } from './point.ts';

/** How far back an autoscaler looks for the highest recommendation. */
const windowPath = 'spec.behavior.scaleDown.stabilizationWindowSeconds';
/** Of v1.24, s. */
const usualWindow = 300;
/** How far the ratio may be from 1 before it scales. */
const tolerance = 0.1;
/** How many points of a load are drawn. */
const SAMPLES = 400;

interface Autoscaler extends KubeObject {
  readonly spec?: {
    readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
    readonly metrics?: readonly ResourceMetric<'target'>[];
    readonly behavior?: { readonly scaleDown?: { readonly stabilizationWindowSeconds?: number } };
  };
  readonly status?: {
    readonly currentReplicas?: number;
    readonly currentMetrics?: readonly (ResourceMetric<'current'> | null)[] | null;
  };
}

type ResourceMetric<F extends 'target' | 'current'> = {
  readonly resource?: { readonly name: string } & {
    readonly [field in F]?: {
      readonly averageUtilization?: number;
      readonly averageValue?: string;
    };
  };
};

/**
 * By path: what it aims at and has measured, in percent; the usage of all pods, in cores and bytes; the window, s; and the
 * number of replicas that follows from the measurements alone, before stabilization, policies and limits.
 */
export function autoscalingNumbers(object: KubeObject): ReadonlyMap<string, number> {
  const { spec = {}, status = {} } = object as Autoscaler;
  const numbers = new Map<string, number>();
  const replicas = status.currentReplicas ?? 0;
  const recommended: number[] = [];
  for (const [index, { resource }] of (spec.metrics ?? []).entries()) {
    const target = resource?.target?.averageUtilization;
    if (target === undefined) continue;
    numbers.set(`spec.metrics[${index}].resource.target.averageUtilization`, target);
    numbers.set(windowPath, spec.behavior?.scaleDown?.stabilizationWindowSeconds ?? usualWindow);
    const current = status.currentMetrics?.[index]?.resource?.current;
    const used = current?.averageUtilization;
    if (used === undefined) continue;
    numbers.set(`status.currentMetrics[${index}].resource.current.averageUtilization`, used);
    const ratio = used / target;
    const isNear = Math.abs(ratio - 1) <= tolerance;
    recommended.push(isNear ? replicas : Math.ceil(ratio * replicas));
    const { averageValue } = current!;
    if (averageValue !== undefined) {
      numbers.set(`usage.${resource!.name}`, amountOf(averageValue) * replicas);
    }
  }
  if (recommended.length > 0) numbers.set('recommended', Math.max(...recommended));
  return numbers;
}

function amountOf(text: string): number {
  const { unscaled, exponent } = parseQuantity(text);
  return Number(unscaled) * 10 ** exponent;
}

/** A load from a moment on. */
interface Loaded {
  /** Virtual ms since 1970. */
  readonly from: number;
  readonly text: string | undefined;
  readonly origin: number;
}

/** The loads of workloads over time, as far as they are seen. */
export class Loads {
  readonly #buckets = new Set(workloadKinds.map((kind) => bucketOf(kind)));
  readonly #loads = new Map<string, Loaded[]>();

  see({ bucket, key, type, value, time }: Change): void {
    if (!this.#buckets.has(bucket)) return;
    const text = type === 'deleted' ? undefined : cpuLoadOf(value);
    const name = `${value.kind} ${key}`;
    const known = this.#loads.get(name);
    if (known === undefined && text === undefined) return;
    if (known?.at(-1)?.text === text) return;
    const loaded = { from: time, text, origin: parseTime(value.metadata.creationTimestamp) };
    if (known === undefined) this.#loads.set(name, [loaded]);
    else known.push(loaded);
  }

  /** What the users of an autoscaler's target need, in cores; empty for one without a load. */
  pointsFor(autoscaler: KubeObject, startMs: number, endMs: number): readonly Point[] {
    const { spec, metadata } = autoscaler as Autoscaler;
    const { kind, name } = spec?.scaleTargetRef ?? { kind: '', name: '' };
    const loads = this.#loads.get(`${kind} ${metadata.namespace}/${name}`) ?? [];
    return loads.flatMap((loaded, i) =>
      sampled(loaded, loads[i + 1]?.from ?? endMs, startMs, (endMs - startMs) / SAMPLES),
    );
  }
}

/** Returns the corners of a load from its beginning to another's. */
function sampled(
  { from, text, origin }: Loaded,
  until: number,
  startMs: number,
  stepMs: number,
): readonly Point[] {
  const load = text === undefined ? undefined : readLoad(text);
  if (load === undefined) return [{ atMs: from - startMs, revision: 0 }];
  const points: Point[] = [];
  for (let time = from; time <= until; time += Math.max(1, stepMs)) {
    const value = Math.round(load(time, origin) * 1000) / 1000;
    if (points.at(-1)?.value !== value) points.push({ atMs: time - startMs, revision: 0, value });
  }
  return points;
}

function readLoad(text: string): Load | undefined {
  try {
    return parseLoad(text);
  } catch {
    return undefined;
  }
}

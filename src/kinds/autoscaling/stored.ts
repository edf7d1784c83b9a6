/**
 * Until v1.26 autoscalers are stored in the form of autoscaling/v1, which says less than the other versions:
 * what comes back differs from what was written.
 */
import { deepEqual, withField } from '#values';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
  MetricSpec,
} from '#types/autoscaling-v2';
import { fromV1, readsMetrics, throughV1, toV1, withoutWire } from './v1.ts';

/**
 * The autoscaler as the store returns it; the same one when nothing is lost.
 *
 * @param over the object that v1.24 decodes the answer of a dry run into: what autoscaling/v1
 *   cannot express stays there unchanged
 * @param storageVersion the apiVersion in which it is stored
 */
export function asStored(
  object: HorizontalPodAutoscaler,
  over?: HorizontalPodAutoscaler,
  storageVersion?: string,
): HorizontalPodAutoscaler {
  if (storageVersion === 'autoscaling/v2') return object;
  // Hardly any has annotations of v1, and few are looked at by dry runs.
  if (over === undefined && withoutWire(object.metadata) === object.metadata) {
    return withParts(object, throughV1(object));
  }
  const form = toV1(object);
  const read = fromV1(form);
  const spec = over === undefined ? read.spec : specOver(over.spec, read.spec, form);
  const status = over === undefined ? read.status : statusOver(over.status, read.status);
  return withParts(object, { spec, status });
}

function withParts(
  object: HorizontalPodAutoscaler,
  { spec, status }: Pick<HorizontalPodAutoscaler, 'spec' | 'status'>,
): HorizontalPodAutoscaler {
  const stored = withField(object, 'spec', inOrderOf(object.spec, spec));
  return withField(stored, 'status', inOrderOf(object.status, status));
}

/** The value with its fields in the order of another one; the other one itself when both are equal. */
function inOrderOf<T extends object>(model: T, value: T): T {
  if (deepEqual(model, value)) return model;
  const names = Object.keys(model).filter((name) => name in value);
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...value };
}

type FormV1 = ReturnType<typeof toV1>;

function specOver(
  old: HorizontalPodAutoscalerSpec,
  read: HorizontalPodAutoscalerSpec,
  form: FormV1,
): HorizontalPodAutoscalerSpec {
  const behavior = read.behavior ?? old.behavior;
  const metrics = metricsOver(old.metrics ?? [], read.metrics ?? [], form);
  return { ...read, metrics, ...(behavior && { behavior }) };
}

/**
 * The old metrics stay where the CPU target does not; with other metrics, only the first one has
 * room.
 */
function metricsOver(
  old: readonly MetricSpec[],
  read: readonly MetricSpec[],
  { spec, metadata }: FormV1,
): readonly MetricSpec[] {
  if (spec.targetCPUUtilizationPercentage != null || old.length === 0) return read;
  if (!readsMetrics(metadata)) return old;
  return [...read, old[0]!, ...old.slice(1).map(() => ({ type: '' }))];
}

function statusOver(
  old: HorizontalPodAutoscalerStatus,
  read: HorizontalPodAutoscalerStatus,
): HorizontalPodAutoscalerStatus {
  const conditions = read.conditions ?? old.conditions;
  const currentMetrics = read.currentMetrics ?? old.currentMetrics;
  return { ...read, currentMetrics, ...(conditions && { conditions }) };
}

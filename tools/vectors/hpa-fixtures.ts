import { parseTime } from '#values';
import type { Pod } from '#types';
import type { Samples } from '../../controllers/horizontalpodautoscaler/samples.ts';

/** A pod as the vectors of the autoscaler describe it. */
export interface PodCase {
  readonly name: string;
  readonly phase: Pod['status']['phase'];
  readonly ready: string | null;
  readonly readySince?: string;
  readonly startTime: string | null;
  readonly deleting?: boolean;
  readonly containers: readonly { readonly name: string; readonly request: string | null }[] | null;
}

/** By name of the pod. */
export type MetricsCase = Readonly<
  Record<
    string,
    { readonly milliValue: number; readonly timestamp: string; readonly windowSeconds: number }
  >
>;

/** The pods, with requests of that resource. */
export function podsOf(pods: readonly PodCase[] | null, resource: string): readonly Pod[] {
  return (pods ?? []).map((pod) => podOf(pod, resource));
}

export function samplesOf(metrics: MetricsCase | null | undefined): Samples {
  return new Map(
    Object.entries(metrics ?? {}).map(([pod, { milliValue, timestamp, windowSeconds }]) => [
      pod,
      { value: milliValue, timestamp: parseTime(timestamp), windowMs: windowSeconds * 1000 },
    ]),
  );
}

function podOf(pod: PodCase, resource: string): Pod {
  const { name, phase, ready, readySince, startTime, deleting, containers } = pod;
  const since = readySince === undefined ? {} : { lastTransitionTime: readySince };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: '',
      ...(deleting === true && { deletionTimestamp: '2022-05-15T10:00:00Z' }),
    },
    spec: {
      containers: (containers ?? []).map((container) => ({
        name: container.name,
        ...(container.request !== null && {
          resources: { requests: { [resource]: container.request } },
        }),
      })),
    },
    status: {
      phase,
      ...(startTime !== null && { startTime }),
      ...(ready !== null && { conditions: [{ type: 'Ready', status: ready, ...since }] }),
    },
  };
}

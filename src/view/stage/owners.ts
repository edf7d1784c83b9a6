/** What a stage shows of the objects that make pods, or count them. Pure. */
import { daemonSetLimits, deploymentBounds } from '#controllers';
import { keyOf, type KubeObject } from '#values';
import type {
  autoscalingV2,
  CronJob,
  DaemonSet,
  Deployment,
  Endpoints,
  Job,
  ReplicaSet,
  ResourceQuota,
  StatefulSet,
} from '#types';
import { ownerOf } from './versions.ts';

/** A condition of a status. */
export interface StageCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
}

/** An object that stands above the nodes. */
export interface Owner {
  readonly kind: string;
  readonly key: string;
  /** Its controller, as `Deployment default/web`. */
  readonly of?: string;
  /** What it asks for, in a few words. */
  readonly asks: string;
  /** How many pods it wants. */
  readonly wanted?: number;
  /** How many of them are ready. */
  readonly ready?: number;
  /** Of a StatefulSet: the key of the pod that it waits for before it does anything else. */
  readonly waitsFor?: string;
  /** Of a Job: `Complete` or `Failed`, once it is. */
  readonly ended?: string;
  /** Of a quota: what of how much is used. */
  readonly used?: readonly {
    readonly resource: string;
    readonly used: string;
    readonly hard: string;
  }[];
  /** Of an autoscaler: its first utilization, in percent; absent while there is none. */
  readonly gauge?: { readonly name: string; readonly value?: number; readonly target: number };
  /** Of a CronJob: what decides when it runs next. */
  readonly schedule?: {
    readonly text: string;
    readonly suspended: boolean;
    readonly active: number;
  };
  readonly addresses?: readonly { readonly text: string; readonly isReady: boolean }[];
  readonly conditions: readonly StageCondition[];
}

type Described = Omit<Owner, 'kind' | 'key' | 'of' | 'conditions'>;

/** What is shown of an object, by its kind. */
const describers: Readonly<Record<string, (object: never) => Described>> = {
  Deployment(object: Deployment): Described {
    const { atLeast, atMost } = boundsOf(object);
    const expected = object.spec.replicas ?? 1;
    const bounds =
      atMost === expected && atLeast === expected
        ? ''
        : ` · at most ${atMost}, at least ${atLeast}`;
    const paused = object.spec.paused ? ' · paused' : '';
    return {
      asks: `asks for ${expected}${bounds}${paused}`,
      ready: object.status.readyReplicas ?? 0,
      wanted: expected,
    };
  },
  ReplicaSet({ spec, status }: ReplicaSet): Described {
    return sized(spec.replicas, status.readyReplicas);
  },
  ReplicationController({ spec, status }: ReplicaSet): Described {
    return sized(spec.replicas, status.readyReplicas);
  },
  StatefulSet({ spec, status }: StatefulSet): Described {
    const order = spec.podManagementPolicy === 'Parallel' ? 'all at once' : 'one after another';
    return {
      ...sized(spec.replicas, status.readyReplicas),
      asks: `asks for ${spec.replicas ?? 1} · ${order}`,
    };
  },
  DaemonSet(object: DaemonSet): Described {
    const { spec, status } = object;
    const rolls = spec.updateStrategy?.type !== 'OnDelete';
    const may = rolls ? ` · ${missingIn(object)} may be missing` : ' · replaced when deleted';
    return {
      asks: `one on each fitting node${may}`,
      wanted: status.desiredNumberScheduled,
      ready: status.numberReady,
    };
  },
  Job({ spec, status }: Job): Described {
    const expected = spec.completions ?? spec.parallelism ?? 1;
    const done = status.succeeded ?? 0;
    const ended = status.conditions?.find(
      ({ type, status: is }) => isEnd(type) && is === 'True',
    )?.type;
    return {
      asks: `${done} of ${expected} done`,
      wanted: ended === undefined ? Math.min(spec.parallelism ?? 1, expected - done) : 0,
      ...(ended !== undefined && { ended }),
    };
  },
  CronJob({ spec, status }: CronJob): Described {
    const zone = spec.timeZone === undefined ? '' : ` ${spec.timeZone}`;
    return {
      asks: spec.concurrencyPolicy ?? 'Allow',
      schedule: {
        text: `${spec.schedule}${zone}`,
        suspended: spec.suspend === true,
        active: status.active?.length ?? 0,
      },
    };
  },
  HorizontalPodAutoscaler({ spec, status }: autoscalingV2.HorizontalPodAutoscaler): Described {
    const at = spec.metrics?.findIndex(({ resource }) => resource?.target.averageUtilization) ?? -1;
    const metric = spec.metrics?.[at]?.resource;
    const current = status.currentMetrics?.[at]?.resource?.current.averageUtilization;
    const gauge = metric && {
      name: metric.name,
      target: metric.target.averageUtilization!,
      ...(current !== undefined && { value: current }),
    };
    return {
      asks: `${spec.scaleTargetRef.kind} ${spec.scaleTargetRef.name} · ${spec.minReplicas ?? 1} to ${spec.maxReplicas}`,
      ...(gauge && { gauge }),
    };
  },
  ResourceQuota({ status }: ResourceQuota): Described {
    const { hard = {}, used = {} } = status;
    return {
      asks: '',
      used: Object.keys(hard).map((resource) => ({
        resource,
        used: String(used[resource] ?? '0'),
        hard: String(hard[resource]),
      })),
    };
  },
  Endpoints({ subsets }: Endpoints): Described {
    const addresses = (subsets ?? []).flatMap((subset) => [
      ...(subset.addresses ?? []).map(({ ip }) => ({ text: ip, isReady: true })),
      ...(subset.notReadyAddresses ?? []).map(({ ip }) => ({ text: ip, isReady: false })),
    ]);
    const ready = addresses.filter(({ isReady }) => isReady).length;
    const rest = addresses.length - ready;
    return { asks: `${ready} ready${rest > 0 ? `, ${rest} not ready` : ''}`, addresses };
  },
};

/** Returns undefined for an object that is not shown. */
export function ownerBox(object: KubeObject): Owner | undefined {
  const kind = object.kind;
  const describe = describers[kind] as ((object: KubeObject) => Described) | undefined;
  if (describe === undefined) return undefined;
  const of = ownerOf(object);
  const { conditions = [] } = ((object as { readonly status?: unknown }).status ?? {}) as {
    readonly conditions?: readonly Partial<StageCondition>[];
  };
  return {
    kind,
    key: keyOf(object),
    ...(of !== undefined && { of }),
    ...describe(object as never),
    conditions: conditions.map(({ type = '', status = '', reason = '' }) => ({
      type,
      status,
      reason,
    })),
  };
}

function sized(replicas = 1, ready = 0): Described {
  return { asks: `${ready} of ${replicas} ready`, wanted: replicas, ready };
}

function isEnd(type: string): boolean {
  return type === 'Complete' || type === 'Failed';
}

/** As the rolling update counts; as it is written where that cannot be read. */
function missingIn(set: DaemonSet): number | string {
  try {
    return daemonSetLimits({ set, desired: set.status.desiredNumberScheduled ?? 0 }).maxUnavailable;
  } catch {
    return set.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1;
  }
}

/** As the rolling update counts; as asked for where its limits cannot be read. */
function boundsOf(object: Deployment): { readonly atLeast: number; readonly atMost: number } {
  try {
    return deploymentBounds(object);
  } catch {
    const expected = object.spec.replicas ?? 1;
    return { atLeast: expected, atMost: expected };
  }
}

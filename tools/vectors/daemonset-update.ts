import { defaultProfile } from '#kinds';
import { formatTime, parseTime, type IntOrString } from '#values';
import type { DaemonSet, Pod, Toleration } from '#types';
import { limitsOf, type Limits } from '../../controllers/daemonset/limits.ts';
import { planManage, type Plan } from '../../controllers/daemonset/manage.ts';
import { planRollingUpdate } from '../../controllers/daemonset/rolling-update.ts';
import { countNodes } from '../../controllers/daemonset/status.ts';
import { observe, type DaemonSetView } from '../../controllers/daemonset/view.ts';
import { endedPodEvent } from '../../controllers/daemonset/messages.ts';
import { nodeOf, type NodeCase } from './fixtures.ts';
import { expectSame, firstMismatch, type Runner } from './runner.ts';

interface PodCase {
  readonly name: string;
  readonly node: string;
  readonly assigned: boolean;
  readonly hash?: string;
  readonly templateGeneration?: string;
  readonly ageSeconds: number;
  readonly phase: Pod['status']['phase'];
  readonly ready: boolean;
  readonly readyForSeconds: number;
  readonly deleting?: boolean;
  readonly foreign?: boolean;
}

/** A choice that is partly free: all of `always`, and as many of `anyOf` as make `count`. */
interface Choice {
  readonly always: readonly string[];
  readonly anyOf: readonly string[];
  readonly count: number;
}

interface UpdateCase {
  readonly now: string;
  readonly updateStrategy: {
    readonly type: 'RollingUpdate' | 'OnDelete';
    readonly rollingUpdate?: {
      readonly maxSurge?: IntOrString;
      readonly maxUnavailable?: IntOrString;
    };
  };
  readonly minReadySeconds: number;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly Toleration[];
  readonly templateGenerationAnnotation?: string;
  readonly currentHash: string;
  readonly nodes: readonly NodeCase[] | null;
  readonly pods: readonly PodCase[] | null;
  readonly expect: {
    readonly maxSurge: number | null;
    readonly maxUnavailable: number | null;
    readonly manage: {
      readonly createOnNodes: readonly string[];
      readonly deletePods: readonly string[];
    };
    readonly rolling: { readonly createOnNodes: Choice; readonly deletePods: Choice } | null;
    readonly error: string | null;
    readonly status: object | null;
    readonly events: readonly object[] | null;
  };
}

/** daemonset-update.json: pods created and deleted in one pass, and the status numbers. */
export const runDaemonSetUpdate: Runner = (testCase) => {
  const recorded = testCase as unknown as UpdateCase;
  const { expect } = recorded;
  const view = viewOf(recorded);
  const limits = attempt(() => limitsOf(view));
  const manage = planManage(view, () => undefined);
  const idle = manage.create.length === 0 && manage.delete.length === 0;
  const rolls = recorded.updateStrategy.type === 'RollingUpdate' && idle;
  const rolling = rolls ? attempt(() => planRollingUpdate(view)) : undefined;
  const error = rolling instanceof Error ? rolling.message : null;
  return firstMismatch(
    expectSame('limits', shownLimits(limits), {
      maxSurge: expect.maxSurge,
      maxUnavailable: expect.maxUnavailable,
    }),
    expectSame('manage', shown(manage), expect.manage),
    expectSame('error', error, expect.error),
    differs(rolling instanceof Error ? undefined : rolling, expect.rolling),
    expectSame('status', error === null ? countNodes(view) : null, expect.status),
    expectSame('events', manage.ended.map(endedPodEvent), expect.events ?? []),
  );
};

function viewOf(recorded: UpdateCase): DaemonSetView {
  const now = parseTime(recorded.now);
  const pods = (recorded.pods ?? []).filter((pod) => pod.foreign !== true);
  return observe(
    setOf(recorded),
    recorded.currentHash,
    (recorded.nodes ?? []).map(nodeOf),
    pods.map((pod) => podOf(pod, now)),
    now,
    defaultProfile,
  );
}

function setOf(recorded: UpdateCase): DaemonSet {
  const annotation = recorded.templateGenerationAnnotation;
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: {
      name: 'agent',
      namespace: 'default',
      uid: 'ds-uid',
      generation: 1,
      resourceVersion: '1',
      creationTimestamp: '',
      ...(annotation === undefined
        ? {}
        : { annotations: { 'deprecated.daemonset.template.generation': annotation } }),
    },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      minReadySeconds: recorded.minReadySeconds,
      updateStrategy: recorded.updateStrategy,
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: {
          containers: [],
          nodeSelector: recorded.nodeSelector,
          tolerations: recorded.tolerations,
        },
      },
    },
    status: {
      desiredNumberScheduled: 0,
      currentNumberScheduled: 0,
      numberMisscheduled: 0,
      numberReady: 0,
    },
  };
}

function podOf(pod: PodCase, now: number): Pod {
  const before = (seconds: number): string => formatTime(now - seconds * 1000);
  const labels: Record<string, string> = { app: 'agent' };
  if (pod.hash !== undefined) labels['controller-revision-hash'] = pod.hash;
  if (pod.templateGeneration !== undefined)
    labels['pod-template-generation'] = pod.templateGeneration;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: pod.name,
      namespace: 'default',
      uid: `uid-${pod.name}`,
      resourceVersion: '1',
      creationTimestamp: before(pod.ageSeconds),
      labels,
      ...(pod.deleting === true ? { deletionTimestamp: recordedDeletion(now) } : {}),
    },
    spec: {
      containers: [],
      ...(pod.assigned ? { nodeName: pod.node } : { affinity: affinityTo(pod.node) }),
    },
    status: {
      phase: pod.phase,
      conditions: [
        {
          type: 'Ready',
          status: pod.ready ? 'True' : 'False',
          lastTransitionTime: before(pod.readyForSeconds ?? 0),
        },
      ],
    },
  };
}

function recordedDeletion(now: number): string {
  return formatTime(now);
}

function affinityTo(node: string): Pod['spec']['affinity'] {
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] },
        ],
      },
    },
  };
}

function attempt<T>(compute: () => T): T | Error {
  try {
    return compute();
  } catch (error) {
    return error as Error;
  }
}

function shownLimits(limits: Limits | Error): object {
  return limits instanceof Error ? { maxSurge: null, maxUnavailable: null } : limits;
}

function shown(plan: Plan): { createOnNodes: string[]; deletePods: string[] } {
  return {
    createOnNodes: [...plan.create].sort(),
    deletePods: plan.delete.map(({ metadata }) => metadata.name).sort(),
  };
}

function differs(
  plan: Plan | undefined,
  recorded: UpdateCase['expect']['rolling'],
): string | undefined {
  if (plan === undefined || recorded === null) return expectSame('rolling', plan ?? null, recorded);
  const { createOnNodes, deletePods } = shown(plan);
  return firstMismatch(
    outside('rolling creates', createOnNodes, recorded.createOnNodes),
    outside('rolling deletes', deletePods, recorded.deletePods),
  );
}

function outside(
  what: string,
  chosen: readonly string[],
  { always, anyOf, count }: Choice,
): string | undefined {
  const must = always.every((name) => chosen.includes(name));
  const may = chosen.every((name) => always.includes(name) || anyOf.includes(name));
  if (must && may && chosen.length === count) return undefined;
  const recorded = `${count} with all of [${always.join(' ')}], rest of [${anyOf.join(' ')}]`;
  return `${what}: got [${chosen.join(' ')}], recorded ${recorded}`;
}

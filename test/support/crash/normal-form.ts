/** What is stored, without what a crash may change: generated names, uids, versions, times, addresses. */
import { controllerOf, type KubeObject } from '#values';
import { resourceOf } from '#kinds';
import type { Simulator } from '#simulator';

/** Fields that tell who made something and when, and where chance put it. */
const INCIDENTAL = new Set([
  'uid',
  'controller-uid',
  'resourceVersion',
  'generation',
  'observedGeneration',
  // Which rollout a pod is of: after a rollback two of them want the same template.
  'pod-template-generation',
  'nodeName',
  'hostIP',
  'podIP',
  'podIPs',
  'ip',
  'addresses',
  'targetRef',
  'containerID',
  'imageID',
  'images',
  'endpoints.kubernetes.io/last-change-trigger-time',
]);

/** Lists in the order of their items' generated names, or of their making. */
const UNORDERED = new Set(['endpoints', 'subsets', 'notReadyAddresses', 'active', 'volumesInUse']);

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Of times it counts that there are any; of this one which it is. */
const SCHEDULED = 'lastScheduleTime';

/** The suffix that `generateName` adds, in names and in messages that contain them. */
const GENERATED = /-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\w-])/g;

/** A uid in a message, as that of a pod whose container waits for its next start. */
const UID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** All stored objects but events, each in a line of its own, in order. */
export async function settledState({ store, kinds }: Simulator): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const bucket of new Set(kinds.all.map(resourceOf))) {
    if (bucket === 'events') continue;
    const { items } = await store.list(bucket);
    for (const item of items) lines.push(`${bucket} ${normal(inShort(item))}`);
  }
  return lines.sort();
}

function inShort(object: KubeObject): object {
  const { name, generateName, namespace, labels, annotations, finalizers } = object.metadata;
  const { generation, deletionTimestamp } = object.metadata;
  const { observedGeneration } =
    (object as { status?: { observedGeneration?: number } }).status ?? {};
  return {
    ...object,
    metadata: {
      name: generateName === undefined ? name : `${generateName}*`,
      owner: controllerOf(object)?.kind,
      isLeaving: deletionTimestamp !== undefined,
      isBehind: observedGeneration !== undefined && observedGeneration !== generation,
      namespace,
      labels,
      annotations,
      finalizers,
    },
  };
}

function normal(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => normalField(key, each));
}

function normalField(key: string, value: unknown): unknown {
  if (INCIDENTAL.has(key)) return undefined;
  if (typeof value === 'string') {
    if (TIME.test(value) && key !== SCHEDULED) return 'TIME';
    return value.replace(UID, 'UID').replace(GENERATED, '-*');
  }
  if (Array.isArray(value)) return UNORDERED.has(key) ? value.map(normal).sort() : value;
  return typeof value === 'object' && value !== null ? inOrder(value) : value;
}

/** With its fields in order, without those that say nothing; nothing when none is left. */
function inOrder(object: object): object | undefined {
  const fields = Object.entries(object).filter(([key]) => !INCIDENTAL.has(key));
  return fields.length === 0 ? undefined : Object.fromEntries(fields.sort(byName));
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

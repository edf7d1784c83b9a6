/** Which pods an upgrade itself replaces or removes: those that the same run without it does not. */
import type { RunLog } from '#record';
import type { Change } from '#store';
import type { KubeObject } from '#values';

/** Pods of a workload that were restarted. */
export interface Restart {
  /** `StatefulSet default/db`, or the pod itself. */
  readonly workload: string;
  readonly count: number;
  /** When the first of them went, virtual ms since the start. */
  readonly atMs: number;
  /** The write that removed it. */
  readonly change: Change;
}

/** Returns the workloads whose pods an upgrade restarts, in the order in which it does. */
export function restartsOf(upgraded: RunLog, without: RunLog, sinceMs: number): readonly Restart[] {
  const expected = goneBy(without, sinceMs);
  const restarts = [...goneBy(upgraded, sinceMs)].flatMap(([workload, gone]) => {
    const count = gone.length - (expected.get(workload)?.length ?? 0);
    if (count <= 0) return [];
    const change = firstOwn(gone, expected.get(workload) ?? []);
    return [{ workload, count, atMs: change.time - upgraded.head.startMs, change }];
  });
  return restarts.toSorted((a, b) => a.atMs - b.atMs);
}

/** Returns the first that goes at another time than in the run without the upgrade. */
function firstOwn(gone: readonly Change[], expected: readonly Change[]): Change {
  const times = new Set(expected.map(({ time }) => time));
  return gone.find(({ time }) => !times.has(time)) ?? gone[0]!;
}

/** Returns the pods that are deleted before they have finished, by workload. */
function goneBy({ past, head }: RunLog, sinceMs: number): ReadonlyMap<string, readonly Change[]> {
  const owners = new Map<string, KubeObject>();
  const gone = new Map<string, Change[]>();
  const going = new Set<string>();
  for (const change of past.changes()) {
    const { value, time, type } = change;
    const { uid, deletionTimestamp } = value.metadata;
    owners.set(uid, value);
    const isGoing = type === 'deleted' || deletionTimestamp !== undefined;
    if (value.kind !== 'Pod' || !isGoing || going.has(uid)) continue;
    going.add(uid);
    if (time - head.startMs < sinceMs || hasFinished(value)) continue;
    const workload = workloadOf(value, owners);
    gone.set(workload, [...(gone.get(workload) ?? []), change]);
  }
  return gone;
}

function hasFinished(pod: KubeObject): boolean {
  const { phase } = (pod as { readonly status?: { readonly phase?: string } }).status ?? {};
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Returns the last owner of an object that is known, by its controllers. */
function workloadOf(object: KubeObject, known: ReadonlyMap<string, KubeObject>): string {
  const owner = object.metadata.ownerReferences?.find(({ controller }) => controller === true);
  const held = owner && known.get(owner.uid);
  if (held !== undefined) return workloadOf(held, known);
  const { namespace, name } = object.metadata;
  return `${object.kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

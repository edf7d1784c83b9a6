/** What a failed check may have waited for: what the cluster says at the end of a run. */
import { nearest, type KubeObject } from '#values';
import type { Pod } from '#types';
import type { CheckResult } from '#scenario';
import type { Run } from './run.ts';

/** Returns a sentence for each failed check for which there is one. */
export async function hintsFor(run: Run): Promise<ReadonlyMap<CheckResult, string>> {
  const hints = new Map<CheckResult, string>();
  const failed = run.checks.filter(({ passed }) => !passed);
  for (const check of failed) {
    const hint = await hintFor(run, check);
    if (hint !== undefined) hints.set(check, hint);
  }
  return hints;
}

/** Returns what a check about an object may wait for; undefined: nothing that the cluster says. */
export async function hintFor(
  run: Run,
  { object }: Pick<CheckResult, 'object'>,
): Promise<string | undefined> {
  if (object === undefined) return undefined;
  const pods = await objectsOf<Pod>(run, 'Pod');
  const { kind, name, namespace } = object;
  const all = await objectsOf(run, kind);
  const found = all.find(
    ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
  );
  if (found !== undefined) return podsHint(await podsBelow(found, run, pods));
  const elsewhere = all.find(({ metadata }) => metadata.name === name)?.metadata.namespace;
  if (elsewhere !== undefined) return `there is ${kind} ${name} in namespace ${elsewhere}`;
  const near = nearest(
    name,
    all.map(({ metadata }) => metadata.name),
  );
  return near === undefined ? undefined : `there is ${kind} ${near}; is that meant?`;
}

async function objectsOf<T extends KubeObject = KubeObject>(
  { simulator }: Run,
  kindName: string,
): Promise<readonly T[]> {
  const kind = simulator.kinds.stored.find(({ kind }) => kind === kindName);
  if (kind === undefined) return [];
  const { items } = await simulator.clients.as({ actor: 'hint' }).list(kind);
  return items as readonly KubeObject[] as readonly T[];
}

/** Returns the object itself if it is a pod, and the pods that it owns, also by what it owns. */
async function podsBelow(
  object: KubeObject,
  run: Run,
  pods: readonly Pod[],
): Promise<readonly Pod[]> {
  const uids = new Set([object.metadata.uid]);
  const between = ['ReplicaSet', 'Job'];
  for (const kind of between) {
    for (const each of await objectsOf(run, kind))
      if (isOwned(each, uids)) uids.add(each.metadata.uid);
  }
  return pods.filter((pod) => uids.has(pod.metadata.uid) || isOwned(pod, uids));
}

function isOwned({ metadata }: KubeObject, uids: ReadonlySet<string>): boolean {
  return (metadata.ownerReferences ?? []).some(({ uid }) => uids.has(uid));
}

/** Returns what pods wait for, the most common reason first. */
function podsHint(pods: readonly Pod[]): string | undefined {
  const counts = new Map<string, number>();
  for (const pod of pods) {
    const reason = waitsFor(pod);
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (most === undefined) return undefined;
  const [reason, count] = most;
  return `${count === 1 ? '1 pod waits' : `${count} pods wait`}: ${reason}`;
}

function waitsFor({ spec, status }: Pod): string | undefined {
  for (const { name, state } of status.containerStatuses ?? []) {
    const { reason } = state?.waiting ?? {};
    if (reason === undefined || reason === 'ContainerCreating') continue;
    const image = spec.containers.find((container) => container.name === name)?.image ?? '';
    const broken = image.includes('broken') ? ', an image with "broken" in its name' : '';
    return `${reason} (image ${image}${broken})`;
  }
  const scheduled = (status.conditions ?? []).find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') return `${scheduled.reason}: ${scheduled.message}`;
  return undefined;
}

/** Counts the children of controllers as they come and go, and notes those that are one too many. */
import { controllerOf, type KubeObject } from '#values';
import { isPodActive } from '#kinds';
import type { OwnerReference, Pod } from '#types';
import type { Change } from '#store';

/** As much of an owner's spec as says how many children it wants at once. */
interface Wants {
  readonly replicas?: number;
  readonly parallelism?: number;
  readonly updateStrategy?: { readonly rollingUpdate?: { readonly maxSurge?: unknown } };
}

export class Children {
  /** What is one too many, in words. */
  readonly doubled: string[] = [];
  /** By uid of the owner: the most that it has wanted at once so far. */
  readonly #wanted = new Map<string, number>();
  /** By owner and place: the uids of the active pods. */
  readonly #active = new Map<string, Set<string>>();
  /** Jobs that CronJobs have created, by the uid of the CronJob and the name, which tells the time. */
  readonly #runs = new Set<string>();

  /** Takes the next write of the run. */
  see(change: Change): void {
    const { bucket, value } = change;
    this.#want(value);
    if (bucket === 'pods') this.#seePod(change, value as Pod);
    if (bucket === 'jobs.batch' && change.type === 'created') this.#seeRun(value);
  }

  #want(owner: KubeObject): void {
    const { uid } = owner.metadata;
    const wants = wantsAtOnce(owner);
    if (wants === undefined || uid === undefined) return;
    this.#wanted.set(uid, Math.max(wants, this.#wanted.get(uid) ?? 0));
  }

  #seePod({ type }: Change, pod: Pod): void {
    const { uid, name } = pod.metadata;
    const owner = controllerOf(pod);
    if (owner === undefined || uid === undefined) return;
    const place = placeOf(owner, pod);
    let active = this.#active.get(place);
    if (active === undefined) this.#active.set(place, (active = new Set<string>()));
    if (type === 'deleted' || !isPodActive(pod)) {
      active.delete(uid);
      return;
    }
    active.add(uid);
    const wanted = this.#wanted.get(owner.uid) ?? Infinity;
    if (type === 'created' && active.size > wanted) {
      this.doubled.push(`pod ${name} of ${place}: ${active.size} at once, ${wanted} wanted`);
    }
  }

  #seeRun(job: KubeObject): void {
    const owner = controllerOf(job);
    if (owner?.kind !== 'CronJob') return;
    const run = `${owner.uid} ${job.metadata.name}`;
    if (this.#runs.has(run)) this.doubled.push(`job ${job.metadata.name}: created again`);
    this.#runs.add(run);
  }
}

/** How many pods an owner wants at once, a DaemonSet on each node; undefined for what has no pods. */
function wantsAtOnce(owner: KubeObject): number | undefined {
  const { replicas, parallelism, updateStrategy } = (owner as { spec?: Wants }).spec ?? {};
  if (owner.kind === 'DaemonSet') {
    const maxSurge = updateStrategy?.rollingUpdate?.maxSurge ?? 0;
    return maxSurge === 0 || maxSurge === '0%' ? 1 : 2;
  }
  return owner.kind === 'Job' ? (parallelism ?? 1) : replicas;
}

/** Where a pod counts: with its owner, or with a DaemonSet's pods of the same node. */
function placeOf({ kind, name, uid }: OwnerReference, { spec }: Pod): string {
  if (kind !== 'DaemonSet') return `${kind} ${name} (${uid})`;
  return `${kind} ${name} (${uid}) at ${JSON.stringify(spec.affinity?.nodeAffinity)}`;
}

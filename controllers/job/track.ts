/**
 * The writes that keep count of a job's pods, in the order that lets none be lost; see tracking.ts.
 */
import { isNotFound } from '#values';
import { job as jobKind, pod as podKind } from '#kinds';
import type { Job, JobStatus, Pod } from '#types';
import { throwAny, type Client } from '#runtime';
import type { Released } from './released.ts';
import type { RoundEvidence } from './status.ts';
import type { Failures } from './backoff.ts';
import { firstStep, hasFinalizer, lastStep, TRACKING_FINALIZER, type Noting } from './tracking.ts';

export interface Track {
  readonly key: string;
  readonly job: Job;
  /** As it is to be but for the counts of pods that have ended. */
  readonly status: JobStatus;
  readonly pods: readonly Pod[];
  readonly released: Released;
  readonly client: Client;
  /** For writes of the status. */
  readonly clientKnowing: (evidence: Partial<TrackEvidence>) => Client;
  readonly noting: Omit<Noting, 'released'>;
  /** Keeps what the pass has seen of failures, once the status has it. */
  readonly remember: () => void;
  /** Makes a finished status of one in which all is counted; undefined: the job continues. */
  readonly finish: ((status: JobStatus) => JobStatus) | undefined;
}

/**
 * What the store does not know about a write: besides the round, which pods were released before,
 * and which now.
 */
export interface TrackEvidence extends RoundEvidence {
  /** Uids, from before the reconcile. */
  readonly released: readonly string[];
  /** What was remembered about failed pods before it, where that delays new ones. */
  readonly failures?: Failures;
  /** Uids of pods from which the reconcile removed the finalizers; absent from its first write. */
  readonly letGo?: readonly string[];
  /** Whether there is something that it could not let go. */
  readonly isBroken?: boolean;
}

/** Resolves with whether the job is finished. */
export async function trackPods(track: Track): Promise<boolean> {
  const { key, job, pods, status, finish, noting } = track;
  const released = new Set(track.released.of(key));
  const first = firstStep(job, status, pods, { ...noting, released });
  const latest = await write(track, job, first.status, () => ({ released: [...released] }));
  if (latest !== job) track.remember();
  const { letGo, errors } = await release(track, first.release);
  const unreleased = new Set(first.unreleased);
  for (const uid of letGo) unreleased.delete(uid);
  // What was done is written; the rest is retried.
  const isBroken = errors.length > 0;
  const canFinish = !isBroken && first.isWhole;
  const last = lastStep(latest.status, unreleased, canFinish ? finish : undefined);
  await write(track, latest, last.status, () => ({
    released: [...released],
    letGo,
    ...(isBroken && { isBroken }),
  }));
  throwAny(errors);
  return last.isFinished;
}

async function write(
  { clientKnowing }: Track,
  job: Job,
  status: JobStatus,
  evidence: () => Partial<TrackEvidence>,
): Promise<Job> {
  if (status === job.status) return job;
  const client = clientKnowing(evidence());
  return client.update(jobKind, { ...job, status }, { subresource: 'status' });
}

/** Removes the finalizers, all at once; answers the uids of the pods without one. */
async function release(
  { key, released, client }: Track,
  pods: readonly Pod[],
): Promise<{ readonly letGo: readonly string[]; readonly errors: readonly unknown[] }> {
  const letGo: string[] = [];
  const errors: unknown[] = [];
  if (pods.length === 0) return { letGo, errors };
  released.expect(
    key,
    pods.map(({ metadata }) => metadata.uid),
  );
  const one = async (pod: Pod): Promise<void> => {
    const { uid } = pod.metadata;
    try {
      await removeFinalizer(client, pod);
    } catch (error) {
      released.observed(key, uid);
      if (!isNotFound(error)) {
        errors.push(error);
        return;
      }
    }
    letGo.push(uid);
  };
  await Promise.all(pods.map(one));
  return { letGo, errors };
}

/** Removes a pod's finalizer, if it has one. Throws the API's error. */
export async function removeFinalizer(client: Client, pod: Pod): Promise<void> {
  if (!hasFinalizer(pod)) return;
  const { namespace, name, uid } = pod.metadata;
  const metadata = { uid, '$deleteFromPrimitiveList/finalizers': [TRACKING_FINALIZER] };
  await client.patch(podKind, { namespace, name }, { type: 'strategic', body: { metadata } });
}

/** The writes that keep count of a job's pods, in the order that lets none be lost; see tracking.ts. */
import {
  isNotFound,
  job as jobKind,
  pod as podKind,
  type Job,
  type JobStatus,
  type Pod,
} from '#kinds';
import { throwAny, type Client } from '#runtime';
import type { Released } from './released.ts';
import {
  countReleased,
  hasFinalizer,
  isAllCounted,
  notePods,
  TRACKING_FINALIZER,
  uncountedPods,
} from './tracking.ts';

export interface Track {
  readonly key: string;
  readonly job: Job;
  /** As it is to be but for the counts of pods that have ended. */
  readonly status: JobStatus;
  readonly pods: readonly Pod[];
  readonly released: Released;
  readonly client: Client;
  /** Makes a finished status of one in which all is counted; undefined: the job goes on. */
  readonly finish: ((status: JobStatus) => JobStatus) | undefined;
}

/** Resolves with whether the job is finished. */
export async function trackPods(track: Track): Promise<boolean> {
  const { key, job, pods, released, client, finish } = track;
  const tracking = { released: released.of(key) };
  const kept = new Set(uncountedPods(pods, tracking).map(({ metadata }) => metadata.uid));
  const counted = countReleased(track.status, kept);
  const noted = notePods(job, counted, pods, tracking, finish !== undefined);
  let latest = await write(client, job, noted.status);
  const errors = await release(track, noted.release, kept);
  const status = countReleased(latest.status, kept);
  if (errors.length > 0) {
    // What was done is told; the rest is tried again.
    await write(client, latest, status);
    throwAny(errors);
  }
  const isFinished = finish !== undefined && isAllCounted(status);
  latest = await write(client, latest, isFinished ? finish(status) : status);
  return isFinished;
}

async function write(client: Client, job: Job, status: JobStatus): Promise<Job> {
  if (status === job.status) return job;
  return client.update(jobKind, { ...job, status }, { subresource: 'status' });
}

/** Takes the finalizers away, all at once; those that are rid of it leave `kept`. */
async function release(
  { key, released, client }: Track,
  pods: readonly Pod[],
  kept: Set<string>,
): Promise<readonly unknown[]> {
  if (pods.length === 0) return [];
  released.expect(
    key,
    pods.map(({ metadata }) => metadata.uid),
  );
  const errors: unknown[] = [];
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
    kept.delete(uid);
  };
  await Promise.all(pods.map(one));
  return errors;
}

/** Lets a pod go, if it has the finalizer. Throws what the API refuses. */
export async function removeFinalizer(client: Client, pod: Pod): Promise<void> {
  if (!hasFinalizer(pod)) return;
  const { namespace, name, uid } = pod.metadata;
  const metadata = { uid, '$deleteFromPrimitiveList/finalizers': [TRACKING_FINALIZER] };
  await client.patch(podKind, { namespace, name }, { type: 'strategic', body: { metadata } });
}

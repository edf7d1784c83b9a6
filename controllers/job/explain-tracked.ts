/** Explains the counts of a Job that tracks its pods by finalizers. */
import type { JobStatus } from '#types';
import type { Term } from '#runtime';
import type { Replay } from './replay.ts';
import { uncountedIn } from './tracking.ts';

type Ending = 'succeeded' | 'failed';

/** What the status said before. */
export function beforeTerms(
  status: JobStatus,
  field: Ending | 'completedIndexes' | 'failedIndexes',
): readonly Term[] {
  const amount = status[field];
  if (amount === undefined || amount === '') return [];
  return [{ subject: 'before', amount, counts: true, because: 'the status before' }];
}

/** The recorded pods, which count as soon as they are no longer recorded. */
export function countedTerms(replay: Replay, before: JobStatus, ending: Ending): readonly Term[] {
  const [was, is] = [uncountedIn(before)[ending], uncountedIn(replay.status)[ending]];
  return [...new Set([...was, ...is])].map((uid): Term => {
    const counts = !is.includes(uid);
    const because = counts
      ? 'it was recorded, and has lost its finalizer'
      : 'it is recorded, and counts once it has lost its finalizer';
    return { subject: podOf(replay, uid), counts, because };
  });
}

/** The pods that are recorded now. */
export function recordedTerms(replay: Replay): readonly Term[] {
  const recorded = uncountedIn(replay.status);
  return (['succeeded', 'failed'] as const).flatMap((ending) =>
    recorded[ending].map((uid): Term => {
      const because = `it has ${ending}, and waits to be counted`;
      return { subject: podOf(replay, uid), amount: uid, counts: true, because };
    }),
  );
}

function podOf({ view }: Replay, uid: string): string {
  const pod = view.pods.find(({ metadata }) => metadata.uid === uid);
  return pod === undefined ? `Pod ${uid}` : `Pod ${pod.metadata.namespace}/${pod.metadata.name}`;
}

/** A past pass over a Job, gone through again. */
import { job as jobKind, pod as podKind, type Profile } from '#kinds';
import { selectorOf } from '#values';
import type { Job, JobStatus } from '#types';
import { pastChildren, type Pass } from '#runtime';
import { endingOf } from './ending.ts';
import { rulesOf } from './rules.ts';
import { nextStatus, nextTrackedStatus, type Round } from './status.ts';
import type { TrackEvidence } from './track.ts';
import { firstStep, isTracked, lastStep, type Tracking } from './tracking.ts';
import { observe, type JobView } from './view.ts';

/** What a reconcile saw, did and computed. */
export interface Replay {
  readonly view: JobView;
  readonly round: Round;
  readonly status: JobStatus;
  /** Whether the time that the job may be active begins with it. */
  readonly isStarting: boolean;
  /** Absent where finalizers do not matter. */
  readonly tracking?: Tracking;
  readonly profile: Profile;
}

const noTracking: TrackEvidence = { created: 0, removed: 0, isManaged: true, released: [] };

/** Goes through a recorded pass again. */
export function replayPass(pass: Pass<Job>): Replay {
  const { object, past } = pass;
  const { profile } = past;
  const evidence = (pass.evidence ?? noTracking) as TrackEvidence;
  const tracking = isTracked(object, profile)
    ? { released: new Set(evidence.released), failures: evidence.failures }
    : undefined;
  // A last write follows the first, so the reconcile did not begin with the object before it.
  const job = (evidence.letGo && past.get(jobKind, object.metadata)) ?? object;
  const selector = selectorOf(job.spec.selector);
  const owned = pastChildren(past, podKind, job);
  const pods = owned.filter(({ metadata }) => selector.matches(metadata.labels));
  const view = observe(job, pods, past.now, rulesOf(profile), tracking);
  const ending = evidence.isFailing === true ? undefined : endingOf(view);
  const round = ending === undefined ? evidence : { ...evidence, ending };
  if (tracking === undefined) {
    const { status, isStarting } = nextStatus(view, round);
    return { view, round, status, isStarting, profile };
  }
  const { status, isStarting } = trackedStatus(view, round, tracking, evidence, object);
  return { view, round, status, isStarting, tracking, profile };
}

function trackedStatus(
  view: JobView,
  round: Round,
  tracking: Tracking,
  { letGo, isBroken }: TrackEvidence,
  { status: latest }: Job,
): Pick<Replay, 'status' | 'isStarting'> {
  const { status, finish, ending, isStarting } = nextTrackedStatus(view, round);
  const { job, pods, heldBack, rules } = view;
  const first = firstStep(job, status, pods, { ...tracking, ending, heldBack, rules });
  if (letGo === undefined) return { status: first.status, isStarting };
  const unreleased = new Set(first.unreleased);
  for (const uid of letGo) unreleased.delete(uid);
  const last = lastStep(latest, unreleased, isBroken === true ? undefined : finish);
  return { status: last.status, isStarting };
}

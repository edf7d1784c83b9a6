/** What a Deployment notes on its ReplicaSets: revision numbers, and the sizes it last aimed at. */
import type { Deployment, ReplicaSet } from '#types';
import type { KubeObject } from '#values';
import { maxTotal, desiredReplicas } from './limits.ts';

type Annotations = Readonly<Record<string, string>>;

export const REVISION = 'deployment.kubernetes.io/revision';
const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';
const DESIRED_REPLICAS = 'deployment.kubernetes.io/desired-replicas';
const MAX_REPLICAS = 'deployment.kubernetes.io/max-replicas';

/** On a Deployment: the revision whose template is to come back. */
export const ROLLBACK_TO = 'deprecated.deployment.rollback.to';

/** The history of revision numbers never gets longer than this many characters. */
const MAX_HISTORY_LENGTH = 2000;

/** Of the Deployment itself; all its other annotations are passed on to the sets. */
const KEPT_BACK: readonly string[] = [
  'kubectl.kubernetes.io/last-applied-configuration',
  ROLLBACK_TO,
  REVISION,
  REVISION_HISTORY,
  DESIRED_REPLICAS,
  MAX_REPLICAS,
];

/** The revision of a set; 0 without one, undefined when it cannot be read. */
export function revisionOf({ metadata }: KubeObject): bigint | undefined {
  return int64Of(metadata.annotations?.[REVISION] ?? '0');
}

function maxRevision(sets: readonly ReplicaSet[]): bigint {
  let max = 0n;
  for (const set of sets) {
    const revision = revisionOf(set) ?? 0n;
    if (revision > max) max = revision;
  }
  return max;
}

/** The revision of a new set beside these. After the last that 64 bits hold, it wraps as in Go. */
export function nextRevision(oldSets: readonly ReplicaSet[]): bigint {
  return BigInt.asIntN(64, maxRevision(oldSets) + 1n);
}

/** The second highest revision among sets: the one before the present one. 0 for none. */
export function lastRevision(sets: readonly ReplicaSet[]): bigint {
  let [max, second] = [0n, 0n];
  for (const set of sets) {
    const revision = revisionOf(set) ?? 0n;
    if (revision >= max) [max, second] = [revision, max];
    else if (revision > second) second = revision;
  }
  return second;
}

/** The revision to roll back to; undefined when none is requested, or it cannot be read. */
export function rollbackTo({ metadata }: Deployment): bigint | undefined {
  return int64Of(metadata.annotations?.[ROLLBACK_TO]);
}

/** The Deployment's desired number of replicas when it last scaled the set. */
export function desiredNote({ metadata }: ReplicaSet): number | undefined {
  return int32Of(metadata.annotations?.[DESIRED_REPLICAS]);
}

/** The most pods that it allowed then. */
export function maxNote({ metadata }: ReplicaSet): number | undefined {
  return int32Of(metadata.annotations?.[MAX_REPLICAS]);
}

/** Of a whole number that does not fit, the low bits count, as in Go. */
function int32Of(text: string | undefined): number | undefined {
  const whole = int64Of(text);
  return whole === undefined ? undefined : Number(BigInt.asIntN(32, whole));
}

/** A whole number with all its digits, where 64 bits hold it. */
function int64Of(text: string | undefined): bigint | undefined {
  const digits = /^([+-]?)0*(\d{1,19})$/.exec(text ?? '');
  if (digits === null) return undefined;
  const amount = BigInt(digits[2]!);
  const whole = digits[1] === '-' ? -amount : amount;
  return whole === BigInt.asIntN(64, whole) ? whole : undefined;
}

/**
 * A set's annotations with the sizes of the Deployment; the identical ones if they are up to date.
 */
export function withSizes(deployment: Deployment, annotations: Annotations = {}): Annotations {
  const desired = String(desiredReplicas(deployment));
  const max = String(maxTotal(deployment));
  if (annotations[DESIRED_REPLICAS] === desired && annotations[MAX_REPLICAS] === max) {
    return annotations;
  }
  return { ...annotations, [DESIRED_REPLICAS]: desired, [MAX_REPLICAS]: max };
}

/**
 * The annotations of the Deployment's new set: the Deployment's, and its revision. A set that is
 * new again remembers the revision it had before. The very same ones when nothing changes.
 *
 * @param revision above those of all old sets
 */
export function withRevision(
  deployment: Deployment,
  revision: bigint,
  annotations: Annotations = {},
): Annotations {
  const copied = withAnnotationsOf(deployment, annotations);
  const present = copied[REVISION];
  const before = present === undefined || present === '' ? 0n : int64Of(present);
  if (before === undefined || before >= revision) return copied;
  const raised = { ...copied, [REVISION]: String(revision) };
  return present === undefined ? raised : withFormerRevision(raised, present);
}

function withAnnotationsOf({ metadata }: Deployment, annotations: Annotations): Annotations {
  let copied: Record<string, string> | undefined;
  for (const [key, value] of Object.entries(metadata.annotations ?? {})) {
    if (KEPT_BACK.includes(key) || annotations[key] === value) continue;
    (copied ??= { ...annotations })[key] = value;
  }
  return copied ?? annotations;
}

/** A Deployment's annotations as they were passed on to the set; those of its own stay. */
export function withAnnotationsBack({ metadata }: Deployment, set: ReplicaSet): Annotations {
  const own = Object.entries(metadata.annotations ?? {}).filter(([key]) => KEPT_BACK.includes(key));
  const passedOn = Object.entries(set.metadata.annotations ?? {}).filter(
    ([key]) => !KEPT_BACK.includes(key),
  );
  return Object.fromEntries([...own, ...passedOn]);
}

/** The oldest revisions make room for the latest. */
function withFormerRevision(annotations: Annotations, former: string): Annotations {
  const history = annotations[REVISION_HISTORY];
  const revisions = history ? [...history.split(','), former] : [former];
  while (revisions.join(',').length > MAX_HISTORY_LENGTH && revisions.length > 1) revisions.shift();
  return { ...annotations, [REVISION_HISTORY]: revisions.join(',') };
}

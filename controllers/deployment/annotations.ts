/** What a Deployment notes on its ReplicaSets: revision numbers, and the sizes it last aimed at. */
import type { Deployment, KubeObject, ReplicaSet } from '#kinds';
import { maxTotal, wantedReplicas } from './limits.ts';

type Annotations = Readonly<Record<string, string>>;

export const REVISION = 'deployment.kubernetes.io/revision';
const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';
const DESIRED_REPLICAS = 'deployment.kubernetes.io/desired-replicas';
const MAX_REPLICAS = 'deployment.kubernetes.io/max-replicas';

/** On a Deployment: the revision whose template is to come back. */
export const ROLLBACK_TO = 'deprecated.deployment.rollback.to';

/** The history of revision numbers never gets longer than so many characters. */
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
export function revisionOf({ metadata }: KubeObject): number | undefined {
  return wholeNumber(metadata.annotations?.[REVISION] ?? '0');
}

/** The highest revision among sets. */
export function maxRevision(sets: readonly ReplicaSet[]): number {
  return sets.reduce((max, set) => Math.max(max, revisionOf(set) ?? 0), 0);
}

/** The second highest revision among sets: the one before the present one. 0 for none. */
export function lastRevision(sets: readonly ReplicaSet[]): number {
  let [max, second] = [0, 0];
  for (const set of sets) {
    const revision = revisionOf(set) ?? 0;
    if (revision >= max) [max, second] = [revision, max];
    else if (revision > second) second = revision;
  }
  return second;
}

/** The number of replicas that the Deployment wanted when it last scaled the set. */
export function desiredNote({ metadata }: ReplicaSet): number | undefined {
  return wholeNumber(metadata.annotations?.[DESIRED_REPLICAS]);
}

/** The most pods that it allowed then. */
export function maxNote({ metadata }: ReplicaSet): number | undefined {
  return wholeNumber(metadata.annotations?.[MAX_REPLICAS]);
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}

/** A set's annotations with the sizes that the Deployment wants; the very same ones if they say so. */
export function withSizes(deployment: Deployment, annotations: Annotations = {}): Annotations {
  const desired = String(wantedReplicas(deployment));
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
  revision: number,
  annotations: Annotations = {},
): Annotations {
  const copied = withAnnotationsOf(deployment, annotations);
  const noted = copied[REVISION];
  const before = noted === undefined || noted === '' ? 0 : wholeNumber(noted);
  if (before === undefined || before >= revision) return copied;
  const raised = { ...copied, [REVISION]: String(revision) };
  return noted === undefined ? raised : withFormerRevision(raised, noted);
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

/** Which ControllerRevisions a StatefulSet has, needs and may delete. Pure. */
import { deepEqual, rawJson, revisionData, templateHash, type NewObject } from '#values';
import { apiVersionOf, decodeAs, statefulSet as statefulSetKind, type Profile } from '#kinds';
import type { ControllerRevision, Pod, PodTemplateSpec, StatefulSet } from '#types';
import { controllerReference } from '#runtime';
import { revisionOf, type Revision } from './pods.ts';

const HASH_LABEL = 'controller.kubernetes.io/hash';

/** Lowest number first; of the same number, the oldest. */
export function inOrder(revisions: readonly ControllerRevision[]): readonly ControllerRevision[] {
  return [...revisions].sort((a, b) => {
    if (a.revision !== b.revision) return a.revision - b.revision;
    const [madeA, madeB] = [a.metadata.creationTimestamp, b.metadata.creationTimestamp];
    if (madeA !== madeB) return madeA < madeB ? -1 : 1;
    return a.metadata.name < b.metadata.name ? -1 : 1;
  });
}

interface Data {
  readonly spec?: { readonly template?: PodTemplateSpec & { readonly $patch?: string } };
}

/** Whether a revision's data is that template. */
export function holdsTemplate({ data }: ControllerRevision, template: PodTemplateSpec): boolean {
  return deepEqual((data as Data).spec?.template, { ...template, $patch: 'replace' });
}

/**
 * Returns the revision among these, lowest first, that holds the set's present template: the highest also where it only
 * means it; undefined where a new one is needed.
 */
export function heldRevision(
  revisions: readonly ControllerRevision[],
  set: StatefulSet,
  profile: Profile,
): ControllerRevision | undefined {
  const highest = revisions.at(-1);
  const held = revisions.findLast((each) => holdsTemplate(each, set.spec.template));
  if (highest === undefined || held === highest) return held;
  return means(highest, set, profile) ? highest : held;
}

/**
 * Whether a revision that another release may have written means the set's template: restored from it, with the defaults of
 * this release, the set would have the same. Without it (until 1.33) the texts are compared.
 */
function means(revision: ControllerRevision, set: StatefulSet, profile: Profile): boolean {
  if (!profile.enabled('StatefulSetSemanticRevisionComparison')) return false;
  const schema = profile.schemas.ofKind(apiVersionOf(statefulSetKind), statefulSetKind.kind)!;
  const { template } = toRevision(revision, set);
  const restored = decodeAs({ schema }, { ...set, spec: { ...set.spec, template } }) as StatefulSet;
  const whole = statefulSetKind.rules.defaults!(restored, profile);
  return revisionData(whole.spec.template) === revisionData(set.spec.template);
}

/** The template that a revision holds; that of the set itself where they are the same. */
export function toRevision(revision: ControllerRevision, { spec }: StatefulSet): Revision {
  const { name } = revision.metadata;
  if (holdsTemplate(revision, spec.template)) return { name, template: spec.template };
  const stored = { ...(revision.data as Data).spec?.template };
  delete stored.$patch;
  return { name, template: stored as PodTemplateSpec };
}

/** The revision that records the set's present template. */
export function newRevision(
  set: StatefulSet,
  number: number,
  collisionCount: number,
): NewObject<ControllerRevision> {
  const { template } = set.spec;
  const data = revisionData(template);
  const hash = templateHash(data, collisionCount);
  const { name, namespace, annotations } = set.metadata;
  return {
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels: { ...template.metadata?.labels, [HASH_LABEL]: hash },
      ...(annotations && { annotations }),
      ownerReferences: [controllerReference(statefulSetKind, set)],
    },
    data: rawJson(data),
    revision: number,
  };
}

/**
 * Revisions over the limit, lowest first, but for those that are in use.
 *
 * @param inUse names of the current and the update revision
 */
export function revisionsToPrune(
  { spec }: StatefulSet,
  revisions: readonly ControllerRevision[],
  inUse: readonly string[],
  pods: readonly Pod[],
): readonly ControllerRevision[] {
  const live = new Set([...inUse, ...pods.map(revisionOf)]);
  const past = revisions.filter(({ metadata }) => !live.has(metadata.name));
  return past.slice(0, Math.max(0, past.length - (spec.revisionHistoryLimit ?? 10)));
}

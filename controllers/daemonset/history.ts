/**
 * Revision history: a ControllerRevision for every template a DaemonSet has had, so that pods can
 * be distinguished and templates restored. Pure: it says what to write, not how.
 */
import {
  deepEqual,
  rawJson,
  revisionData,
  serializeTemplate,
  templateHash,
  type NewObject,
} from '#values';
import type { ControllerRevision, DaemonSet, Pod } from '#types';
import { HASH_LABEL } from './pods.ts';

export interface History {
  /** Revisions that hold the present template; several only after a collision of two writers. */
  readonly current: readonly ControllerRevision[];
  /** All others, lowest revision first. */
  readonly old: readonly ControllerRevision[];
  /** The number that the current revision has to have: above all old ones. */
  readonly number: number;
}

/** Separates current from old revisions. */
export function readHistory(set: DaemonSet, revisions: readonly ControllerRevision[]): History {
  const current: ControllerRevision[] = [];
  const old: ControllerRevision[] = [];
  for (const revision of revisions) (holdsTemplate(revision, set) ? current : old).push(revision);
  old.sort(byNumber);
  current.sort(byNumber);
  return { current, old, number: (old.at(-1)?.revision ?? 0) + 1 };
}

function byNumber(a: ControllerRevision, b: ControllerRevision): number {
  return a.revision - b.revision || (a.metadata.name < b.metadata.name ? -1 : 1);
}

/** Whether a revision's data is the set's present template. */
export function holdsTemplate(revision: ControllerRevision, set: DaemonSet): boolean {
  const data = revision.data as { readonly spec?: { readonly template?: unknown } } | undefined;
  return deepEqual(data?.spec?.template, templatePatch(set));
}

/** The template as a patch that replaces a template as a whole. */
function templatePatch({ spec: { template } }: DaemonSet): object {
  return { ...template, $patch: 'replace' };
}

/** The revision that records the present template. */
export function newRevision(set: DaemonSet, number: number): NewObject<ControllerRevision> {
  const { template } = set.spec;
  const hash = templateHash(serializeTemplate(template), set.status.collisionCount);
  return {
    metadata: {
      name: `${set.metadata.name}-${hash}`,
      namespace: set.metadata.namespace,
      labels: { ...template.metadata?.labels, [HASH_LABEL]: hash },
      annotations: set.metadata.annotations,
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'DaemonSet',
          name: set.metadata.name,
          uid: set.metadata.uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    data: rawJson(revisionData(template)),
    revision: number,
  };
}

/** The label by which pods of a revision are known. */
export function hashOf(revision: ControllerRevision): string {
  return revision.metadata.labels?.[HASH_LABEL] ?? '';
}

/** Old revisions over the limit, lowest first, but for those that some pod still runs. */
export function revisionsToPrune(
  set: DaemonSet,
  history: History,
  pods: readonly Pod[],
): readonly ControllerRevision[] {
  const excess = history.old.length - (set.spec.revisionHistoryLimit ?? 10);
  if (excess <= 0) return [];
  const live = new Set(pods.map((pod) => pod.metadata.labels?.[HASH_LABEL]));
  return history.old.filter((revision) => !live.has(hashOf(revision))).slice(0, excess);
}

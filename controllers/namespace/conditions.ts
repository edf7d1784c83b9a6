/** The five conditions of a terminating namespace, each for one obstacle. */
import { setCondition } from '#kinds';
import type { NamespaceCondition, NamespaceStatus } from '#types';

/** How the emptying of a namespace went. */
export interface Outcome {
  /** How many objects are left, by resource as it is printed: `pods.`, `daemonsets.apps`. */
  readonly remaining: ReadonlyMap<string, number>;
  /** How many objects a finalizer keeps, by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** What went wrong, in words. */
  readonly errors: readonly string[];
  /** Why it is not known what there may be, or what there is besides. */
  readonly undiscovered?: string;
}

interface ReportedCondition {
  readonly type: string;
  /** What is said when there is no such obstacle. */
  readonly cleared: { readonly reason: string; readonly message: string };
  /** What is said when there is. */
  readonly met: (
    outcome: Outcome,
  ) => { readonly reason: string; readonly message: string } | undefined;
}

const reportedConditions: readonly ReportedCondition[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    cleared: {
      reason: 'ResourcesDiscovered',
      message: 'All resources successfully discovered',
    },
    met: ({ undiscovered }) =>
      undiscovered === undefined ? undefined : { reason: 'DiscoveryFailed', message: undiscovered },
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    cleared: {
      reason: 'ParsedGroupVersions',
      message: 'All legacy kube types successfully parsed',
    },
    met: () => undefined,
  },
  {
    type: 'NamespaceDeletionContentFailure',
    cleared: {
      reason: 'ContentDeleted',
      message: 'All content successfully deleted, may be waiting on finalization',
    },
    met: ({ errors }) => {
      if (errors.length === 0) return undefined;
      const texts = [...new Set(errors)].sort();
      const message = `Failed to delete all resource types, ${texts.length} remaining: ${texts.join(', ')}`;
      return { reason: 'ContentDeletionFailed', message };
    },
  },
  {
    type: 'NamespaceContentRemaining',
    cleared: { reason: 'ContentRemoved', message: 'All content successfully removed' },
    met: ({ remaining }) => {
      const list = listed(
        remaining,
        (resource, count) => `${resource} has ${count} resource instances`,
      );
      if (list === '') return undefined;
      return { reason: 'SomeResourcesRemain', message: `Some resources are remaining: ${list}` };
    },
  },
  {
    type: 'NamespaceFinalizersRemaining',
    cleared: {
      reason: 'ContentHasNoFinalizers',
      message: 'All content-preserving finalizers finished',
    },
    met: ({ finalizers }) => {
      const list = listed(finalizers, (name, count) => `${name} in ${count} resource instances`);
      if (list === '') return undefined;
      const message = `Some content in the namespace has finalizers remaining: ${list}`;
      return { reason: 'SomeFinalizersRemain', message };
    },
  },
];

/**
 * The status with the conditions that follow; the very same one when they say it already. `now`: as
 * the API writes times.
 */
export function withConditions(
  status: NamespaceStatus,
  outcome: Outcome,
  now: string,
): NamespaceStatus {
  let { conditions } = status;
  for (const { type, cleared, met } of reportedConditions) {
    const words = met(outcome);
    const condition: NamespaceCondition = {
      type,
      status: words === undefined ? 'False' : 'True',
      ...(words ?? cleared),
    };
    conditions = setCondition(conditions, condition, now);
  }
  return conditions === status.conditions ? status : { ...status, conditions };
}

function listed(
  counts: ReadonlyMap<string, number>,
  show: (name: string, count: number) => string,
): string {
  return [...counts]
    .map(([name, count]) => show(name, count))
    .sort()
    .join(', ');
}

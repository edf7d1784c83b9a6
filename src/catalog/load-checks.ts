import { together, type Kind, type Profile } from '#kinds';

/**
 * Loads what checks of objects of these kinds need, before any is checked: what is loaded amid a run would change the order in which
 * things happen. Undefined: it is loaded.
 */
export function loadChecks(kinds: readonly Kind[], profile: Profile): Promise<void> | undefined {
  return together(
    ...kinds.map(
      ({ rules }) =>
        () =>
          rules.load?.(profile),
    ),
  );
}

/** Groups whose kinds have expressions: to load what checks these takes longer than all other checks. */
const withExpressions: readonly string[] = ['admissionregistration.k8s.io', 'apiextensions.k8s.io'];

/** Returns whether a kind has only checks that are loaded quickly. */
export function isCheckedQuickly({ group }: Kind): boolean {
  return !withExpressions.includes(group);
}

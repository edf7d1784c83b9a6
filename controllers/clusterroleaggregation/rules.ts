/** The rules that a cluster role collects: pure. */
import { deepEqual, selectorOf } from '#values';
import type { ClusterRole, PolicyRule } from '#types';

/**
 * The rules of the other roles that the role's selectors find, each rule once: selector by selector,
 * and by the names of the roles.
 */
export function collectedRules(
  { metadata: { name }, aggregationRule }: ClusterRole,
  roles: readonly ClusterRole[],
): readonly PolicyRule[] {
  const rules: PolicyRule[] = [];
  const inOrder = roles.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  for (const each of aggregationRule?.clusterRoleSelectors ?? []) {
    const selector = selectorOf(each);
    for (const role of inOrder) {
      if (role.metadata.name === name || !selector.matches(role.metadata.labels ?? {})) continue;
      for (const rule of role.rules ?? []) {
        if (!rules.some((known) => deepEqual(known, rule))) rules.push(rule);
      }
    }
  }
  return rules;
}

/** Whether a role collects the rules of another one. */
export function collects({ aggregationRule }: ClusterRole, { metadata }: ClusterRole): boolean {
  const selectors = aggregationRule?.clusterRoleSelectors ?? [];
  return selectors.some((selector) => selectorOf(selector).matches(metadata.labels ?? {}));
}

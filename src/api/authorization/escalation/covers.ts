/** Whether the rules that a user holds cover those that the user grants: pure. */
import type { PolicyRule } from '#types';
import { coversPath, everything } from '../rbac/rule.ts';

/** The most that is compared: more single permissions would take too long. */
export const mostPermissions = 100_000;

/** There are too many permissions to compare them one by one. */
export class TooManyPermissionsError extends Error {
  override readonly name = 'TooManyPermissionsError';

  constructor() {
    super(
      `the rules hold more than ${mostPermissions} single permissions: use several roles, or *`,
    );
  }
}

/**
 * The permissions that no rule of the owner covers, each as a rule of its own: one verb of one
 * resource of one group, of one name if there are names; or one verb of one path.
 * @throws {TooManyPermissionsError}
 */
export function uncovered(
  owned: readonly PolicyRule[],
  granted: readonly PolicyRule[],
): readonly PolicyRule[] {
  const missing: PolicyRule[] = [];
  let count = 0;
  for (const rule of granted) {
    for (const permission of permissionsOf(rule)) {
      if (++count > mostPermissions) throw new TooManyPermissionsError();
      if (!owned.some((own) => covers(own, permission))) missing.push(permission);
    }
  }
  return missing;
}

function* permissionsOf(rule: PolicyRule): Iterable<PolicyRule> {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  for (const group of different(apiGroups)) {
    for (const resource of different(resources)) {
      for (const verb of different(verbs)) {
        const single = { apiGroups: [group], resources: [resource], verbs: [verb] };
        const names = different(resourceNames);
        if (names.length === 0) yield single;
        for (const name of names) yield { ...single, resourceNames: [name] };
      }
    }
  }
  for (const url of different(nonResourceURLs)) {
    for (const verb of different(verbs)) yield { nonResourceURLs: [url], verbs: [verb] };
  }
}

function different(list: readonly string[] | null | undefined): readonly string[] {
  return list == null ? [] : [...new Set(list)];
}

/** Whether one rule allows all that a single permission does. */
function covers(own: PolicyRule, single: PolicyRule): boolean {
  if (!holdsAny(own.verbs, single.verbs[0]!)) return false;
  const url = single.nonResourceURLs?.[0];
  if (url !== undefined) {
    return own.nonResourceURLs?.some((allowed) => coversPath(allowed, url)) === true;
  }
  return (
    holdsAny(own.apiGroups, single.apiGroups![0]!) &&
    coversResource(own.resources ?? [], single.resources![0]!) &&
    coversName(own.resourceNames ?? [], single.resourceNames?.[0])
  );
}

function holdsAny(list: readonly string[] | null | undefined, desired: string): boolean {
  return list != null && (list.includes(everything) || list.includes(desired));
}

function coversResource(owned: readonly string[], resource: string): boolean {
  if (owned.includes(everything) || owned.includes(resource)) return true;
  const slash = resource.indexOf('/');
  return slash >= 0 && owned.includes(`${everything}${resource.slice(slash)}`);
}

function coversName(owned: readonly string[], name: string | undefined): boolean {
  return owned.length === 0 || (name !== undefined && owned.includes(name));
}

/** Single permissions for the same resource and name as one rule with all of their verbs. */
export function compact(permissions: readonly PolicyRule[]): readonly PolicyRule[] {
  const paths: PolicyRule[] = [];
  const byResource = new Map<string, PolicyRule & { readonly verbs: string[] }>();
  for (const permission of permissions) {
    const { verbs, nonResourceURLs, ...about } = permission;
    if (nonResourceURLs !== undefined) {
      paths.push(permission);
      continue;
    }
    const key = JSON.stringify(about);
    const known = byResource.get(key);
    if (known === undefined) byResource.set(key, { ...about, verbs: [...verbs] });
    else known.verbs.push(...verbs.filter((verb) => !known.verbs.includes(verb)));
  }
  return [...paths, ...byResource.values()];
}

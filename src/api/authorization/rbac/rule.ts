/** Whether a rule of a role allows a request: pure. */
import type { PolicyRule } from '#types';
import type { Access } from '../access.ts';

/** Stands for every verb, group, resource or path. */
export const everything = '*';

export function ruleAllows(rule: PolicyRule, access: Access): boolean {
  if (!hasOrAll(rule.verbs, access.verb)) return false;
  if (!access.isResource) return allowsPath(rule.nonResourceURLs ?? [], access.path);
  return (
    hasOrAll(rule.apiGroups, access.group) &&
    allowsResource(rule.resources ?? [], access) &&
    allowsName(rule.resourceNames, access.name)
  );
}

function hasOrAll(list: readonly string[] | null | undefined, desired: string): boolean {
  return list != null && (list.includes(desired) || list.includes(everything));
}

/** A subresource is written behind its resource, as in `pods/log`, or behind a star. */
function allowsResource(resources: readonly string[], { resource, subresource }: Access): boolean {
  if (resources.includes(everything)) return true;
  if (subresource === '') return resources.includes(resource);
  return (
    resources.includes(`${resource}/${subresource}`) ||
    resources.includes(`${everything}/${subresource}`)
  );
}

/** Without names a rule is about all objects; with names it allows no request that names none. */
function allowsName(names: readonly string[] | null | undefined, name: string): boolean {
  return names == null || names.length === 0 || names.includes(name);
}

function allowsPath(paths: readonly string[], path: string): boolean {
  return paths.some((allowed) => coversPath(allowed, path));
}

/** A path that ends with `*` covers those that begin with the rest of it. */
export function coversPath(allowed: string, path: string): boolean {
  return (
    allowed === path || (allowed.endsWith(everything) && path.startsWith(withoutStars(allowed)))
  );
}

function withoutStars(path: string): string {
  let end = path.length;
  while (path[end - 1] === everything) end--;
  return path.slice(0, end);
}

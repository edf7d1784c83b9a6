/** Which requests the rules of webhooks name: pure, and the same for all objects of a kind. */
import type { Kind } from '#kinds';
import type { RuleWithOperations } from '#types';
import type { Operation } from '../operation.ts';

type Place = Pick<Kind, 'group' | 'version' | 'plural' | 'namespaced'>;

/** `pods/*` covers pods themselves too, as in v1.24. */
export function ruleMatches(
  { operations = [], apiGroups = [], apiVersions = [], resources = [], scope }: RuleWithOperations,
  operation: Operation,
  place: Place,
  subresource = '',
): boolean {
  return (
    isInScope(scope, place) &&
    includes(operations, operation) &&
    includes(apiGroups, place.group) &&
    includes(apiVersions, place.version) &&
    resources.some((resource) => isOf(resource, place.plural, subresource))
  );
}

function isInScope(scope: string | undefined, { namespaced }: Place): boolean {
  if (scope === 'Namespaced') return namespaced;
  return scope !== 'Cluster' || !namespaced;
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes('*') || names.includes(name);
}

function isOf(text: string, plural: string, subresource: string): boolean {
  const [name, part = ''] = text.split('/', 2) as [string, string?];
  return (name === '*' || name === plural) && (part === '*' || part === subresource);
}

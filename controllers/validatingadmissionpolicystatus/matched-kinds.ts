/** The kinds that a policy names in its constraints: pure. */
import { apiVersionOf, type Kind } from '#kinds';
import type { ValidatingAdmissionPolicy } from '#types';

type Spec = ValidatingAdmissionPolicy['spec'];
type Constraints = Spec['matchConstraints'];
type Rule = NonNullable<NonNullable<Constraints>['resourceRules']>[number];

/** Of one rule at most, and then no rule behind it counts. */
const mostKinds = 10;

/**
 * Returns the kinds whose types a policy is checked against, in the order of group, version and kind. Rules that say `*`
 * name none, and neither do subresources.
 */
export function matchedKinds(constraints: Constraints, all: readonly Kind[]): readonly Kind[] {
  const found = new Set<Kind>();
  for (const rule of constraints?.resourceRules ?? []) {
    const named = kindsIn(rule, all).slice(0, mostKinds);
    for (const kind of named) found.add(kind);
    if (named.length === mostKinds) break;
  }
  return [...found].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** Returns the kind of a policy's parameters. */
export function kindOfParams(params: Spec['paramKind'], all: readonly Kind[]): Kind | undefined {
  if (params == null) return undefined;
  return all.find((each) => apiVersionOf(each) === params.apiVersion && each.kind === params.kind);
}

function kindsIn(
  { apiGroups = [], apiVersions = [], resources = [] }: Rule,
  all: readonly Kind[],
): readonly Kind[] {
  if ([...apiGroups, ...apiVersions].some((word) => word.includes('*'))) return [];
  const plain = resources.filter((resource) => !/[*/]/.test(resource));
  const isNamed = ({ plural, kind }: Kind, resource: string): boolean =>
    [plural, kind.toLowerCase()].includes(resource.toLowerCase());
  return apiGroups.toSorted().flatMap((group) =>
    apiVersions.toSorted().flatMap((version) =>
      plain.toSorted().flatMap((resource) =>
        // The core group has no name, and so stands for all that have the resource.
        all.filter(
          (each) =>
            (group === '' || each.group === group) &&
            each.version === version &&
            isNamed(each, resource),
        ),
      ),
    ),
  );
}

function sortKey({ group, version, kind }: Kind): string {
  return [group, version, kind].join('\0');
}

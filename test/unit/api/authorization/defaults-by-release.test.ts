/** Default roles and bindings, compared with facts of the releases themselves. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '#types';
import { readDefaults, type Default } from '../../../../src/api/authorization/defaults/read.ts';

interface Ranged {
  readonly in?: string;
}
interface Facts {
  readonly roles: Readonly<Record<string, RoleFacts>>;
  readonly bindings: Readonly<
    Record<string, BindingFacts | Readonly<Record<string, BindingFacts>>>
  >;
}
interface RoleFacts extends Ranged {
  readonly rules: readonly (PolicyRule & Ranged)[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly agg?: object;
  readonly orderVaries?: boolean;
}
interface BindingFacts extends Ranged {
  readonly role: string;
  readonly subjects: readonly string[];
}

const file = new URL('../../../conformance/versions/rbac.json', import.meta.url);
const facts = JSON.parse(readFileSync(file, 'utf8')) as Facts;
const minors = Array.from({ length: 14 }, (_, index) => 24 + index);

function has(range: string | undefined, minor: number): boolean {
  if (range === undefined) return true;
  return range.split(',').some((part) => {
    const [since, until = since] = part.split('-');
    return Number(since) <= minor && minor <= (until === '' ? Infinity : Number(until));
  });
}

function withoutRange(rule: PolicyRule & Ranged): PolicyRule {
  const own: { in?: string } & PolicyRule = { ...rule };
  delete own.in;
  return own;
}

const nameOf = ({ metadata: { namespace, name } }: Default): string =>
  namespace === undefined ? name : `${namespace}/${name}`;

const byText = (a: PolicyRule, b: PolicyRule): number =>
  JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;

describe.each(minors)('the default roles of 1.%i', (minor) => {
  const defaults = readDefaults({ minor });

  it('have the rules of the release, in its order', () => {
    const found = [...defaults.clusterRoles, ...defaults.roles];
    const expected = Object.entries(facts.roles).filter(([, each]) => has(each.in, minor));
    expect(found.map(nameOf).sort()).toEqual(expected.map(([name]) => name).sort());
    for (const [name, { rules, labels, agg, orderVaries }] of expected) {
      const role = found.find((each) => nameOf(each) === name)!;
      const known = rules.filter((rule) => has(rule.in, minor)).map(withoutRange);
      const own = role.rules ?? [];
      // The facts have one order for all releases.
      if (orderVaries === true) expect(own.toSorted(byText), name).toEqual(known.toSorted(byText));
      else expect(own, name).toEqual(known);
      expect(role.metadata.labels, name).toEqual({
        'kubernetes.io/bootstrapping': 'rbac-defaults',
        ...labels,
      });
      expect('aggregationRule' in role ? role.aggregationRule : undefined, name).toEqual(agg);
    }
  });

  it('are bound as in the release', () => {
    const found = [...defaults.clusterRoleBindings, ...defaults.roleBindings].map((each) => {
      const { roleRef, subjects = [] } = each;
      const shown = subjects.map(({ kind, namespace, name }) =>
        namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`,
      );
      return [nameOf(each), { role: `${roleRef.kind} ${roleRef.name}`, subjects: shown }] as const;
    });
    const expected = Object.entries(facts.bindings).flatMap(([name, binding]) => {
      const all = 'role' in binding ? [[binding.in, binding] as const] : Object.entries(binding);
      return all
        .filter(([range]) => has(range as string | undefined, minor))
        .map(([, each]) => [name, { role: each.role, subjects: each.subjects ?? [] }] as const);
    });
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });
});

it('puts rules of roles in another order where a release does', () => {
  const positionOf = (minor: number): number => {
    const { clusterRoles } = readDefaults({ minor });
    const { rules } = clusterRoles.find(
      ({ metadata }) => metadata.name === 'system:controller:disruption-controller',
    )!;
    return rules!.findIndex(({ resources }) => resources?.includes('pods/status') === true);
  };
  expect(positionOf(30)).not.toBe(positionOf(31));
});

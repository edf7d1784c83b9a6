/** Authorization by roles and bindings, as they are in the store. */
import {
  clusterRole,
  clusterRoleBinding,
  objectKey,
  rbacGroup,
  resourceOf,
  role,
  roleBinding,
  type Granting,
} from '#kinds';
import { notFound } from '#values';
import type { PolicyRule, Role, RoleRef } from '#types';
import type { Store } from '#store';
import type { Access, AccessRules, Authorizer, Decision, User } from '../access.ts';
import { isAdministrator } from '../groups.ts';
import { BindingIndex, describeGrant } from './bindings.ts';
import { ruleAllows } from './rule.ts';

const denied: Decision = { allowed: false, reason: '' };
const allowedToAdministrators: Decision = { allowed: true, reason: '' };

/** Sees the rules of a user. */
interface RuleVisitor {
  /** @returns whether it has seen enough */
  rule(rule: PolicyRule, binding: Granting): boolean;
  /** A binding refers to a role that does not exist. */
  missing(ref: RoleRef): void;
}

export class RbacAuthorizer implements Authorizer {
  readonly #store: Store;
  /** By the list of the bindings: the store lends the same one until one of them changes. */
  readonly #indexes = new WeakMap<readonly object[], BindingIndex<Granting>>();

  constructor(store: Store) {
    this.#store = store;
  }

  decide(user: User, access: Access): Decision {
    if (isAdministrator(user)) return allowedToAdministrators;
    const missing: RoleRef[] = [];
    let allowing: Granting | undefined;
    this.#visit(user, access.namespace, {
      rule(rule, binding) {
        if (ruleAllows(rule, access)) allowing = binding;
        return allowing !== undefined;
      },
      missing: (ref) => void missing.push(ref),
    });
    if (allowing !== undefined) {
      return { allowed: true, reason: `RBAC: allowed by ${describeGrant(allowing, user)}` };
    }
    return missing.length === 0
      ? denied
      : { allowed: false, reason: `RBAC: ${notListed(missing)}` };
  }

  rulesFor(user: User, namespace: string): AccessRules {
    const rules: PolicyRule[] = [];
    const missing: RoleRef[] = [];
    this.#visit(user, namespace, {
      rule: (rule) => rules.push(rule) === 0,
      missing: (ref) => void missing.push(ref),
    });
    return {
      resourceRules: rules.filter(isOfResources).map(resourcePart),
      nonResourceRules: rules.filter(isOfPaths).map(pathPart),
      incomplete: false,
      ...(missing.length > 0 && { evaluationError: notListed(missing) }),
    };
  }

  /** The rules that are granted in the cluster, then those of the namespace. */
  #visit(user: User, namespace: string, visitor: RuleVisitor): void {
    const visit = (binding: Granting): boolean => {
      const { roleRef, metadata } = binding;
      const found = roleOf(this.#store, roleRef, metadata.namespace);
      if (found === undefined) visitor.missing(roleRef);
      return found?.rules?.some((rule) => visitor.rule(rule, binding)) === true;
    };
    const isDone = this.#bindings(resourceOf(clusterRoleBinding), '')?.visit(user, visit) === true;
    if (isDone || namespace === '') return;
    this.#bindings(resourceOf(roleBinding), namespace)?.visit(user, visit);
  }

  /** Undefined when there are none. */
  #bindings(bucket: string, namespace: string): BindingIndex<Granting> | undefined {
    const { past } = this.#store;
    const prefix = namespace === '' ? '' : `${namespace}/`;
    const listed = past.list(bucket, past.revision, prefix) as readonly Granting[];
    if (listed.length === 0) return undefined;
    let index = this.#indexes.get(listed);
    if (index === undefined) {
      this.#indexes.set(listed, (index = new BindingIndex(listed, namespace)));
    }
    return index;
  }
}

/** The role that a binding refers to. @param namespace of the binding */
export function roleOf(
  store: Store,
  { kind, name }: RoleRef,
  namespace: string | undefined,
): Pick<Role, 'rules'> | undefined {
  const { bucket, key } =
    kind === role.kind ? objectKey(role, { namespace, name }) : objectKey(clusterRole, { name });
  return store.peek(bucket, key) as Role | undefined;
}

/** As v1.24's cache of roles puts it, by kinds in lower case; several in brackets. */
function notListed(refs: readonly RoleRef[]): string {
  const texts = refs.map(
    ({ kind, name }) => notFound({ group: rbacGroup, plural: kind.toLowerCase() }, name).message,
  );
  const different = [...new Set(texts)];
  return different.length === 1 ? different[0]! : `[${different.join(', ')}]`;
}

function isOfResources({ resources = [] }: PolicyRule): boolean {
  return resources.length > 0;
}

function isOfPaths({ nonResourceURLs = [] }: PolicyRule): boolean {
  return nonResourceURLs.length > 0;
}

function resourcePart({ verbs, apiGroups, resources, resourceNames }: PolicyRule) {
  return { verbs, apiGroups, resources, ...(resourceNames && { resourceNames }) };
}

function pathPart({ verbs, nonResourceURLs }: PolicyRule) {
  return { verbs, nonResourceURLs };
}

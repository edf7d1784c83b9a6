/** Checks of roles and of the bindings that grant them. */
import type { Kind } from '../object/kind.ts';
import {
  checkEach,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldErrors,
  showStrings,
  showStruct,
  selectorOf,
  checkDns1123Subdomain,
  checkPathSegment,
  type Shown,
  shownNull,
  isSince,
} from '#values';
import { checkStated, type StatedErrors } from '../object/stated-checks.ts';
import type { Profile } from '../profile/profile.ts';
import { validateLabelSelector } from '../object/validate-labels.ts';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import { rbacGroup, subjectKinds, type Granting } from './rbac.ts';
import type { AggregationRule, LabelSelector, PolicyRule, RoleRef, Subject } from '#types';

/** Where the rules or the binding apply. */
type Scope = 'namespaced' | 'cluster';

export function validateRules(
  errors: FieldErrors,
  rules: readonly PolicyRule[] | null | undefined,
  scope: Scope,
  profile: Profile,
): void {
  checkStated(errors, profile, (stated) => {
    checkEach(errors, rules, (rule, index) => {
      validateRule(errors, stated, rule, scope, `rules[${index}]`);
    });
  });
}

function validateRule(
  errors: FieldErrors,
  stated: StatedErrors,
  rule: PolicyRule,
  scope: Scope,
  field: string,
): void {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs: urls } = rule;
  if (isEmpty(verbs)) {
    stated.required(`${field}.verbs`, 'verbs must contain at least one value');
  }
  if (!isEmpty(urls)) {
    const at = `${field}.nonResourceURLs`;
    if (scope === 'namespaced') {
      const why = 'namespaced rules cannot apply to non-resource URLs';
      errors.push(invalid(at, showStrings(urls), why));
    }
    if (![apiGroups, resources, resourceNames].every(isEmpty)) {
      const why = 'rules cannot apply to both regular resources and non-resource URLs';
      errors.push(invalid(at, showStrings(urls), why));
    }
    return;
  }
  if (isEmpty(apiGroups)) {
    const why = 'resource rules must supply at least one api group';
    errors.push(required(`${field}.apiGroups`, why));
  }
  if (isEmpty(resources)) {
    const why = 'resource rules must supply at least one resource';
    errors.push(required(`${field}.resources`, why));
  }
}

function isEmpty(list: readonly string[] | null | undefined): boolean {
  return list == null || list.length === 0;
}

export function validateAggregation(
  errors: FieldErrors,
  aggregation: AggregationRule | null | undefined,
): void {
  if (aggregation == null) return;
  const field = 'aggregationRule.clusterRoleSelectors';
  const selectors = aggregation.clusterRoleSelectors ?? [];
  if (selectors.length === 0) {
    const why = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
    errors.push(required(field, why));
  }
  checkEach(errors, selectors, (selector, index) => {
    validateLabelSelector(errors, selector, `${field}[${index}]`);
    // v1.24 shows the selector that could not be made.
    if (!isReadable(selector)) {
      errors.push(invalid(`${field}[${index}]`, shownNull, 'invalid label selector.'));
    }
  });
}

function isReadable(selector: LabelSelector): boolean {
  try {
    selectorOf(selector);
    return true;
  } catch {
    return false;
  }
}

/** @param roleKinds the kinds of roles that such a binding grants */
export function validateBinding(
  errors: FieldErrors,
  { roleRef, subjects }: Granting,
  roleKinds: readonly string[],
  scope: Scope,
): void {
  const { apiGroup, kind, name } = roleRef;
  if (apiGroup !== rbacGroup) {
    errors.push(notSupported('roleRef.apiGroup', show(apiGroup), [rbacGroup]));
  }
  if (!roleKinds.includes(kind)) {
    errors.push(notSupported('roleRef.kind', show(kind), roleKinds));
  }
  if (name === '') errors.push(required('roleRef.name'));
  else invalidFor(errors, 'roleRef.name', name, checkPathSegment(name));
  checkEach(errors, subjects, (subject, index) => {
    validateSubject(errors, subject, scope, `subjects[${index}]`);
  });
}

/** v1.24 checks an updated binding as a new one, twice, then as an update. */
export function validateBindingUpdate<T extends Granting>(
  errors: FieldErrors,
  binding: T,
  old: T,
  kind: Pick<Kind<T>, 'namespaced' | 'rules'>,
  roleKinds: readonly string[],
): void {
  const scope = kind.namespaced ? 'namespaced' : 'cluster';
  for (let run = 0; run < 2; run++) {
    validateMetadata(errors, binding.metadata, kind);
    validateBinding(errors, binding, roleKinds, scope);
  }
  validateMetadataUpdate(errors, binding.metadata, old.metadata);
  if (!isSameRole(binding.roleRef, old.roleRef)) {
    const why = isSince(errors, 'StatedChecks') ? 'field is immutable' : 'cannot change roleRef';
    errors.push(invalid('roleRef', showRef(binding.roleRef), why));
  }
}

function isSameRole(ref: RoleRef, old: RoleRef): boolean {
  return ref.apiGroup === old.apiGroup && ref.kind === old.kind && ref.name === old.name;
}

function showRef({ apiGroup, kind, name }: RoleRef): Shown {
  return showStruct('rbac.RoleRef', [
    ['APIGroup', show(apiGroup)],
    ['Kind', show(kind)],
    ['Name', show(name)],
  ]);
}

function validateSubject(
  errors: FieldErrors,
  { kind, name, apiGroup = '', namespace = '' }: Subject,
  scope: Scope,
  field: string,
): void {
  if (name === '') errors.push(required(`${field}.name`));
  switch (kind) {
    case subjectKinds.account:
      if (name !== '') invalidFor(errors, `${field}.name`, name, checkDns1123Subdomain(name));
      validateGroup(errors, apiGroup, '', field);
      if (scope === 'cluster' && namespace === '') errors.push(required(`${field}.namespace`));
      return;
    case subjectKinds.user:
    case subjectKinds.group:
      validateGroup(errors, apiGroup, rbacGroup, field);
      return;
    default:
      errors.push(notSupported(`${field}.kind`, show(kind), Object.values(subjectKinds)));
  }
}

function validateGroup(errors: FieldErrors, group: string, expected: string, field: string): void {
  if (group !== expected) errors.push(notSupported(`${field}.apiGroup`, show(group), [expected]));
}

/** Checks of what policies and bindings select: requests, and parameters. */
import { validateLabelSelector, validateOneOf, validateWebhookRule } from '#kinds';
import {
  checkDns1035Label,
  checkDns1123Subdomain,
  checkEach,
  checkPathSegment,
  duplicate,
  forbidden,
  invalid,
  required,
  show,
  type FieldErrors,
} from '#values';
import type { MatchResources, NamedRuleWithOperations, ParamKind, ParamRef } from '#types';

export function validateMatch(
  errors: FieldErrors,
  match: MatchResources | undefined,
  field: string,
): void {
  if (match == null) return;
  validateOneOf(errors, match.matchPolicy ?? '', ['Equivalent', 'Exact'], `${field}.matchPolicy`);
  validateLabelSelector(errors, match.namespaceSelector, `${field}.namespaceSelector`);
  validateLabelSelector(errors, match.objectSelector, `${field}.objectSelector`);
  for (const name of ['resourceRules', 'excludeResourceRules'] as const) {
    checkEach(errors, match[name], (rule, index) => {
      validateRule(errors, rule, `${field}.${name}[${index}]`);
    });
  }
}

/** A policy says which requests it is about. */
export function requireMatch(
  errors: FieldErrors,
  match: MatchResources | undefined,
  field: string,
): void {
  if (match == null) errors.push(required(field));
  else if ((match.resourceRules ?? []).length === 0) {
    errors.push(required(`${field}.resourceRules`));
  }
}

function validateRule(errors: FieldErrors, rule: NamedRuleWithOperations, field: string): void {
  const earlier = new Set<string>();
  checkEach(errors, rule.resourceNames, (name, index) => {
    const at = `${field}.resourceNames[${index}]`;
    for (const fault of checkPathSegment(name)) errors.push(invalid(at, show(name), fault));
    if (earlier.has(name)) errors.push(duplicate(at, show(name)));
    earlier.add(name);
  });
  validateWebhookRule(errors, rule, field);
}

export function validateParamKind(
  errors: FieldErrors,
  { apiVersion = '', kind = '' }: ParamKind,
  field: string,
): void {
  const at = `${field}.apiVersion`;
  const refuse = (shown: string, faults: readonly string[]): void => {
    if (faults.length > 0) errors.push(invalid(at, show(shown), faults.join(',')));
  };
  const parts = apiVersion.split('/');
  if (apiVersion === '') errors.push(required(at));
  else if (parts.length > 2) {
    refuse(apiVersion, [`unexpected GroupVersion string: ${apiVersion}`]);
  } else {
    const version = parts.at(-1)!;
    const group = parts.length === 2 ? parts[0]! : '';
    if (group !== '') refuse(group, checkDns1123Subdomain(group));
    if (version === '') refuse(apiVersion, ['version must be specified']);
    else refuse(version, checkDns1035Label(version));
  }
  if (kind === '') errors.push(required(`${field}.kind`));
  else {
    const faults = checkDns1035Label(kind.toLowerCase());
    const why = `may have mixed case, but should otherwise match: ${faults.join(',')}`;
    if (faults.length > 0) errors.push(invalid(`${field}.kind`, show(kind), why));
  }
}

export function validateParamRef(
  errors: FieldErrors,
  input: ParamRef | undefined,
  field: string,
): void {
  if (input == null) return;
  const { name = '', selector, parameterNotFoundAction: action } = input;
  const both = 'name and selector are mutually exclusive';
  if (name !== '') {
    for (const fault of checkPathSegment(name)) {
      errors.push(invalid(`${field}.name`, show(name), fault));
    }
    if (selector != null) errors.push(forbidden(`${field}.name`, both));
  }
  if (selector != null) {
    validateLabelSelector(errors, selector, `${field}.selector`);
    if (name !== '') errors.push(forbidden(`${field}.selector`, both));
  }
  if (name === '' && selector == null) {
    errors.push(required(field, 'one of name or selector must be specified'));
  }
  const at = `${field}.parameterNotFoundAction`;
  if (!action) errors.push(required(at));
  else validateOneOf(errors, action, ['Deny', 'Allow'], at);
}

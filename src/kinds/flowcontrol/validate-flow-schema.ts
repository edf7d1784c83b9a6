/** Checks of flow schemas. */
import {
  checkEach,
  duplicate,
  forbidden,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldErrors,
  showStrings,
  showStruct,
  checkDns1123Label,
  checkDns1123Subdomain,
  isSince,
} from '#values';
import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  ServiceAccountSubject,
  Subject,
} from '#types/flowcontrol-v1beta2';
import type { StatedErrors } from '../object/stated-checks.ts';

/** The lowest rank is 10000, the highest 1. */
const lowestRank = 10_000;
const methods = ['ByNamespace', 'ByUser'];
const any = '*';
const verbs = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'proxy',
  'update',
  'watch',
];

export function validateFlowSchemaSpec(
  errors: FieldErrors,
  name: string,
  {
    matchingPrecedence = 0,
    distinguisherMethod,
    priorityLevelConfiguration,
    rules,
  }: FlowSchemaSpec,
): void {
  const refuse = (why: string): void => {
    errors.push(invalid('spec.matchingPrecedence', show(matchingPrecedence), why));
  };
  if (matchingPrecedence <= 0) refuse('must be a positive value');
  if (matchingPrecedence > lowestRank) refuse(`must not be greater than ${lowestRank}`);
  if (matchingPrecedence === 1 && name !== 'exempt') {
    refuse("only the schema named 'exempt' may have matchingPrecedence 1");
  }
  if (distinguisherMethod != null && !methods.includes(distinguisherMethod.type)) {
    const shown = showStruct('flowcontrol.FlowDistinguisherMethod', [
      ['Type', show(distinguisherMethod.type ?? '')],
    ]);
    errors.push(notSupported('spec.distinguisherMethod.type', shown, methods));
  }
  const level = priorityLevelConfiguration.name ?? '';
  const field = 'spec.priorityLevelConfiguration.name';
  if (level === '') errors.push(required(field, 'must reference a priority level'));
  else invalidFor(errors, field, level, checkDns1123Subdomain(level));
  checkEach(errors, rules, (rule, index) => validateRules(errors, rule, `spec.rules[${index}]`));
}

function validateRules(
  errors: FieldErrors,
  { subjects, resourceRules = [], nonResourceRules = [] }: PolicyRulesWithSubjects,
  field: string,
): void {
  if (!subjects?.length) {
    errors.push(required(`${field}.subjects`, 'subjects must contain at least one value'));
  }
  checkEach(errors, subjects, (subject, index) => {
    validateSubject(errors, subject, `${field}.subjects[${index}]`);
  });
  if (resourceRules.length === 0 && nonResourceRules.length === 0) {
    const why = 'at least one of resourceRules and nonResourceRules has to be non-empty';
    errors.push(required(field, why));
  }
  checkEach(errors, resourceRules, (rule, index) => {
    validateResourceRule(errors, rule, `${field}.resourceRules[${index}]`);
  });
  checkEach(errors, nonResourceRules, (rule, index) => {
    validateNonResourceRule(errors, rule, `${field}.nonResourceRules[${index}]`);
  });
}

/** The field of a subject that goes with its kind. */
const fieldOfKind = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const;
const kindsOfSubjects = ['Group', 'ServiceAccount', 'User'];

function validateSubject(errors: FieldErrors, subject: Subject, field: string): void {
  const kind = subject.kind ?? '';
  if (!kindsOfSubjects.includes(kind)) {
    errors.push(notSupported(`${field}.kind`, show(kind), kindsOfSubjects));
    return;
  }
  const own = fieldOfKind[kind as keyof typeof fieldOfKind];
  const at = `${field}.${own}`;
  const named = subject[own];
  if (named == null) {
    errors.push(required(at, `${own} is required when subject kind is '${kind}'`));
  } else if (kind === 'ServiceAccount') {
    validateAccount(errors, named as ServiceAccountSubject, at);
  } else if (!named.name) errors.push(required(`${at}.name`));
  for (const [otherKind, other] of Object.entries(fieldOfKind)) {
    if (other === own || subject[other] == null) continue;
    const why = `${other} is forbidden when subject kind is not '${otherKind}'`;
    errors.push(forbidden(`${field}.${other}`, why));
  }
}

function validateAccount(
  errors: FieldErrors,
  { name = '', namespace = '' }: ServiceAccountSubject,
  field: string,
): void {
  if (name === '') errors.push(required(`${field}.name`));
  else if (name !== any) invalidFor(errors, `${field}.name`, name, checkDns1123Subdomain(name));
  if (namespace === '') {
    errors.push(required(`${field}.namespace`, 'must specify namespace for service account'));
  } else {
    invalidFor(
      errors,
      `${field}.namespace`,
      namespace,
      checkDns1123Label(namespace, errors.release),
    );
  }
}

function validateNonResourceRule(
  errors: FieldErrors,
  { verbs: ruleVerbs, nonResourceURLs }: NonResourcePolicyRule,
  field: string,
): void {
  validateVerbs(errors, ruleVerbs, `${field}.verbs`);
  const at = `${field}.nonResourceURLs`;
  if (!nonResourceURLs?.length) {
    errors.push(required(at, 'nonResourceURLs must contain at least one value'));
  } else if (nonResourceURLs.includes(any)) {
    validateAlone(errors, nonResourceURLs, at, 'non-resource URLs');
  } else {
    checkEach(errors, nonResourceURLs, (path, index) => {
      const why = faultOfPath(path);
      if (why !== undefined) errors.push(invalid(`${at}[${index}]`, show(path), why));
    });
  }
}

function faultOfPath(path: string): string | undefined {
  if (path === '') return 'must not be empty';
  if (path === '/') return undefined;
  if (!path.startsWith('/')) return 'must start with slash';
  if (path.includes(' ')) return 'must not contain white-space';
  if (path.includes('//')) return 'must not contain double slash';
  const first = path.indexOf(any);
  const isSuffix = first < 0 || (first === path.length - 1 && path.endsWith('/*'));
  return isSuffix ? undefined : 'wildcard can only do suffix matching';
}

function validateResourceRule(
  errors: FieldErrors,
  { verbs: ruleVerbs, apiGroups, resources, clusterScope, namespaces }: ResourcePolicyRule,
  field: string,
): void {
  validateVerbs(errors, ruleVerbs, `${field}.verbs`);
  validateList(errors, apiGroups, `${field}.apiGroups`, 'api group');
  validateList(errors, resources, `${field}.resources`, 'resource');
  const at = `${field}.namespaces`;
  if (!namespaces?.length && clusterScope !== true) {
    const why = 'resource rules that are not cluster scoped must supply at least one namespace';
    errors.push(required(at, why));
  } else if (namespaces?.includes(any)) {
    validateAlone(errors, namespaces, at, 'namespaces');
  } else {
    checkEach(errors, namespaces, (namespace, index) => {
      for (const fault of checkDns1123Label(namespace, errors.release)) {
        const why = `each member of this list must be '*' or a DNS-1123 label; ${fault}`;
        errors.push(invalid(`${at}[${index}]`, show(namespace), why));
      }
    });
  }
}

function validateVerbs(
  errors: FieldErrors,
  ruleVerbs: readonly string[] | undefined,
  field: string,
): void {
  if (!ruleVerbs?.length) errors.push(required(field, 'verbs must contain at least one value'));
  else if (ruleVerbs.includes(any)) validateAlone(errors, ruleVerbs, field, 'verbs');
  else if (!ruleVerbs.every((verb) => verbs.includes(verb))) {
    errors.push(notSupported(field, showStrings(ruleVerbs), verbs));
  }
}

/** @param what one element in messages, such as `api group` */
function validateList(
  errors: FieldErrors,
  list: readonly string[] | undefined,
  field: string,
  what: string,
): void {
  if (!list?.length) {
    errors.push(required(field, `resource rules must supply at least one ${what}`));
  } else if (list.includes(any)) validateAlone(errors, list, field, `${what}s`);
}

/** A list with `*` must have nothing else. */
function validateAlone(
  errors: FieldErrors,
  list: readonly string[],
  field: string,
  what: string,
): void {
  if (list.length <= 1) return;
  const why = `if '*' is present, must not specify other ${what}`;
  errors.push(invalid(field, showStrings(list), why));
}

/** Conditions of flow schemas and of priority levels. */
export function validateFlowConditions(
  errors: FieldErrors,
  stated: StatedErrors,
  conditions: readonly { readonly type?: string }[] | undefined,
): void {
  const earlier = new Set<string>();
  const words = isSince(errors, 'FlowConditionsPlain') ? '' : 'must not be empty';
  checkEach(errors, conditions, ({ type = '' }, index) => {
    const field = `status.conditions[${index}].type`;
    if (earlier.has(type)) errors.push(duplicate(field, show(type)));
    earlier.add(type);
    if (type === '') stated.required(field, words);
  });
}

/** Checks of webhook configurations, and what an update may keep of an older object. */
import {
  inGo,
  checkEach,
  duplicate,
  invalid,
  notSupported,
  required,
  show,
  type FieldErrors,
  showStrings,
  checkDns1035Label,
  checkDns1123Subdomain,
} from '#values';
import { validateLabelSelector } from '../object/validate-labels.ts';
import { validateOneOf } from '../object/validate-values.ts';
import type { MutatingWebhook, RuleWithOperations, ValidatingWebhook } from '#types';
import type { Profile } from '../profile/profile.ts';
import { validateWebhookClient } from './validate-webhook-client.ts';

/** The fields of both sorts. */
export type AnyWebhook = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>;

const reviewVersions: readonly string[] = ['v1', 'v1beta1'];
const withoutSideEffects: readonly string[] = ['None', 'NoneOnDryRun'];
const sideEffectClasses: readonly string[] = [...withoutSideEffects, 'Some', 'Unknown'];
const operations: readonly string[] = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

/** Rules that an update need not keep where the stored object breaks them already. */
interface Strictness {
  readonly noSideEffects: boolean;
  readonly knownReviewVersion: boolean;
  readonly uniqueNames: boolean;
}

/** @param old the stored webhooks, for an update */
export function validateWebhooks(
  errors: FieldErrors,
  webhooks: readonly AnyWebhook[] | undefined,
  profile: Profile,
  old?: readonly AnyWebhook[],
): void {
  const strictness = strictnessFor(old ?? []);
  const names = new Set<string>();
  checkEach(errors, webhooks, (webhook, index) => {
    const field = `webhooks[${index}]`;
    const { name, admissionReviewVersions: versions } = webhook;
    validateWebhook(errors, webhook, strictness, field, profile);
    validateReviewVersions(errors, versions ?? [], strictness, `${field}.admissionReviewVersions`);
    if (!strictness.uniqueNames || !name) return;
    if (names.has(name)) errors.push(duplicate(`${field}.name`, show(name)));
    names.add(name);
  });
}

function strictnessFor(old: readonly AnyWebhook[]): Strictness {
  return {
    noSideEffects: old.every(({ sideEffects }) => withoutSideEffects.includes(sideEffects)),
    knownReviewVersion: old.every(({ admissionReviewVersions: versions }) =>
      versions?.some((version) => reviewVersions.includes(version)),
    ),
    uniqueNames: new Set(old.map(({ name }) => name)).size === old.length,
  };
}

function validateWebhook(
  errors: FieldErrors,
  webhook: AnyWebhook,
  { noSideEffects }: Strictness,
  field: string,
  profile: Profile,
): void {
  validateQualifiedName(errors, webhook.name, `${field}.name`);
  checkEach(errors, webhook.rules, (rule, index) => {
    validateRule(errors, rule, `${field}.rules[${index}]`);
  });
  validateChoice(errors, webhook.failurePolicy, ['Fail', 'Ignore'], `${field}.failurePolicy`);
  validateChoice(errors, webhook.matchPolicy, ['Equivalent', 'Exact'], `${field}.matchPolicy`);
  const classes = noSideEffects ? withoutSideEffects : sideEffectClasses;
  validateSideEffects(errors, webhook.sideEffects, classes, `${field}.sideEffects`);
  const { timeoutSeconds, namespaceSelector, objectSelector } = webhook;
  if (timeoutSeconds != null && (timeoutSeconds < 1 || timeoutSeconds > 30)) {
    const why = 'the timeout value must be between 1 and 30 seconds';
    errors.push(invalid(`${field}.timeoutSeconds`, show(timeoutSeconds), why));
  }
  validateLabelSelector(errors, namespaceSelector, `${field}.namespaceSelector`);
  validateLabelSelector(errors, objectSelector, `${field}.objectSelector`);
  const policies = ['IfNeeded', 'Never'];
  validateChoice(errors, webhook.reinvocationPolicy, policies, `${field}.reinvocationPolicy`);
  validateWebhookClient(errors, webhook.clientConfig, `${field}.clientConfig`, profile);
}

function validateQualifiedName(errors: FieldErrors, name: string, field: string): void {
  if (!name) {
    errors.push(required(field));
    return;
  }
  const faults = checkDns1123Subdomain(name);
  if (faults.length > 0) errors.push(invalid(field, show(name), faults.join(',')));
  else if (name.split('.').length < 3) {
    const why = 'should be a domain with at least three segments separated by dots';
    errors.push(invalid(field, show(name), why));
  }
}

function validateSideEffects(
  errors: FieldErrors,
  value: string | null | undefined,
  classes: readonly string[],
  field: string,
): void {
  if (value == null) errors.push(required(field, `must specify one of ${classes.join(', ')}`));
  else validateOneOf(errors, value, classes, field);
}

/** An absent value is valid. */
function validateChoice(
  errors: FieldErrors,
  value: string | null | undefined,
  choices: readonly string[],
  field: string,
): void {
  if (value != null) validateOneOf(errors, value, choices, field);
}

function validateReviewVersions(
  errors: FieldErrors,
  versions: readonly string[],
  { knownReviewVersion }: Strictness,
  field: string,
): void {
  const known = reviewVersions.join(', ');
  if (versions.length === 0) {
    errors.push(required(field, `must specify one of ${known}`));
    return;
  }
  const earlier = new Set<string>();
  checkEach(errors, versions, (version, index) => {
    const at = `${field}[${index}]`;
    const faults = earlier.has(version) ? ['duplicate version'] : checkDns1035Label(version);
    for (const fault of faults) errors.push(invalid(at, show(version), fault));
    earlier.add(version);
  });
  if (knownReviewVersion && !reviewVersions.some((version) => earlier.has(version))) {
    errors.push(invalid(field, showStrings(versions), `must include at least one of ${known}`));
  }
}

/** Which requests a rule names. */
export function validateRule(errors: FieldErrors, rule: RuleWithOperations, field: string): void {
  const { apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  validateOperations(errors, rule.operations ?? [], `${field}.operations`);
  validateAlternatives(errors, apiGroups, 'API groups', `${field}.apiGroups`);
  validateAlternatives(errors, apiVersions, 'API versions', `${field}.apiVersions`);
  checkEach(errors, apiVersions, (version, index) => {
    if (version === '') errors.push(required(`${field}.apiVersions[${index}]`));
  });
  validateResources(errors, resources, `${field}.resources`);
  validateChoice(errors, scope, ['*', 'Cluster', 'Namespaced'], `${field}.scope`);
}

function validateOperations(errors: FieldErrors, input: readonly string[], field: string): void {
  if (input.length === 0) errors.push(required(field));
  if (input.length > 1 && input.includes('*')) {
    const go = `[]admissionregistration.OperationType{${input.map(show).join(', ')}}`;
    errors.push(
      invalid(field, inGo(go, input), "if '*' is present, must not specify other operations"),
    );
  }
  checkEach(errors, input, (operation, index) => {
    if (operations.includes(operation)) return;
    errors.push(notSupported(`${field}[${index}]`, show(operation), operations));
  });
}

function validateAlternatives(
  errors: FieldErrors,
  input: readonly string[],
  what: string,
  field: string,
): void {
  if (input.length === 0) errors.push(required(field));
  if (input.length > 1 && input.includes('*')) {
    const why = `if '*' is present, must not specify other ${what}`;
    errors.push(invalid(field, showStrings(input), why));
  }
}

function validateResources(errors: FieldErrors, input: readonly string[], field: string): void {
  if (input.length === 0) errors.push(required(field));
  /** Resources with all their subresources, and subresources of all resources, so far. */
  const ofResource = new Set<string>();
  const everywhere = new Set<string>();
  /** The last plain resource decides, as in v1.24. */
  let hasPlain = false;
  checkEach(errors, input, (text, index) => {
    const at = `${field}[${index}]`;
    if (text === '') return void errors.push(required(at));
    const slash = text.indexOf('/');
    if (slash < 0) {
      hasPlain = text !== '*';
      return;
    }
    const [resource, sub] = [text.slice(0, slash), text.slice(slash + 1)];
    const covering = [
      ...(ofResource.has(resource) ? [`${resource}/*`] : []),
      ...(everywhere.has(sub) ? [`*/${sub}`] : []),
    ];
    for (const wider of covering) {
      const why = `if '${wider}' is present, must not specify ${text}`;
      errors.push(invalid(at, show(text), why));
    }
    if (sub === '*') ofResource.add(resource);
    if (resource === '*') everywhere.add(sub);
  });
  if (input.length > 1 && input.includes('*/*')) {
    const why = "if '*/*' is present, must not specify other resources";
    errors.push(invalid(field, showStrings(input), why));
  }
  if (input.includes('*') && hasPlain) {
    const why = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalid(field, showStrings(input), why));
  }
}

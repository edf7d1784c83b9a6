/** Checks of when containers are restarted: after they have ended, and for other amounts. */
import {
  duplicate,
  forbidden,
  invalid,
  isSince,
  notSupported,
  required,
  showName,
  tooLong,
  tooMany,
  type FieldErrors,
} from '#values';
import { validateOneOf } from '../../../object/validate-values.ts';
import type { Container, PodSpec } from '#types';

const policies = ['Always', 'Never', 'OnFailure'];
const operators = ['In', 'NotIn'];
const resized = ['cpu', 'memory'];
const resizePolicies = ['NotRequired', 'RestartContainer'];
const mostRules = 20;
const mostCodes = 255;

/** For a container that provides a service; `field` is its path. */
export function validateRestarts(errors: FieldErrors, container: Container, field: string): void {
  if (isSince(errors, 'ContainerRestartRules')) validateRules(errors, container, field);
  else if (container.restartPolicy != null) {
    errors.push(forbidden(`${field}.restartPolicy`, 'may not be set for non-init containers'));
  }
}

/** For a container that runs before others; `field` is its path. */
export function validateInitRestarts(
  errors: FieldErrors,
  container: Container,
  field: string,
): void {
  const { restartPolicy: policy, restartPolicyRules: rules = [] } = container;
  if (!isSince(errors, 'ContainerRestartRules')) {
    if (policy != null) validateOneOf(errors, policy, ['Always'], `${field}.restartPolicy`);
  } else if (policy === 'Always' && !isSince(errors, 'RestartAllContainersOnContainerExits')) {
    if (rules.length === 0) return;
    const why = 'restartPolicyRules are not allowed for init containers with restart policy Always';
    errors.push(forbidden(`${field}.restartPolicyRules`, why));
  } else {
    validateRules(errors, container, field);
  }
}

function validateRules(
  errors: FieldErrors,
  { restartPolicy, restartPolicyRules: rules = [] }: Container,
  field: string,
): void {
  const at = `${field}.restartPolicy`;
  if (restartPolicy != null) validateOneOf(errors, restartPolicy, policies, at);
  else if (rules.length > 0) {
    errors.push(required(at, 'must specify restartPolicy when restart rules are used'));
  }
  const list = `${field}.restartPolicyRules`;
  validateCount(errors, rules, mostRules, list);
  const actions = isSince(errors, 'RestartAllContainersOnContainerExits')
    ? ['Restart', 'RestartAllContainers']
    : ['Restart'];
  for (const [index, { action = '', exitCodes }] of rules.entries()) {
    validateOneOf(errors, action, actions, `${list}[${index}].action`);
    const codes = `${list}[${index}].exitCodes`;
    if (exitCodes == null) {
      errors.push(required(codes, 'must be specified'));
      continue;
    }
    const { operator = '', values = [] } = exitCodes;
    validateOneOf(errors, operator, operators, `${codes}.operator`);
    validateCount(errors, values, mostCodes, `${codes}.values`);
  }
}

function validateCount(
  errors: FieldErrors,
  { length }: readonly unknown[],
  most: number,
  field: string,
): void {
  if (length <= most) return;
  errors.push(
    isSince(errors, 'PodRestartPolicyNamed')
      ? tooMany(field, length, most)
      : tooLong(field, most, errors.release),
  );
}

/** @param spec of the pod */
export function validateResizePolicy(
  errors: FieldErrors,
  resizePolicy: Container['resizePolicy'],
  spec: PodSpec,
  field: string,
): void {
  if (resizePolicy == null || resizePolicy.length === 0) return;
  const earlier = new Set<string>();
  for (const [index, each] of resizePolicy.entries()) {
    const { resourceName = '', restartPolicy = '' } = each;
    if (earlier.has(resourceName))
      errors.push(duplicate(`${field}[${index}]`, showName(resourceName)));
    earlier.add(resourceName);
    validateChoice(errors, resourceName, resized, field);
    validateChoice(errors, restartPolicy, resizePolicies, field);
    if (spec.restartPolicy !== 'Never' || restartPolicy === 'NotRequired') continue;
    const whose = isSince(errors, 'PodRestartPolicyNamed') ? 'pod ' : '';
    const why = `must be 'NotRequired' when ${whose}\`restartPolicy\` is 'Never'`;
    errors.push(invalid(field, showName(restartPolicy), why));
  }
}

function validateChoice(
  errors: FieldErrors,
  value: string,
  supported: readonly string[],
  field: string,
): void {
  if (value === '') errors.push(required(field));
  else if (!supported.includes(value)) errors.push(notSupported(field, showName(value), supported));
}

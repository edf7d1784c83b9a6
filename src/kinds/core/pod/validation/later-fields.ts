/** Checks of fields of pods that later releases have: where they are set, the release has them. */
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkQualifiedName,
  duplicate,
  forbidden,
  goJson,
  invalid,
  invalidFor,
  isSince,
  notFoundValue,
  notSupported,
  required,
  show,
  tooLong,
  tooMany,
  type FieldErrors,
} from '#values';
import { validateOneOf } from '../../../object/validate-values.ts';
import type {
  AppArmorProfile,
  Container,
  LifecycleHandler,
  PodResourceClaim,
  PodSpec,
  VolumeMount,
} from '#types';

const groupsPolicies = ['Merge', 'Strict'];
const labelPolicies = ['MountOption', 'Recursive'];
const restartPolicies = ['Always', 'Never', 'OnFailure'];
const actions = ['Restart', 'RestartAllContainers'];
const operators = ['In', 'NotIn'];
const resized = ['cpu', 'memory'];
const resizePolicies = ['NotRequired', 'RestartContainer'];
const mostRules = 20;
const mostCodes = 255;
const recursive = ['Disabled', 'Enabled', 'IfPossible'];
const appArmorTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const longestProfile = 4095;

/** `field` is the path of the spec. */
export function validateLaterFields(errors: FieldErrors, spec: PodSpec, field: string): void {
  validateGates(errors, spec, field);
  validateUsers(errors, spec, field);
  validateClaims(errors, spec.resourceClaims ?? [], `${field}.resourceClaims`);
  const { securityContext: context } = spec;
  if (context != null) {
    const at = `${field}.securityContext`;
    const { supplementalGroupsPolicy: groups, seLinuxChangePolicy: labels } = context;
    if (groups != null) {
      validateOneOf(errors, groups, groupsPolicies, `${at}.supplementalGroupsPolicy`);
    }
    if (labels != null) {
      validateOneOf(errors, labels, labelPolicies, `${at}.seLinuxChangePolicy`);
    }
    validateAppArmor(errors, context.appArmorProfile, `${at}.appArmorProfile`);
  }
  for (const list of ['containers', 'initContainers'] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      validateContainerFields(errors, container, spec, list, `${field}.${list}[${index}]`);
    }
  }
}

function validateGates(errors: FieldErrors, spec: PodSpec, path: string): void {
  const gates = spec.schedulingGates ?? [];
  const field = `${path}.schedulingGates`;
  const seen = new Set<string>();
  for (const [index, { name = '' }] of gates.entries()) {
    invalidFor(errors, `${field}[${index}]`, name, checkQualifiedName(name));
    if (seen.has(name)) errors.push(duplicate(`${field}[${index}]`, show(name)));
    seen.add(name);
  }
  if (!spec.nodeName || gates.length === 0) return;
  const why = 'cannot be set until all schedulingGates have been cleared';
  errors.push(forbidden(`${path}.nodeName`, why));
}

/** Users of their own do not go with namespaces of the host. */
function validateUsers(errors: FieldErrors, spec: PodSpec, field: string): void {
  if (spec.hostUsers !== false) return;
  const refuse = (at: string): void => {
    errors.push(forbidden(`${field}.${at}`, 'when `hostUsers` is false'));
  };
  if (spec.hostNetwork === true) refuse('hostNetwork');
  if (spec.hostPID === true) refuse('HostPID');
  if (spec.hostIPC === true) refuse('HostIPC');
  for (const list of ['initContainers', 'containers'] as const) {
    for (const [index, { volumeDevices = [] }] of (spec[list] ?? []).entries()) {
      if (volumeDevices.length > 0) refuse(`${list}[${index}].volumeDevices`);
    }
  }
}

function validateClaims(
  errors: FieldErrors,
  claims: readonly PodResourceClaim[],
  field: string,
): void {
  const names = new Set<string>();
  for (const [index, claim] of claims.entries()) {
    const at = `${field}[${index}]`;
    const { name = '', resourceClaimName: own, resourceClaimTemplateName: template } = claim;
    if (name === '') errors.push(required(`${at}.name`));
    else if (names.has(name)) errors.push(duplicate(`${at}.name`, show(name)));
    else invalidFor(errors, `${at}.name`, name, checkDns1123Label(name));
    names.add(name);
    if (own != null && template != null) {
      const why =
        'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
      errors.push(invalid(at, goJson(claim), why));
    }
    if (own == null && template == null) {
      const why = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
      errors.push(invalid(at, goJson(claim), why));
    }
    for (const key of ['resourceClaimName', 'resourceClaimTemplateName'] as const) {
      const named = claim[key];
      if (named != null) invalidFor(errors, `${at}.${key}`, named, checkDns1123Subdomain(named));
    }
  }
}

function validateContainerFields(
  errors: FieldErrors,
  container: Container,
  spec: PodSpec,
  list: 'containers' | 'initContainers',
  field: string,
): void {
  if (list === 'initContainers' || isSince(errors, 'ContainerRestartRules')) {
    validateRestarts(errors, container, field);
  } else if (container.restartPolicy != null) {
    errors.push(forbidden(`${field}.restartPolicy`, 'may not be set for non-init containers'));
  }
  validateResizePolicy(errors, container, spec, `${field}.resizePolicy`);
  validateUsedClaims(errors, container.resources?.claims ?? [], spec, `${field}.resources.claims`);
  validateSleep(errors, container.lifecycle?.postStart, spec, `${field}.lifecycle.postStart`);
  validateSleep(errors, container.lifecycle?.preStop, spec, `${field}.lifecycle.preStop`);
  validateFiles(errors, container, spec, field);
  const { appArmorProfile: profile } = container.securityContext ?? {};
  validateAppArmor(errors, profile, `${field}.securityContext.appArmorProfile`);
  for (const mount of container.volumeMounts ?? []) {
    validateRecursive(errors, mount, `${field}.volumeMounts.recursiveReadOnly`);
  }
}

/** Files of the environment are in volumes of the pod. */
function validateFiles(
  errors: FieldErrors,
  { env = [] }: Container,
  { volumes = [] }: PodSpec,
  field: string,
): void {
  for (const [index, { valueFrom }] of env.entries()) {
    const file = valueFrom?.fileKeyRef;
    if (file == null || volumes.some(({ name }) => name === file.volumeName)) continue;
    const at = `${field}.env[${index}].valueFrom.fileKeyRef.volumeName`;
    errors.push(notFoundValue(at, show(file.volumeName ?? '')));
  }
}

function validateRestarts(
  errors: FieldErrors,
  { restartPolicy, restartPolicyRules: rules = [] }: Container,
  field: string,
): void {
  const at = `${field}.restartPolicy`;
  if (restartPolicy != null) validateOneOf(errors, restartPolicy, restartPolicies, at);
  else if (rules.length > 0) {
    errors.push(required(at, 'must specify restartPolicy when restart rules are used'));
  }
  const list = `${field}.restartPolicyRules`;
  if (rules.length > mostRules) errors.push(tooMany(list, rules.length, mostRules));
  for (const [index, { action = '', exitCodes }] of rules.entries()) {
    validateOneOf(errors, action, actions, `${list}[${index}].action`);
    const codes = `${list}[${index}].exitCodes`;
    if (exitCodes == null) {
      errors.push(required(codes, 'must be specified'));
      continue;
    }
    const { operator = '', values = [] } = exitCodes;
    validateOneOf(errors, operator, operators, `${codes}.operator`);
    if (values.length > mostCodes) {
      errors.push(tooMany(`${codes}.values`, values.length, mostCodes));
    }
  }
}

function validateResizePolicy(
  errors: FieldErrors,
  { resizePolicy = [] }: Container,
  spec: PodSpec,
  field: string,
): void {
  const seen = new Set<string>();
  for (const [index, { resourceName = '', restartPolicy = '' }] of resizePolicy.entries()) {
    if (seen.has(resourceName)) errors.push(duplicate(`${field}[${index}]`, show(resourceName)));
    seen.add(resourceName);
    validateChoice(errors, resourceName, resized, field);
    validateChoice(errors, restartPolicy, resizePolicies, field);
    if (spec.restartPolicy !== 'Never' || restartPolicy === 'NotRequired') continue;
    const pod = isSince(errors, 'PodRestartPolicyNamed') ? 'pod ' : '';
    const why = `must be 'NotRequired' when ${pod}\`restartPolicy\` is 'Never'`;
    errors.push(invalid(field, show(restartPolicy), why));
  }
}

function validateChoice(
  errors: FieldErrors,
  value: string,
  supported: readonly string[],
  field: string,
): void {
  if (value === '') errors.push(required(field));
  else validateOneOf(errors, value, supported, field);
}

/** Claims that a container uses are claims of the pod. */
export function validateUsedClaims(
  errors: FieldErrors,
  claims: readonly { readonly name: string; readonly request?: string }[],
  { resourceClaims = [] }: PodSpec,
  field: string,
): void {
  const names = resourceClaims.map(({ name }) => name);
  const seen = new Set<string>();
  for (const [index, { name = '', request }] of claims.entries()) {
    const at = `${field}[${index}]`;
    const key = request ? `${name}/${request}` : name;
    if (name === '') errors.push(required(at));
    else {
      if (seen.has(key)) errors.push(duplicate(at, show(key)));
      seen.add(key);
      if (!names.includes(name)) {
        const which = names.length === 0 ? ' which is empty' : '';
        const why = `must be one of the names in pod.spec.resourceClaims${which}`;
        const found = notFoundValue(at, show(name));
        errors.push({ ...found, message: `${found.message}: ${why}` });
      }
    }
  }
}

const zeroSleep = 'PodLifecycleSleepActionAllowZero';
const zeroSleepHint = '. Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.';

/** A container sleeps no longer than its pod may take to end. */
function validateSleep(
  errors: FieldErrors,
  handler: LifecycleHandler | undefined,
  { terminationGracePeriodSeconds: grace }: PodSpec,
  field: string,
): void {
  if (handler?.sleep == null || grace == null) return;
  const { seconds = 0 } = handler.sleep;
  const mayBeZero = isSince(errors, zeroSleep);
  if (seconds <= grace && (seconds > 0 || (seconds === 0 && mayBeZero))) return;
  const least = mayBeZero ? 'non-negative' : 'greater than 0';
  const hint = !mayBeZero && isSince(errors, 'ZeroSleepGated') ? zeroSleepHint : '';
  const why = `must be ${least} and less than terminationGracePeriodSeconds (${grace})${hint}`;
  errors.push(invalid(`${field}.sleep`, show(seconds), why));
}

function validateAppArmor(
  errors: FieldErrors,
  profile: AppArmorProfile | undefined,
  field: string,
): void {
  if (profile == null) return;
  const { type, localhostProfile: local } = profile;
  const at = `${field}.localhostProfile`;
  const must = 'must be set when AppArmor type is Localhost';
  if (!type) errors.push(required(`${field}.type`, 'type is required when appArmorProfile is set'));
  else if (!appArmorTypes.includes(type)) {
    errors.push(notSupported(`${field}.type`, show(type), appArmorTypes));
  } else if (type !== 'Localhost') {
    const why = 'can only be set when AppArmor type is Localhost';
    if (local != null) errors.push(invalid(at, show(local), why));
  } else if (local == null || local === '') errors.push(required(at, must));
  else {
    const why = 'must not be padded with whitespace';
    if (local !== local.trim()) errors.push(invalid(at, show(local), why));
    if (local.length > longestProfile) errors.push(tooLong(at, longestProfile));
  }
}

function validateRecursive(
  errors: FieldErrors,
  { recursiveReadOnly: mode, readOnly, mountPropagation }: VolumeMount,
  field: string,
): void {
  if (mode == null || mode === 'Disabled') return;
  if (!recursive.includes(mode)) {
    errors.push(notSupported(field, show(mode), recursive));
    return;
  }
  if (readOnly !== true) {
    errors.push(forbidden(field, 'may only be specified when readOnly is true'));
  }
  if (mountPropagation != null && mountPropagation !== 'None') {
    const why = 'may only be specified when mountPropagation is None or not specified';
    errors.push(forbidden(field, why));
  }
}

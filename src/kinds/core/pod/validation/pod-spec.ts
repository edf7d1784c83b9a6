/** Checks of pod specs, both in pods and in templates. */
import {
  checkEach,
  forbidden,
  invalidFor,
  isSince,
  notSupported,
  required,
  show,
  type FieldErrors,
  type Release,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkQualifiedName,
} from '#values';
import { validateAnnotations, validateLabels } from '../../../object/validate-labels.ts';
import { validateOneOf, validateRange } from '../../../object/validate-values.ts';
import type { ObjectMeta, PodSpec, PodTemplateSpec } from '#types';
import { validateContainers } from './containers.ts';
import { validateEphemeralContainers } from './ephemeral-containers.ts';
import { validatePodResources } from './pod-level-resources.ts';
import { validateAppArmorPairs } from './app-armor.ts';
import { validateInitContainers } from './init-containers.ts';
import { validateFiles, validateGates, validateHostname, validateUsers } from './later-fields.ts';
import { validateClaims } from './resource-claims.ts';
import { validatePodAnnotations, validateSeccompPairs } from './pod-annotations.ts';
import { validateDns, validateHostAliases } from './pod-names.ts';
import { validateAffinity, validateSpread } from './pod-placement.ts';
import { validateRequirements } from './resources.ts';
import { validateHostNetwork, validatePodSecurity } from './security.ts';
import { validateTolerations } from './tolerations.ts';
import { validateVolumes } from '../../volume/validate-volumes.ts';
import { validateHostProcesses, validateSystem } from './windows.ts';

const restartPolicies = ['Always', 'OnFailure', 'Never'];
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const maxInt32 = 2 ** 31 - 1;

/** `field` is the path of the template. v1.24 omits `metadata` from the paths of its parts. */
export function validatePodTemplate(
  errors: FieldErrors,
  { metadata, spec }: PodTemplateSpec,
  field: string,
): void {
  const { labels, annotations } = metadata ?? {};
  validateLabels(errors, labels, `${field}.labels`);
  validateAnnotations(errors, annotations, `${field}.annotations`);
  validatePodAnnotations(errors, annotations, spec, `${field}.annotations`);
  validateTemplateSpec(errors, spec, `${field}.spec`);
  validateSeccompPairs(errors, annotations, spec, `${field}.spec`);
  validateAppArmorPairs(errors, annotations, spec, `${field}.spec`);
  if ((spec.ephemeralContainers ?? []).length > 0) {
    const why = 'ephemeral containers not allowed in pod template';
    errors.push(forbidden(`${field}.spec.ephemeralContainers`, why));
  }
}

/** Specs of templates that have passed, and by whose rules. Many Jobs have that of one CronJob. */
const passed = new WeakMap<PodSpec, Release>();

/** Checks a spec once: it is a value, so what has passed passes again. */
function validateTemplateSpec(errors: FieldErrors, spec: PodSpec, field: string): void {
  const { release, later, length } = errors;
  if (release !== undefined && passed.get(spec) === release) return;
  validatePodSpec(errors, spec, field);
  const isWhole = later === undefined && errors.length === length;
  if (release !== undefined && isWhole) passed.set(spec, release);
}

/**
 * For a spec with its defaults; `field` is its path.
 * @param pod its metadata; absent in templates
 */
export function validatePodSpec(
  errors: FieldErrors,
  spec: PodSpec,
  field: string,
  pod?: ObjectMeta,
): void {
  const isOfPod = pod !== undefined;
  const volumes = validateVolumes(errors, spec.volumes, `${field}.volumes`, pod?.name);
  validateClaims(errors, spec.resourceClaims, `${field}.resourceClaims`, pod?.annotations);
  validateContainers(errors, spec, volumes, field);
  validateInitContainers(errors, spec, volumes, `${field}.initContainers`);
  validateEphemeralContainers(errors, spec, volumes, field);
  validatePodResources(errors, spec, field);
  const hasHostNetwork = spec.hostNetwork === true;
  const hasPortsFirst = hasHostNetwork && isSince(errors, 'HostPortsRefused');
  if (hasPortsFirst) validateHostNetwork(errors, spec, field, isOfPod);
  validateChoice(errors, spec.restartPolicy, restartPolicies, `${field}.restartPolicy`);
  validateChoice(errors, spec.dnsPolicy, dnsPolicies, `${field}.dnsPolicy`);
  validateLabels(errors, spec.nodeSelector, `${field}.nodeSelector`);
  if (hasHostNetwork && !hasPortsFirst) validateHostNetwork(errors, spec, field, isOfPod);
  validatePodSecurity(errors, spec, field);
  validateAffinity(errors, spec.affinity, `${field}.affinity`);
  validateDns(errors, spec, field);
  checkEach(errors, spec.readinessGates, ({ conditionType = '' }, index) => {
    const at = `${field}.readinessGates[${index}].conditionType`;
    invalidFor(errors, at, conditionType, checkQualifiedName(conditionType, errors.release));
  });
  validateGates(errors, spec, `${field}.schedulingGates`);
  validateSpread(errors, spec.topologySpreadConstraints, `${field}.topologySpreadConstraints`);
  validateHostProcesses(errors, spec, field);
  validateUsers(errors, spec, field);
  validateHostname(errors, spec, field);
  validateNames(errors, spec, field);
  validateTolerations(errors, spec.tolerations, `${field}.tolerations`);
  validateHostAliases(errors, spec.hostAliases, `${field}.hostAliases`);
  validateName(errors, spec.priorityClassName, checkDns1123Subdomain, `${field}.priorityClassName`);
  const { runtimeClassName } = spec;
  if (runtimeClassName != null) {
    const messages = checkDns1123Subdomain(runtimeClassName);
    invalidFor(errors, `${field}.runtimeClassName`, runtimeClassName, messages);
  }
  validatePreemption(errors, spec.preemptionPolicy, `${field}.preemptionPolicy`);
  validateOverhead(errors, spec, `${field}.overhead`);
  validateSystem(errors, spec, field);
  validateFiles(errors, spec, field);
}

function validateNames(errors: FieldErrors, spec: PodSpec, field: string): void {
  const { serviceAccountName, nodeName, activeDeadlineSeconds } = spec;
  validateName(errors, serviceAccountName, checkDns1123Subdomain, `${field}.serviceAccountName`);
  validateName(errors, nodeName, checkDns1123Subdomain, `${field}.nodeName`);
  if (activeDeadlineSeconds != null) {
    const at = `${field}.activeDeadlineSeconds`;
    validateRange(errors, activeDeadlineSeconds, 1, maxInt32, at);
  }
  validateName(errors, spec.hostname, checkDns1123Label, `${field}.hostname`);
  validateName(errors, spec.subdomain, checkDns1123Label, `${field}.subdomain`);
}

function validateChoice(
  errors: FieldErrors,
  value: string | undefined,
  supported: readonly string[],
  field: string,
): void {
  if (!value) errors.push(required(field));
  else validateOneOf(errors, value, supported, field);
}

function validateName(
  errors: FieldErrors,
  name: string | undefined,
  check: (name: string, release?: Release) => readonly string[],
  field: string,
): void {
  if (name) invalidFor(errors, field, name, check(name, errors.release));
}

const preemptionPolicies = ['PreemptLowerPriority', 'Never'];

function validatePreemption(errors: FieldErrors, policy: string | undefined, field: string): void {
  if (policy == null || preemptionPolicies.includes(policy)) return;
  errors.push(
    policy === '' ? required(field) : notSupported(field, show(policy), preemptionPolicies),
  );
}

/** v1.24 checks the overhead as if it were limits, which shows in the paths. */
function validateOverhead(errors: FieldErrors, { overhead }: PodSpec, field: string): void {
  validateRequirements(errors, overhead && { limits: overhead }, field);
}

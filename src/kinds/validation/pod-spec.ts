/** Checks of pod specs, in pods and in templates alike. */
import {
  forbidden,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldErrors,
} from '../meta/field-errors.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../meta/names.ts';
import { validateAnnotations, validateLabels } from '../meta/validate-labels.ts';
import { validateOneOf, validateRange } from '../meta/validate-values.ts';
import type { Container, PodSpec, PodTemplateSpec } from '../types/index.ts';
import { validateContainers } from './containers.ts';
import { validateNodeAffinity } from './node-selector.ts';
import { validateRequirements } from './resources.ts';
import { validateTolerations } from './tolerations.ts';
import { validateVolumes } from './volumes.ts';

const restartPolicies = ['Always', 'OnFailure', 'Never'];
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const maxInt32 = 2 ** 31 - 1;

/** `field` is the path of the template. v1.24 leaves `metadata` out of the paths of its parts. */
export function validatePodTemplate(
  errors: FieldErrors,
  { metadata, spec }: PodTemplateSpec,
  field: string,
): void {
  validateLabels(errors, metadata?.labels, `${field}.labels`);
  validateAnnotations(errors, metadata?.annotations, `${field}.annotations`);
  validatePodSpec(errors, spec, `${field}.spec`);
  if ((spec.ephemeralContainers ?? []).length > 0) {
    const why = 'ephemeral containers not allowed in pod template';
    errors.push(forbidden(`${field}.spec.ephemeralContainers`, why));
  }
}

/** For a spec with its defaults; `field` is its path. */
export function validatePodSpec(errors: FieldErrors, spec: PodSpec, field: string): void {
  validateVolumes(errors, spec.volumes, `${field}.volumes`);
  validateContainers(errors, spec, field);
  validateChoice(errors, spec.restartPolicy, restartPolicies, `${field}.restartPolicy`);
  validateChoice(errors, spec.dnsPolicy, dnsPolicies, `${field}.dnsPolicy`);
  validateLabels(errors, spec.nodeSelector, `${field}.nodeSelector`);
  if (spec.hostNetwork === true) validateHostNetwork(errors, spec.containers ?? [], field);
  validateNodeAffinity(errors, spec.affinity?.nodeAffinity, `${field}.affinity.nodeAffinity`);
  validateName(
    errors,
    spec.serviceAccountName,
    checkDns1123Subdomain,
    `${field}.serviceAccountName`,
  );
  validateName(errors, spec.nodeName, checkDns1123Subdomain, `${field}.nodeName`);
  if (spec.activeDeadlineSeconds != null) {
    validateRange(
      errors,
      spec.activeDeadlineSeconds,
      1,
      maxInt32,
      `${field}.activeDeadlineSeconds`,
    );
  }
  validateName(errors, spec.hostname, checkDns1123Label, `${field}.hostname`);
  validateName(errors, spec.subdomain, checkDns1123Label, `${field}.subdomain`);
  validateTolerations(errors, spec.tolerations, `${field}.tolerations`);
  validateName(errors, spec.priorityClassName, checkDns1123Subdomain, `${field}.priorityClassName`);
  validateName(errors, spec.runtimeClassName, checkDns1123Subdomain, `${field}.runtimeClassName`);
  validatePreemption(errors, spec.preemptionPolicy, `${field}.preemptionPolicy`);
  validateOverhead(errors, spec, `${field}.overhead`);
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
  check: (name: string) => readonly string[],
  field: string,
): void {
  if (name) invalidFor(errors, field, name, check(name));
}

/** On the node's own network, a container's port is the node's port. */
function validateHostNetwork(
  errors: FieldErrors,
  containers: readonly Container[],
  field: string,
): void {
  for (const [index, { ports = [] }] of containers.entries()) {
    for (const [portIndex, { containerPort, hostPort }] of ports.entries()) {
      if (hostPort === containerPort) continue;
      const at = `${field}.containers[${index}].ports[${portIndex}].containerPort`;
      const why = 'must match `hostPort` when `hostNetwork` is true';
      errors.push(invalid(at, show(containerPort ?? 0), why));
    }
  }
}

const preemptionPolicies = ['PreemptLowerPriority', 'Never'];

function validatePreemption(errors: FieldErrors, policy: string | undefined, field: string): void {
  if (policy == null || preemptionPolicies.includes(policy)) return;
  errors.push(
    policy === '' ? required(field) : notSupported(field, show(policy), preemptionPolicies),
  );
}

/** v1.24 checks the overhead as if it were limits, and says so in the paths. */
function validateOverhead(errors: FieldErrors, { overhead }: PodSpec, field: string): void {
  validateRequirements(errors, overhead && { limits: overhead }, field);
}

/** Checks of pod specs, in pods and in templates alike. */
import {
  forbidden,
  invalid,
  invalidFor,
  notSupported,
  required,
  show,
  type FieldError,
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
export function* validatePodTemplate(
  { metadata, spec }: PodTemplateSpec,
  field: string,
): Iterable<FieldError> {
  yield* validateLabels(metadata?.labels, `${field}.labels`);
  yield* validateAnnotations(metadata?.annotations, `${field}.annotations`);
  yield* validatePodSpec(spec, `${field}.spec`);
  if ((spec.ephemeralContainers ?? []).length > 0) {
    const why = 'ephemeral containers not allowed in pod template';
    yield forbidden(`${field}.spec.ephemeralContainers`, why);
  }
}

/** For a spec with its defaults; `field` is its path. */
export function* validatePodSpec(spec: PodSpec, field: string): Iterable<FieldError> {
  yield* validateVolumes(spec.volumes, `${field}.volumes`);
  yield* validateContainers(spec, field);
  yield* validateChoice(spec.restartPolicy, restartPolicies, `${field}.restartPolicy`);
  yield* validateChoice(spec.dnsPolicy, dnsPolicies, `${field}.dnsPolicy`);
  yield* validateLabels(spec.nodeSelector, `${field}.nodeSelector`);
  if (spec.hostNetwork === true) yield* validateHostNetwork(spec.containers ?? [], field);
  yield* validateNodeAffinity(spec.affinity?.nodeAffinity, `${field}.affinity.nodeAffinity`);
  yield* validateName(
    spec.serviceAccountName,
    checkDns1123Subdomain,
    `${field}.serviceAccountName`,
  );
  yield* validateName(spec.nodeName, checkDns1123Subdomain, `${field}.nodeName`);
  if (spec.activeDeadlineSeconds != null) {
    yield* validateRange(spec.activeDeadlineSeconds, 1, maxInt32, `${field}.activeDeadlineSeconds`);
  }
  yield* validateName(spec.hostname, checkDns1123Label, `${field}.hostname`);
  yield* validateName(spec.subdomain, checkDns1123Label, `${field}.subdomain`);
  yield* validateTolerations(spec.tolerations, `${field}.tolerations`);
  yield* validateName(spec.priorityClassName, checkDns1123Subdomain, `${field}.priorityClassName`);
  yield* validateName(spec.runtimeClassName, checkDns1123Subdomain, `${field}.runtimeClassName`);
  yield* validatePreemption(spec.preemptionPolicy, `${field}.preemptionPolicy`);
  yield* validateOverhead(spec, `${field}.overhead`);
}

function* validateChoice(
  value: string | undefined,
  supported: readonly string[],
  field: string,
): Iterable<FieldError> {
  if (!value) yield required(field);
  else yield* validateOneOf(value, supported, field);
}

function validateName(
  name: string | undefined,
  check: (name: string) => readonly string[],
  field: string,
): Iterable<FieldError> {
  return name ? invalidFor(field, show(name), check(name)) : [];
}

/** On the node's own network, a container's port is the node's port. */
function* validateHostNetwork(
  containers: readonly Container[],
  field: string,
): Iterable<FieldError> {
  for (const [index, { ports = [] }] of containers.entries()) {
    for (const [portIndex, { containerPort, hostPort }] of ports.entries()) {
      if (hostPort === containerPort) continue;
      const at = `${field}.containers[${index}].ports[${portIndex}].containerPort`;
      const why = 'must match `hostPort` when `hostNetwork` is true';
      yield invalid(at, show(containerPort ?? 0), why);
    }
  }
}

const preemptionPolicies = ['PreemptLowerPriority', 'Never'];

function* validatePreemption(policy: string | undefined, field: string): Iterable<FieldError> {
  if (policy == null || preemptionPolicies.includes(policy)) return;
  yield policy === '' ? required(field) : notSupported(field, show(policy), preemptionPolicies);
}

/** v1.24 checks the overhead as if it were limits, and says so in the paths. */
function validateOverhead({ overhead }: PodSpec, field: string): Iterable<FieldError> {
  return validateRequirements(overhead && { limits: overhead }, field);
}

/** Checks of containers. */
import {
  duplicate,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
} from '../meta/field-errors.ts';
import { checkDns1123Label } from '../meta/names.ts';
import { validateOneOf, validatePort } from '../meta/validate-values.ts';
import type { Container, ContainerPort, EnvVar, PodSpec } from '../types/index.ts';
import { checkPortName, validateContainerProbes } from './probes.ts';
import { validateRequirements } from './resources.ts';
import { validateMounts } from './volumes.ts';

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];
const protocols = ['SCTP', 'TCP', 'UDP'];

/** What belongs to other containers must not be set on init containers. */
const notForInitContainers = [
  'lifecycle',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
] as const;

/** `field` is the path of the spec. */
export function validateContainers(errors: FieldErrors, spec: PodSpec, field: string): void {
  const containers = spec.containers ?? [];
  if (containers.length === 0) errors.push(required(`${field}.containers`));
  validateList(errors, containers, spec, `${field}.containers`);
  validateHostPorts(errors, containers, `${field}.containers`);
  validateInitContainers(errors, spec, `${field}.initContainers`);
}

function validateInitContainers(errors: FieldErrors, spec: PodSpec, field: string): void {
  const { initContainers = [], containers = [] } = spec;
  if (initContainers.length === 0) return;
  validateList(errors, initContainers, spec, field);
  for (const container of initContainers) validateHostPorts(errors, [container], field);
  const names = new Set(containers.map((container) => container.name));
  for (const [index, container] of initContainers.entries()) {
    const at = `${field}[${index}]`;
    if (names.has(container.name)) errors.push(duplicate(`${at}.name`, show(container.name)));
    for (const part of notForInitContainers) {
      if (container[part] == null) continue;
      errors.push(
        invalid(
          `${at}.${part}`,
          JSON.stringify(container[part]),
          'must not be set for init containers',
        ),
      );
    }
  }
}

function validateList(
  errors: FieldErrors,
  containers: readonly Container[],
  spec: PodSpec,
  field: string,
): void {
  const names = new Set<string>();
  for (const [index, container] of containers.entries()) {
    const at = `${field}[${index}]`;
    validateName(errors, container.name, names, `${at}.name`);
    if (!container.image) errors.push(required(`${at}.image`));
    validateContainerProbes(errors, container, at);
    validateMessagePolicy(errors, container, at);
    validatePorts(errors, container.ports, `${at}.ports`);
    validateEnv(errors, container.env, `${at}.env`);
    validateMounts(errors, container, spec.volumes, at);
    validateOneOf(errors, container.imagePullPolicy ?? '', pullPolicies, `${at}.imagePullPolicy`);
    validateRequirements(errors, container.resources, `${at}.resources`);
  }
}

function validateName(
  errors: FieldErrors,
  name: string | undefined,
  names: Set<string>,
  field: string,
): void {
  if (!name) errors.push(required(field));
  else invalidFor(errors, field, name, checkDns1123Label(name));
  if (names.has(name ?? '')) errors.push(duplicate(field, show(name ?? '')));
  names.add(name ?? '');
}

function validateMessagePolicy(errors: FieldErrors, container: Container, field: string): void {
  const policy: string = container.terminationMessagePolicy ?? '';
  const at = `${field}.terminationMessagePolicy`;
  const why = "must be 'File' or 'FallbackToLogsOnError'";
  if (policy === '') errors.push(required(at, why));
  else if (policy !== 'File' && policy !== 'FallbackToLogsOnError') {
    errors.push(invalid(at, show(policy), why));
  }
}

function validatePorts(
  errors: FieldErrors,
  ports: readonly ContainerPort[] | undefined,
  field: string,
): void {
  if (ports == null || ports.length === 0) return;
  const names = new Set<string>();
  for (const [index, { name, containerPort, hostPort, protocol }] of ports.entries()) {
    const at = `${field}[${index}]`;
    if (name) {
      const messages = checkPortName(name);
      invalidFor(errors, `${at}.name`, name, messages);
      if (messages.length === 0 && names.has(name))
        errors.push(duplicate(`${at}.name`, show(name)));
      names.add(name);
    }
    if (!containerPort) errors.push(required(`${at}.containerPort`));
    else validatePort(errors, containerPort, `${at}.containerPort`);
    if (hostPort) validatePort(errors, hostPort, `${at}.hostPort`);
    if (!protocol) errors.push(required(`${at}.protocol`));
    else validateOneOf(errors, protocol, protocols, `${at}.protocol`);
  }
}

/** A port of the node can be had once. */
function validateHostPorts(
  errors: FieldErrors,
  containers: readonly Container[],
  field: string,
): void {
  let taken: Set<string> | undefined;
  for (const [index, { ports }] of containers.entries()) {
    if (ports == null) continue;
    for (const [portIndex, port] of ports.entries()) {
      if (!port.hostPort) continue;
      const identity = `${port.protocol ?? ''}/${port.hostIP ?? ''}/${port.hostPort}`;
      taken ??= new Set();
      if (taken.has(identity)) {
        errors.push(duplicate(`${field}[${index}].ports[${portIndex}].hostPort`, show(identity)));
      }
      taken.add(identity);
    }
  }
}

const badVariable =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', " +
  "and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', " +
  "regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";

function validateEnv(errors: FieldErrors, env: readonly EnvVar[] | undefined, field: string): void {
  for (const [index, { name, value, valueFrom }] of (env ?? []).entries()) {
    const at = `${field}[${index}]`;
    if (!name) errors.push(required(`${at}.name`));
    else if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name)) {
      errors.push(invalid(`${at}.name`, show(name), badVariable));
    }
    if (value && valueFrom != null) {
      errors.push(
        invalid(`${at}.valueFrom`, '""', 'may not be specified when `value` is not empty'),
      );
    }
  }
}

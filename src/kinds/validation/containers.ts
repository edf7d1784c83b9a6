/** Checks of containers. */
import {
  duplicate,
  invalid,
  invalidFor,
  required,
  show,
  type FieldError,
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
export function* validateContainers(spec: PodSpec, field: string): Iterable<FieldError> {
  const containers = spec.containers ?? [];
  if (containers.length === 0) yield required(`${field}.containers`);
  yield* validateList(containers, spec, `${field}.containers`);
  yield* validateHostPorts(containers, `${field}.containers`);
  yield* validateInitContainers(spec, `${field}.initContainers`);
}

function* validateInitContainers(spec: PodSpec, field: string): Iterable<FieldError> {
  const { initContainers = [], containers = [] } = spec;
  yield* validateList(initContainers, spec, field);
  for (const container of initContainers) yield* validateHostPorts([container], field);
  const names = new Set(containers.map((container) => container.name));
  for (const [index, container] of initContainers.entries()) {
    const at = `${field}[${index}]`;
    if (names.has(container.name)) yield duplicate(`${at}.name`, show(container.name));
    for (const part of notForInitContainers) {
      if (container[part] == null) continue;
      yield invalid(
        `${at}.${part}`,
        JSON.stringify(container[part]),
        'must not be set for init containers',
      );
    }
  }
}

function* validateList(
  containers: readonly Container[],
  spec: PodSpec,
  field: string,
): Iterable<FieldError> {
  const names = new Set<string>();
  for (const [index, container] of containers.entries()) {
    const at = `${field}[${index}]`;
    yield* validateName(container.name, names, `${at}.name`);
    if (!container.image) yield required(`${at}.image`);
    yield* validateContainerProbes(container, at);
    yield* validateMessagePolicy(container, at);
    yield* validatePorts(container.ports, `${at}.ports`);
    yield* validateEnv(container.env, `${at}.env`);
    yield* validateMounts(container, spec.volumes, at);
    yield* validateOneOf(container.imagePullPolicy ?? '', pullPolicies, `${at}.imagePullPolicy`);
    yield* validateRequirements(container.resources, `${at}.resources`);
  }
}

function* validateName(
  name: string | undefined,
  names: Set<string>,
  field: string,
): Iterable<FieldError> {
  if (!name) yield required(field);
  else yield* invalidFor(field, show(name), checkDns1123Label(name));
  if (names.has(name ?? '')) yield duplicate(field, show(name ?? ''));
  names.add(name ?? '');
}

function* validateMessagePolicy(container: Container, field: string): Iterable<FieldError> {
  const policy: string = container.terminationMessagePolicy ?? '';
  const at = `${field}.terminationMessagePolicy`;
  const why = "must be 'File' or 'FallbackToLogsOnError'";
  if (policy === '') yield required(at, why);
  else if (policy !== 'File' && policy !== 'FallbackToLogsOnError') {
    yield invalid(at, show(policy), why);
  }
}

function* validatePorts(
  ports: readonly ContainerPort[] | undefined,
  field: string,
): Iterable<FieldError> {
  const names = new Set<string>();
  for (const [index, { name, containerPort, hostPort, protocol }] of (ports ?? []).entries()) {
    const at = `${field}[${index}]`;
    if (name) {
      const messages = checkPortName(name);
      yield* invalidFor(`${at}.name`, show(name), messages);
      if (messages.length === 0 && names.has(name)) yield duplicate(`${at}.name`, show(name));
      names.add(name);
    }
    if (!containerPort) yield required(`${at}.containerPort`);
    else yield* validatePort(containerPort, `${at}.containerPort`);
    if (hostPort) yield* validatePort(hostPort, `${at}.hostPort`);
    if (!protocol) yield required(`${at}.protocol`);
    else yield* validateOneOf(protocol, protocols, `${at}.protocol`);
  }
}

/** A port of the node can be had once. */
function* validateHostPorts(containers: readonly Container[], field: string): Iterable<FieldError> {
  const taken = new Set<string>();
  for (const [index, container] of containers.entries()) {
    for (const [portIndex, port] of (container.ports ?? []).entries()) {
      if (!port.hostPort) continue;
      const identity = `${port.protocol ?? ''}/${port.hostIP ?? ''}/${port.hostPort}`;
      if (taken.has(identity)) {
        yield duplicate(`${field}[${index}].ports[${portIndex}].hostPort`, show(identity));
      }
      taken.add(identity);
    }
  }
}

const badVariable =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', " +
  "and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', " +
  "regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";

function* validateEnv(env: readonly EnvVar[] | undefined, field: string): Iterable<FieldError> {
  for (const [index, { name, value, valueFrom }] of (env ?? []).entries()) {
    const at = `${field}[${index}]`;
    if (!name) yield required(`${at}.name`);
    else if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name)) {
      yield invalid(`${at}.name`, show(name), badVariable);
    }
    if (value && valueFrom != null) {
      yield invalid(`${at}.valueFrom`, '""', 'may not be specified when `value` is not empty');
    }
  }
}

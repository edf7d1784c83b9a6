/** Checks of containers. */
import {
  checkEach,
  duplicate,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  checkDns1123Label,
  isSince,
} from '#values';
import { validateOneOf, validatePort } from '../../../object/validate-values.ts';
import type { Container, ContainerPort, PodSpec } from '#types';
import { validateEnv, validateEnvFrom } from './env.ts';
import { validateDevices, validateMounts } from './mounts.ts';
import {
  checkPortName,
  showLifecycle,
  showProbe,
  validateLifeProbes,
  validateProbe,
} from './probes.ts';
import { validateRequirements } from './resources.ts';
import { validateSecurity } from './security.ts';
import type { MountableVolumes } from '../../volume/validate-volumes.ts';

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];
const protocols = ['SCTP', 'TCP', 'UDP'];

/** Probes of app containers, which must not be set on init containers, and neither must hooks. */
const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** `field` is the path of the spec. */
export function validateContainers(
  errors: FieldErrors,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  const containers = spec.containers ?? [];
  if (containers.length === 0) errors.push(required(`${field}.containers`));
  validateList(errors, containers, volumes, `${field}.containers`);
  validateHostPorts(errors, containers, `${field}.containers`);
  validateInitContainers(errors, spec, volumes, `${field}.initContainers`);
}

function validateInitContainers(
  errors: FieldErrors,
  { initContainers = [], containers }: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  if (initContainers.length === 0) return;
  validateList(errors, initContainers, volumes, field);
  checkEach(errors, initContainers, (container) => validateHostPorts(errors, [container], field));
  const names = new Set((containers ?? []).map((container) => container.name));
  checkEach(errors, initContainers, (container, index) => {
    const at = `${field}[${index}]`;
    if (names.has(container.name)) errors.push(duplicate(`${at}.name`, show(container.name)));
    if (container.name) names.add(container.name);
    if (container.restartPolicy === 'Always') return;
    const why = 'must not be set for init containers';
    const { lifecycle } = container;
    if (lifecycle != null) errors.push(invalid(`${at}.lifecycle`, showLifecycle(lifecycle), why));
    for (const name of probes) {
      const probe = container[name];
      if (probe != null) errors.push(invalid(`${at}.${name}`, showProbe(probe), why));
    }
  });
}

function validateList(
  errors: FieldErrors,
  containers: readonly Container[],
  volumes: MountableVolumes,
  field: string,
): void {
  const names = new Set<string>();
  checkEach(errors, containers, (container, index) => {
    validateContainer(errors, container, volumes, `${field}[${index}]`, names);
  });
}

/** @param names of the containers before it in its list; its own is added */
export function validateContainer(
  errors: FieldErrors,
  container: Container,
  volumes: MountableVolumes,
  field: string,
  names = new Set<string>(),
): void {
  validateName(errors, container.name, names, `${field}.name`);
  if (!container.image) errors.push(required(`${field}.image`));
  validateLifeProbes(errors, container, field);
  validateMessagePolicy(errors, container, field);
  if (!isSince(errors, 'ProbesCheckedInTurn')) {
    validateProbe(errors, container.readinessProbe, `${field}.readinessProbe`);
  }
  validatePorts(errors, container.ports, `${field}.ports`);
  validateEnv(errors, container.env, `${field}.env`);
  validateEnvFrom(errors, container.envFrom, `${field}.envFrom`);
  validateMounts(errors, container, volumes, field);
  validateDevices(errors, container, volumes, field);
  const { imagePullPolicy } = container;
  if (!imagePullPolicy) errors.push(required(`${field}.imagePullPolicy`));
  else validateOneOf(errors, imagePullPolicy, pullPolicies, `${field}.imagePullPolicy`);
  validateRequirements(errors, container.resources, `${field}.resources`);
  validateSecurity(errors, container.securityContext, `${field}.securityContext`);
}

/** For pods; templates are not checked, so that existing ones stay valid. */
export function validateImage(
  errors: FieldErrors,
  { image }: Pick<Container, 'image'>,
  field: string,
): void {
  if (!image || image === image.trim()) return;
  const why = 'must not have leading or trailing whitespace';
  errors.push(invalid(`${field}.image`, show(image), why));
}

function validateName(
  errors: FieldErrors,
  name: string | undefined,
  names: Set<string>,
  field: string,
): void {
  if (!name) errors.push(required(field));
  else invalidFor(errors, field, name, checkDns1123Label(name, errors.release));
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
  checkEach(errors, ports, ({ name, containerPort, hostPort, protocol }, index) => {
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
  });
}

/** A host port can only be used once. */
function validateHostPorts(
  errors: FieldErrors,
  containers: readonly Container[],
  field: string,
): void {
  let taken: Set<string> | undefined;
  checkEach(errors, containers, ({ ports }, index) => {
    if (ports == null) return;
    checkEach(errors, ports, (port, portIndex) => {
      if (!port.hostPort) return;
      const identity = `${port.protocol ?? ''}/${port.hostIP ?? ''}/${port.hostPort}`;
      taken ??= new Set();
      if (taken.has(identity)) {
        errors.push(duplicate(`${field}[${index}].ports[${portIndex}].hostPort`, show(identity)));
      }
      taken.add(identity);
    });
  });
}

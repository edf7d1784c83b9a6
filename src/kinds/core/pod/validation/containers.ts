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
import { checkPortName } from './port-names.ts';
import { validateHooks, validateLifeProbes, validateProbe } from './probes.ts';
import { validateUsedClaims } from './resource-claims.ts';
import { validateRequirements } from './resources.ts';
import { validateResizePolicy, validateRestarts } from './restarts.ts';
import { validateSecurity } from './security.ts';
import type { MountableVolumes } from '../../volume/validate-volumes.ts';

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];
const protocols = ['SCTP', 'TCP', 'UDP'];

/** `field` is the path of the spec. */
export function validateContainers(
  errors: FieldErrors,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  const containers = spec.containers ?? [];
  const at = `${field}.containers`;
  if (containers.length === 0) errors.push(required(at));
  if (isSince(errors, 'ContainersCheckedInTurn')) validateInTurn(errors, spec, volumes, at);
  else validateList(errors, containers, spec, volumes, at);
  validateHostPorts(errors, containers, at);
}

/** Each container as a whole, with what is for containers of services at its end. */
function validateInTurn(
  errors: FieldErrors,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  const names = new Set<string>();
  checkEach(errors, spec.containers ?? [], (container, index) => {
    const at = `${field}[${index}]`;
    const { name = '' } = container;
    validateCommon(errors, container, spec, volumes, at);
    if (names.has(name)) errors.push(duplicate(`${at}.name`, show(name)));
    names.add(name);
    validateHooks(errors, container, spec, at);
    validateRestarts(errors, container, at);
  });
}

/** v1.24 looks at all of a list before it looks at more than one list. */
function validateList(
  errors: FieldErrors,
  containers: readonly Container[],
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  const names = new Set<string>();
  checkEach(errors, containers, (container, index) => {
    validateListed(errors, container, spec, volumes, `${field}[${index}]`, names);
  });
}

/** @param names of the containers before it in its list; its own is added */
export function validateListed(
  errors: FieldErrors,
  container: Container,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
  names = new Set<string>(),
): void {
  const { name = '', image, readinessProbe } = container;
  validateName(errors, name, `${field}.name`);
  if (names.has(name)) errors.push(duplicate(`${field}.name`, show(name)));
  names.add(name);
  if (!image) errors.push(required(`${field}.image`));
  validateLifeProbes(errors, container, field);
  validateMessagePolicy(errors, container, field);
  validateProbe(errors, readinessProbe, `${field}.readinessProbe`);
  validateParts(errors, container, spec, volumes, field);
}

/** What containers of all sorts are checked for. */
export function validateCommon(
  errors: FieldErrors,
  container: Container,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  validateName(errors, container.name ?? '', `${field}.name`);
  if (!container.image) errors.push(required(`${field}.image`));
  validateMessagePolicy(errors, container, field);
  validateParts(errors, container, spec, volumes, field);
}

function validateParts(
  errors: FieldErrors,
  container: Container,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  validatePorts(errors, container.ports, `${field}.ports`);
  validateEnv(errors, container.env, `${field}.env`);
  validateEnvFrom(errors, container.envFrom, `${field}.envFrom`);
  validateMounts(errors, container, volumes, field);
  validateDevices(errors, container, volumes, field);
  const { imagePullPolicy, resources, resizePolicy } = container;
  if (!imagePullPolicy) errors.push(required(`${field}.imagePullPolicy`));
  else validateOneOf(errors, imagePullPolicy, pullPolicies, `${field}.imagePullPolicy`);
  validateRequirements(errors, resources, `${field}.resources`);
  validateUsedClaims(errors, resources?.claims, spec, `${field}.resources.claims`);
  validateResizePolicy(errors, resizePolicy, spec, `${field}.resizePolicy`);
  validateSecurity(errors, container.securityContext, spec, `${field}.securityContext`);
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

function validateName(errors: FieldErrors, name: string, field: string): void {
  if (name === '') errors.push(required(field));
  else invalidFor(errors, field, name, checkDns1123Label(name, errors.release));
}

const messagePolicies = ['File', 'FallbackToLogsOnError'];

function validateMessagePolicy(errors: FieldErrors, container: Container, field: string): void {
  const policy: string = container.terminationMessagePolicy ?? '';
  if (messagePolicies.includes(policy)) return;
  const at = `${field}.terminationMessagePolicy`;
  const isListed = isSince(errors, 'ContainersCheckedInTurn');
  const why = "must be 'File' or 'FallbackToLogsOnError'";
  if (policy === '') errors.push(isListed ? required(at) : required(at, why));
  else if (isListed) validateOneOf(errors, policy, messagePolicies, at);
  else errors.push(invalid(at, show(policy), why));
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
      const messages = checkPortName(name, errors.release);
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
export function validateHostPorts(
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

/** Checks of containers that run before others, and of those that then stay beside them. */
import { checkEach, duplicate, forbidden, invalid, isSince, show, type FieldErrors } from '#values';
import type { Container, PodSpec } from '#types';
import type { MountableVolumes } from '../../volume/validate-volumes.ts';
import { isSidecar } from '../sidecars.ts';
import { validateCommon, validateHostPorts, validateListed } from './containers.ts';
import { showLifecycle, showProbe, validateHooks } from './probes.ts';
import { validateInitRestarts } from './restarts.ts';

/** Probes of containers that provide a service. */
const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** `field` is the path of the list. */
export function validateInitContainers(
  errors: FieldErrors,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  if ((spec.initContainers ?? []).length === 0) return;
  if (isSince(errors, 'ContainersCheckedInTurn')) validateInTurn(errors, spec, volumes, field);
  else validateTogether(errors, spec, volumes, field);
}

function validateInTurn(
  errors: FieldErrors,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  const names = new Set((spec.containers ?? []).map(({ name }) => name));
  checkEach(errors, spec.initContainers, (container, index) => {
    const at = `${field}[${index}]`;
    validateCommon(errors, container, spec, volumes, at);
    validateInitRestarts(errors, container, at);
    if (names.has(container.name)) errors.push(duplicate(`${at}.name`, show(container.name)));
    if (container.name) names.add(container.name);
    validateHostPorts(errors, [container], field);
    if (isSidecar(container)) validateHooks(errors, container, spec, at);
    else validateEnding(errors, container, at);
  });
}

/** A container that ends has no hooks and no probes. */
function validateEnding(errors: FieldErrors, container: Container, field: string): void {
  const why = isSince(errors, 'InitContainersMayStay')
    ? 'may not be set for init containers without restartPolicy=Always'
    : 'may not be set for init containers';
  for (const part of ['lifecycle', ...probes] as const) {
    if (container[part] != null) errors.push(forbidden(`${field}.${part}`, why));
  }
  if (!isSince(errors, 'InPlacePodVerticalScalingInitContainers')) return;
  for (const [index, { restartPolicy }] of (container.resizePolicy ?? []).entries()) {
    if (restartPolicy !== 'RestartContainer') continue;
    const at = `${field}.resizePolicy[${index}].restartPolicy`;
    const not = "must not be set to 'RestartContainer' for non-sidecar initContainers";
    errors.push(invalid(at, show(restartPolicy), not));
  }
}

/** v1.24 looks at the containers by themselves, at their ports, and then at what they must not have. */
function validateTogether(
  errors: FieldErrors,
  spec: PodSpec,
  volumes: MountableVolumes,
  field: string,
): void {
  const { initContainers = [], containers } = spec;
  const own = new Set<string>();
  checkEach(errors, initContainers, (container, index) => {
    validateListed(errors, container, spec, volumes, `${field}[${index}]`, own);
  });
  checkEach(errors, initContainers, (container) => validateHostPorts(errors, [container], field));
  const names = new Set((containers ?? []).map(({ name }) => name));
  checkEach(errors, initContainers, (container, index) => {
    const at = `${field}[${index}]`;
    if (names.has(container.name)) errors.push(duplicate(`${at}.name`, show(container.name)));
    if (container.name) names.add(container.name);
    const why = 'must not be set for init containers';
    const { lifecycle } = container;
    if (lifecycle != null) errors.push(invalid(`${at}.lifecycle`, showLifecycle(lifecycle), why));
    for (const name of probes) {
      const probe = container[name];
      if (probe != null) errors.push(invalid(`${at}.${name}`, showProbe(probe), why));
    }
  });
}

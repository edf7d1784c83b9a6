/** Checks of probes and lifecycle hooks. */
import {
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  type FieldErrors,
  checkHeaderName,
  showPointer,
  showStruct,
  type Shown,
  isSince,
} from '#values';
import {
  validateNonNegative,
  validateOneOf,
  validatePort,
} from '../../../object/validate-values.ts';
import { validatePortOrName } from './port-names.ts';
import type { Container, Lifecycle, LifecycleHandler, PodSpec, Probe } from '#types';

/** The action of a probe or hook: the fields that both have. */
type Handler = Pick<Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'> &
  Pick<LifecycleHandler, 'sleep'>;

/** The hooks of a container and its probes, one after the other. */
export function validateHooks(
  errors: FieldErrors,
  { lifecycle, livenessProbe, readinessProbe, startupProbe }: Container,
  spec: PodSpec,
  field: string,
): void {
  validateLifecycle(errors, lifecycle, `${field}.lifecycle`, spec);
  validateProbe(errors, livenessProbe, `${field}.livenessProbe`);
  validateOneSuccess(errors, livenessProbe, `${field}.livenessProbe`);
  validateProbe(errors, readinessProbe, `${field}.readinessProbe`);
  validateNoGrace(errors, readinessProbe, field);
  validateProbe(errors, startupProbe, `${field}.startupProbe`);
  validateOneSuccess(errors, startupProbe, `${field}.startupProbe`);
}

/** The same in v1.24: probes that can restart a container, and startup probes twice. */
export function validateLifeProbes(
  errors: FieldErrors,
  { lifecycle, livenessProbe, readinessProbe, startupProbe }: Container,
  field: string,
): void {
  validateLifecycle(errors, lifecycle, `${field}.lifecycle`);
  validateProbe(errors, livenessProbe, `${field}.livenessProbe`);
  validateNoGrace(errors, readinessProbe, field);
  validateProbe(errors, startupProbe, `${field}.startupProbe`);
  validateOneSuccess(errors, livenessProbe, `${field}.livenessProbe`);
  validateProbe(errors, startupProbe, `${field}.startupProbe`);
  validateOneSuccess(errors, startupProbe, `${field}.startupProbe`);
}

function validateNoGrace(errors: FieldErrors, probe: Probe | undefined, field: string): void {
  const grace = probe?.terminationGracePeriodSeconds;
  if (grace == null) return;
  const at = `${field}.readinessProbe.terminationGracePeriodSeconds`;
  errors.push(invalid(at, show(grace), 'must not be set for readinessProbes'));
}

function validateLifecycle(
  errors: FieldErrors,
  lifecycle: Lifecycle | undefined,
  field: string,
  spec?: PodSpec,
): void {
  const { postStart, preStop, stopSignal } = lifecycle ?? {};
  const grace = spec?.terminationGracePeriodSeconds;
  if (postStart != null) validateHandler(errors, postStart, `${field}.postStart`, grace);
  if (preStop != null) validateHandler(errors, preStop, `${field}.preStop`, grace);
  if (stopSignal != null && spec?.os == null) {
    const why = 'may not be set for containers with empty `spec.os.name`';
    errors.push(forbidden(`${field}.stopSignal`, why));
  }
}

export function validateProbe(errors: FieldErrors, probe: Probe | undefined, field: string): void {
  if (probe == null) return;
  validateHandler(errors, probe, field);
  validateNonNegative(errors, probe.initialDelaySeconds, `${field}.initialDelaySeconds`);
  validateNonNegative(errors, probe.timeoutSeconds, `${field}.timeoutSeconds`);
  validateNonNegative(errors, probe.periodSeconds, `${field}.periodSeconds`);
  validateNonNegative(errors, probe.successThreshold, `${field}.successThreshold`);
  validateNonNegative(errors, probe.failureThreshold, `${field}.failureThreshold`);
  const grace = probe.terminationGracePeriodSeconds;
  if (grace != null && grace <= 0) {
    errors.push(
      invalid(`${field}.terminationGracePeriodSeconds`, show(grace), 'must be greater than 0'),
    );
  }
}

/** One success is enough for these probes: they cannot require more. */
function validateOneSuccess(errors: FieldErrors, probe: Probe | undefined, field: string): void {
  const threshold = probe?.successThreshold ?? 1;
  if (threshold !== 1)
    errors.push(invalid(`${field}.successThreshold`, show(threshold), 'must be 1'));
}

/** Prints the hooks as Go does. */
export function showLifecycle({ postStart, preStop }: Lifecycle): Shown {
  return showStruct('core.Lifecycle', [
    ['PostStart', showPointer('core.LifecycleHandler', postStart)],
    ['PreStop', showPointer('core.LifecycleHandler', preStop)],
  ]);
}

/** Prints a probe with its defaults as Go does. */
export function showProbe(probe: Probe): Shown {
  const handler = showStruct('core.ProbeHandler', [
    ['Exec', showPointer('core.ExecAction', probe.exec)],
    ['HTTPGet', showPointer('core.HTTPGetAction', probe.httpGet)],
    ['TCPSocket', showPointer('core.TCPSocketAction', probe.tcpSocket)],
    ['GRPC', showPointer('core.GRPCAction', probe.grpc)],
  ]);
  return showStruct('core.Probe', [
    ['ProbeHandler', handler],
    ['InitialDelaySeconds', show(probe.initialDelaySeconds ?? 0)],
    ['TimeoutSeconds', show(probe.timeoutSeconds ?? 0)],
    ['PeriodSeconds', show(probe.periodSeconds ?? 0)],
    ['SuccessThreshold', show(probe.successThreshold ?? 0)],
    ['FailureThreshold', show(probe.failureThreshold ?? 0)],
    ['TerminationGracePeriodSeconds', showPointer('int64', probe.terminationGracePeriodSeconds)],
  ]);
}

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;

/** Exactly one kind of handler, in the order in which v1.24 looks for them. */
function validateHandler(
  errors: FieldErrors,
  handler: Handler,
  field: string,
  grace?: number,
): void {
  let found = 0;
  for (const name of handlers) {
    if (handler[name] == null) continue;
    if (found++ > 0) {
      errors.push(forbidden(`${field}.${name}`, 'may not specify more than 1 handler type'));
    } else {
      validateAction(errors, handler, name, `${field}.${name}`, grace);
    }
  }
  if (found === 0) errors.push(required(field, 'must specify a handler type'));
}

function validateAction(
  errors: FieldErrors,
  { exec, httpGet, tcpSocket, grpc, sleep }: Handler,
  name: (typeof handlers)[number],
  field: string,
  grace: number | undefined,
): void {
  switch (name) {
    case 'exec':
      if ((exec?.command ?? []).length === 0) errors.push(required(`${field}.command`));
      return;
    case 'httpGet':
      if (!httpGet?.path) errors.push(required(`${field}.path`));
      validatePortOrName(errors, httpGet?.port ?? 0, `${field}.port`);
      validateOneOf(errors, httpGet?.scheme ?? '', ['HTTP', 'HTTPS'], `${field}.scheme`);
      for (const { name = '' } of httpGet?.httpHeaders ?? []) {
        invalidFor(errors, `${field}.httpHeaders`, name, checkHeaderName(name));
      }
      return;
    case 'tcpSocket':
      validatePortOrName(errors, tcpSocket?.port ?? 0, `${field}.port`);
      return;
    case 'grpc':
      validatePort(errors, grpc?.port ?? 0, `${field}.port`);
      return;
    case 'sleep':
      validateSleep(errors, sleep?.seconds ?? 0, grace, field);
  }
}

/** A container sleeps no longer than its pod may take to end. */
function validateSleep(
  errors: FieldErrors,
  seconds: number,
  grace: number | undefined,
  field: string,
): void {
  if (grace == null) return;
  const mayBeZero = isSince(errors, 'PodLifecycleSleepActionAllowZero');
  if (seconds >= (mayBeZero ? 0 : 1) && seconds <= grace) return;
  const least = mayBeZero ? 'non-negative' : 'greater than 0';
  const most = `less than terminationGracePeriodSeconds (${grace})`;
  const gate = isSince(errors, 'ZeroSleepNamesGate')
    ? '. Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.'
    : '';
  const hint = mayBeZero ? '' : gate;
  errors.push(invalid(field, show(seconds), `must be ${least} and ${most}${hint}`));
}

/** Checks of probes and lifecycle hooks. */
import {
  forbidden,
  invalid,
  invalidFor,
  required,
  show,
  type FieldError,
} from '../meta/field-errors.ts';
import { validateNonNegative, validateOneOf, validatePort } from '../meta/validate-values.ts';
import type { Container, IntOrString, Lifecycle, Probe } from '../types/index.ts';

/** What a probe or hook can do: the parts that both have. */
type Handler = Pick<Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'>;

/** The probes and hooks of a container that is no init container. */
export function* validateContainerProbes(
  { lifecycle, livenessProbe, readinessProbe, startupProbe }: Container,
  field: string,
): Iterable<FieldError> {
  yield* validateLifecycle(lifecycle, `${field}.lifecycle`);
  yield* validateProbe(livenessProbe, `${field}.livenessProbe`);
  yield* validateProbe(readinessProbe, `${field}.readinessProbe`);
  yield* validateOneSuccess(livenessProbe, `${field}.livenessProbe`);
  yield* validateProbe(startupProbe, `${field}.startupProbe`);
  yield* validateOneSuccess(startupProbe, `${field}.startupProbe`);
}

function* validateLifecycle(lifecycle: Lifecycle | undefined, field: string): Iterable<FieldError> {
  if (lifecycle?.postStart != null)
    yield* validateHandler(lifecycle.postStart, `${field}.postStart`);
  if (lifecycle?.preStop != null) yield* validateHandler(lifecycle.preStop, `${field}.preStop`);
}

function* validateProbe(probe: Probe | undefined, field: string): Iterable<FieldError> {
  if (probe == null) return;
  yield* validateHandler(probe, field);
  yield* validateNonNegative(probe.initialDelaySeconds, `${field}.initialDelaySeconds`);
  yield* validateNonNegative(probe.timeoutSeconds, `${field}.timeoutSeconds`);
  yield* validateNonNegative(probe.periodSeconds, `${field}.periodSeconds`);
  yield* validateNonNegative(probe.successThreshold, `${field}.successThreshold`);
  yield* validateNonNegative(probe.failureThreshold, `${field}.failureThreshold`);
  const grace = probe.terminationGracePeriodSeconds;
  if (grace != null && grace <= 0) {
    yield invalid(`${field}.terminationGracePeriodSeconds`, show(grace), 'must be greater than 0');
  }
}

/** One success proves life: these probes cannot ask for more. */
function* validateOneSuccess(probe: Probe | undefined, field: string): Iterable<FieldError> {
  const threshold = probe?.successThreshold ?? 1;
  if (threshold !== 1) yield invalid(`${field}.successThreshold`, show(threshold), 'must be 1');
}

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc'] as const;

/** Exactly one kind of handler, in the order that v1.24 looks for them. */
function* validateHandler(handler: Handler, field: string): Iterable<FieldError> {
  let found = 0;
  for (const name of handlers) {
    if (handler[name] == null) continue;
    if (found++ > 0) {
      yield forbidden(`${field}.${name}`, 'may not specify more than 1 handler type');
    } else {
      yield* validateAction(handler, name, `${field}.${name}`);
    }
  }
  if (found === 0) yield required(field, 'must specify a handler type');
}

function* validateAction(
  { exec, httpGet, tcpSocket, grpc }: Handler,
  name: (typeof handlers)[number],
  field: string,
): Iterable<FieldError> {
  switch (name) {
    case 'exec':
      if ((exec?.command ?? []).length === 0) yield required(`${field}.command`);
      return;
    case 'httpGet':
      if (!httpGet?.path) yield required(`${field}.path`);
      yield* validatePortOrName(httpGet?.port ?? 0, `${field}.port`);
      yield* validateOneOf(httpGet?.scheme ?? '', ['HTTP', 'HTTPS'], `${field}.scheme`);
      return;
    case 'tcpSocket':
      yield* validatePortOrName(tcpSocket?.port ?? 0, `${field}.port`);
      return;
    case 'grpc':
      yield* validatePort(grpc?.port ?? 0, `${field}.port`);
  }
}

export function* validatePortOrName(port: IntOrString, field: string): Iterable<FieldError> {
  if (typeof port === 'number') yield* validatePort(port, field);
  else yield* invalidFor(field, show(port), checkPortName(port));
}

/** Names of ports, such as `http`: at most 15 characters, a letter among them. */
export function checkPortName(name: string): readonly string[] {
  const messages: string[] = [];
  if (name.length > 15) messages.push('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(name)) {
    messages.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(name)) messages.push('must contain at least one letter or number (a-z, 0-9)');
  if (name.includes('--')) messages.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) {
    messages.push('must not begin or end with a hyphen');
  }
  return messages;
}

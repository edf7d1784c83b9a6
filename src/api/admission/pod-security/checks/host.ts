/** Rules about what pods share with their machine. */
import { containersOf, namesWhere, type AnyContainer, type Find } from '../subject.ts';
import { named, plural, quoted, sorted, uses } from '../words.ts';

export const hostNamespaces: Find = ({ spec }) => {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter(
    (name) => spec[name] === true,
  );
  if (shared.length === 0) return undefined;
  const detail = shared.map((name) => `${name}=true`).join(', ');
  return { reason: 'host namespaces', detail };
};

export const hostPaths: Find = ({ spec }) => {
  const names = (spec.volumes ?? []).filter(({ hostPath }) => hostPath != null);
  if (names.length === 0) return undefined;
  const detail = named(
    'volume',
    names.map(({ name }) => name),
  );
  return { reason: 'hostPath volumes', detail };
};

export const hostPorts: Find = (subject) => {
  const portsOf = ({ ports }: AnyContainer): readonly string[] =>
    (ports ?? []).flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : `${hostPort}`));
  const names = namesWhere(subject, (_, container) => portsOf(container).length > 0);
  if (names.length === 0) return undefined;
  const ports = sorted(containersOf(subject).flatMap(portsOf));
  const used = `${plural('hostPort', ports)} ${ports.join(', ')}`;
  return { reason: 'hostPort', detail: `${named('container', names)} ${uses(names)} ${used}` };
};

/** Probes and hooks must not call other hosts. */
export const hostHandlers: Find = (subject) => {
  const names = sorted(namesWhere(subject, (_, container) => hostsOf(container).length > 0));
  if (names.length === 0) return undefined;
  const reason = 'probe or lifecycle host';
  const hosts = sorted(containersOf(subject).flatMap(hostsOf));
  const used = `${plural(reason, hosts)} ${quoted(hosts)}`;
  return { reason, detail: `${named('container', names)} ${uses(names)} ${used}` };
};

function hostsOf(container: AnyContainer): readonly string[] {
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
  const { postStart, preStop } = lifecycle ?? {};
  return [livenessProbe, readinessProbe, startupProbe, postStart, preStop].flatMap((handler) =>
    [handler?.httpGet?.host, handler?.tcpSocket?.host].filter((host) => !!host).map(String),
  );
}

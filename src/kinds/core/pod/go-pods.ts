/** Pods as Go writes its own types for them, which messages of releases since 1.34 show. */
import { escapeJson, omitFields, type Shown } from '#values';
import type { PodSpec, PodTemplateSpec } from '#types';
import { goStruct } from '../../object/go-json.ts';
import type { Profile } from '../../profile/profile.ts';

/** What pods ask of their host, which Go holds in the security context, in its order. */
const ofHost = ['HostNetwork', 'HostPID', 'HostIPC', 'ShareProcessNamespace', 'HostUsers'];

/** The order of fields of a pod and its security context in Go. */
interface Order {
  readonly spec: readonly string[];
  readonly context: readonly string[];
}

const formerOrder: Order = {
  spec: [
    ...['Volumes', 'InitContainers', 'Containers', 'EphemeralContainers', 'RestartPolicy'],
    ...['TerminationGracePeriodSeconds', 'ActiveDeadlineSeconds', 'DNSPolicy', 'NodeSelector'],
    ...['ServiceAccountName', 'AutomountServiceAccountToken', 'NodeName', 'SecurityContext'],
    ...['ImagePullSecrets', 'Hostname', 'Subdomain', 'SetHostnameAsFQDN', 'Affinity'],
    ...['SchedulerName', 'Tolerations', 'HostAliases', 'PriorityClassName', 'Priority'],
    ...['PreemptionPolicy', 'DNSConfig', 'ReadinessGates', 'RuntimeClassName', 'Overhead'],
    ...['EnableServiceLinks', 'TopologySpreadConstraints', 'OS', 'SchedulingGates'],
    ...['ResourceClaims', 'Resources', 'HostnameOverride'],
  ],
  context: [
    ...[...ofHost, 'SELinuxOptions', 'WindowsOptions', 'RunAsUser', 'RunAsGroup', 'RunAsNonRoot'],
    ...['SupplementalGroups', 'SupplementalGroupsPolicy', 'FSGroup', 'FSGroupChangePolicy'],
    ...['Sysctls', 'SeccompProfile', 'AppArmorProfile', 'SELinuxChangePolicy'],
  ],
};

/** Where Go has the fields as they are served. */
const servedOrder: Order = {
  spec: [
    ...['Volumes', 'InitContainers', 'Containers', 'EphemeralContainers', 'RestartPolicy'],
    ...['TerminationGracePeriodSeconds', 'ActiveDeadlineSeconds', 'DNSPolicy', 'NodeSelector'],
    ...['ServiceAccountName', 'DeprecatedServiceAccount', 'AutomountServiceAccountToken'],
    ...['NodeName', 'HostNetwork', 'HostPID', 'HostIPC', 'ShareProcessNamespace'],
    ...['SecurityContext', 'ImagePullSecrets', 'Hostname', 'Subdomain', 'Affinity'],
    ...['SchedulerName', 'Tolerations', 'HostAliases', 'PriorityClassName', 'Priority'],
    ...['DNSConfig', 'ReadinessGates', 'RuntimeClassName', 'EnableServiceLinks'],
    ...['PreemptionPolicy', 'Overhead', 'TopologySpreadConstraints', 'SetHostnameAsFQDN', 'OS'],
    ...['HostUsers', 'SchedulingGates', 'ResourceClaims', 'Resources', 'HostnameOverride'],
  ],
  context: [
    ...['SELinuxOptions', 'WindowsOptions', 'RunAsUser', 'RunAsGroup', 'RunAsNonRoot'],
    ...['SupplementalGroups', 'SupplementalGroupsPolicy', 'FSGroup', 'Sysctls'],
    ...['FSGroupChangePolicy', 'SeccompProfile', 'AppArmorProfile', 'SELinuxChangePolicy'],
  ],
};

/** Returns what shows the spec of a pod in a message: as JSON with every field. */
export function showPodSpec(profile: Profile): (spec: PodSpec) => Shown {
  return (spec) => ({
    go: `core.PodSpec${JSON.stringify(spec)}`,
    get json() {
      return escapeJson(JSON.stringify(goPodSpec(spec, profile)));
    },
  });
}

/** Returns what shows a template of pods: its metadata is embedded, and written as in requests. */
export function showPodTemplate(profile: Profile): (template: PodTemplateSpec) => Shown {
  return (template) => ({
    go: `core.PodTemplateSpec${JSON.stringify(template)}`,
    get json() {
      return escapeJson(JSON.stringify(goPodTemplate(template, profile)));
    },
  });
}

function goPodTemplate({ metadata, spec }: PodTemplateSpec, profile: Profile): object {
  const { name, generateName, namespace, labels, annotations, ...others } = metadata ?? {};
  const shown = {
    ...{ name, generateName, namespace },
    ...{ labels: sorted(labels), annotations: sorted(annotations) },
  };
  return { ...shown, ...others, Spec: goPodSpec(spec, profile) };
}

function goPodSpec(spec: PodSpec, { schemas, enabled }: Profile): object {
  const { securityContext = {} } = spec;
  const all = goStruct(schemas.of('core/v1', 'PodSpec'), { ...spec, securityContext });
  const { ServiceAccount, SecurityContext, ...rest } = all;
  const context = SecurityContext as Fields;
  if (enabled('PodsInternallyAsServed')) {
    return inOrder({ ...rest, DeprecatedServiceAccount: ServiceAccount }, context, servedOrder);
  }
  const host = Object.fromEntries(ofHost.map((name) => [name, all[name]]));
  return inOrder(omitFields(rest, ofHost), { ...host, ...context }, formerOrder);
}

function inOrder(spec: Fields, context: Fields, order: Order): Fields {
  return ordered({ ...spec, SecurityContext: ordered(context, order.context) }, order.spec);
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields in an order; those that it does not name are last. */
function ordered(fields: Fields, order: readonly string[]): Fields {
  const first = order.filter((name) => name in fields).map((name) => [name, fields[name]] as const);
  return { ...Object.fromEntries(first), ...omitFields(fields, order) };
}

function sorted(map: Readonly<Record<string, string>> | undefined): object | undefined {
  if (map === undefined) return undefined;
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

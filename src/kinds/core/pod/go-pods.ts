/** Pods as Go writes its own types for them, which messages of releases since 1.34 show. */
import { escapeJson, type Shown } from '#values';
import type { PodSpec, PodTemplateSpec } from '#types';
import { goStruct } from '../../object/go-json.ts';
import type { Profile } from '../../profile/profile.ts';

/** What pods ask of their host, which Go holds in the security context, in its order. */
const ofHost = ['HostNetwork', 'HostPID', 'HostIPC', 'ShareProcessNamespace', 'HostUsers'];

/** The fields that Go has elsewhere, or by another name. */
const moved: ReadonlySet<string> = new Set([...ofHost, 'ServiceAccount']);

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

function goPodSpec(spec: PodSpec, { schemas }: Profile): object {
  const { securityContext = {} } = spec;
  const all = goStruct(schemas.of('core/v1', 'PodSpec'), { ...spec, securityContext });
  const host = Object.fromEntries(ofHost.map((name) => [name, all[name]]));
  const fields = Object.entries(all).filter(([name]) => !moved.has(name));
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      name === 'SecurityContext' ? { ...host, ...(value as object) } : value,
    ]),
  );
}

function sorted(map: Readonly<Record<string, string>> | undefined): object | undefined {
  if (map === undefined) return undefined;
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

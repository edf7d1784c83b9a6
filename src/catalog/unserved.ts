/**
 * Why a release does not know a kind that a manifest names, and what to do about it: manifests are
 * often written for an older or a newer Kubernetes.
 */
import { kindsOf } from './kinds.ts';
import type { KindRegistry } from './registry.ts';
import { apiVersionOf, groupOfVersion, servedForms, type Kind, type ServedForm } from '#kinds';
import { compareKubeVersions } from '#values';

/** Kinds that were removed before v1.24 and have no successor, by group: the minor version. */
const removed: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'auditregistration.k8s.io': { AuditSink: 19 },
  extensions: { ThirdPartyResource: 8 },
  'settings.k8s.io': { PodPreset: 20 },
};

/** Whether a group is one of Kubernetes itself, of any version. Custom resources have groups of their own. */
function isOwn(group: string, { profile }: KindRegistry): boolean {
  if (Object.hasOwn(removed, group) || formsOf(group).length > 0) return true;
  return kindsOf(profile).some((kind) => kind.group === group);
}

/**
 * A sentence for a kind that is not served, in words that say what would work; undefined for what
 * Kubernetes never had, such as a misspelled kind.
 */
export function whyUnserved(
  apiVersion: string,
  kind: string,
  kinds: KindRegistry,
): string | undefined {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  const version = apiVersion.slice(slash + 1);
  // Groups of custom resources have a dot.
  if (group.includes('.') && !isOwn(group, kinds)) {
    const declared = kinds.all.find((each) => each.group === group && each.kind === kind);
    if (declared !== undefined) {
      return `${kind} is served in ${apiVersionOf(declared)}, not in ${apiVersion}`;
    }
    const add = 'add its CustomResourceDefinition';
    return `v1.${kinds.profile.minor} has no kind ${kind} in ${apiVersion}; ${add}, or leave the object out`;
  }
  const { minor } = kinds.profile;
  const forms = formsOf(group).filter((form) => form.kind === kind && form.mode !== 'known');
  const isOff = forms.some(
    (form) =>
      form.apiVersion === apiVersion &&
      form.mode === 'off' &&
      form.since <= minor &&
      minor <= form.until,
  );
  if (isOff) {
    return `v1.${minor} serves ${kind} in ${apiVersion} only where it is asked for: --runtime-config ${apiVersion}=true`;
  }
  const since = Math.min(...forms.map((form) => form.since));
  if (since > minor && forms.length > 0) {
    return `v1.${minor} has no ${kind} yet: it came with v1.${since}`;
  }
  const until = lookUp(removed, group, kind) ?? Math.max(...forms.map((form) => form.until)) + 1;
  if (until <= minor && until > 0) {
    return `v1.${minor} has no ${kind} any more: it was removed in v1.${until}`;
  }
  const served = servedInstead(group, kind, kinds);
  if (served === undefined) return undefined;
  const use = `use ${apiVersionOf(served)}`;
  // All workloads and ingresses began in the group `extensions`.
  if (group !== served.group && group !== 'extensions') {
    return `${kind} is not in ${apiVersion}; ${use}`;
  }
  const isNewer = group === served.group && compareKubeVersions(version, served.version) < 0;
  const when = isNewer ? 'does not serve' : 'no longer serves';
  return `v1.${minor} ${when} ${kind} in ${apiVersion}; ${use}`;
}

/** The forms of a group in all releases since 1.24. */
function formsOf(group: string): readonly ServedForm[] {
  return servedForms.all().filter(({ apiVersion }) => groupOfVersion(apiVersion) === group);
}

function lookUp(
  table: Readonly<Record<string, Readonly<Record<string, number>>>>,
  group: string,
  kind: string,
): number | undefined {
  if (!Object.hasOwn(table, group)) return undefined;
  return Object.hasOwn(table[group]!, kind) ? table[group]![kind] : undefined;
}

/** In the same group if there is one, else in another group of Kubernetes. */
function servedInstead(group: string, kind: string, kinds: KindRegistry): Kind | undefined {
  const named = kinds.all.filter((each) => each.kind === kind && isOwn(each.group, kinds));
  return named.find((each) => each.group === group) ?? named[0];
}

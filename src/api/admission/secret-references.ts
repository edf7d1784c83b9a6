/** The secrets that a pod refers to. */
import type { Container, Pod, PodSpec, ServiceAccount, Volume } from '#types';

/** Whether any part of the pod refers to a secret. */
export function refersToSecrets({ spec }: Pod): boolean {
  return (
    isAny(spec.imagePullSecrets) ||
    (spec.volumes ?? []).some(isOfSecret) ||
    containersOf(spec).some(usesSecrets)
  );
}

/** Whether a volume projects a token of a service account. */
export function projectsToken({ projected }: Volume): boolean {
  return (projected?.sources ?? []).some((source) => source.serviceAccountToken != null);
}

/**
 * Why the pod may not refer to one of its secrets, if its account allows only those that it lists;
 * undefined when it may. With v1.24's messages and order.
 */
export function unlistedSecret({ spec }: Pod, account: ServiceAccount): string | undefined {
  const listed = namesOf(account.secrets);
  for (const { secret } of spec.volumes ?? []) {
    const name = secret?.secretName ?? '';
    if (secret != null && !listed.has(name)) {
      return `volume with secret.secretName="${name}" ${unlisted(account)} secret`;
    }
  }
  return (
    unlistedVariable('init container', spec.initContainers, account) ??
    unlistedVariable('container', spec.containers, account) ??
    unlistedPullSecret(spec, account)
  );
}

/** The same for containers that are added to a pod. */
export function unlistedEphemeralSecret(
  { spec }: Pod,
  account: ServiceAccount,
): string | undefined {
  return unlistedVariable('ephemeral container', spec.ephemeralContainers, account);
}

/** About the variables of some containers. */
function unlistedVariable(
  sort: string,
  containers: readonly Pick<Container, 'name' | 'env'>[] = [],
  account: ServiceAccount,
): string | undefined {
  const listed = namesOf(account.secrets);
  for (const container of containers) {
    for (const { name: variable, valueFrom } of container.env ?? []) {
      const name = valueFrom?.secretKeyRef?.name;
      if (valueFrom?.secretKeyRef == null || listed.has(name)) continue;
      const where = `${sort} ${container.name} with envVar ${variable}`;
      return `${where} referencing secret.secretName="${name ?? ''}" ${unlisted(account)} secret`;
    }
  }
  return undefined;
}

function namesOf(references: readonly { readonly name?: string }[] = []): ReadonlySet<unknown> {
  return new Set(references.map(({ name }) => name));
}

function unlisted({ metadata: { name } }: ServiceAccount): string {
  return `is not allowed because service account ${name} does not reference that`;
}

function unlistedPullSecret(
  { imagePullSecrets = [] }: PodSpec,
  account: ServiceAccount,
): string | undefined {
  const listed = namesOf(account.imagePullSecrets);
  const at = imagePullSecrets.findIndex(({ name }) => !listed.has(name));
  if (at < 0) return undefined;
  const name = imagePullSecrets[at]!.name ?? '';
  return `imagePullSecrets[${at}].name="${name}" ${unlisted(account)} imagePullSecret`;
}

function containersOf(spec: PodSpec): readonly Container[] {
  return [
    ...(spec.initContainers ?? []),
    ...spec.containers,
    ...((spec.ephemeralContainers ?? []) as readonly Container[]),
  ];
}

function usesSecrets({ env = [], envFrom = [] }: Container): boolean {
  return (
    envFrom.some(({ secretRef }) => secretRef != null) ||
    env.some(({ valueFrom }) => valueFrom?.secretKeyRef != null)
  );
}

/** A volume source, with the secret references of all types. */
interface Source {
  readonly secretName?: string;
  readonly secretRef?: object | null;
  readonly nodePublishSecretRef?: object | null;
}

function isOfSecret(volume: Volume): boolean {
  const named = (Object.values(volume) as readonly (Source | null)[]).some(
    (source) =>
      Boolean(source?.secretName) ||
      source?.secretRef != null ||
      source?.nodePublishSecretRef != null,
  );
  return named || (volume.projected?.sources ?? []).some(({ secret }) => secret != null);
}

function isAny(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

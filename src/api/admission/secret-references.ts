/** The secrets that a pod refers to. */
import type { Container, Pod, PodSpec, ServiceAccount, Volume } from '#kinds';

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
  const listed = new Set((account.secrets ?? []).map(({ name }) => name));
  const why = `is not allowed because service account ${account.metadata.name} does not reference that`;
  for (const { secret } of spec.volumes ?? []) {
    const name = secret?.secretName ?? '';
    if (secret != null && !listed.has(name)) {
      return `volume with secret.secretName="${name}" ${why} secret`;
    }
  }
  const sorts = [
    ['init container', spec.initContainers],
    ['container', spec.containers],
  ] as const;
  for (const [sort, containers = []] of sorts) {
    for (const container of containers) {
      for (const { name: variable, valueFrom } of container.env ?? []) {
        const name = valueFrom?.secretKeyRef?.name;
        if (valueFrom?.secretKeyRef == null || listed.has(name)) continue;
        const where = `${sort} ${container.name} with envVar ${variable}`;
        return `${where} referencing secret.secretName="${name ?? ''}" ${why} secret`;
      }
    }
  }
  return unlistedPullSecret(spec, account, why);
}

function unlistedPullSecret(
  { imagePullSecrets = [] }: PodSpec,
  account: ServiceAccount,
  why: string,
): string | undefined {
  const listed = new Set((account.imagePullSecrets ?? []).map(({ name }) => name));
  const at = imagePullSecrets.findIndex(({ name }) => !listed.has(name));
  if (at < 0) return undefined;
  const name = imagePullSecrets[at]!.name ?? '';
  return `imagePullSecrets[${at}].name="${name}" ${why} imagePullSecret`;
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

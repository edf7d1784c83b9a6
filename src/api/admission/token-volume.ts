/** How pods get the credentials of their account: a volume that every container mounts. */
import type { Container, Pod, PodSpec, Volume, VolumeMount } from '#types';

const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
const prefix = 'kube-api-access-';
/** This value shows API servers that a token may live longer than it says. */
const expirationSeconds = 3607;
const readableByAll = 0o644;

/**
 * The pod with the volume, unless all its containers mount something else at that path.
 * @param suffix makes the volume's name unique
 */
export function withTokenVolume(pod: Pod, suffix: () => string): Pod {
  const { spec } = pod;
  const present = spec.volumes?.find(({ name }) => name.startsWith(prefix));
  const name = present?.name ?? `${prefix}${suffix()}`;
  const initContainers = withMounts(spec.initContainers, name);
  const containers = withMounts(spec.containers, name);
  if (initContainers === spec.initContainers && containers === spec.containers) return pod;
  const next: PodSpec = { ...spec, containers: containers! };
  const volumes =
    present === undefined ? [...(spec.volumes ?? []), tokenVolume(name)] : spec.volumes;
  return { ...pod, spec: { ...next, volumes, ...(initContainers && { initContainers }) } };
}

/** The same list when all containers mount something there. */
function withMounts(
  containers: readonly Container[] | undefined,
  name: string,
): readonly Container[] | undefined {
  if (containers == null || containers.every(hasMount)) return containers;
  const mount: VolumeMount = { mountPath, name, readOnly: true };
  return containers.map((container) =>
    hasMount(container)
      ? container
      : { ...container, volumeMounts: [...(container.volumeMounts ?? []), mount] },
  );
}

function hasMount({ volumeMounts }: Container): boolean {
  return (volumeMounts ?? []).some((mount) => mount.mountPath === mountPath);
}

function tokenVolume(name: string): Volume {
  const fieldRef = { apiVersion: 'v1', fieldPath: 'metadata.namespace' };
  return {
    name,
    projected: {
      defaultMode: readableByAll,
      sources: [
        { serviceAccountToken: { expirationSeconds, path: 'token' } },
        { configMap: { items: [{ key: 'ca.crt', path: 'ca.crt' }], name: 'kube-root-ca.crt' } },
        { downwardAPI: { items: [{ fieldRef, path: 'namespace' }] } },
      ],
    },
  };
}

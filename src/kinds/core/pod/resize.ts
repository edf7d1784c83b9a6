/** `/resize`: other amounts of CPU and memory for a pod that runs. */
import { omitFields } from '#values';
import type { Profile } from '../../profile/profile.ts';
import type { Container, Pod } from '#types';
import { withFixedMetadata } from '../../object/fixed-metadata.ts';
import type { ObjectPart } from '../../object/part.ts';
import type { Subresource } from '../../object/kind.ts';
import { usualChecks } from '../../late-checks.ts';
import { podLevelResize } from './pod-requests.ts';

/** @param checks those of any change of a pod */
export function resizePart(checks: NonNullable<ObjectPart<Pod>['validate']>): Subresource<Pod> {
  const part: ObjectPart<Pod> = {
    keeps: [],
    writesSpec: true,
    checksStored: true,
    // The writer owns all that it sends, also what is not taken.
    take: (desired, { apiVersion, kind }, metadata) => ({ ...desired, apiVersion, kind, metadata }),
    trim: (object, old, { profile }) => resizedPod(object, old, profile),
    validate(errors, object, old, context) {
      const { validateResize, validateResizable } = usualChecks.code;
      if (!validateResizable(errors, object, old, context.profile)) return;
      checks(errors, object, old, context);
      validateResize(errors, object, old, context.profile);
    },
  };
  return { verbs: ['get', 'patch', 'update'], part };
}

/** Returns the old pod with new resources. Containers that do not fit are left for the checks to refuse. */
function resizedPod(pod: Pod, old: Pod, profile: Profile): Pod {
  const { containers = [], initContainers = [] } = pod.spec;
  const counts = [old.spec.containers.length, (old.spec.initContainers ?? []).length];
  if (containers.length !== counts[0] || initContainers.length !== counts[1]) {
    return { ...pod, status: old.status };
  }
  const { resources } = profile.enabled(podLevelResize) ? pod.spec : old.spec;
  const spec = {
    ...omitFields(old.spec, ['resources']),
    containers: withResources(containers, old.spec.containers),
    ...(counts[1]! > 0 && {
      initContainers: withResources(initContainers, old.spec.initContainers!),
    }),
    ...(resources !== undefined && { resources }),
  };
  return { ...old, metadata: withFixedMetadata(pod.metadata, old.metadata), spec };
}

function withResources(
  containers: readonly Container[],
  old: readonly Container[],
): readonly Container[] {
  if (containers.some(({ name }, index) => name !== old[index]!.name)) return containers;
  return old.map((container, index) => {
    const { resources, resizePolicy } = containers[index]!;
    const rest = omitFields(container, ['resources', 'resizePolicy']);
    return { ...rest, resources, ...(resizePolicy !== undefined && { resizePolicy }) };
  });
}

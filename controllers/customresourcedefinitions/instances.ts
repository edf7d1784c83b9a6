/** The objects of a definition that is being deleted. */
import { isNotFound, type KubeObject } from '#values';
import type { CustomResourceDefinition } from '#types';
import type { ResourceType } from '#catalog';
import type { Client } from '#runtime';

/**
 * The resource of a definition, in a version that is served; if none is, in the one that is stored,
 * which is served while the definition goes.
 */
export function resourceOfDefinition({
  spec,
  status,
}: CustomResourceDefinition): ResourceType | undefined {
  const version =
    spec.versions.find(({ served }) => served) ?? spec.versions.find(({ storage }) => storage);
  return (
    version && {
      group: spec.group,
      version: version.name,
      kind: status.acceptedNames?.kind ?? spec.names.kind,
      plural: spec.names.plural,
      namespaced: spec.scope === 'Namespaced',
    }
  );
}

/** None where the resource is not served: then its objects cannot be read. */
export async function instancesOf(
  definition: CustomResourceDefinition,
  client: Client,
): Promise<readonly KubeObject[]> {
  const resource = resourceOfDefinition(definition);
  if (resource === undefined) return [];
  try {
    return (await client.metadata.list(resource)).items;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** Deletes them, namespace by namespace; rejects with all errors. */
export async function deleteInstances(
  definition: CustomResourceDefinition,
  instances: readonly KubeObject[],
  client: Client,
): Promise<void> {
  const resource = resourceOfDefinition(definition);
  if (resource === undefined) return;
  const faults: string[] = [];
  for (const namespace of new Set(instances.map(({ metadata }) => metadata.namespace))) {
    try {
      await client.metadata.deleteCollection(resource, { namespace });
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  if (faults.length > 0) throw new Error(faults.join(', '));
}

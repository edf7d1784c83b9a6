import { apiVersionOf, isNotFound, type Kind, type KubeObject, type NewObject } from '#kinds';
import { manifests, checkManifests, type Manifest } from '../shape/manifest.ts';
import { DEFAULT_NAMESPACE } from '../shape/reference.ts';
import { done, type StepTools, type Verb } from '../step.ts';

/** Creates the objects, or replaces what is there: metadata is merged, everything else is as written. */
export const apply: Verb<readonly Manifest[]> = {
  name: 'apply',
  shape: manifests,
  foresee(objects, world, node, checker) {
    checkManifests(node, world.kinds, checker);
    for (const { kind, metadata } of objects) {
      if (kind === 'Node' && metadata?.name !== undefined) world.nodes.add(metadata.name);
    }
  },
  summary: (objects) => `apply ${objects.map(nameOf).join(', ')}`,
  async run(objects, tools) {
    for (const object of objects) await applyOne(object, tools);
    return done;
  },
};

function nameOf({ kind, metadata }: Manifest): string {
  const name = metadata.name ?? `${metadata.generateName ?? ''}*`;
  return metadata.namespace === undefined
    ? `${kind} ${name}`
    : `${kind} ${metadata.namespace}/${name}`;
}

async function applyOne(manifest: Manifest, { client, kinds }: StepTools): Promise<void> {
  const kind = kinds.byKind(manifest.apiVersion, manifest.kind)!;
  const namespace = kind.namespaced
    ? (manifest.metadata.namespace ?? DEFAULT_NAMESPACE)
    : undefined;
  const object = {
    ...manifest,
    metadata: { ...manifest.metadata, namespace },
  } as unknown as NewObject<KubeObject>;
  const { name } = manifest.metadata;
  if (name === undefined) {
    await client.create(kind, object);
    return;
  }
  try {
    await client.get(kind, { namespace, name });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await client.create(kind, object);
    return;
  }
  await client.patch(
    kind,
    { namespace, name },
    { type: 'strategic', body: patchOf(kind, manifest) },
  );
}

/** A manifest as a patch: identity goes by the reference, the rest is merged in. */
function patchOf(kind: Kind, manifest: Manifest): unknown {
  return { ...manifest, apiVersion: apiVersionOf(kind), kind: kind.kind };
}

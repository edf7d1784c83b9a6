import { decodeAs, type KubeObject, type NewObject } from '#kinds';
import { checkManifest } from '../shape/manifest.ts';
import { manifests, type PlacedManifest } from '../shape/manifest-files.ts';
import { checkSelector } from '../shape/manifest-selector.ts';
import { DEFAULT_NAMESPACE } from '../shape/reference.ts';
import { done, type StepTools, type Verb } from '../step.ts';
import type { World } from '../world.ts';

/** Creates the objects, or changes what is there, as `kubectl apply` does. */
export const apply: Verb<readonly PlacedManifest[]> = {
  name: 'apply',
  shape: manifests,
  checkWorld(objects, world) {
    for (const placed of objects) {
      checkManifest(placed.node, world.kinds, placed.checker);
      checkNamespace(placed, world);
      checkSelector(placed);
      learn(placed, world);
    }
  },
  summary: (objects) => `apply ${namesOf(objects)}`,
  async run(objects, tools) {
    for (const object of objects) await applyOne(object, tools);
    return done;
  },
};

/** What later steps can rely on. */
function learn({ manifest, namespace: usual }: PlacedManifest, world: World): void {
  const { name, namespace = usual } = manifest.metadata ?? {};
  const kind = world.kinds.byKind(manifest.apiVersion, manifest.kind);
  if (kind === undefined || name === undefined) return;
  world.objects.add(kind, namespace, name);
  if (kind.kind === 'Node') world.nodes.set(name, undefined);
}

/** As in kubectl: an object in another namespace than that of its files is a mistake. */
function checkNamespace(
  { manifest, namespace, node, checker }: PlacedManifest,
  world: World,
): void {
  const own = manifest.metadata?.namespace;
  if (namespace === undefined || own === undefined || own === namespace) return;
  if (world.kinds.byKind(manifest.apiVersion, manifest.kind)?.namespaced !== true) return;
  checker.problem(
    node,
    `${manifest.kind} ${String(manifest.metadata.name)} is in namespace "${own}"; expected "${namespace}", or none`,
  );
}

/** The maximum number of names in a line of the timeline. */
const MOST_NAMES = 5;

function namesOf(objects: readonly PlacedManifest[]): string {
  const names = objects.slice(0, MOST_NAMES).map(nameOf).join(', ');
  const more = objects.length - MOST_NAMES;
  return more > 0 ? `${names} and ${more} more` : names;
}

function nameOf({ manifest: { kind, metadata }, namespace: usual }: PlacedManifest): string {
  const name = metadata?.name ?? `${metadata?.generateName ?? ''}*`;
  const namespace = metadata?.namespace ?? usual;
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/**
 * Server-side apply: fields of an earlier step that are missing in this one are removed, and changes
 * by others are overwritten, as with kubectl.
 */
async function applyOne(
  { manifest, namespace: usual }: PlacedManifest,
  { client, kinds }: StepTools,
): Promise<void> {
  const kind = kinds.byKind(manifest.apiVersion, manifest.kind)!;
  const namespace = kind.namespaced
    ? (manifest.metadata.namespace ?? usual ?? DEFAULT_NAMESPACE)
    : undefined;
  const { name } = manifest.metadata;
  const metadata = { ...manifest.metadata, ...(namespace !== undefined && { namespace }) };
  const body = { ...manifest, metadata };
  if (name === undefined) {
    // As the server reads it: an amount that is written as a number is text.
    await client.create(kind, decodeAs(kind, body) as NewObject<KubeObject>);
    return;
  }
  await client.patch(kind, { namespace, name }, { type: 'apply', body, force: true });
}

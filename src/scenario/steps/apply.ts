import { ApiError, type KubeObject, type NewObject } from '#values';
import { customResourceDefinition, isDefinitionTrue } from '#custom';
import { decodeAs, getCondition } from '#kinds';
import type { CustomResourceDefinition } from '#types';
import type { Client } from '#runtime';
import { isDefinition } from '../declared-kinds.ts';
import { checkManifest } from '../shape/manifest.ts';
import { applied, type Applied } from '../shape/applied.ts';
import type { PlacedManifest } from '../shape/manifest-files.ts';
import { checkSelector } from '../shape/manifest-selector.ts';
import { DEFAULT_NAMESPACE } from '../shape/reference.ts';
import { done, type StepOutcome, type StepTools, type Verb } from '../step.ts';
import type { World } from '../world.ts';

/** Creates the objects, or changes what is there, as `kubectl apply` does. */
export const apply: Verb<Applied> = {
  name: 'apply',
  shape: applied,
  checkWorld({ objects }, world) {
    for (const placed of objects) {
      world.meet(placed.manifest);
      checkManifest(placed.node, world.kinds, placed.checker);
      checkName(placed);
      checkNamespace(placed, world);
      checkSelector(placed);
      learn(placed, world);
      if (isDefinition(placed.manifest)) world.declare(placed.manifest);
    }
  },
  summary: (args) => `apply ${namesOf(args.objects)}${howText(args)}`,
  objects: ({ objects }) => objects,
  async run({ objects, serverSide }, tools) {
    const conflicts = serverSide?.conflicts;
    if (conflicts !== undefined) return applyInConflict(objects[0]!, conflicts, tools);
    for (const object of objects) await applyOne(object, tools);
    return done;
  },
};

/** What kubectl names itself when it applies on the server. */
const DEFAULT_MANAGER = 'kubectl';
/** As the step applies by itself: it may not depend on what others have done. */
const forced = { manager: undefined, force: true };

function howText({ serverSide }: Applied): string {
  if (serverSide === undefined) return '';
  const { manager = DEFAULT_MANAGER, force, conflicts } = serverSide;
  const refused = conflicts === undefined ? '' : `, refused for ${conflicts.join(', ')}`;
  return ` as ${manager}${force === true ? ' by force' : ''}${refused}`;
}

/** Applies an object that others own fields of. It is right that the server refuses it for these. */
async function applyInConflict(
  object: PlacedManifest,
  expected: readonly string[],
  tools: StepTools,
): Promise<StepOutcome> {
  const required = `expected a conflict about ${expected.join(', ')}`;
  try {
    await applyOne(object, tools);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 409) throw error;
    const causes = error.details?.causes ?? [];
    const found = new Set(causes.map(({ field = '' }) => field));
    const isExpected = found.size === expected.length && expected.every((each) => found.has(each));
    return isExpected ? done : { ok: false, detail: `${required}; ${error.message}` };
  }
  return { ok: false, detail: `${required}; there was none` };
}

/** What later steps can rely on. */
function learn({ manifest, namespace: usual }: PlacedManifest, world: World): void {
  const { name, namespace = usual } = manifest.metadata ?? {};
  const kind = world.kinds.byKind(manifest.apiVersion, manifest.kind);
  if (kind === undefined || name === undefined) return;
  world.objects.add(kind, namespace, name);
  if (kind.kind === 'Node') world.nodes.set(name, undefined);
}

/** Server-side apply knows no `generateName`: it has to say which object it is about. */
function checkName({ manifest, node, checker, serverSide }: PlacedManifest): void {
  const { name, generateName } = manifest.metadata ?? {};
  if (serverSide === undefined || name !== undefined || generateName === undefined) return;
  const message = `${manifest.kind} has only a generateName; "serverSide" needs metadata.name`;
  checker.problem(node, message);
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
 * by others are overwritten, as with kubectl, unless the step says how.
 */
export async function applyOne(
  { manifest, namespace: usual, serverSide }: PlacedManifest,
  { client, kinds }: Pick<StepTools, 'client' | 'kinds'>,
): Promise<void> {
  const kind = kinds.byKind(manifest.apiVersion, manifest.kind);
  if (kind === undefined) {
    throw new Error(`no kind ${manifest.kind} in ${manifest.apiVersion} is served`);
  }
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
  const { manager, force } = serverSide ? { manager: DEFAULT_MANAGER, ...serverSide } : forced;
  await client.patch(kind, { namespace, name }, { type: 'apply', body, manager, force });
  if (isDefinition(manifest)) await untilDecided(name, client);
}

/** Objects that follow a definition can be made once its names are accepted, or are not. */
async function untilDecided(name: string, client: Client): Promise<void> {
  const definition = await client.get(customResourceDefinition, { name });
  if (isDecided(definition)) return;
  const { resourceVersion } = definition.metadata;
  const changes = client.watch(customResourceDefinition, { resourceVersion });
  try {
    for (;;) {
      const events = await changes.next();
      const own = events.filter(({ object }) => object.metadata.name === name);
      if (events.length === 0 || own.some(({ object }) => isDecided(object))) return;
    }
  } finally {
    changes.stop();
  }
}

function isDecided(definition: CustomResourceDefinition): boolean {
  const accepted = getCondition(definition.status.conditions ?? undefined, 'NamesAccepted');
  return accepted?.status === 'False' || isDefinitionTrue(definition, 'Established');
}

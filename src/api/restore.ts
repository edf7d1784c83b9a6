/** Puts the objects of another cluster into an empty one, as a restored etcd would have them. */
import { apiVersionOf, decodeAs, defaultRank, namespace as namespaceKind, type Kind } from '#kinds';
import { checkDns1123Label, checkDns1123Subdomain, type KubeObject } from '#values';
import { customResourceDefinition as definitionKind } from '#custom';
import type { Namespace, ObjectMeta } from '#types';
import type { Backend } from './backend.ts';
import { asStored, targetOf, type Body, type Resource } from './resource.ts';
import type { RequestContext } from './context.ts';

/** An object as the other cluster had it. */
export interface Restored {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: Partial<ObjectMeta>;
}

/**
 * Stores objects with the identity and the status that they have, without admission and validation.
 * Missing parts are filled in: defaults, uids, times, namespaces. Versions and managed fields are
 * dropped.
 * @throws {Error} for an object that is given twice, of an unknown kind, not as its kind is, or without a name that an
 * object of the kind, or its namespace, can have
 */
export async function restore(
  backend: Backend,
  context: RequestContext,
  objects: readonly Restored[],
): Promise<void> {
  const definitions = objects.filter(isDefinition);
  if (definitions.length > 0) {
    // They say what kinds the others may be of.
    for (const object of definitions)
      await store(backend, context, restoredObject(backend, object));
    backend.definitions.follow();
  }
  const others = objects
    .filter((object) => !isDefinition(object))
    .map((object) => restoredObject(backend, object));
  for (const each of [...namespacesOf(backend, others), ...others].sort(byRank)) {
    await store(backend, context, each);
  }
}

function isDefinition({ apiVersion, kind }: Restored): boolean {
  return kind === definitionKind.kind && apiVersion === apiVersionOf(definitionKind);
}

function restoredObject(backend: Backend, object: Restored): RestoredObject {
  const kind = backend.kinds.byKind(object.apiVersion, object.kind);
  if (kind === undefined) throw new Error(`unknown kind ${object.kind} in ${object.apiVersion}`);
  const resource = backend.resource(kind);
  return { resource, object: objectOf(backend, resource, object) };
}

interface RestoredObject {
  readonly resource: Resource;
  readonly object: KubeObject;
}

function objectOf(
  backend: Backend,
  resource: Resource,
  input: { readonly metadata?: Partial<ObjectMeta> },
): KubeObject {
  const { kind, apiVersion } = resource;
  const { metadata: meta = {} } = input;
  const { name = '', namespace = 'default' } = meta;
  const whole = { ...input, apiVersion, kind: kind.kind, metadata: meta };
  checkNames(kind, name, namespace);
  const fitting = orNamed(kind, name, () => decodeAs(kind, whole)) as Body;
  const stored = resource.toStorage(resource.fillDefaults(fitting)) as Body;
  const source = stored.metadata;
  const metadata: Mutable<ObjectMeta> = {
    ...source,
    ...(kind.namespaced && { namespace }),
    uid: source.uid ?? backend.uids.uuid(),
    creationTimestamp: source.creationTimestamp ?? backend.present.text,
    ...(resource.main.generation !== undefined && { generation: source.generation ?? 1 }),
  };
  delete metadata.managedFields;
  const restored = kind.view.restored?.({ ...stored, metadata }, backend.clock.now());
  const object: Body = asStored(resource, (restored ?? { ...stored, metadata }) as Body);
  if (object.status !== undefined) return object;
  const created = (kind.rules.prepareCreate?.(object, backend.strategy) ?? object) as Body;
  return { ...object, ...(created.status !== undefined && { status: created.status }) };
}

/** Nothing else of an object is validated; but by a wrong name it could not be found, or deleted. */
function checkNames(kind: Kind, name: string, namespace: string): void {
  if (typeof name !== 'string' || name === '') throw new Error(`${kind.kind} without a name`);
  const [wrong] = (kind.rules.validateName ?? checkDns1123Subdomain)(name);
  if (wrong !== undefined)
    throw new Error(`${kind.kind} ${JSON.stringify(name)}: metadata.name: ${wrong}`);
  const [wrongPlace] = kind.namespaced ? checkDns1123Label(namespace) : [];
  if (wrongPlace !== undefined) {
    throw new Error(
      `${kind.kind} ${name}: metadata.namespace ${JSON.stringify(namespace)}: ${wrongPlace}`,
    );
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function orNamed<T>(kind: Kind, name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new Error(`${kind.kind} ${name}: ${(error as Error).message}`, { cause: error });
  }
}

/** The namespaces of the objects that are not among them. */
function namespacesOf(
  backend: Backend,
  result: readonly RestoredObject[],
): readonly RestoredObject[] {
  const resource = backend.resource(namespaceKind);
  const missing = new Set(result.map(({ object }) => object.metadata.namespace ?? 'default'));
  for (const each of result) {
    if (each.resource === resource) missing.delete(each.object.metadata.name);
  }
  return [...missing].sort().map((name) => {
    const desired = { metadata: { name } } as Namespace;
    return { resource, object: objectOf(backend, resource, desired) };
  });
}

function byRank(a: RestoredObject, b: RestoredObject): number {
  const [x, y] = [a.object.metadata, b.object.metadata];
  const [created, later] = [x.creationTimestamp, y.creationTimestamp];
  return rankOf(a) - rankOf(b) || (created < later ? -1 : created > later ? 1 : 0);
}

function rankOf({ resource }: RestoredObject): number {
  return resource.kind.view.restoreRank ?? defaultRank;
}

async function store(
  backend: Backend,
  { origin }: RequestContext,
  { resource, object }: RestoredObject,
): Promise<void> {
  const { bucket, kind } = resource;
  const { key } = targetOf(resource, object.metadata);
  if ((await backend.store.get(bucket, key)) !== undefined) {
    throw new Error(`${kind.kind} ${key} is given twice`);
  }
  await backend.store.put(bucket, key, resource.inStoredVersion(object), {
    origin,
    expected: 0,
    ttlMs: kind.wire.ttlMs,
  });
}

/** Writes of the server's own objects. */
import { isAlreadyExists, isConflict, isNotFound, type KubeObject, type NewObject } from '#values';
import { apiVersionOf, bucketOf, type Kind } from '#kinds';
import { anyKind } from '#request';

import type { RequestContext } from '../context.ts';
import type { KeptApi } from './keeper.ts';

export function contextOf(fieldManager: string, note: string): RequestContext {
  return { origin: { actor: 'kube-apiserver', note }, fieldManager };
}

/** The form of a kind that the release prefers: it may not serve the one that is stored. */
function preferred<T extends KubeObject>({ kinds }: KeptApi, kind: Kind<T>): Kind {
  const bucket = bucketOf(anyKind(kind));
  return kinds.all.find((each) => bucketOf(each) === bucket) ?? anyKind(kind);
}

/** An object as that form has it. */
function inForm({ storage }: Kind, object: object): KubeObject {
  return storage?.fromStorage(object as KubeObject) ?? (object as KubeObject);
}

/** Creates the objects that do not exist. */
export async function createMissing<T extends KubeObject>(
  api: KeptApi,
  context: RequestContext,
  kind: Kind<T>,
  objects: readonly NewObject<T>[],
): Promise<void> {
  const form = preferred(api, kind);
  for (const object of objects) {
    const uid = api.own.uidOf(kind.plural, object.metadata.name!);
    const body = inForm(form, object);
    try {
      await api.call({ ...context, uid }, { verb: 'create', kind: form, body });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }
}

export async function listOf<T extends KubeObject>(
  api: KeptApi,
  kind: Kind<T>,
): Promise<readonly T[]> {
  const options = { resourceVersion: '0' };
  const form = preferred(api, kind);
  const { items } = await api.read({ verb: 'list', kind: form, options });
  const stored = items.map((item) => form.storage?.toStorage(item) ?? item);
  return stored as unknown as readonly T[];
}

/** Writes the status. A conflict means that another request has just done it, or will. */
export async function writeStatus<T extends KubeObject>(
  api: KeptApi,
  context: RequestContext,
  kind: Kind<T>,
  object: T,
): Promise<void> {
  const { name } = object.metadata;
  const form = preferred(api, kind);
  const body = inForm(form, object);
  const about = { kind: form, ref: { name }, subresource: 'status' } as const;
  try {
    await api.call(context, { verb: 'update', ...about, body });
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}

/** Applies the status, by the name of the context. */
export async function applyStatus<T extends KubeObject>(
  api: KeptApi,
  context: RequestContext,
  kind: Kind<T>,
  name: string,
  status: unknown,
): Promise<void> {
  const form = preferred(api, kind);
  const about = { kind: form, ref: { name }, subresource: 'status' } as const;
  const body = { apiVersion: apiVersionOf(form), kind: form.kind, metadata: { name }, status };
  const patch = { type: 'apply', manager: context.fieldManager, force: true, body } as const;
  try {
    await api.call(context, { verb: 'patch', ...about, patch });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

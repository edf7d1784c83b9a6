/** Writes of the server's own objects. */
import { isAlreadyExists, isConflict, isNotFound, type KubeObject, type NewObject } from '#values';
import type { Kind } from '#kinds';
import { anyKind } from '#request';

import type { RequestContext } from '../context.ts';
import type { KeptApi } from './keeper.ts';

export function contextOf(fieldManager: string, note: string): RequestContext {
  return { origin: { actor: 'kube-apiserver', note }, fieldManager };
}

/** Creates the objects that do not exist. */
export async function createMissing<T extends KubeObject>(
  api: KeptApi,
  context: RequestContext,
  kind: Kind<T>,
  objects: readonly NewObject<T>[],
): Promise<void> {
  for (const body of objects) {
    const uid = api.own.uidOf(kind.plural, body.metadata.name!);
    try {
      await api.call({ ...context, uid }, { verb: 'create', kind: anyKind(kind), body });
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
  const { items } = await api.read({ verb: 'list', kind: anyKind(kind), options });
  return items as unknown as readonly T[];
}

/** Writes the status. A conflict means that another request has just done it, or will. */
export async function writeStatus<T extends KubeObject>(
  api: KeptApi,
  context: RequestContext,
  kind: Kind<T>,
  object: T,
): Promise<void> {
  const { name } = object.metadata;
  const about = { kind: anyKind(kind), ref: { name }, subresource: 'status' } as const;
  try {
    await api.call(context, { verb: 'update', ...about, body: object });
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}

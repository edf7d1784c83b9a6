import type { ApiServer } from '#api';
import { KindRegistry, withDefined } from '#catalog';
import { anyKind } from '#request';
import type { CustomResourceDefinition } from '#types';
import { isExpired } from '#values';
import { ServedKinds } from '../exchange/served-kinds.ts';

/** Returns what was served at a revision; what is served now, where that is not kept any more. */
export async function servedAt(api: ApiServer, revision: number): Promise<ServedKinds> {
  const { kinds } = api;
  const definition = kinds.byKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
  if (definition === undefined) return new ServedKinds(kinds);
  const options = { resourceVersion: String(revision), resourceVersionMatch: 'Exact' } as const;
  try {
    const found = await api.read({ verb: 'list', kind: anyKind(definition), options });
    const definitions = found.items as unknown as readonly CustomResourceDefinition[];
    const builtIn = kinds.all.filter(({ custom }) => custom === undefined);
    return new ServedKinds(withDefined(new KindRegistry(kinds.profile, builtIn), definitions));
  } catch (error) {
    if (isExpired(error)) return new ServedKinds(kinds);
    throw error;
  }
}

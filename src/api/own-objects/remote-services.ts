/** What names the servers of other versions than those that this one serves. */
import { apiService, resourceOf } from '#kinds';
import type { apiregistrationV1 } from '#types';
import type { Store } from '#store';

type APIService = apiregistrationV1.APIService;

const bucket = resourceOf(apiService);

/** Returns what names the server of a version; undefined: no other server does. */
export function remoteService(
  store: Pick<Store, 'peek'>,
  { group, version }: { readonly group: string; readonly version: string },
): APIService | undefined {
  const found = store.peek(bucket, `${version}.${group}`) as unknown as APIService | undefined;
  return found?.spec.service == null ? undefined : found;
}

/** Returns all that name other servers. */
export function remoteServices(
  store: Pick<Store, 'isEmpty' | 'past' | 'revision'>,
): readonly APIService[] {
  if (store.isEmpty(bucket)) return [];
  const stored = store.past.list(bucket, store.revision()) as unknown as readonly APIService[];
  return stored.filter(({ spec }) => spec.service != null);
}

/** Groups of metrics that another server answers for, in place of this one. */
import { metricsVersions } from '#kinds';
import type { apiregistrationV1 } from '#types';
import type { Store } from '#store';
import { remoteService } from './remote-services.ts';

type APIService = apiregistrationV1.APIService;

const none: readonly APIService[] = [];

/**
 * What names the servers that answer for a group of metrics, by version; none where this server does. v1.24 serves no
 * metrics by itself, so whoever installs a server for them gets the whole group.
 */
export function takenOver(store: Pick<Store, 'peek'>, group: string): readonly APIService[] {
  const versions = metricsVersions.get(group);
  if (versions === undefined) return none;
  return versions.flatMap((version) => {
    const service = remoteService(store, { group, version });
    return service === undefined ? none : [service];
  });
}

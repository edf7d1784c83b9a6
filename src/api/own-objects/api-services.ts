/** An APIService for each version that this server serves, and the state of other servers. */
import type { KindRegistry } from '#catalog';
import { apiService, groupRank, isInRelease, metricsVersions, type Kind } from '#kinds';
import { formatTime, isNotFound, type NewObject } from '#values';
import type { apiregistrationV1 } from '#types';
import { anyKind } from '#request';
import { servedGroups } from '../served-groups.ts';
import { availabilityOf } from './availability.ts';
import type { Keeper, KeeperOptions } from './keeper.ts';
import { retriable } from './retriable.ts';
import { contextOf, createMissing, listOf, writeStatus } from './write.ts';

type APIService = apiregistrationV1.APIService;

const context = contextOf('kube-apiserver', 'API services');

/** Says that the server keeps the object: from its start, or as long as the group is served. */
const managedLabel = 'kube-aggregator.kubernetes.io/automanaged';

export function keepApiServices(options: KeeperOptions): Keeper {
  return {
    make: retriable(
      () => options.api.kinds.all,
      () => makeLocal(options),
    ),
    refresh: () => refreshRemote(options),
  };
}

/** One for each version; those of versions that are not served any more are deleted. */
async function makeLocal({ api }: KeeperOptions): Promise<void> {
  const desired = localServices(api.kinds);
  const names = new Set(desired.map(({ metadata }) => metadata.name));
  await createMissing(api, context, apiService, desired);
  for (const { metadata, spec } of await listOf(api, apiService)) {
    const isOurs = metadata.labels?.[managedLabel] !== undefined && spec.service == null;
    if (isOurs && !names.has(metadata.name)) await remove(api, metadata.name);
  }
}

/**
 * None for groups of metrics: with v1.24 there are none until somebody installs a server for them, and installers such
 * as Helm refuse to take over one that exists.
 */
function localServices({ profile, all }: KindRegistry): readonly NewObject<APIService>[] {
  const groups = [...servedGroups(profile, all)].filter(
    ([group]) => group !== apiService.group && !metricsVersions.has(group),
  );
  return groups.flatMap(([group, versions]) =>
    versions.map((version) => {
      const rank = groupRank(group, version);
      const labels = { [managedLabel]: isInRelease(profile.minor, group) ? 'onstart' : 'true' };
      return {
        metadata: { name: `${version}.${group}`, labels },
        spec: {
          ...(group !== '' && { group }),
          version,
          groupPriorityMinimum: rank.group,
          versionPriority: rank.version,
        },
      };
    }),
  );
}

async function remove(api: KeeperOptions['api'], name: string): Promise<void> {
  const kind: Kind = anyKind(apiService);
  try {
    await api.call(context, { verb: 'delete', kind, ref: { name }, options: {} });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function refreshRemote({ api, now }: KeeperOptions): Promise<void> {
  for (const object of await listOf(api, apiService)) {
    if (object.spec.service == null) continue;
    const { status, reason, message } = await availabilityOf(api, object);
    const conditions = object.status.conditions ?? [];
    const known = conditions.find(({ type }) => type === 'Available');
    if (known?.status === status && known.reason === reason && known.message === message) continue;
    const isSame = known?.status === status;
    const lastTransitionTime = isSame ? known.lastTransitionTime : formatTime(now());
    const available = { type: 'Available', status, lastTransitionTime, reason, message };
    const others = conditions.filter((each) => each !== known);
    const next = { ...object, status: { conditions: [...others, available] } };
    await writeStatus(api, context, apiService, next as APIService);
  }
}

/** Writes the rules of cluster roles that collect them from others (`aggregationRule`). */
import { clusterRole as clusterRoleKind } from '#kinds';
import { deepEqual, keyOf } from '#values';
import type { ClusterRole } from '#types';
import type { Client, ControllerDefinition } from '#runtime';
import { collectedRules, collects } from './rules.ts';

const ACTOR = 'clusterrole-aggregation-controller';
const COLLECTING = 'collecting';

export const clusterRoleAggregation: ControllerDefinition = {
  name: 'clusterroleaggregation',
  actor: ACTOR,
  start(context) {
    const roles = context.informer(clusterRoleKind);
    roles.addIndex(COLLECTING, (role) => (isCollecting(role) ? [COLLECTING] : []));
    const queue = context.queue({
      workers: 5,
      async reconcile(key, { client }) {
        const role = roles.lister.getByKey(key);
        if (role === undefined || !isCollecting(role)) return;
        const rules = collectedRules(role, roles.lister.list());
        if (!deepEqual(rules, role.rules ?? [])) await write(client, role, rules);
      },
    });
    const followersOf = (...states: readonly ClusterRole[]): readonly string[] =>
      roles.lister
        .byIndex(COLLECTING, COLLECTING)
        .filter((role) => states.some((state) => collects(role, state)))
        .map(keyOf);
    roles.addHandlers({
      added(role, cause) {
        for (const key of [keyOf(role), ...followersOf(role)]) queue.add(key, cause);
      },
      updated(role, old, cause) {
        for (const key of [keyOf(role), ...followersOf(role, old)]) queue.add(key, cause);
      },
      deleted(role, cause) {
        for (const key of followersOf(role)) queue.add(key, cause);
      },
    });
  },
};

function isCollecting({ aggregationRule }: ClusterRole): boolean {
  return aggregationRule != null;
}

/** Owns the rules as v1.24's controller does: it takes them over from whoever wrote them. */
async function write(
  client: Client,
  { apiVersion, kind, metadata: { name } }: ClusterRole,
  rules: ClusterRole['rules'],
): Promise<void> {
  const body = { apiVersion, kind, metadata: { name }, rules };
  const patch = { type: 'apply', body, force: true, manager: ACTOR } as const;
  await client.patch(clusterRoleKind, { name }, patch);
}

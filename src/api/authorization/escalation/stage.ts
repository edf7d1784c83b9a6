/**
 * The check of roles and bindings behind all plugins that change them: a user may not write a role
 * or a binding that grants more than the user holds.
 */
import {
  forbiddenObject,
  notFound,
  quote,
  semanticEqual,
  serverError,
  type KubeObject,
} from '#values';
import { rbacGroup, type Granting, type Kind } from '#kinds';
import type { ClusterRole, PolicyRule, RoleRef } from '#types';
import type { AdmissionAccess } from '../../admission/access.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../../admission/plugin.ts';
import { resourceAccess } from '../access.ts';
import { isAdministrator } from '../groups.ts';
import { roleOf } from '../rbac/rbac.ts';
import { confirmHeld, holds, type Granted, type Grantor } from './confirm.ts';

/** The resources of roles, by the kinds that bindings name. */
const roleResources: ReadonlyMap<string, string> = new Map([
  ['Role', 'roles'],
  ['ClusterRole', 'clusterroles'],
]);

/** All there is. */
const everyRule: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

export const escalationCheck: AdmissionPlugin = {
  name: 'RBACEscalationCheck',

  handles: ({ group }, operation, subresource) =>
    group === rbacGroup && operation !== 'DELETE' && subresource === undefined,

  mutate(object, old, request, access) {
    const { user } = request.context;
    if (user === undefined || isAdministrator(user)) return object;
    if (old !== undefined && isForCollectorOnly(object, old)) return object;
    const grantor = { authorizer: access.authorizer, user, namespace: request.namespace ?? '' };
    const granted = { resource: request.kind, name: object.metadata.name ?? '' };
    if ('roleRef' in object) checkBinding(object as Granting, grantor, granted, access);
    else
      checkRole(object as ClusterRole, old as ClusterRole | undefined, grantor, granted, request);
    return object;
  },
};

/** Whether an update only changes what the garbage collector does. */
function isForCollectorOnly(object: KubeObject, old: KubeObject): boolean {
  const { ownerReferences, finalizers, managedFields } = old.metadata;
  const metadata = { ...object.metadata, ownerReferences, finalizers, managedFields };
  return semanticEqual({ ...object, metadata }, old);
}

function checkRole(
  { rules, aggregationRule }: ClusterRole,
  old: ClusterRole | undefined,
  grantor: Grantor,
  granted: Granted,
  { kind, context }: AdmissionRequest,
): void {
  if (mayEscalate(grantor, kind, context.urlName ?? '')) return;
  confirmHeld(grantor, rules ?? [], granted);
  const aggregates = [aggregationRule, old?.aggregationRule].some(
    (rule) => (rule?.clusterRoleSelectors ?? []).length > 0,
  );
  if (!aggregates || holds(grantor, everyRule)) return;
  const why = 'must have cluster-admin privileges to use the aggregationRule';
  throw forbiddenObject(granted.resource, granted.name, why);
}

function mayEscalate({ authorizer, user, namespace }: Grantor, kind: Kind, name: string): boolean {
  const { group, plural: resource } = kind;
  const access = resourceAccess({ verb: 'escalate', group, resource, namespace, name });
  return authorizer.decide(user, access).allowed;
}

/** @throws {ApiError} 404 for a role that is not there */
function checkBinding(
  { roleRef }: Granting,
  grantor: Grantor,
  granted: Granted,
  { store, rules }: AdmissionAccess,
): void {
  if (mayBind(grantor, roleRef)) return;
  const plural = roleResources.get(roleRef.kind);
  if (plural === undefined)
    throw serverError(`unsupported role reference kind: ${quote(roleRef.kind)}`);
  const found = roleOf(store, roleRef, grantor.namespace);
  // Later releases name the resource of the request, not of the role.
  const resource = rules.enabled('RefusedCreationsNamed')
    ? granted.resource
    : { group: rbacGroup, plural };
  if (found === undefined) throw notFound(resource, roleRef.name);
  confirmHeld(grantor, found.rules ?? [], granted);
}

function mayBind({ authorizer, user, namespace }: Grantor, ref: RoleRef): boolean {
  const { kind, apiGroup: group, name } = ref;
  const resource = roleResources.get(kind);
  if (resource === undefined) return false;
  const access = resourceAccess({ verb: 'bind', group, resource, namespace, name });
  return authorizer.decide(user, access).allowed;
}

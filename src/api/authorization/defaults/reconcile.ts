/**
 * Default roles and bindings at the start of a server: what is missing is created, and what stored
 * objects lack is added to them, unless they say that they are not to be updated.
 */
import {
  clusterRole,
  clusterRoleBinding,
  role,
  roleBinding,
  type Granting,
  type Kind,
} from '#kinds';
import { deepEqual, type KubeObject } from '#values';
import type { ClusterRole, ObjectMeta, RoleRef, Subject } from '#types';
import { anyKind } from '#request';
import type { Backend } from '../../backend.ts';
import type { RequestContext } from '../../context.ts';
import { targetOf } from '../../resource.ts';
import { verbs } from '../../verbs.ts';
import { uncovered } from '../escalation/covers.ts';
import { autoUpdate, readDefaults, type Default } from './read.ts';

/** @param context of the API server's own writes */
export async function reconcileDefaults(backend: Backend, context: RequestContext): Promise<void> {
  const { clusterRoles, clusterRoleBindings, roles, roleBindings } = readDefaults(
    backend.strategy.profile,
  );
  const all = [
    ...stepsOf(clusterRole, clusterRoles, completedRole),
    ...stepsOf(clusterRoleBinding, clusterRoleBindings, completedBinding),
    ...stepsOf(role, roles, completedRole),
    ...stepsOf(roleBinding, roleBindings, completedBinding),
  ];
  for (const step of all) await reconcile(backend, context, step);
}

interface Step {
  readonly kind: Kind;
  readonly desired: Default;
  /**
   * The stored object with what it lacks. Undefined: it cannot be changed into what is wanted, and
   * has to be made again.
   */
  complete(stored: KubeObject): KubeObject | undefined;
}

function stepsOf<T extends KubeObject, W extends Default>(
  kind: Kind<T>,
  desired: readonly W[],
  complete: (stored: T, desired: W) => T | undefined,
): readonly Step[] {
  return desired.map((each) => ({
    kind: anyKind(kind),
    desired: each,
    complete: (stored) => complete(stored as T, each),
  }));
}

async function reconcile(
  backend: Backend,
  context: RequestContext,
  { kind, desired, complete }: Step,
): Promise<void> {
  const { namespace, name } = desired.metadata;
  const ref = { namespace, name };
  const { resource, key } = targetOf(backend.resource(kind), ref);
  const create = { verb: 'create', kind, namespace, body: desired } as const;
  const stored = backend.store.peek(resource.bucket, key);
  if (stored === undefined) {
    await verbs.create(backend, context, create);
    return;
  }
  if (stored.metadata.annotations?.[autoUpdate] === 'false') return;
  const body = complete(withMetadata(stored, desired.metadata));
  if (body === undefined) {
    await verbs.delete(backend, context, { verb: 'delete', kind, ref, options: {} });
    await verbs.create(backend, context, create);
  } else if (!deepEqual(body, stored)) {
    await verbs.update(backend, context, { verb: 'update', kind, ref, body });
  }
}

/** Adds labels and annotations; those that are there keep their values. */
function withMetadata(stored: KubeObject, desired: Partial<ObjectMeta>): KubeObject {
  const labels = { ...desired.labels, ...stored.metadata.labels };
  const annotations = { ...desired.annotations, ...stored.metadata.annotations };
  return { ...stored, metadata: { ...stored.metadata, labels, annotations } };
}

/** A role that collects others gets its rules from a controller. */
function completedRole(
  stored: ClusterRole,
  desired: Pick<ClusterRole, 'rules' | 'aggregationRule'>,
) {
  const { aggregationRule: collected, ...plain } = stored;
  const selectors = desired.aggregationRule?.clusterRoleSelectors;
  if (selectors === undefined) {
    const rules = stored.rules ?? [];
    const missing = uncovered(rules, desired.rules ?? []);
    return missing.length === 0 ? plain : { ...plain, rules: [...rules, ...missing] };
  }
  const known = collected?.clusterRoleSelectors ?? [];
  const missing = selectors.filter((each) => !known.some((other) => deepEqual(each, other)));
  return { ...stored, aggregationRule: { clusterRoleSelectors: [...known, ...missing] } };
}

/** A binding to another role cannot be changed into this one. */
function completedBinding(
  stored: Granting,
  { roleRef, subjects = [] }: { readonly roleRef: RoleRef; readonly subjects?: readonly Subject[] },
): Granting | undefined {
  if (!deepEqual(stored.roleRef, roleRef)) return undefined;
  const known = stored.subjects ?? [];
  const missing = subjects.filter((each) => !known.some((other) => deepEqual(each, other)));
  return missing.length === 0 ? stored : { ...stored, subjects: [...known, ...missing] };
}

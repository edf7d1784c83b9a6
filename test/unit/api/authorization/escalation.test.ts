import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext, User } from '#api';
import { clusterRole, clusterRoleBinding, configMap, namespace, role, roleBinding } from '#kinds';
import { omitFields } from '#values';
import type { ClusterRole, PolicyRule, RoleRef } from '#types';
import { apiRig, context, refusal, type ApiRig } from '../../../support/api.ts';

const apiGroup = 'rbac.authorization.k8s.io';
const jane: User = { name: 'jane', groups: ['dev'] };
const byJane: RequestContext = { ...context, user: jane };
const rule = (verb: string, group: string, resource: string, name?: string): PolicyRule => ({
  verbs: [verb],
  apiGroups: [group],
  resources: [resource],
  ...(name !== undefined && { resourceNames: [name] }),
});
const getPods = rule('get', '', 'pods');
const refOf = (kind: string, name: string): RoleRef => ({ apiGroup, kind, name });

const refused = (what: string, missing: string): string =>
  `${what} is forbidden: user "jane" (groups=["dev"]) is attempting to grant RBAC permissions not currently held:\n${missing}`;
const listSecrets = '{APIGroups:[""], Resources:["secrets"], Verbs:["list"]}';

let rig: ApiRig;

/** Gives jane these rules: in the whole cluster, or in the namespace `default`. */
async function grant(place: 'cluster' | 'default', ...rules: readonly PolicyRule[]): Promise<void> {
  const { api } = rig;
  const subjects = [{ kind: 'User', apiGroup, name: 'jane' }];
  const metadata = { name: `of-jane-${place}` };
  await api.create(context, clusterRole, { metadata, rules });
  const roleRef = refOf('ClusterRole', metadata.name);
  if (place === 'cluster') {
    await api.create(context, clusterRoleBinding, { metadata, roleRef, subjects });
  } else {
    await api.create(context, roleBinding, {
      metadata: { ...metadata, namespace: place },
      roleRef,
      subjects,
    });
  }
}

beforeEach(async () => {
  rig = await apiRig({ authorization: 'rbac' });
});

const roleOf = (...rules: readonly PolicyRule[]) => ({
  metadata: { name: 'r', namespace: 'default' },
  rules,
});
const clusterRoleOf = (fields: Partial<ClusterRole>) => ({
  metadata: { name: 'r' },
  rules: [],
  ...fields,
});

describe('a role', () => {
  it('holds no more than its writer does in the namespace', async () => {
    await grant('default', getPods);
    const { api } = rig;
    await api.create(byJane, role, roleOf(getPods));
    const held = await api.get(role, { namespace: 'default', name: 'r' });
    const more = { ...held, rules: [getPods, rule('list', '', 'secrets')] };
    const expected = refused('roles.rbac.authorization.k8s.io "r"', listSecrets);
    const ref = { namespace: 'default', name: 'r' };
    expect((await refusal(api.update(byJane, role, ref, more))).message).toBe(expected);
    await api.create(context, namespace, { metadata: { name: 'x' } });
    const elsewhere = { ...roleOf(getPods), metadata: { name: 'r', namespace: 'x' } };
    expect((await refusal(api.create(byJane, role, elsewhere))).code).toBe(403);
  });

  it('of the cluster needs rules of the cluster', async () => {
    await grant('default', getPods);
    const wanted = clusterRoleOf({ rules: [getPods] });
    expect((await refusal(rig.api.create(byJane, clusterRole, wanted))).code).toBe(403);
    await grant('cluster', getPods);
    await rig.api.create(byJane, clusterRole, wanted);
  });

  it('holds anything by the right to escalate, which may be for one name', async () => {
    await grant('cluster', rule('escalate', apiGroup, 'clusterroles', 'r'));
    const { api } = rig;
    const all = { rules: [rule('*', '*', '*')] };
    // A create names nothing.
    expect((await refusal(api.create(byJane, clusterRole, clusterRoleOf(all)))).code).toBe(403);
    const stored = await api.create(context, clusterRole, clusterRoleOf({}));
    await api.update(
      { ...byJane, urlName: 'r' },
      clusterRole,
      { name: 'r' },
      { ...stored, ...all },
    );
  });

  it('may lose owners and finalizers whatever it holds', async () => {
    const { api } = rig;
    const made = clusterRoleOf({ rules: [getPods] });
    const metadata = { name: 'r', finalizers: ['a/b'] };
    const stored = await api.create(context, clusterRole, { ...made, metadata });
    const changed = (more: object) => ({ ...stored, metadata: { ...stored.metadata, ...more } });
    const labelled = changed({ labels: { a: 'b' } });
    const ref = { name: 'r' };
    expect((await refusal(api.update(byJane, clusterRole, ref, labelled))).code).toBe(403);
    await api.update(byJane, clusterRole, ref, changed({ finalizers: [] }));
  });

  it('collects others only with all rights', async () => {
    const { api } = rig;
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] };
    const wanted = clusterRoleOf({ aggregationRule });
    const message =
      'clusterroles.rbac.authorization.k8s.io "r" is forbidden: must have cluster-admin privileges to use the aggregationRule';
    expect((await refusal(api.create(byJane, clusterRole, wanted))).message).toBe(message);
    const stored = await api.create(context, clusterRole, wanted);
    const without = omitFields(stored, ['aggregationRule']);
    const ref = { name: 'r' };
    expect((await refusal(api.update(byJane, clusterRole, ref, without))).message).toBe(message);
    const everyPath = { verbs: ['*'], nonResourceURLs: ['*'] };
    await grant('cluster', rule('*', '*', '*'), everyPath);
    await api.update(byJane, clusterRole, ref, without);
  });
});

describe('a binding', () => {
  const bindingTo = (kind: string, name: string) => ({
    metadata: { name: 'b', namespace: 'default' },
    roleRef: refOf(kind, name),
  });

  beforeEach(async () => {
    await rig.api.create(context, role, roleOf(rule('list', '', 'secrets')));
  });

  it('grants no more than its writer holds', async () => {
    const { api } = rig;
    const expected = refused('rolebindings.rbac.authorization.k8s.io "b"', listSecrets);
    const wanted = bindingTo('Role', 'r');
    expect((await refusal(api.create(byJane, roleBinding, wanted))).message).toBe(expected);
    await grant('default', rule('list', '', 'secrets'));
    await api.create(byJane, roleBinding, wanted);
  });

  it('grants any role by the right to bind it', async () => {
    await grant('default', rule('bind', apiGroup, 'roles', 'r'));
    await rig.api.create(byJane, roleBinding, bindingTo('Role', 'r'));
    const other = { ...bindingTo('Role', 'x'), metadata: { name: 'c', namespace: 'default' } };
    expect((await refusal(rig.api.create(byJane, roleBinding, other))).message).toBe(
      'roles.rbac.authorization.k8s.io "x" not found',
    );
  });

  it('refers to roles', async () => {
    const error = await refusal(rig.api.create(byJane, roleBinding, bindingTo('Pod', 'r')));
    expect([error.code, error.message]).toEqual([500, 'unsupported role reference kind: "Pod"']);
  });
});

describe('an object that an update creates', () => {
  const ref = { namespace: 'default', name: 'r' };

  it('needs the right to create it', async () => {
    const { api } = rig;
    const wanted = { apiVersion: `${apiGroup}/v1`, kind: 'Role', ...roleOf() } as never;
    const byName = { ...byJane, urlName: 'r' };
    expect((await refusal(api.update(byName, role, ref, wanted))).message).toBe(
      'roles.rbac.authorization.k8s.io "r" is forbidden: ',
    );
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'r' } };
    const apply = { type: 'apply', body } as const;
    const applying = { ...byName, fieldManager: 'x' };
    expect((await refusal(api.patch(applying, configMap, ref, apply))).message).toBe(
      'configmaps "r" is forbidden: ',
    );
    await grant(
      'default',
      rule('create', apiGroup, 'roles', 'r'),
      rule('create', '', 'configmaps'),
    );
    await api.update(byName, role, ref, wanted);
    await api.patch(applying, configMap, ref, apply);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { clusterRole, clusterRoleBinding, namespace, resourceOf, role, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { Simulator } from '#simulator';
import { apiRig, context, type ApiRig } from '../../../support/api.ts';

let rig: ApiRig;
const apiGroup = 'rbac.authorization.k8s.io';

beforeEach(async () => {
  rig = await apiRig({ authorization: 'rbac' });
  for (const name of ['kube-system', 'kube-public']) {
    await rig.api.create(context, namespace, { metadata: { name } });
  }
  await rig.api.prepareAuthorization();
});

/** What changes in an object from a change of it to the end of the next start. */
async function restartedWith<T extends KubeObject>(kind: Kind<T>, changed: T): Promise<T> {
  const { name } = changed.metadata;
  await rig.api.update(context, kind, { name }, changed);
  await rig.api.prepareAuthorization();
  return rig.api.get(kind, { name });
}

describe('default roles', () => {
  test('are there from the start', async () => {
    const { api } = rig;
    const [roles, bindings] = await Promise.all([
      api.list(clusterRole),
      api.list(clusterRoleBinding),
    ]);
    expect([roles.items.length, bindings.items.length]).toEqual([62, 43]);
    const view = await api.get(clusterRole, { name: 'view' });
    expect(view.metadata.labels).toEqual({
      'kubernetes.io/bootstrapping': 'rbac-defaults',
      'rbac.authorization.k8s.io/aggregate-to-edit': 'true',
    });
    expect(view.rules).toBeNull();
    const reader = { namespace: 'kube-system', name: 'extension-apiserver-authentication-reader' };
    expect((await api.get(role, reader)).rules).toEqual([
      {
        verbs: ['get', 'list', 'watch'],
        apiGroups: [''],
        resources: ['configmaps'],
        resourceNames: ['extension-apiserver-authentication'],
      },
    ]);
  });

  test('are not written again', async () => {
    const before = rig.store.revision();
    await rig.api.prepareAuthorization();
    expect(rig.store.revision()).toBe(before);
  });

  test.each([
    ['rbac', false],
    ['masters', true],
    ['none', true],
    [undefined, true],
  ] as const)('are made at the start only where roles count: %s', async (authorization, none) => {
    const options = { startMs: 0, controllers: [], pool: false };
    const simulator = new Simulator({ ...options, authorization });
    await simulator.start();
    expect(simulator.store.isEmpty(resourceOf(clusterRole))).toBe(none);
    simulator.stop();
  });

  test('get back what they lack, and keep the rest', async () => {
    const old = await rig.api.get(clusterRole, { name: 'system:basic-user' });
    const own = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
    const { annotations } = old.metadata;
    const metadata = { ...old.metadata, labels: { a: 'b' }, annotations };
    const next = await restartedWith(clusterRole, { ...old, metadata, rules: [own] });
    expect(next.metadata.labels).toEqual({
      a: 'b',
      'kubernetes.io/bootstrapping': 'rbac-defaults',
    });
    const about = { apiGroups: ['authorization.k8s.io'], verbs: ['create'] };
    expect(next.rules).toEqual([
      own,
      { ...about, resources: ['selfsubjectaccessreviews'] },
      { ...about, resources: ['selfsubjectrulesreviews'] },
    ]);
  });

  test('stay as they are where they say so', async () => {
    const old = await rig.api.get(clusterRole, { name: 'system:basic-user' });
    const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'false' };
    const metadata = { ...old.metadata, annotations };
    const next = await restartedWith(clusterRole, { ...old, metadata, rules: [] });
    expect(next.rules).toBeNull();
    expect(next.metadata.labels).toEqual(old.metadata.labels);
  });

  test('collect what they should', async () => {
    const old = await rig.api.get(clusterRole, { name: 'view' });
    const other = { matchLabels: { a: 'b' } };
    const aggregationRule = { clusterRoleSelectors: [other] };
    const next = await restartedWith(clusterRole, { ...old, aggregationRule });
    expect(next.aggregationRule?.clusterRoleSelectors).toEqual([
      other,
      { matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
    ]);
    const plain = await rig.api.get(clusterRole, { name: 'system:basic-user' });
    expect(await restartedWith(clusterRole, { ...plain, aggregationRule })).not.toHaveProperty(
      'aggregationRule',
    );
  });
});

describe('default bindings', () => {
  const name = 'system:discovery';

  test('get back subjects', async () => {
    const old = await rig.api.get(clusterRoleBinding, { name });
    const subjects = [{ kind: 'User', apiGroup, name: 'x' }];
    const next = await restartedWith(clusterRoleBinding, { ...old, subjects });
    expect(next.subjects).toEqual([...subjects, ...old.subjects!]);
  });

  test('are made again when they are bound to another role', async () => {
    const { api } = rig;
    const old = await api.get(clusterRoleBinding, { name });
    await api.delete(context, clusterRoleBinding, { name });
    const roleRef = { ...old.roleRef, name: 'view' };
    await api.create(context, clusterRoleBinding, { metadata: { name }, roleRef });
    await api.prepareAuthorization();
    const next = await api.get(clusterRoleBinding, { name });
    expect([next.roleRef, next.subjects]).toEqual([old.roleRef, old.subjects]);
  });
});

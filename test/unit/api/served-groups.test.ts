import { expect, it } from 'vitest';
import { configMap, type Kind, defaultProfile } from '#kinds';
import { kindsOf } from '#catalog';
import { accountOf, accountUserName } from '../../../src/api/authorization/groups.ts';
import { componentStatuses } from '../../../src/api/component-statuses.ts';
import { servedGroups } from '../../../src/api/served-groups.ts';

const kinds = kindsOf(defaultProfile);

const texts = (all: readonly Kind[]): readonly string[] =>
  [...servedGroups(defaultProfile, all)].map(
    ([group, versions]) => `${group}: ${versions.join(' ')}`,
  );

it('groups are served in the order of v1.24, with their versions', () => {
  expect(texts(kinds)).toMatchInlineSnapshot(`
    [
      "apiregistration.k8s.io: v1",
      ": v1",
      "apps: v1",
      "events.k8s.io: v1 v1beta1",
      "authentication.k8s.io: v1",
      "authorization.k8s.io: v1",
      "autoscaling: v2 v1 v2beta1 v2beta2",
      "batch: v1 v1beta1",
      "certificates.k8s.io: v1",
      "networking.k8s.io: v1",
      "policy: v1 v1beta1",
      "rbac.authorization.k8s.io: v1",
      "storage.k8s.io: v1 v1beta1",
      "admissionregistration.k8s.io: v1",
      "apiextensions.k8s.io: v1",
      "scheduling.k8s.io: v1",
      "coordination.k8s.io: v1",
      "node.cluster.io: v1",
      "node.k8s.io: v1 v1beta1",
      "discovery.k8s.io: v1 v1beta1",
      "flowcontrol.apiserver.k8s.io: v1beta2 v1beta1",
    ]
  `);
});

it('groups of custom resources come between those of v1.24 and others', () => {
  const kindOf = (group: string, version: string, custom?: object): Kind =>
    ({ ...configMap, group, version, ...(custom && { custom }) }) as Kind;
  const others = [kindOf('other.com', 'v1'), kindOf('b.com', 'v2', {}), kindOf('a.com', 'v1', {})];
  const all = texts([...kinds, ...others, kindOf('b.com', 'v1', {}), kindOf('b.com', 'v2', {})]);
  expect(all.slice(texts(kinds).length)).toEqual(['b.com: v2 v1', 'a.com: v1', 'other.com: v1']);
});

it('metrics are served when there is something to measure', () => {
  const group = (name: string): Kind => ({ ...configMap, group: name, version: 'v1' }) as Kind;
  expect(texts([group('x')]).some((text) => text.includes('metrics'))).toBe(false);
  const metrics = texts([group('metrics.k8s.io')]).filter((text) => text.includes('metrics'));
  expect(metrics).toMatchInlineSnapshot(`
    [
      "metrics.k8s.io: v1",
      "custom.metrics.k8s.io: v1beta2 v1beta1",
      "external.metrics.k8s.io: v1beta1",
    ]
  `);
});

it.each<[user: string, account: object | undefined]>([
  ['system:serviceaccount:n:a', { namespace: 'n', name: 'a' }],
  ['system:serviceaccount:n:', undefined],
  ['system:serviceaccount::a', undefined],
  ['system:serviceaccount:n', undefined],
  ['system:serviceaccount:n:a:b', undefined],
  ['x:system:serviceaccount:n:a', undefined],
  ['jane', undefined],
])('the user %s is the account %j', (user, account) => {
  expect(accountOf(user)).toEqual(account);
  if (account !== undefined) expect(accountUserName(account as never)).toBe(user);
});

it('the parts of the control plane are well', async () => {
  const componentStatus = (name: string, message: string): object => ({
    ...{ apiVersion: 'v1', kind: 'ComponentStatus', metadata: { name, creationTimestamp: null } },
    conditions: [{ type: 'Healthy', status: 'True', message }],
  });
  expect(await componentStatuses(defaultProfile).list(undefined as never)).toEqual([
    componentStatus('controller-manager', 'ok'),
    componentStatus('etcd-0', '{"health":"true","reason":""}'),
    componentStatus('scheduler', 'ok'),
  ]);
  expect(componentStatuses(defaultProfile).missing!('x')).toMatchObject({
    code: 500,
    message: 'Component not found: x',
  });
});

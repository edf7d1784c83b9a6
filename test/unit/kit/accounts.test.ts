/** Controllers with accounts of their own, as a policy of the cluster sees them. */
import { expect, it } from 'vitest';
import { createCluster } from '#kit';

const policy = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'who' },
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
      ],
    },
    validations: [
      { expression: 'false', messageExpression: '"made by " + request.userInfo.username' },
    ],
  },
};
const binding = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: 'who' },
  spec: { policyName: 'who', validationActions: ['Deny'] },
};
const labels = { app: 'web' };
const deployment = {
  ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
  spec: {
    ...{ replicas: 1, selector: { matchLabels: labels } },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } },
  },
};

it.each([
  [true, 'system:serviceaccount:kube-system:replicaset-controller'],
  [false, 'system:kube-controller-manager'],
])('are known by them where they are asked for (%s)', async (controllerAccounts, user) => {
  const options = { kubernetes: '1.34', nodes: 1, controllerAccounts };
  await using cluster = await createCluster(options);
  for (const each of [policy, binding, deployment]) await cluster.apply(each);
  await cluster.advance('1s');
  const { status } = (await cluster.get('deployments', 'web')) as {
    status?: { conditions?: readonly { type: string; message: string }[] };
  };
  const failure = status?.conditions?.find(({ type }) => type === 'ReplicaFailure');
  expect(failure?.message).toContain(`made by ${user}`);
  const accounts = await cluster.list('serviceaccounts', { namespace: 'kube-system' });
  const names = accounts.map(({ metadata }) => metadata.name);
  expect(names.includes('replicaset-controller')).toBe(controllerAccounts);
});

/** Versions that a server serves because it was asked for them: discovery, documents, and what they do. */
import { describe, expect, it } from 'vitest';
import { releases } from './releases.ts';

const { ask } = releases([28, 33], (minor) => ({
  features: { [minor === 28 ? 'ValidatingAdmissionPolicy' : 'DynamicResourceAllocation']: true },
  runtimeConfig: { 'api/beta': true, 'storage.k8s.io/v1beta1': false },
}));

const policies = '/apis/admissionregistration.k8s.io/v1beta1';

const policy = {
  metadata: { name: 'p' },
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
      ],
    },
    validations: [{ expression: 'has(object.data)', message: 'no data' }],
  },
};

describe('beta versions that a server is asked for', () => {
  it.each([
    [28, 'admissionregistration.k8s.io', ['v1', 'v1beta1']],
    [28, 'storage.k8s.io', ['v1']],
    [33, 'networking.k8s.io', ['v1', 'v1beta1']],
    [33, 'resource.k8s.io', ['v1beta2', 'v1beta1']],
    [33, 'storage.k8s.io', ['v1']],
  ])('are in the discovery of 1.%i: %s', async (minor, group, versions) => {
    const { body } = await ask(minor, 'GET', `/apis/${group}`);
    expect(body.versions.map(({ version }: { version: string }) => version)).toEqual(versions);
  });

  it('are documented with types of their own', async () => {
    const v2 = (await ask(28, 'GET', '/openapi/v2')).body;
    const type = 'io.k8s.api.admissionregistration.v1beta1.ValidatingAdmissionPolicySpec';
    expect(Object.keys(v2.definitions[type].properties)).toContain('validations');
    const v3 = (await ask(28, 'GET', `/openapi/v3${policies}`)).body;
    expect(v3.components.schemas[type].properties.failurePolicy.enum).toBeUndefined();
  });

  it('apply: a policy refuses what its expression does not hold for', async () => {
    const made = await ask(28, 'POST', `${policies}/validatingadmissionpolicies`, { body: policy });
    expect(made.status).toBe(201);
    expect(made.body.apiVersion).toBe('admissionregistration.k8s.io/v1beta1');
    const binding = {
      metadata: { name: 'b' },
      spec: { policyName: 'p', validationActions: ['Deny'] },
    };
    await ask(28, 'POST', `${policies}/validatingadmissionpolicybindings`, { body: binding });
    const refused = await ask(28, 'POST', '/api/v1/namespaces/default/configmaps', {
      body: { metadata: { name: 'a' } },
    });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      `configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no data`,
    ]);
  });

  it('share their objects with the versions beside them', async () => {
    const body = { metadata: { name: 'wide' }, spec: { cidrs: ['10.9.0.0/16'] } };
    const beta = '/apis/networking.k8s.io/v1beta1/servicecidrs';
    expect((await ask(33, 'POST', beta, { body })).status).toBe(201);
    const read = await ask(33, 'GET', '/apis/networking.k8s.io/v1/servicecidrs/wide');
    expect([read.body.apiVersion, read.body.spec.cidrs]).toEqual([
      'networking.k8s.io/v1',
      ['10.9.0.0/16'],
    ]);
  });

  it('warn that they are deprecated', async () => {
    const { headers } = await ask(33, 'GET', `${policies}/validatingadmissionpolicies`);
    expect(headers.get('warning')).toMatch(
      /admissionregistration.k8s.io\/v1beta1 ValidatingAdmissionPolicy is deprecated in v1.31\+/,
    );
  });
});

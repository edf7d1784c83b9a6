/** Webhooks are asked about reviews of access and of tokens too, of which nothing is stored. */
import { describe, expect, it } from 'vitest';
import { answer, patching } from '../../support/webhook-server.ts';
import { ruleFor, webhookRig } from './rig.ts';

const rig = webhookRig();
const authorization = '/apis/authorization.k8s.io/v1';
const asking = (resources: readonly string[], apiGroups = ['authorization.k8s.io']) => ({
  rules: [ruleFor({ apiGroups, resources })],
});
const mayJane = {
  spec: {
    user: 'jane',
    resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' },
  },
};

describe('a question', () => {
  it('is answered as a webhook has changed it', async () => {
    const op = { op: 'replace', path: '/spec/user', value: 'admin' };
    const group = { op: 'add', path: '/spec/groups', value: ['system:masters'] };
    rig.hooks.behaviours.set('/hook', patching(op, group));
    await rig.configure('mutating', [rig.hook('/hook', asking(['subjectaccessreviews']))]);
    const { status, body } = await rig.send(
      'POST',
      `${authorization}/subjectaccessreviews`,
      mayJane,
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      spec: { user: 'admin', groups: ['system:masters'] },
      status: { allowed: true },
    });
    expect(rig.hooks.paths).toEqual(['/hook']);
  });

  it('that a webhook rejects has no answer', async () => {
    rig.hooks.behaviours.set('/hook', answer({ allowed: false, status: { message: 'no' } }));
    const parts = asking(['tokenreviews'], ['authentication.k8s.io']);
    await rig.configure('validating', [rig.hook('/hook', parts)]);
    const path = '/apis/authentication.k8s.io/v1/tokenreviews';
    const { status, body } = await rig.send('POST', path, { spec: { token: 'x' } });
    expect([status, body.message]).toEqual([
      400,
      'admission webhook "hook.example.com" denied the request: no',
    ]);
    // What its kind rejects is not shown to it.
    expect((await rig.send('POST', path, { spec: {} })).status).not.toBe(201);
    expect(rig.hooks.paths).toEqual(['/hook']);
  });

  it('in a namespace that does not exist is answered', async () => {
    rig.hooks.behaviours.set('/hook', answer({ allowed: true }));
    await rig.configure('validating', [rig.hook('/hook', asking(['localsubjectaccessreviews']))]);
    const path = `${authorization}/namespaces/none/localsubjectaccessreviews`;
    const inside = { ...mayJane.spec.resourceAttributes, namespace: 'none' };
    const question = { spec: { ...mayJane.spec, resourceAttributes: inside } };
    const { status, body } = await rig.send('POST', path, question);
    expect([status, body.status]).toEqual([201, { allowed: false }]);
    expect(rig.hooks.paths).toEqual(['/hook']);
  });
});

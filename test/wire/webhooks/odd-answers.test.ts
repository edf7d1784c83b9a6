import { expect, it } from 'vitest';
import { answer, patching } from '../../support/webhook-server.ts';
import { maps, ruleFor, webhookRig } from './rig.ts';

const rig = webhookRig();
const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
const rules = [
  ruleFor({ apiGroups: ['', 'coordination.k8s.io'], resources: ['configmaps', 'leases'] }),
];

it('an object that is created under the name in the URL keeps it', async () => {
  rig.hooks.behaviours.set(
    '/hook',
    patching({ op: 'replace', path: '/metadata/name', value: 'y' }),
  );
  await rig.configure('mutating', [rig.hook('/hook', { rules })]);
  const message = 'the name of the object (y) does not match the name on the URL (x)';
  const applied = await rig.send(
    'PATCH',
    `${maps}/x?fieldManager=me`,
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } },
    { headers: { 'content-type': 'application/apply-patch+yaml' } },
  );
  expect([applied.status, applied.body.message]).toEqual([400, message]);
  const put = await rig.send('PUT', `${leases}/x`, { metadata: { name: 'x' }, spec: {} });
  expect([put.status, put.body.message]).toEqual([400, message]);
});

it('a code that HTTP does not have is answered as 500', async () => {
  rig.hooks.behaviours.set('/hook', answer({ allowed: false, status: { code: 5000 } }));
  await rig.configure('validating', [rig.hook('/hook', { rules })]);
  expect((await rig.createMap()).status).toBe(500);
});

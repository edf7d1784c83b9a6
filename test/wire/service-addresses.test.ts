/** Addresses of Services as objects, in releases that have them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serverRig, type ServerRig } from '../support/server.ts';
import { request } from './client.ts';

let rig: ServerRig;
beforeEach(async () => void (rig = await serverRig({ minor: 37 })));
afterEach(() => rig.close());

const network = '/apis/networking.k8s.io/v1';
const services = '/api/v1/namespaces/default/services';

async function addresses(): Promise<readonly object[]> {
  const { body } = await request(rig, 'GET', `${network}/ipaddresses`);
  return body.items;
}

it('has the range that the server was started with', async () => {
  const { body } = await request(rig, 'GET', `${network}/servicecidrs/kubernetes`);
  expect(body.spec.cidrs).toEqual(['10.96.0.0/12']);
  expect(body.status.conditions).toMatchObject([{ type: 'Ready', status: 'True' }]);
});

it('has an IPAddress for each address of a Service, as long as the Service is there', async () => {
  const spec = { clusterIP: '10.96.0.77', ports: [{ port: 80 }] };
  const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec };
  await request(rig, 'POST', services, { body });
  const parentRef = { resource: 'services', name: 's', namespace: 'default' };
  const labels = { 'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io' };
  const found = { metadata: { name: '10.96.0.77', labels }, spec: { parentRef } };
  expect(await addresses()).toMatchObject([found]);
  await request(rig, 'DELETE', `${services}/s`);
  expect(await addresses()).toEqual([]);
});

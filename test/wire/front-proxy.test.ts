/** The certificate by which other API servers know this one. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { readWebhookAddress } from '#kinds';
import { makeAuthority, makeClient, makeServing } from '#server';
import { serverRig, type ServerRig } from '../support/server.ts';
import { request } from './client.ts';

const now = machineTime();
const [authority, proxyAuthority] = [makeAuthority(now), makeAuthority(now, 'front-proxy-ca')];
const group = 'far.example.com';

let far: Server;
let rig: ServerRig | undefined;
/** The names in the certificates that were shown, and whether they are to be trusted. */
let shown: unknown[];

beforeEach(async () => {
  shown = [];
  const serving = makeServing(authority, ['far.default.svc'], now);
  const asking = { ca: proxyAuthority.cert, requestCert: true, rejectUnauthorized: false };
  far = createServer({ ...serving, ...asking }, ({ socket }, res) => {
    const { authorized, getPeerCertificate } = socket as TLSSocket;
    shown.push([authorized, getPeerCertificate.call(socket).subject?.CN]);
    res.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await rig?.close();
  far.closeAllConnections();
  await new Promise((resolve) => far.close(resolve));
});

async function ask(proxyCertificate?: () => { cert: string; key: string }): Promise<void> {
  const { port } = far.address() as AddressInfo;
  const webhookAddresses = [readWebhookAddress(`default/far=127.0.0.1:${port}`)];
  rig = await serverRig({ webhookAddresses, proxyCertificate });
  await request(rig, 'POST', '/api/v1/namespaces/default/services', {
    body: { metadata: { name: 'far' }, spec: { ports: [{ port: 443 }] } },
  });
  const services = '/apis/apiregistration.k8s.io/v1/apiservices';
  await request(rig, 'POST', services, {
    body: {
      metadata: { name: `v1.${group}` },
      spec: {
        ...{ group, version: 'v1', groupPriorityMinimum: 1000, versionPriority: 10 },
        caBundle: Buffer.from(authority.cert).toString('base64'),
        service: { namespace: 'default', name: 'far' },
      },
    },
  });
  expect((await request(rig, 'GET', `/apis/${group}/v1/things`)).status).toBe(200);
  await request(rig, 'GET', `${services}/v1.${group}`);
}

it('is shown with requests that are passed on, and with the check of availability', async () => {
  await ask(() => makeClient(proxyAuthority, { name: 'front-proxy-client', groups: [] }, now));
  expect(new Set(shown.map(String))).toEqual(new Set(['true,front-proxy-client']));
  expect(shown.length).toBeGreaterThan(1);
});

it('is not shown where there is none', async () => {
  await ask();
  expect(new Set(shown.map(String))).toEqual(new Set(['false,']));
});

/** The proxies of a Service and of a pod that an address stands for. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';
import { request } from './client.ts';

const root = '/api/v1/namespaces/default';
let rig: ServerRig;
let behind: Server;

beforeAll(async () => {
  behind = createServer((req, res) => {
    if (req.url === '/old') return void res.writeHead(302, { location: '/new' }).end();
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      res.writeHead(req.url === '/teapot' ? 418 : 200, { 'content-type': 'text/plain' });
      const body = Buffer.concat(chunks).toString();
      const { authorization = '', 'x-mine': mine } = req.headers;
      res.end(`${req.method!} ${req.url!} ${String(mine)}${authorization} ${body}`);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => behind.once('listening', resolve));
  const { port: hostPort } = behind.address() as AddressInfo;
  const at = { namespace: 'default', name: 'led', host: '127.0.0.1' };
  rig = await serverRig({
    webhookAddresses: [
      { ...at, port: 80, hostPort },
      { ...at, port: 81, hostPort: 1 },
      { ...at, isPod: true, name: 'run', port: 8080, hostPort },
      { ...at, isPod: true, name: 'run', port: 8081, hostPort: 1 },
    ],
  });
  const ports = [
    { name: 'web', port: 80 },
    { name: 'off', port: 81 },
    { name: 'more', port: 82 },
  ];
  const subsets = [{ addresses: [{ ip: '10.1.0.7' }], ports }];
  const create = async (path: string, body: object): Promise<void> =>
    expect((await request(rig, 'POST', path, { body })).status).toBe(201);
  await create(`${root}/services`, { metadata: { name: 'led' }, spec: { ports } });
  const containers = [{ name: 'main', image: 'x', ports: [{ containerPort: 8080 }] }];
  await create(`${root}/pods`, { metadata: { name: 'run' }, spec: { containers } });
  const body = { status: { podIP: '10.1.0.7', podIPs: [{ ip: '10.1.0.7' }] } };
  const headers = { 'content-type': 'application/merge-patch+json' };
  await request(rig, 'PATCH', `${root}/pods/run/status`, { body, headers });
  await create(`${root}/endpoints`, { metadata: { name: 'led' }, subsets });
});
afterAll(async () => {
  await rig.close();
  behind.close();
});

const ask = (method: string, path: string, body?: string): Promise<Response> =>
  fetch(`${rig.url}${root}/${path}`, {
    method,
    redirect: 'manual',
    headers: { 'x-mine': 'yes', authorization: `Bearer ${adminToken}` },
    ...(body !== undefined && { body }),
  });

it.each([
  ['GET', 'services/led:web/proxy/metrics?a=b%20c', undefined, 200, 'GET /metrics?a=b%20c yes '],
  ['GET', 'services/http:led:80/proxy/', undefined, 200, 'GET / yes '],
  ['GET', 'pods/run:8080/proxy/a/b?c', undefined, 200, 'GET /a/b?c yes '],
  ['PUT', 'pods/run/proxy/', 'sent', 200, 'PUT / yes sent'],
  ['POST', 'services/led:80/proxy/x%2Fy/z', 'sent', 200, 'POST /x%2Fy/z yes sent'],
  ['GET', 'services/led:80/proxy/teapot', undefined, 418, 'GET /teapot yes '],
])('passes %s %s on, and its answer back', async (method, path, body, status, text) => {
  const answer = await ask(method, path, body);
  expect([answer.status, await answer.text()]).toEqual([status, text]);
  expect(answer.headers.get('content-type')).toBe('text/plain');
});

it.each([
  ['services/led:80/proxy?a=b', 301, 'services/led:80/proxy/?a=b'],
  ['pods/run:8080/proxy', 301, 'pods/run:8080/proxy/'],
  ['pods/run/proxy/old', 302, 'pods/run/proxy/new'],
  ['services/led:80/proxy/old', 302, 'services/led:80/proxy/new'],
])('leads from %s with %i to %s', async (path, status, to) => {
  const answer = await ask('GET', path);
  expect([answer.status, answer.headers.get('location')]).toEqual([status, `${root}/${to}`]);
});

it.each([
  [
    'services/led:off/proxy/',
    503,
    'error trying to reach service: dial tcp 127.0.0.1:1: connect: connection refused',
  ],
  [
    'services/https:led:web/proxy/',
    503,
    'error trying to reach service: http: server gave HTTP response to HTTPS client',
  ],
  [
    'pods/run:8081/proxy/',
    503,
    'error trying to reach service: dial tcp 127.0.0.1:1: connect: connection refused',
  ],
  ['pods/run:8082/proxy/', 400, 'pods are simulated: nothing listens on their ports'],
  ['pods/run:web/proxy/', 400, 'pods are simulated: nothing listens on their ports'],
  ['services/run:8080/proxy/', 404, 'services "run" not found'],
  ['services/led:more/proxy/', 400, 'pods are simulated: nothing listens behind a service'],
])('says why nothing answers at %s', async (path, status, message) => {
  const answer = await ask('GET', path);
  expect([answer.status, await answer.json()]).toEqual([
    status,
    expect.objectContaining({ message }),
  ]);
});

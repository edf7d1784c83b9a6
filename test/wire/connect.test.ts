/** exec, attach and port-forward, over plain HTTP and for clients that ask for another protocol. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RawConnection } from '../support/fuzz/raw-http.ts';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';
import { request } from './client.ts';

const pods = '/api/v1/namespaces/default/pods';
let rig: ServerRig;

beforeAll(async () => {
  rig = await serverRig();
  const main = { name: 'main', image: 'x' };
  const create = (name: string, spec: object) =>
    request(rig, 'POST', pods, { body: { metadata: { name }, spec } });
  await create('waiting', { containers: [main] });
  await create('running', { containers: [main], nodeName: 'node-1' });
  const named = (name: string): object => ({ ...main, name });
  await create('pair', {
    initContainers: [named('prepare')],
    containers: [main, named('side')],
    nodeName: 'node-1',
  });
  const ephemeralContainers = [{ ...named('debugger'), terminationMessagePolicy: 'File' }];
  await request(rig, 'PATCH', `${pods}/pair/ephemeralcontainers`, {
    body: { spec: { ephemeralContainers } },
    headers: { 'content-type': 'application/strategic-merge-patch+json' },
  });
});
afterAll(() => rig.close());

const protocols: Readonly<Record<string, string>> = {
  plain: '',
  SPDY: 'Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\n',
  WebSocket:
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: v4.channel.k8s.io\r\n',
};

const cases: readonly (readonly [string, number, string])[] = [
  ['GET nope/exec?command=ls', 404, 'pods "nope" not found'],
  ['GET waiting/exec?command=ls', 400, 'pod waiting does not have a host assigned'],
  ['GET running/exec?command=ls', 400, 'there is nothing to run a command in'],
  ['POST running/exec?command=ls', 400, 'there is nothing to run a command in'],
  ['GET running/attach', 400, 'there is no process to attach to'],
  ['GET running/portforward?ports=80', 400, 'nothing listens on their ports'],
  ['GET pair/portforward?ports=80', 400, 'nothing listens on their ports'],
  ['GET pair/exec?command=ls', 400, 'choose one of: [prepare main side debugger]'],
  ['GET pair/exec?command=ls&container=side', 400, 'there is nothing to run a command in'],
  ['GET pair/exec?command=ls&container=debugger', 400, 'there is nothing to run a command in'],
  ['GET pair/exec?command=ls&container=x', 400, 'container x is not valid for pod pair'],
  ['PUT running/exec', 405, 'does not allow this method'],
];

it.each(
  Object.keys(protocols).flatMap((protocol) => cases.map((one) => [protocol, ...one] as const)),
)('%s: %s: %i %s', async (protocol, asked, status, message) => {
  const [method, path] = asked.split(' ') as [string, string];
  const connection = new RawConnection(rig.listening.port);
  const head = `Host: localhost\r\nAuthorization: Bearer ${adminToken}\r\n${protocols[protocol]!}`;
  connection.send(Buffer.from(`${method} ${pods}/${path} HTTP/1.1\r\n${head}\r\n`));
  const answer = await connection.receive();
  expect(answer?.status).toBe(status);
  const shown = JSON.parse(answer!.body.toString()) as { kind: string; message: string };
  expect(shown.kind).toBe('Status');
  expect(shown.message).toContain(message);
  // Who asked for another protocol has no further use for the connection.
  if (protocol !== 'plain') expect(await connection.receive()).toBeUndefined();
  connection.destroy();
});

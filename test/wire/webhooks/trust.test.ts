/** Which certificates are trusted by a `caBundle`, as Go reads one: of webhooks, and of other API servers. */
import { afterEach, describe, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { readWebhookAddress } from '#kinds';
import { serverRig, type ServerRig } from '../../support/server.ts';
import { webhookServer, type WebhookServer } from '../../support/webhook-server.ts';
import { request } from '../client.ts';
import { WebhookRig } from './rig.ts';

const unknown = 'x509: certificate signed by unknown authority';
const expired = 'x509: certificate has expired or is not yet valid';
const hour = 3_600_000;

const opened: (ServerRig | WebhookServer)[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function farServer(end?: number): Promise<WebhookServer> {
  const server = await webhookServer(['far.default.svc', 'localhost'], end);
  opened.push(server);
  return server;
}

async function api(far: WebhookServer): Promise<ServerRig> {
  const address = readWebhookAddress(`default/far=127.0.0.1:${far.port}`);
  const rig = await serverRig({ webhookAddresses: [address] });
  opened.push(rig);
  return rig;
}

/** What a write answers that a webhook with this bundle is asked about. */
async function askWebhook(far: WebhookServer, caBundle: string): Promise<string> {
  const rig = Object.assign(new WebhookRig(), { hooks: far, server: await api(far) });
  const clientConfig = { url: `${far.url}/hook`, caBundle };
  await rig.configure('validating', [rig.hook('/hook', { clientConfig })]);
  const { status, text } = await rig.createMap();
  return status === 201 ? 'trusted' : text;
}

/** What a request answers that is passed on to an API server with this bundle. */
async function askApiServer(far: WebhookServer, caBundle: string): Promise<string> {
  const rig = await api(far);
  const group = 'far.example.com';
  const spec = { group, version: 'v1', groupPriorityMinimum: 1000, versionPriority: 10 };
  await request(rig, 'POST', '/apis/apiregistration.k8s.io/v1/apiservices', {
    body: {
      metadata: { name: `v1.${group}` },
      spec: { ...spec, caBundle, service: { namespace: 'default', name: 'far' } },
    },
  });
  far.behaviours.set(`/apis/${group}/v1/things`, () => ({ body: {} }));
  const { status, text } = await request(rig, 'GET', `/apis/${group}/v1/things`);
  return status === 200 ? 'trusted' : text;
}

describe.each([
  ['a webhook', askWebhook],
  ['an API server', askApiServer],
])('of %s', (_, ask) => {
  it('its authority is trusted', async () => {
    const far = await farServer();
    expect(await ask(far, far.caBundle)).toBe('trusted');
  });

  it('its own certificate is trusted', async () => {
    const far = await farServer();
    expect(await ask(far, far.ownBundle)).toBe('trusted');
  });

  it('one of several certificates is trusted', async () => {
    const [far, other] = [await farServer(), await farServer()];
    const both = [other.ownBundle, far.ownBundle].map((each) => Buffer.from(each, 'base64'));
    expect(await ask(far, Buffer.concat(both).toString('base64'))).toBe('trusted');
  });

  it.each(['ownBundle', 'caBundle'] as const)('the %s of another is not trusted', async (which) => {
    const [far, other] = [await farServer(), await farServer()];
    expect(await ask(far, other[which])).toContain(unknown);
  });

  it('its own certificate is not trusted when it has expired', async () => {
    const far = await farServer(machineTime() - hour);
    expect(await ask(far, far.ownBundle)).toContain(expired);
  });
});

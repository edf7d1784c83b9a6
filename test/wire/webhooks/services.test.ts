import { describe, expect, it } from 'vitest';
import { readWebhookAddress } from '#kinds';
import { serverRig, type ServerRig } from '../../support/server.ts';
import { webhookServer, type WebhookServer } from '../../support/webhook-server.ts';
import { WebhookRig } from './rig.ts';

const services = '/api/v1/namespaces/default/services';

/** A rig whose webhook is behind the Service `hook`, which stands for these addresses. */
async function withRig(
  addresses: (port: number) => readonly string[],
  run: (rig: WebhookRig) => Promise<void>,
): Promise<void> {
  const rig = new WebhookRig();
  const hooks: WebhookServer = await webhookServer(['hook.default.svc']);
  const texts = addresses(hooks.port);
  const server: ServerRig = await serverRig({
    webhookAddresses: texts.map((text) => readWebhookAddress(text)),
  });
  Object.assign(rig, { hooks, server });
  try {
    const service = { namespace: 'default', name: 'hook', path: '/hook/', port: 8443 };
    const clientConfig = { service, caBundle: hooks.caBundle };
    await rig.configure('validating', [rig.hook('/hook', { clientConfig })]);
    await run(rig);
  } finally {
    await server.close();
    await hooks.close();
  }
}

describe('a webhook behind a Service', () => {
  it('is called at the address that stands for it', () =>
    withRig(
      (port) => [
        'other/hook=127.0.0.1:1',
        'default/hook:1=127.0.0.1:1',
        `*/hook=127.0.0.1:${port}`,
      ],
      async (rig) => {
        expect((await rig.createMap()).status).toBe(201);
        expect(rig.hooks.asked[0]).toMatchObject({
          path: '/hook',
          headers: { host: 'hook.default.svc:8443' },
        });
      },
    ));

  it('is not called without one', () =>
    withRig(
      () => [],
      async (rig) => {
        const told = async (): Promise<string> =>
          ((await rig.createMap()).body.message as string).replace(
            'Internal error occurred: failed calling webhook "hook.example.com": failed to call webhook: Post "https://hook.default.svc:8443/hook?timeout=10s": ',
            '',
          );
        expect(await told()).toBe('service "hook" not found');
        const spec = { clusterIP: '10.96.0.77', ports: [{ port: 80 }] };
        await rig.send('POST', services, { metadata: { name: 'hook' }, spec });
        expect(await told()).toBe('no service port 8443 found for service "hook"');
        await rig.patch(`${services}/hook`, { spec: { ports: [{ port: 8443 }] } });
        expect(await told()).toBe('dial tcp 10.96.0.77:8443: connect: connection refused');
        await rig.send('DELETE', `${services}/hook`);
        await rig.send('POST', services, {
          metadata: { name: 'hook' },
          spec: { clusterIP: 'None', ports: [{ port: 8443 }] },
        });
        expect(await told()).toBe('cannot route to service with ClusterIP "None"');
      },
    ));
});

describe('an address', () => {
  it.each([
    ['a/b=localhost:80', { namespace: 'a', name: 'b', host: 'localhost', hostPort: 80 }],
    ['*/b:443=[::1]:8443', { namespace: '*', name: 'b', port: 443, host: '::1', hostPort: 8443 }],
  ])('%s', (text, read) => {
    expect(readWebhookAddress(text)).toEqual(read);
  });

  it.each(['', 'b=localhost:80', 'a/b=localhost', 'a/b:0=h:1', 'a/b=h:70000', 'a/b=::1:80'])(
    'is not %j',
    (text) => {
      expect(() => readWebhookAddress(text)).toThrow('is not NAMESPACE/NAME[:PORT]=HOST:PORT');
    },
  );
});

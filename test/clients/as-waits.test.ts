/** `orrery as --deployment` where a Secret is missing, of a volume or of a variable. */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Event, Pod } from '#types';
import { ask } from './support/ask.ts';
import { Command } from './support/command.ts';
import { environment, serve } from './support/serve.ts';
import { freePort } from './support/free-port.ts';
import { until } from './support/until.ts';

const main = resolve(import.meta.dirname, '../../dist/orrery.js');
const core = '/api/v1/namespaces/default';

it('has the pod wait for a Secret, and starts the program once it is there', async () => {
  const served = await serve('--no-page');
  const env = environment(served.folder, { KUBECONFIG: served.kubeconfig });
  const all = async <T>(plural: string): Promise<readonly T[]> =>
    ((await ask(env, 'GET', `${core}/${plural}`)) as { readonly items: readonly T[] }).items;
  const program = "console.log('it runs'); setInterval(() => 0, 1000)";
  const labels = { app: 'op' };
  const container = {
    ...{ name: 'main', image: 'example.com/op:1', args: ['-e', program] },
    volumeMounts: [{ name: 'certs', mountPath: '/nowhere/certs' }],
  };
  const volumes = [{ name: 'certs', secret: { secretName: 'certs' } }];
  await ask(env, 'POST', '/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name: 'op' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container], volumes } },
    },
  });
  const as = ['as', 'default/default', '--deployment', 'op', '--no-mounts', '--', process.execPath];
  const running = new Command(process.execPath, [main, ...as], { env });
  const why = 'MountVolume.SetUp failed for volume "certs" : secret "certs" not found';
  await until('the pod to wait', async () => {
    const [pod] = await all<Pod>('pods');
    const waiting = pod?.status.containerStatuses?.[0]?.state?.waiting;
    const isHeld = waiting?.reason === 'ContainerCreating' && pod?.status.phase === 'Pending';
    return (isHeld && running.stderr.includes(why)) || undefined;
  });
  await until('the event', async () =>
    (await all<Event>('events')).find(
      (each) => each.reason === 'FailedMount' && each.message === why,
    ),
  );
  expect(running.stdout).toBe('');
  await ask(env, 'POST', `${core}/secrets`, { metadata: { name: 'certs' }, data: {} });
  await running.untilPrinted(/^it runs$/m);
  await until('the pod to be ready', async () => {
    const [status] = (await all<Pod>('pods'))[0]!.status.containerStatuses!;
    return (status!.ready && status!.restartCount === 0) || undefined;
  });
  await running.stop('SIGTERM');
  await served.stop();
});

it('has the container wait for a Secret of a variable, and starts the program with it, behind its proxy', async () => {
  const served = await serve('--no-page');
  const env = environment(served.folder, { KUBECONFIG: served.kubeconfig });
  const all = async <T>(plural: string): Promise<readonly T[]> =>
    ((await ask(env, 'GET', `${core}/${plural}`)) as { readonly items: readonly T[] }).items;
  const port = await freePort();
  const program = `require('node:http').createServer((req, res) => res.writeHead(200, { 'content-type': 'text/plain' }).end(req.url))
    .listen(${port}, '127.0.0.1', () => console.log('token', process.env.TOKEN));`;
  const labels = { app: 'op' };
  const secretKeyRef = { name: 'key', key: 'token' };
  const container = {
    ...{ name: 'main', image: 'example.com/op:1', args: ['-e', program] },
    env: [{ name: 'TOKEN', valueFrom: { secretKeyRef } }],
    ports: [{ containerPort: port }],
  };
  await ask(env, 'POST', '/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name: 'op' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  });
  const as = ['as', 'default/default', '--deployment', 'op', '--no-mounts', '--', process.execPath];
  const running = new Command(process.execPath, [main, ...as], { env });
  const waitsFor = async (message: string): Promise<void> => {
    await until(`the container to wait: ${message}`, async () => {
      const [pod] = await all<Pod>('pods');
      const waiting = pod?.status.containerStatuses?.[0]?.state?.waiting;
      const isHeld = waiting?.reason === 'CreateContainerConfigError';
      return (
        (isHeld && waiting?.message === message && running.stderr.includes(message)) || undefined
      );
    });
  };
  await waitsFor('secret "key" not found');
  await until('the event', async () =>
    (await all<Event>('events')).find(
      ({ reason, message }) => reason === 'Failed' && message === 'Error: secret "key" not found',
    ),
  );
  expect((await all<Pod>('pods'))[0]!.status.phase).toBe('Pending');
  await ask(env, 'POST', `${core}/secrets`, { metadata: { name: 'key' }, stringData: {} });
  await waitsFor("couldn't find key token in Secret default/key");
  await ask(env, 'DELETE', `${core}/secrets/key`);
  const stringData = { token: 'abc' };
  await ask(env, 'POST', `${core}/secrets`, { metadata: { name: 'key' }, stringData });
  await running.untilPrinted(/^token abc$/m);
  await until('the pod to be ready', async () => {
    const [status] = (await all<Pod>('pods'))[0]!.status.containerStatuses!;
    return (status!.ready && status!.restartCount === 0) || undefined;
  });
  const { name } = (await all<Pod>('pods'))[0]!.metadata;
  expect(await ask(env, 'GET', `${core}/pods/${name}:${port}/proxy/a?b`)).toBe('/a?b');
  await running.stop('SIGTERM');
  await served.stop();
});

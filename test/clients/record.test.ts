/** `orrery record` of a cluster behind a server. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultProfile, deployment, pod, secret } from '#kinds';
import { RemoteClients } from '#remote';
import type { Deployment } from '#types';
import type { NewObject } from '#values';
import { Command, runToEnd } from './support/command.ts';
import { environment, serve, serveTimeoutMs, type Served } from './support/serve.ts';
import { until } from './support/until.ts';

const main = resolve(import.meta.dirname, '../../dist/orrery.js');
let served: Served;
let clients: RemoteClients;
let file: string;

const orrery = (...args: readonly string[]) =>
  runToEnd(process.execPath, [main, ...args], { env: environment(served.folder) });

const web: NewObject<Deployment> = {
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'app:v1' }] },
    },
  },
};

beforeAll(async () => {
  served = await serve('--http', '--nodes', '2');
  const { url, token, folder } = served;
  clients = new RemoteClients({ url, token }, defaultProfile);
  const client = clients.as({ actor: 'test' });
  await client.create(secret, { metadata: { name: 'hidden', namespace: 'default' } });
  file = join(folder, 'prod.run');
  const args = [main, 'record', '--server', url, '--token', token, '-o', file];
  const recording = new Command(process.execPath, args, { env: environment(folder) });
  await recording.untilPrinted(/^Recording http.* objects of \d+ types/m);
  await client.create(deployment, web);
  const ref = { namespace: 'default', name: 'web' };
  await until('the pods to be available', async () => {
    return (await client.get(deployment, ref)).status.availableReplicas === 2 || undefined;
  });
  // So a pod is deleted, too.
  const { items } = await client.list(pod, { namespace: 'default' });
  await client.delete(pod, items[0]!.metadata);
  await until('another pod to be available', async () => {
    const { items: now } = await client.list(pod, { namespace: 'default' });
    const isReplaced = now.length === 2 && now.every(({ status }) => status.phase === 'Running');
    return (isReplaced && now[0]!.metadata.uid !== items[0]!.metadata.uid) || undefined;
  });
  const { code, stdout } = await recording.stop();
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /Not recorded: secrets .*\n.*prod\.run is written: \d+ changes\./,
    ),
  });
}, 2 * serveTimeoutMs);
afterAll(async () => {
  clients.close();
  await served.stop();
}, serveTimeoutMs);

it('keeps what happened, without Secrets and Leases', async () => {
  expect(existsSync(file)).toBe(true);
  const { stdout } = await orrery('get', 'deployments', '--run', file, '-o', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ items: [{ metadata: { name: 'web' } }] });
  for (const type of ['secrets', 'leases']) {
    const { stdout: none } = await orrery('get', type, '-A', '--run', file);
    expect(none).toMatch(/^No /);
  }
  const before = await orrery('get', 'deployments', '--run', file, '--at', '0s');
  expect(before.stdout).toMatch(/^No deployments then/);
});

it('explains a status that another controller manager has written', async () => {
  const { code, stdout } = await orrery('why', 'deploy/web', 'replicas', '--run', file);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /Set by deployment-controller at[^]*\n {2}\+ ReplicaSet .* 2 [^]*\n {2}= 2\n/,
    ),
  });
});

it('ends by itself, and refuses what it cannot write', async () => {
  const { url, token, folder } = served;
  const server = ['--server', url, '--token', token];
  const short = await orrery('record', ...server, '--for', '1s', '-o', join(folder, 'short.run'));
  expect(short).toMatchObject({ code: 0, stderr: '' });
  const nowhere = await orrery('record', ...server, '-o', join(folder, 'missing/a.run'));
  expect(nowhere).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot save the record in'),
  });
});

/** Kubelets of `orrery controllers --nodes` beside a server that has none. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultProfile, node, pod } from '#kinds';
import { RemoteClients } from '#remote';
import type { Client } from '#runtime';
import type { NewObject } from '#values';
import type { Pod } from '#types';
import { Command, runToEnd } from './support/command.ts';
import { environment, serve, serveTimeoutMs, type Served } from './support/serve.ts';
import { until } from './support/until.ts';

const main = resolve(import.meta.dirname, '../../dist/orrery.js');
let served: Served;
let clients: RemoteClients;
let client: Client;
let kubelets: Command;

const options = (nodes: string): readonly string[] => {
  const server = ['--server', served.url, '--token', served.token];
  return [main, 'controllers', ...server, '--only', 'none', '--nodes', nodes];
};
const podOn = (nodeName: string, name: string): NewObject<Pod> => ({
  metadata: { name, namespace: 'default' },
  spec: { nodeName, containers: [{ name: 'main', image: 'app:v1' }] },
});
const readinessOf = async (name: string): Promise<string | undefined> => {
  const { status } = await client.get(node, { name });
  return status.conditions?.find(({ type }) => type === 'Ready')?.status;
};

beforeAll(async () => {
  served = await serve(
    '--http',
    '--controllers',
    'none',
    '--no-pool',
    '--nodes',
    '0',
    '--disable-admission-plugins',
    'ServiceAccount',
  );
  const { url, token, folder } = served;
  clients = new RemoteClients({ url, token }, defaultProfile);
  client = clients.as({ actor: 'test' });
  await client.create(node, { metadata: { name: 'real' }, spec: {} });
  kubelets = new Command(process.execPath, options('2'), { env: environment(folder) });
  await kubelets.untilPrinted(/^kubelets of 2 nodes at http/m);
}, serveTimeoutMs);
afterAll(async () => {
  await kubelets.stop();
  clients.close();
  await served.stop();
}, serveTimeoutMs);

it('report their nodes, which they have made', async () => {
  for (const name of ['node-1', 'node-2']) {
    await until(
      `${name} to be ready`,
      async () => (await readinessOf(name)) === 'True' || undefined,
    );
  }
});

it('run pods that are bound to their nodes, and leave others to others', async () => {
  await client.create(pod, podOn('real', 'elsewhere'));
  await client.create(pod, podOn('node-1', 'here'));
  const phaseOf = async (name: string) =>
    (await client.get(pod, { namespace: 'default', name })).status.phase;
  await until('the pod to run', async () => (await phaseOf('here')) === 'Running' || undefined);
  expect(await phaseOf('elsewhere')).toBe('Pending');
  expect(await readinessOf('real')).toBeUndefined();
});

it('run a node that asks for one later', async () => {
  const found = await client.get(node, { name: 'real' });
  const annotations = { ...found.metadata.annotations, 'sim/kubelet': 'true' };
  await client.update(node, { ...found, metadata: { ...found.metadata, annotations } });
  await until('it to be ready', async () => (await readinessOf('real')) === 'True' || undefined);
});

it('refuse a node of their name that others run, and a count that cannot be read', async () => {
  await client.create(node, { metadata: { name: 'node-3' }, spec: {} });
  const env = environment(served.folder);
  const taken = await runToEnd(process.execPath, options('3'), { env });
  expect(taken.code).toBe(1);
  expect(taken.stderr).toBe(
    'orrery controllers: kubelets: node node-3 exists and has no annotation sim/kubelet: "true": a kubelet elsewhere runs it\n',
  );
  const many = await runToEnd(process.execPath, options('many'), { env });
  expect(many).toMatchObject({
    code: 2,
    stderr: 'orrery controllers: --nodes many: must be a number from 0 to 10000\n',
  });
});

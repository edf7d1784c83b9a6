/** `orrery reset`: what is left of a suite goes, and whoever knows the server still does. */
import { resolve } from 'node:path';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runToEnd, type Outcome } from './support/command.ts';
import { environment, serve, serveTimeoutMs, type Served } from './support/serve.ts';

const main = resolve(import.meta.dirname, '../../dist/orrery.js');
let server: Served;

beforeAll(async () => {
  server = await serve('--nodes', '1', '--seed', '3');
}, serveTimeoutMs);
afterAll(() => server.stop());

function orrery(...args: readonly string[]): Promise<Outcome> {
  const env = { ...environment(server.folder), KUBECONFIG: server.kubeconfig };
  return runToEnd(process.execPath, [main, ...args], { env });
}

it('leaves a cluster as it is after a start', async () => {
  const config = new KubeConfig();
  config.loadFromFile(server.kubeconfig);
  const core = config.makeApiClient(CoreV1Api);
  const names = async (): Promise<unknown> =>
    (await core.listNamespace()).items.map(({ metadata }) => metadata?.name);
  const before = await names();
  await core.createNamespace({ body: { metadata: { name: 'left-over' } } });
  expect(await names()).toContain('left-over');
  expect(await orrery('reset')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(await names()).toEqual(before);
});

it('says what is wrong', async () => {
  const { code, stderr } = await orrery('reset', '--kubeconfig', '/nowhere');
  expect(code).toBe(2);
  expect(stderr).toContain('orrery reset: ');
});

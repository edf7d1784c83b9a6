/** Faults as clients over HTTP meet them: each kind does what the real world does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { machineWall } from '#clock';
import { createCluster, type Cluster, type ClusterServer, type FaultSpec } from '#kit';
import { describeEachKubectl, Kubectl, stepTimeoutMs } from './support/kubectl.ts';

const namespace = 'default';
const settings = (name: string, data?: Readonly<Record<string, string>>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...(data && { data }),
});

let folder: string;
let cluster: Cluster;
let server: ClusterServer;
let core: CoreV1Api;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-faults-'));
  cluster = await createCluster({ controllers: 'none' });
  server = await cluster.listen();
  writeFileSync(join(folder, 'kubeconfig'), server.kubeconfig);
  core = server.configure(new KubeConfig()).makeApiClient(CoreV1Api);
  await cluster.create(settings('big', { text: 'x'.repeat(100_000) }));
}, stepTimeoutMs);
afterEach(() => cluster.faults.lift());
afterAll(async () => {
  await cluster.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const read = (): Promise<unknown> => core.readNamespacedConfigMap({ namespace, name: 'big' });
const lastStrike = () => cluster.faults.strikes().at(-1);

/** The serial number of the certificate that is shown, and whether the client trusts it. */
function handshake(): Promise<{ readonly serial: string; readonly trouble: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', ca: server.certificate });
    const done = (trouble: unknown): void => {
      resolve({ serial: socket.getPeerCertificate().serialNumber, trouble });
      socket.destroy();
    };
    socket.on('secureConnect', () => done(undefined));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? reject(error) : done(error.code),
    );
  });
}

describe('connections of client-node', { timeout: stepTimeoutMs }, () => {
  it.each<[FaultSpec, RegExp]>([
    [{ connection: 'refuse' }, /ECONNREFUSED/],
    [{ connection: 'handshake' }, /ECONNRESET/],
    [{ connection: 'reset', match: { client: 'admin' } }, /socket hang up/],
    [{ certificate: 'untrusted' }, /self-signed certificate|unable to verify/],
    [{ certificate: 'expired' }, /certificate has expired/],
  ])('%j', async (fault, message) => {
    cluster.faults.inject({ name: 'line', ...fault });
    await expect(read()).rejects.toThrow(message);
    expect(lastStrike()).toMatchObject({ fault: 'line' });
    cluster.faults.lift('line');
    await expect.poll(() => read().catch(String)).toMatchObject({ metadata: { name: 'big' } });
  });

  it('break as often as is said', async () => {
    cluster.faults.inject({ connection: 'handshake', times: 2 });
    await expect(read()).rejects.toThrow('ECONNRESET');
    await expect(read()).rejects.toThrow('ECONNRESET');
    await read();
  });

  it('come back after a time, which passes in virtual time', async () => {
    cluster.faults.inject({ connection: 'refuse', after: '10s', for: '20s' });
    expect(cluster.faults.list()).toMatchObject([{ waits: { text: '10s', changes: 0 } }]);
    await read();
    await cluster.advance('10s');
    await expect(read()).rejects.toThrow('ECONNREFUSED');
    await cluster.advance('20s');
    await expect.poll(() => read().catch(String)).toMatchObject({ metadata: { name: 'big' } });
  });

  it('get another certificate, which the same authority has signed', async () => {
    const before = await handshake();
    cluster.faults.inject({ certificate: 'renewed' });
    const renewed = await handshake();
    expect(renewed.trouble).toBeUndefined();
    expect(renewed.serial).not.toBe(before.serial);
    await read();
    cluster.faults.lift();
    expect(await handshake()).toEqual(before);
  });

  it('lose the answer of what was carried out', async () => {
    cluster.faults.inject({ connection: 'reset', applied: true, match: { verb: 'create' } });
    const body = settings('made');
    await expect(core.createNamespacedConfigMap({ namespace, body })).rejects.toThrow('hang up');
    expect((await cluster.get('ConfigMap', 'made')).metadata.name).toBe('made');
  });

  it('are slow: the answer takes at least as long as its size says', async () => {
    cluster.faults.inject({ bandwidth: '500k' });
    const began = machineWall.now();
    await read();
    expect(machineWall.now() - began).toBeGreaterThan(150);
    expect(lastStrike()).toMatchObject({ effect: 'bandwidth 500k a second' });
  });
});

describe('a replica behind', { timeout: stepTimeoutMs }, () => {
  async function follow(): Promise<{ readonly seen: string[]; stop(): Promise<void> }> {
    const seen: string[] = [];
    const config = server.configure(new KubeConfig());
    const list = () => core.listNamespacedConfigMap({ namespace });
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const informer = makeInformer<V1ConfigMap>(config, path, list);
    informer.on('add', ({ metadata }) => void seen.push(metadata!.name!));
    informer.on('error', () => undefined);
    await informer.start();
    return { seen, stop: () => informer.stop() };
  }
  const make = (name: string): Promise<unknown> => cluster.create(settings(name));

  it('that is frozen shows an informer nothing new until it moves', async () => {
    cluster.faults.inject({ stale: 'frozen', match: { client: 'admin' } });
    await make('frozen-1');
    const follower = await follow();
    await expect.poll(() => lastStrike()).toMatchObject({ verb: 'watch', key: 'default/frozen-1' });
    expect(follower.seen).toContain('big');
    expect(follower.seen).not.toContain('frozen-1');
    cluster.faults.lift();
    await expect.poll(() => follower.seen).toContain('frozen-1');
    await follower.stop();
  });

  it('that lags shows an informer what is as many writes old', async () => {
    const follower = await follow();
    cluster.faults.inject({ stale: { lag: 2 }, match: { client: 'admin' } });
    for (const name of ['lag-1', 'lag-2', 'lag-3']) await make(name);
    await expect.poll(() => follower.seen).toContain('lag-1');
    expect(follower.seen).not.toContain('lag-2');
    await make('lag-4');
    await expect.poll(() => follower.seen).toContain('lag-2');
    expect(follower.seen).not.toContain('lag-3');
    await follower.stop();
  });
});

describeEachKubectl((tool) => {
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = new Kubectl(tool, { folder, kubeconfig: join(folder, 'kubeconfig') });
    // What it discovers it keeps on disk.
    await kubectl.read('get configmaps -n default');
  }, stepTimeoutMs);

  const get = 'get configmap big -n default -o name';
  it.each<[FaultSpec, string, RegExp]>([
    [{ error: 401 }, get, /You must be logged in to the server/],
    [{ error: 403 }, get, /User "admin" cannot get resource "configmaps" in API group ""/],
    [
      { error: 409, match: { verb: 'patch' } },
      'label configmap big -n default x=y',
      /has been modified/,
    ],
    [{ error: 500 }, get, /etcdserver: request timed out/],
    [{ error: 503 }, get, /the server is currently unable to handle the request/],
    [{ error: 504 }, get, /request did not complete within the allotted timeout/],
    [{ connection: 'refuse' }, get, /connection to the server \S+ was refused/],
    [{ connection: 'cut' }, get, /unexpected EOF/],
    [{ certificate: 'untrusted' }, get, /x509: certificate signed by unknown authority/],
    [{ certificate: 'expired' }, get, /x509: certificate has expired/],
    [{ error: 403, match: { path: '/version' } }, 'version', /Forbidden/],
  ])(
    '%j: %s',
    async (fault, command, message) => {
      cluster.faults.inject(fault);
      const { code, stderr } = await kubectl.run(command);
      expect(stderr).toMatch(message);
      expect(code).toBe(1);
    },
    stepTimeoutMs,
  );

  it.each<FaultSpec>([
    { error: 429, retryAfter: '1s', times: 1 },
    { connection: 'handshake', times: 1 },
    { connection: 'reset', times: 1 },
  ])(
    'tries again by itself after %j',
    async (fault) => {
      cluster.faults.inject({ name: 'once', ...fault });
      expect(await kubectl.read(get)).toBe('configmap/big\n');
      expect(lastStrike()).toMatchObject({ fault: 'once' });
    },
    stepTimeoutMs,
  );

  it(
    'sees the end of a watch that is dropped, and what is carried out behind a lost answer',
    async () => {
      cluster.faults.inject({ watch: 'drop', match: { resource: 'configmaps', verb: 'watch' } });
      const watch = await kubectl.run('get configmaps -n default --watch-only');
      expect(watch.code).toBe(0);
      cluster.faults.lift();
      const name = `lost-${tool.minor}`;
      cluster.faults.inject({ error: 504, applied: true, match: { verb: 'create' } });
      expect((await kubectl.run(`create configmap ${name} -n default`)).code).toBe(1);
      cluster.faults.lift();
      expect(await kubectl.read(`get configmap ${name} -n default -o name`)).toBe(
        `configmap/${name}\n`,
      );
    },
    stepTimeoutMs,
  );
});

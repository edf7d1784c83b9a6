/** `orrery controllers` beside a server that has none of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RemoteClients } from '#remote';
import type { Ref } from '#runtime';
import {
  configMap,
  controllerRevision,
  daemonSet,
  deployment,
  job,
  lease,
  namespace,
  pod,
  replicaSet,
  resourceQuota,
  statefulSet,
  type Kind,
  defaultProfile,
} from '#kinds';
import { isNotFound, keyOf, parseTime, type KubeObject, type NewObject } from '#values';
import type { Job, ObjectMeta } from '#types';
import { serverFrom } from '../../src/cli/kubeconfig.ts';
import { Command } from './support/command.ts';
import {
  serveElsewhere,
  token as elsewhereToken,
  widget,
  type Elsewhere,
} from './support/elsewhere.ts';
import { environment, serve, serveTimeoutMs, type Served } from './support/serve.ts';
import { pause, until } from './support/until.ts';

const main = resolve(import.meta.dirname, '../../dist/orrery.js');

let served: Served | undefined;
let running: Command | undefined;
afterEach(async () => {
  await running?.stop();
  await served?.stop();
  [running, served] = [undefined, undefined];
}, 2 * serveTimeoutMs);

function start(url: string, token: string, home: string): Command {
  const args = [main, 'controllers', '--server', url, '--token', token, '--only', 'job'];
  return (running = new Command(process.execPath, args, { env: environment(home) }));
}

const once: NewObject<Job> = {
  metadata: { name: 'once', namespace: 'default' },
  spec: {
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'app:v1' }] } },
  },
};

it('tell the time of what they do, however long they had nothing to do', async () => {
  served = await serve('--http', '--controllers', 'none', '--nodes', '0');
  const { url, token, folder } = served;
  await start(url, token, folder).untilPrinted(/^job at http/m);
  await pause(2500);
  const clients = new RemoteClients({ url, token }, defaultProfile);
  const client = clients.as({ actor: 'test' });
  const { metadata } = await client.create(job, once);
  const startTime = await until('the job to start', async () => {
    const { status } = await client.get(job, { namespace: 'default', name: 'once' });
    return status.startTime;
  });
  clients.close();
  const lateMs = parseTime(startTime) - parseTime(metadata.creationTimestamp);
  expect(lateMs).toBeGreaterThanOrEqual(0);
});

it('publish the authority that they trust, and leave what is published alone without one', async () => {
  served = await serve('--controllers', 'none', '--nodes', '0');
  const { kubeconfig, folder } = served;
  const only = (options: readonly string[]): Command => {
    const args = [main, 'controllers', '--kubeconfig', kubeconfig, '--leader-elect=false'];
    return (running = new Command(process.execPath, [...args, ...options], {
      env: environment(folder),
    }));
  };
  const connection = serverFrom({ kubeconfig }, {});
  const clients = new RemoteClients(connection, defaultProfile);
  const client = clients.as({ actor: 'test' });
  only(['--only', 'rootcacertpublisher']);
  const published = await until('the authority to be published', async () => {
    const { items } = await client.list(configMap, { namespace: 'default' });
    return items.find(({ metadata }) => metadata.name === 'kube-root-ca.crt');
  });
  clients.close();
  expect(published.data).toEqual({ 'ca.crt': connection.authority!.toString() });
  await running!.stop();

  const text = readFileSync(kubeconfig, 'utf8');
  const trusting = text.replace(
    /"certificate-authority-data": "[^"]*"/,
    '"insecure-skip-tls-verify": true',
  );
  writeFileSync(kubeconfig, trusting);
  const names = await only(['--only', 'rootcacertpublisher,ttlafterfinished']).untilPrinted(
    / at https/,
  );
  expect(names).toContain('ttlafterfinished');
  expect(names).not.toContain('rootcacertpublisher');
});

it('can be stopped while the server cannot be reached', async () => {
  const home = mkdtempSync(join(tmpdir(), 'orrery-clients-'));
  const command = start('http://127.0.0.1:1', 'secret', home);
  await until('a failure', () => (/ECONNREFUSED/.test(command.stderr) ? true : undefined));
  expect(await command.stop()).toMatchObject({ code: 0, stdout: '' });
  rmSync(home, { recursive: true });
});

/** Deadlines that a test can wait for. */
const quickElection = [
  ...['--leader-elect-lease-duration', '4s', '--leader-elect-renew-deadline', '3s'],
  ...['--leader-elect-retry-period', '500ms'],
];

describe('beside a server that serves more and less than they know', () => {
  let elsewhere: Elsewhere;
  let home: string;
  let processes: Command[];
  beforeEach(async () => {
    elsewhere = await serveElsewhere();
    home = mkdtempSync(join(tmpdir(), 'orrery-clients-'));
    processes = [];
  });
  afterEach(async () => {
    await Promise.all(processes.map((each) => each.stop('SIGKILL')));
    await elsewhere.stop();
    rmSync(home, { recursive: true });
  }, 2 * serveTimeoutMs);

  function startAll(...options: readonly string[]): Command {
    const server = ['--server', elsewhere.url, '--token', elsewhereToken];
    const command = new Command(process.execPath, [main, 'controllers', ...server, ...options], {
      env: environment(home),
    });
    processes.push(command);
    return command;
  }

  async function isGone<T extends KubeObject>(kind: Kind<T>, ref: Ref): Promise<boolean> {
    try {
      await elsewhere.client.get(kind, ref);
      return false;
    } catch (error) {
      if (isNotFound(error)) return true;
      throw error;
    }
  }

  const untilGone = <T extends KubeObject>(kind: Kind<T>, ref: Ref): Promise<true> =>
    until(
      `${kind.plural} ${ref.name} to go`,
      async () => (await isGone(kind, ref)) || undefined,
      60_000,
    );

  const team = { name: 'team' };
  const inTeam = (name: string): Ref => ({ namespace: 'team', name });

  /** `TYPE reason: message` of the conditions that are met. */
  async function obstacles(): Promise<readonly string[]> {
    const { status } = await elsewhere.client.get(namespace, team);
    return (status.conditions ?? [])
      .filter(({ status: met }) => met === 'True')
      .map(({ type, reason, message }) => `${type} ${reason}: ${message}`);
  }

  it('empty a namespace of what they do not know, and let it go only then', async () => {
    const { client } = elsewhere;
    const running = startAll();
    await running.untilPrinted(/garbagecollector.* at http/);
    await client.create(namespace, { metadata: team });
    const metadata: Partial<ObjectMeta> = { ...inTeam('held'), finalizers: ['example.com/hold'] };
    await client.create(widget, { metadata });
    await client.create(widget, { metadata: inTeam('free') });
    elsewhere.hideWidgets(true);
    await client.delete(namespace, team);
    const failure = await until('a failure of discovery', async () => {
      const met = await obstacles();
      return met.find((each) => each.startsWith('NamespaceDeletionDiscoveryFailure'));
    });
    expect(failure).toBe(
      'NamespaceDeletionDiscoveryFailure DiscoveryFailed: Discovery failed for some groups, 1 failing: ' +
        'unable to retrieve the complete list of server APIs: example.com/v1: the server is currently unable to handle the request',
    );
    expect(await isGone(widget, inTeam('free'))).toBe(false);
    elsewhere.hideWidgets(false);
    await until(
      'the rest to be reported',
      async () => {
        const met = await obstacles();
        return met.find((each) => each.includes('widgets.example.com has 1 resource instances'));
      },
      60_000,
    );
    expect(await isGone(widget, inTeam('free'))).toBe(true);
    expect(await isGone(namespace, team)).toBe(false);
    const body = { metadata: { finalizers: null } };
    await client.patch(widget, inTeam('held'), { type: 'merge', body });
    await untilGone(namespace, team);
    expect(running.stderr).not.toMatch(/runtimeclasses|could not find/);
  }, 180_000);

  it('count what they do not know for quotas, and collect it as owner and as dependent', async () => {
    const { client } = elsewhere;
    await startAll().untilPrinted(/garbagecollector.* at http/);
    const at = (name: string): Ref => ({ namespace: 'default', name });
    const ownedBy = ({ apiVersion, kind, metadata: { name, uid } }: KubeObject) => ({
      ownerReferences: [{ apiVersion, kind, name, uid }],
    });
    await client.create(resourceQuota, {
      metadata: at('few'),
      spec: { hard: { 'count/widgets.example.com': '2' } },
    });
    const used = async (): Promise<string | undefined> => {
      const { status } = await client.get(resourceQuota, at('few'));
      return status.used?.['count/widgets.example.com'];
    };
    await until('a count', async () => (await used()) === '0' || undefined);
    const owner = await client.create(widget, { metadata: at('owner') });
    const root = await client.create(configMap, { metadata: at('root') });
    await client.create(configMap, { metadata: { ...at('leaf'), ...ownedBy(owner) } });
    await client.create(widget, { metadata: { ...at('dependent'), ...ownedBy(root) } });
    await expect(client.create(widget, { metadata: at('third') })).rejects.toThrow(
      /exceeded quota/,
    );
    await client.delete(configMap, at('root'));
    await untilGone(widget, at('dependent'));
    await client.delete(widget, at('owner'), { propagationPolicy: 'Foreground' });
    await untilGone(configMap, at('leaf'));
    await untilGone(widget, at('owner'));
    await until('nothing to be used', async () => (await used()) === '0' || undefined);
    await client.create(widget, { metadata: at('third') });
  }, 120_000);

  it('hand over in the middle of a rollout: nothing is lost, doubled or restarted', async () => {
    const { client } = elsewhere;
    const first = startAll(...quickElection);
    expect(await first.untilPrinted(/garbagecollector.* at http/)).not.toContain('loadbalancer');
    const second = startAll(...quickElection);
    await second.untilPrinted(
      /^waiting for the lease kube-system\/kube-controller-manager, held by /m,
    );
    const labels = { app: 'web' };
    const template = (image: string, app: string) => ({
      metadata: { labels: { app } },
      spec: { containers: [{ name: 'main', image, command: ['sh', '-c', 'a && b <c>'] }] },
    });
    const brief = { annotations: { 'sim/run-seconds': '2' } };
    const at = (name: string): Ref => ({ namespace: 'default', name });
    await client.create(deployment, {
      metadata: at('web'),
      spec: { replicas: 6, selector: { matchLabels: labels }, template: template('app:v1', 'web') },
    });
    await client.create(daemonSet, {
      metadata: at('agent'),
      spec: { selector: { matchLabels: { app: 'agent' } }, template: template('app:v1', 'agent') },
    });
    await client.create(statefulSet, {
      metadata: at('db'),
      spec: {
        replicas: 2,
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        template: template('app:v1', 'db'),
      },
    });
    await client.create(job, {
      metadata: at('batch'),
      spec: {
        completions: 4,
        parallelism: 2,
        template: { ...once.spec!.template, metadata: brief },
      },
    });
    const ready = (image: string) => async (): Promise<true | undefined> => {
      const { items } = await client.list(pod, { namespace: 'default' });
      const running = items.filter(
        ({ metadata, status }) =>
          metadata.deletionTimestamp === undefined && status.phase === 'Running',
      );
      const web = running.filter(({ spec, metadata }) => {
        return metadata.labels?.['app'] === 'web' && spec.containers[0]!.image === image;
      });
      const others = running.filter(({ metadata }) => /^(agent|db)-/.test(metadata.name));
      return (web.length === 6 && others.length === 3) || undefined;
    };
    await until('six pods', ready('app:v1'), 60_000);
    const uids = async (): Promise<readonly string[]> => {
      const { items } = await client.list(pod, { namespace: 'default' });
      const kept = items.filter(({ metadata }) => /^(agent|db)-/.test(metadata.name));
      return kept.map(({ metadata }) => `${metadata.name} ${metadata.uid}`).sort();
    };
    const before = await uids();
    const body = { spec: { template: template('app:v2', 'web') } };
    await client.patch(deployment, at('web'), { type: 'merge', body });
    await until('the rollout to begin', async () => {
      const { status } = await client.get(deployment, at('web'));
      return (status.updatedReplicas ?? 0) > 0 || undefined;
    });
    await first.stop('SIGKILL');
    await second.untilPrinted(/garbagecollector.* at http/, 60_000);
    await until('the rollout to end', ready('app:v2'), 60_000);
    const done = await until('the job to end', async () => {
      const { status } = await client.get(job, at('batch'));
      return status.completionTime === undefined ? undefined : status;
    });
    expect(done.succeeded).toBe(4);
    const sets = await client.list(replicaSet, { namespace: 'default' });
    expect(sets.items.map(({ spec }) => spec.replicas).sort()).toEqual([0, 6]);
    const revisions = await client.list(controllerRevision, { namespace: 'default' });
    expect(
      revisions.items.map(({ metadata }) => metadata.ownerReferences![0]!.kind).sort(),
    ).toEqual(['DaemonSet', 'StatefulSet']);
    expect(await uids()).toEqual(before);
    const { items } = await client.list(pod, { namespace: 'default' });
    const counted = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    expect(counted.map(keyOf).filter((key) => key.startsWith('default/batch-'))).toHaveLength(4);
    expect(counted).toHaveLength(6 + 3 + 4);
    const managers = counted.flatMap(({ metadata }) => metadata.managedFields ?? []);
    expect(new Set(managers.map(({ manager }) => manager))).toEqual(
      new Set(['kube-controller-manager', 'kubelet']),
    );
    const { spec } = await client.get(lease, {
      namespace: 'kube-system',
      name: 'kube-controller-manager',
    });
    expect(spec.leaseTransitions).toBe(1);
  }, 240_000);

  it('end when their lease is lost', async () => {
    const running = startAll(...quickElection);
    await running.untilPrinted(/garbagecollector.* at http/);
    const name = 'kube-controller-manager';
    const thief = {
      type: 'merge',
      body: { spec: { holderIdentity: 'thief', leaseTransitions: 9 } },
    } as const;
    await elsewhere.client.patch(lease, { namespace: 'kube-system', name }, thief);
    const { code, stderr } = await running.ended();
    expect(code).toBe(1);
    expect(stderr).toContain(
      'orrery controllers: leader election lost: the lease kube-system/kube-controller-manager could not be renewed for 3s',
    );
  }, 60_000);
});

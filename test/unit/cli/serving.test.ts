/** `orrery serve` from its start to the signal that stops it, in this process. */
import { defaultProfile } from '#kinds';
import { existsSync, readFileSync, writeFileSync, readdirSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServeOptions } from '../../../src/cli/serve/options.ts';
import { KindRegistry } from '#catalog';
import { protobufSerializer } from '../../../src/server/protobuf/serializer.ts';
import { serve } from '../../../src/cli/serve/serve.ts';
import { captured } from '../../support/captured.ts';

const out = captured('serving');
let complained = '';
let exits: readonly unknown[] = [];
/** Called with all that was printed, after each piece of it. */
let onPrint: (all: string) => void = () => undefined;
/** The same, for what is said on stderr. */
let onComplain: (all: string) => void = () => undefined;
beforeEach(() => {
  complained = '';
  exits = process.listeners('exit');
  onPrint = () => undefined;
  onComplain = () => undefined;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += text as string;
    onComplain(complained);
    return true;
  });
  const print = vi.mocked(process.stdout.write).getMockImplementation()!;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    print(text as string);
    onPrint(out.printed);
    return true;
  });
});

// What a server leaves to be done when its process ends.
afterEach(() => {
  for (const listener of process.listeners('exit'))
    if (!exits.includes(listener)) process.off('exit', listener);
});

function optionsWith(options: Partial<ServeOptions>): ServeOptions {
  return {
    ...{ port: 0, address: '127.0.0.1', http: true, httpAdmin: true, anonymousAuth: false },
    ...{ controllers: 'none', pool: false, clock: 'manual', disableAdmissionPlugins: '' },
    ...{ webhookAddress: [], featureGates: '', seed: 1, seedStrict: false, verbose: false },
    ...{ output: 'text', durability: 'strict', compactAfter: 64, page: false, pagePort: 0 },
    ...{ etcdPrefix: '/registry', etcdCompaction: 300_000, outside: { quiet: 20, cap: 2000 } },
    ...{ token: 'secret', kubeconfig: join(out.folder, 'kubeconfig') },
    ...options,
  };
}

/** Serves until `use` is done, which begins once a text is printed. @returns the exit code */
async function serving(
  options: Partial<ServeOptions>,
  text: string,
  use: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const isPrinted = new Promise<void>((resolve) => {
    onPrint = (all) => all.includes(text) && resolve();
  });
  const ended = serve(optionsWith(options));
  await Promise.race([isPrinted, ended]);
  await use();
  process.emit('SIGTERM');
  return ended;
}

/** When a text is on stderr. Some come later than the answer to the request that is meant. */
const isSaid = (text: string): Promise<void> =>
  new Promise((resolve) => {
    onComplain = (all) => all.includes(text) && resolve();
    onComplain(complained);
  });

const said = (): string => complained.replaceAll(out.folder, 'FOLDER');
const withoutAccounts =
  '# no controller makes service accounts: pods need one of your making, or --disable-admission-plugins ServiceAccount';
const protobufType = 'application/vnd.kubernetes.protobuf';
const podTemplate = {
  spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'example.com/x:1' }] },
};
const cronJobOf = (name: string, timeZone: string): object => ({
  ...{ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name, namespace: 'default' } },
  spec: { schedule: '0 2 * * *', timeZone, jobTemplate: { spec: { template: podTemplate } } },
});

const printed = (): string =>
  out.printed.replaceAll(out.folder, 'FOLDER').replace(/after \d+ ms/, 'after N ms');

describe('a server', () => {
  it('says where it is, serves, and leaves nothing behind', async () => {
    const readyFile = join(out.folder, 'ready.json');
    vi.stubEnv('TMPDIR', out.folder);
    let [url, kubeconfig] = ['', ''];
    const code = await serving({ readyFile, kubeconfig: undefined }, 'KUBECONFIG', async () => {
      const ready = JSON.parse(readFileSync(readyFile, 'utf8')) as Record<string, unknown>;
      [url, kubeconfig] = [ready['url'] as string, ready['kubeconfig'] as string];
      const port = Number(new URL(url).port);
      expect(ready).toEqual({
        ready: true,
        url,
        port,
        pid: process.pid,
        kubeconfig,
        token: 'secret',
      });
      expect(existsSync(kubeconfig)).toBe(true);
      const answer = await fetch(`${url}/api/v1/namespaces/default/endpoints/kubernetes`, {
        headers: { authorization: 'Bearer secret' },
      });
      const { subsets } = (await answer.json()) as { subsets: [{ ports: [{ port: number }] }] };
      expect(subsets[0].ports[0].port).toBe(port);
    });
    expect([code, complained]).toEqual([0, '']);
    expect(printed()).toBe(
      `Serving Kubernetes v1.24 at ${url} (ready after N ms)\nexport KUBECONFIG=${kubeconfig.replace(out.folder, 'FOLDER')}\n${withoutAccounts}\n`,
    );
    expect(readdirSync(out.folder)).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('says once which fields v1.24 does not keep, whatever the form of the body', async () => {
    const readyFile = join(out.folder, 'ready.json');
    await serving({ readyFile }, 'KUBECONFIG', async () => {
      const { url } = JSON.parse(readFileSync(readyFile, 'utf8')) as { readonly url: string };
      const post = async (plural: string, body: string | Buffer, type: string): Promise<void> => {
        const answer = await fetch(`${url}/apis/batch/v1/namespaces/default/${plural}`, {
          method: 'POST',
          headers: { authorization: 'Bearer secret', 'content-type': type },
          body,
        });
        expect([answer.status, answer.headers.get('warning')]).toEqual([201, null]);
      };
      const registry = new KindRegistry(defaultProfile);
      const protobuf = protobufSerializer(
        defaultProfile.schemas,
        (version, kind) => registry.byKind(version, kind)?.schema,
      );
      for (const name of ['a', 'b']) {
        const nightly = cronJobOf(name, 'Europe/Berlin');
        await post('cronjobs', Buffer.from(await protobuf.write(nightly, false)), protobufType);
      }
      await post('cronjobs', JSON.stringify(cronJobOf('c', 'Europe/Berlin')), 'application/json');
      for (const name of ['a', 'b']) {
        const spec = { template: podTemplate, podFailurePolicy: { rules: [] }, unheard: 1 };
        const body = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec };
        await post('jobs', JSON.stringify(body), 'application/json');
      }
      await isSaid('podFailurePolicy');
    });
    expect(said().trim().split('\n')).toEqual([
      'orrery serve: CronJob.spec.timeZone has no effect: v1.24 drops it unless the feature gate CronJobTimeZone is on (--feature-gates CronJobTimeZone=true)',
      'orrery serve: Job: JobSpec.podFailurePolicy is of Kubernetes 1.25 and later (stable in 1.31); v1.24 drops it',
    ]);
  });

  it('keeps what its gates allow, and says nothing', async () => {
    const readyFile = join(out.folder, 'ready.json');
    await serving({ readyFile, featureGates: 'CronJobTimeZone=true' }, 'KUBECONFIG', async () => {
      const { url } = JSON.parse(readFileSync(readyFile, 'utf8')) as { readonly url: string };
      const answer = await fetch(`${url}/apis/batch/v1/namespaces/default/cronjobs`, {
        method: 'POST',
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
        body: JSON.stringify(cronJobOf('a', 'Europe/Berlin')),
      });
      expect(await answer.json()).toMatchObject({ spec: { timeZone: 'Europe/Berlin' } });
    });
    expect(said()).toBe('');
  });

  it('tells programs of the steps of its scenario in JSON', async () => {
    const file = out.file(
      's.yaml',
      'name: s\ncluster: { nodes: 1 }\nsteps: [{ at: 0s, note: one, cordon: node-1 }]\n',
    );
    expect(await serving({ scenario: file, output: 'json' }, 'step')).toBe(0);
    const lines = out.printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      {
        ...{ ready: true, url: expect.stringMatching(/^http:/) as string },
        ...{ port: expect.any(Number) as number, pid: process.pid },
        kubeconfig: join(out.folder, 'kubeconfig'),
      },
      { step: 'one' },
    ]);
  });

  it('tells people of them in words', async () => {
    const file = out.file(
      's.yaml',
      'name: s\ncluster: { nodes: 1 }\nsteps: [{ at: 0s, note: one, cordon: node-1 }]\n',
    );
    expect(await serving({ scenario: file }, 'one\n')).toBe(0);
    expect(printed()).toMatch(/\none\n$/);
  });

  it('keeps its certificates beside its data', async () => {
    const data = join(out.folder, 'data');
    const used = async (): Promise<void> => {
      expect(existsSync(join(data, 'tls'))).toBe(true);
      return Promise.resolve();
    };
    expect(await serving({ data, http: false, httpAdmin: false }, 'KUBECONFIG', used)).toBe(0);
    const log = readdirSync(data, { recursive: true, encoding: 'utf8' })
      .map((name) => join(data, name))
      .filter((path) => statSync(path).isFile() && !/tls|lock-|release$/.test(path));
    expect(log).toEqual([join(data, 'log-000001')]);
    writeFileSync(log[0]!, 'x', { flag: 'a' });
    expect(await serving({ data, http: false, httpAdmin: false }, 'KUBECONFIG')).toBe(0);
    expect(said()).toBe(
      'orrery serve: FOLDER/data: 1 bytes of a write that was not acknowledged are dropped\n',
    );
    writeFileSync(log[0]!, 'no log, but long enough to be one'.repeat(9));
    complained = '';
    expect(await serving({ data, http: false, httpAdmin: false }, 'KUBECONFIG')).toBe(2);
    expect(said()).toContain('orrery serve: FOLDER/data/log-000001: not a log');
  });

  it('warns of what clients cannot do', async () => {
    expect(await serving({ httpAdmin: false }, 'KUBECONFIG')).toBe(0);
    expect(printed().split('\n').slice(2)).toEqual([
      '# kubectl sends no token over plain HTTP, and is refused: leave out --http, or add --http-admin',
      withoutAccounts,
      '',
    ]);
  });
});

describe('a server that cannot start', () => {
  const scenario = 'name: s\ncluster: { nodes: 2 }\nsteps: [{ at: 0s, note: x }]\n';
  it.each<[Partial<ServeOptions>, string]>([
    [{ http: false }, '--http-admin: only with --http; over TLS clients send their tokens'],
    [{ address: '192.0.2.1' }, 'listen EADDRNOTAVAIL: address not available 192.0.2.1'],
    [
      { kubeconfig: '/dev/null/x' },
      "cannot write the kubeconfig (ENOTDIR: not a directory, lstat '/dev/null/x') to /dev/null/x; give another file by --kubeconfig",
    ],
    [
      { readyFile: '/dev/null/x' },
      "--ready-file /dev/null/x: ENOTDIR: not a directory, lstat '/dev/null/x'",
    ],

    [
      { webhookAddress: ['x'] },
      '--webhook-address: "x" is not NAMESPACE/NAME[:PORT]=HOST:PORT, such as default/hook=127.0.0.1:8443',
    ],
    [{ authorization: 'x' }, '--authorization: unknown mode "x"; there are masters, rbac, none'],
    [{ featureGates: 'x' }, '--feature-gates: missing bool value for x'],
    [
      { clockStart: 'x' },
      '--clock-start: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [{ compaction: 'x' }, '--compaction: "x" is not a cron schedule'],
    [{ replay: 'x' }, '--replay: expected CRON=FILE'],
  ])('%j', async (options, message) => {
    expect(await serving(options, 'never')).toBe(2);
    const [, text] = /^orrery serve: (.*)\n$/.exec(complained)!;
    expect(text).toEqual(message);
  });

  it('has controllers that are not there', async () => {
    expect(await serving({ controllers: 'nothing' }, 'never')).toBe(2);
    expect(complained).toMatch(/^orrery serve: controllers: no controller "nothing"/);
  });

  it('has a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await serving({ port }, 'never')).toBe(2);
    expect(complained).toBe(`orrery serve: port ${port} is in use\n`);
    await new Promise((resolve) => other.close(resolve));
  });

  it('has nodes of its own beside those of its scenario', async () => {
    const file = out.file('s.yaml', scenario);
    expect(await serving({ scenario: file, nodes: 3 }, 'never')).toBe(2);
    expect(complained).toBe(
      'orrery serve: --nodes: leave it out, the scenario has nodes of its own\n',
    );
  });
});

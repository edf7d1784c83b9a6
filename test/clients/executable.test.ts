/** What is installed without npm: made, and started where no Node is. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../tools/release/packages/digest.ts';
import { makeDebianPackage } from '../../tools/release/packages/debian.ts';
import { makeExecutable, type Executable } from '../../tools/release/packages/executable.ts';
import { makeImage } from '../../tools/release/packages/image.ts';
import { Command, runToEnd } from './support/command.ts';
import { freePort } from './support/free-port.ts';
import { until } from './support/until.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'orrery-executable-'));
/** Nothing else: no Node, and no other program. */
const env = { HOME: join(folder, 'home'), PATH: '/nonexistent', NO_COLOR: '1' };
const isRoot = process.getuid?.() === 0;
const has = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some((each) => existsSync(join(each, program)));
let executable: Executable;

beforeAll(async () => {
  mkdirSync(env.HOME);
  executable = await makeExecutable({ root, out: folder });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a single executable', () => {
  it('runs the main job where there is no Node', async () => {
    const { code, stdout } = await runToEnd(executable.file, ['run', 'daemonset/rolling-update'], {
      env,
    });
    expect({ code, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      last: `  ${executable.file} run daemonset/rolling-update -v`,
    });
  });

  it('unpacks the program once, whole, among the caches', async () => {
    await runToEnd(executable.file, ['--version'], { env });
    const programs = join(env.HOME, '.cache/orrery/programs');
    expect(readdirSync(programs)).toEqual([executable.program.name]);
    for (const [path, source] of executable.program.sources) {
      const unpacked = readFileSync(join(programs, executable.program.name, path));
      expect(unpacked.equals(readFileSync(source)), path).toBe(true);
    }
  });

  it('starts processes of its own', async () => {
    const { code, stdout } = await runToEnd(
      executable.file,
      ['test', 'cronjob', 'daemonset', '--jobs', '2'],
      { env },
    );
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\d+ passed, 0 failed/),
    });
  });

  it('makes assets that start by it, also when its caches are gone', async () => {
    const assets = join(folder, 'assets');
    await runToEnd(executable.file, ['assets', assets, '--kubernetes', '1.34'], { env });
    rmSync(join(env.HOME, '.cache'), { recursive: true });
    const flags = ['--etcd-servers=http://127.0.0.1:1', `--secure-port=${await freePort()}`];
    const server = new Command(join(assets, 'kube-apiserver'), [...flags, `--cert-dir=${folder}`], {
      env,
    });
    try {
      // It is written when the server listens.
      const kubeconfig = join(folder, 'orrery.kubeconfig');
      await until(
        () => `${kubeconfig}: ${server.stderr}`,
        async () => existsSync(kubeconfig) || undefined,
      );
    } finally {
      await server.stop();
    }
  });
});

describe('a Debian package', () => {
  it.skipIf(!has('dpkg-deb'))('holds the executable (skipped without dpkg-deb)', async () => {
    const file = await makeDebianPackage(executable, root);
    const control = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' });
    expect(control).toContain(`Package: kube-orrery\nVersion: ${executable.version}\n`);
    const place = join(folder, 'debian');
    execFileSync('dpkg-deb', ['--extract', file, place]);
    const { stdout } = await runToEnd(join(place, 'usr/bin/orrery'), ['--version'], { env });
    expect(stdout).toBe(`${executable.version}\n`);
  });
});

describe('a container image', () => {
  const image = join(folder, 'image');
  const read = (path: string): Buffer => readFileSync(join(image, path));
  const parsed = <T>(path: string): T => JSON.parse(read(path).toString()) as T;
  const blob = ({ digest }: { digest: string }): string => `blobs/${digest.replace(':', '/')}`;

  beforeAll(async () => {
    mkdirSync(image);
    execFileSync('tar', ['-xf', await makeImage(executable), '-C', image]);
  }, 120_000);

  it('is an OCI layout whose digests are those of its parts', () => {
    const { manifests } = parsed<{ manifests: [{ digest: string; size: number }] }>('index.json');
    const manifest = parsed<{ config: { digest: string }; layers: [{ digest: string }] }>(
      blob(manifests[0]),
    );
    for (const each of [manifests[0], manifest.config, ...manifest.layers]) {
      expect(`sha256:${digestOf(read(blob(each)))}`).toBe(each.digest);
    }
    expect(read(blob(manifests[0]))).toHaveLength(manifests[0].size);
    expect(parsed('manifest.json')).toEqual([
      {
        Config: blob(manifest.config),
        RepoTags: [`kube-orrery:${executable.version}`],
        Layers: manifest.layers.map(blob),
      },
    ]);
    expect(parsed(blob(manifest.config))).toMatchObject({
      config: { User: '65532:65532', Entrypoint: ['/usr/bin/orrery'] },
    });
  });

  it.skipIf(!isRoot)('runs with nothing but its own files (skipped unless root)', async () => {
    const files = join(folder, 'root');
    const [{ Layers: layers }] = parsed<[{ Layers: string[] }]>('manifest.json');
    mkdirSync(files);
    for (const layer of layers) execFileSync('tar', ['-xzf', join(image, layer), '-C', files]);
    expect(readdirSync(join(files, 'usr/bin'))).toEqual(['orrery']);
    const { code, stdout, stderr } = await runToEnd(
      'chroot',
      ['--userspec=65532:65532', files, '/usr/bin/orrery', 'run', 'daemonset/rolling-update'],
      { env: { PATH: process.env['PATH']!, HOME: '/home/orrery', XDG_CACHE_HOME: '/var/cache' } },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('7 of 7 checks held');
  });
});

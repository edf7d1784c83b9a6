/** The package as npm packs it, installed elsewhere: what it holds, and that README's example works. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** Below the project's node_modules, where the package finds what it depends on. */
const place = join(root, 'node_modules/.cache/package-test');
const installed = join(place, 'node_modules/kube-orrery');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly files: readonly string[];
};

/** As a user may have it. */
const compilerOptions = {
  strict: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'esnext.disposable'],
  types: ['node'],
  rootDir: '.',
  outDir: 'built',
};
const files = ['example.ts'];

function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}: ${(error as { stdout: string }).stdout}`);
  }
}

/** The first block of that language behind a heading of the README. */
function example(heading: string, language: string): string {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const from = text.indexOf(`## ${heading}\n`);
  const block = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text.slice(from));
  if (from < 0 || block === null) throw new Error(`README has no example under "${heading}"`);
  return block[1]!;
}

beforeAll(() => {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  run('npm', ['run', '-s', 'build:types'], root);
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--dry-run'], root),
  ) as [{ readonly files: readonly { readonly path: string }[] }];
  for (const { path } of packed.files) cpSync(join(root, path), join(installed, path));
}, 300_000);

afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('the package', () => {
  it('holds the command, the library, its types and the scenarios, and nothing else', () => {
    const all = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(all.filter((path) => /\.map$|^src|^test|^controllers/.test(path))).toEqual([]);
    expect(all).toEqual(
      expect.arrayContaining(['dist/orrery.js', 'dist/index.js', 'dist/index.d.ts', 'LICENSE']),
    );
    expect(manifest.files).not.toContain('dist');
  });

  it('plays the example of the README, which has the types that it claims', () => {
    const source = example('A cluster in your tests', 'ts');
    writeFileSync(join(place, 'example.ts'), source);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    run(process.execPath, [compiler, '-p', place], place);
    const printed = run(process.execPath, ['built/example.js'], place);
    expect(printed).toMatch(/^3 DaemonSet default\/agent {2}status\.numberReady = 3\n/);
    expect(printed).toContain('test created DaemonSet default/agent');
  });

  it('loads nothing of HTTP until a cluster listens', () => {
    const source = `
      import { createCluster } from 'kube-orrery';
      const isHttp = (name) => /^NativeModule (http|https|tls)$/.test(name);
      const loaded = () => process.moduleLoadList.filter(isHttp).length;
      const cluster = await createCluster({ nodes: 1 });
      await cluster.advance('1m');
      const before = loaded();
      await cluster.listen();
      console.log(before, loaded());
      await cluster.dispose();
    `;
    writeFileSync(join(place, 'listen.js'), source);
    expect(run(process.execPath, ['listen.js'], place)).toBe('0 3\n');
  });

  it('has a command that runs', () => {
    const help = run(process.execPath, [join(installed, 'dist/orrery.js'), '--help'], place);
    expect(help).toContain('orrery');
  });
});

/** The package as npm packs it, in a folder where programs find it as an installed one. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
/** Far from this project, as test runners look for no tests below a `node_modules`. */
export const place = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-package-')));
export const installed = join(place, 'node_modules/kube-orrery');

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

/** What a program prints. @throws {Error} with what it prints when it fails */
export function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  }
}

/** All that a program prints, and how it ends. */
export function tryRun(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): { readonly status: number | null; readonly output: string } {
  // What the test runner of this test says to itself is not meant for another one.
  const own = /^(NODE_|VITEST|JEST|FORCE_COLOR)/;
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name));
  const all = { ...Object.fromEntries(inherited), NO_COLOR: '1', ...env };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env: all, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** Packs the package, and puts its files where they are found. */
export function install(): void {
  mkdirSync(installed, { recursive: true });
  // What the package depends on is what this project has.
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name));
  }
  run('npm', ['run', '-s', 'build:types'], root);
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--dry-run'], root),
  ) as [{ readonly files: readonly { readonly path: string }[] }];
  for (const { path } of packed.files) cpSync(join(root, path), join(installed, path));
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'module' }));
}

/** What is compiled, by its file. */
const compiled = new Map<string, string>();

/** Compiles a file with all checks, into `built/`; once. @throws {Error} with what is wrong */
export function compile(file: string, source: string): void {
  if (compiled.get(file) === source) return;
  writeFileSync(join(place, file), source);
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  checkTypes('typescript-7', place);
  compiled.set(file, source);
}

/** Runs a compiler on the project of a folder. Both are in use: 6 is slow. @throws {Error} with what is wrong */
export function checkTypes(compiler: 'typescript' | 'typescript-7', folder: string): void {
  run(process.execPath, [join(root, 'node_modules', compiler, 'bin/tsc'), '-p', '.'], folder);
}

/** The first block of that language behind a heading of a document. */
export function exampleIn(document: string, heading: string, language: string): string {
  const text = readFileSync(join(root, document), 'utf8');
  const from = text.indexOf(`## ${heading}\n`);
  const block = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text.slice(from));
  if (from < 0 || block === null) throw new Error(`${document}: no example under "${heading}"`);
  return block[1]!;
}

/** A folder with packages from the registry, kept between runs; the reason when there is none. */
export function withPackages(name: string, ...packages: readonly string[]): string | Error {
  const folder = join(root, 'node_modules/.cache', name);
  const mark = join(folder, 'installed');
  mkdirSync(folder, { recursive: true });
  try {
    if (readFileSync(mark, 'utf8') === packages.join(' ')) return folder;
  } catch {
    // Not there yet.
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
  const { status, output } = tryRun('npm', args, { cwd: folder });
  if (status !== 0) return new Error(`npm cannot install ${packages.join(' ')}: ${output}`);
  writeFileSync(mark, packages.join(' '));
  return folder;
}

/** A program of that major version of Node: the one that runs this, or one from the registry. */
export function nodeOf(major: number): string | Error {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const folder = withPackages(`node-${major}`, `${name}@${major}`);
  return folder instanceof Error ? folder : join(folder, 'node_modules', name, 'bin/node');
}

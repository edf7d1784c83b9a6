/** The files of the program, as npm installs them: the package, and the packages that it loads on first use. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from './digest.ts';

/** What a single executable knows about its files. */
export interface Contents {
  /** `orrery-0.1.0-6f1ed002ab55`: version, and a digest of all files. */
  readonly name: string;
  /** Paths, with slashes. */
  readonly files: readonly string[];
}

export interface Program extends Contents {
  readonly version: string;
  /** Where the files are on this machine, by path. */
  readonly sources: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns what a single executable holds.
 * @param root the checkout, built
 */
export function programIn(root: string): Program {
  const { version, dependencies = {} } = manifestIn(root);
  const own = packedFiles(root);
  const scripts = own.filter((path) => /^dist\/.*\.js$/.test(path));
  const code = scripts.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  const loaded = Object.keys(dependencies).filter((name) => isImported(name, code));
  const packages = new Set<string>();
  for (const name of loaded) addPackage(root, name, packages);
  const files = [...own, ...[...packages].sort().flatMap((name) => filesOfPackage(root, name))];
  const sources = new Map(files.map((path) => [path, join(root, path)]));
  sources.set('begin.cjs', join(root, 'tools/release/packages/begin.cjs'));
  const name = `orrery-${version}-${digestOfFiles(sources)}`;
  return { name, version, files: [...sources.keys()], sources };
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Returns what npm would put into the package, as it stands. */
function packedFiles(root: string): readonly string[] {
  const command = ['pack', '--json', '--ignore-scripts', '--dry-run'];
  const [packed] = JSON.parse(
    execFileSync('npm', command, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  ) as readonly [{ readonly files: readonly { readonly path: string }[] }];
  return packed.files.map(({ path }) => path).sort();
}

/** Says whether built code still asks for a package, which was then not taken into it. */
function isImported(name: string, code: string): boolean {
  return ['from ', 'import(', 'import ', 'require('].some(
    (word) => code.includes(`${word}"${name}"`) || code.includes(`${word}"${name}/`),
  );
}

/** Adds a package and all that it depends on; each is there once, at the top. */
function addPackage(root: string, name: string, packages: Set<string>): void {
  if (packages.has(name)) return;
  packages.add(name);
  const { dependencies = {} } = manifestIn(join(root, 'node_modules', name));
  for (const each of Object.keys(dependencies)) addPackage(root, each, packages);
}

/** Returns what Node reads of a package, and its licence. */
function filesOfPackage(root: string, name: string): readonly string[] {
  const folder = `node_modules/${name}`;
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?js$|\.json$|^licen[cs]e/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/\/(?:test|tests|docs|benchmarks|examples)\//.test(path))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

function digestOfFiles(sources: ReadonlyMap<string, string>): string {
  const parts = [...sources].flatMap(([path, file]) => [`${path}\0`, readFileSync(file)]);
  return digestOf(...parts).slice(0, 12);
}

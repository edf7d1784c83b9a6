/** How the programs of examples/graded are built, or get the packages that they need. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A client that can be started here. */
export interface Had {
  readonly command: readonly string[];
  readonly version: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Why a program in Go cannot be had. */
export const noGo = 'there is no go, or it does not build';

/** A program in Go, as its go.mod has it. */
export function goProgram(root: string, cache: string, name: string): string | undefined {
  const folder = copied(root, name, cache);
  const isBuilt = said('go', ['build', '-o', 'graded', '.'], folder) !== undefined;
  return isBuilt ? join(folder, 'graded') : undefined;
}

/** A program in Go with the modules that are named, in place of those of its go.mod. */
export function goProgramWith(
  root: string,
  cache: string,
  { name, modules }: { readonly name: string; readonly modules: readonly string[] },
): string | undefined {
  const folder = copied(root, name, cache);
  for (const file of ['go.mod', 'go.sum']) rmSync(join(folder, file), { force: true });
  const steps = [
    ['mod', 'init', 'example.com/graded'],
    ['get', ...modules],
    ['mod', 'tidy'],
    ['build', '-o', 'graded', '.'],
  ];
  const isBuilt = steps.every((args) => said('go', args, folder) !== undefined);
  return isBuilt ? join(folder, 'graded') : undefined;
}

/** A program in Java, as its pom.xml has it. */
export function javaProgram(root: string, cache: string, name: string): Had | string {
  const folder = copied(root, name, cache);
  const goals = ['compile', 'dependency:copy-dependencies', '-DoutputDirectory=target/lib'];
  if (said('mvn', ['-q', '-B', ...goals], folder) === undefined)
    return 'there is no mvn, or it does not build';
  const classes = [join(folder, 'target/classes'), join(folder, 'target/lib/*')].join(delimiter);
  const [, version = '?'] =
    /<version>([\d.]+)<\/version>\s*<\/dependency>/.exec(
      readFileSync(join(folder, 'pom.xml'), 'utf8'),
    ) ?? [];
  return { command: ['java', '-cp', classes, 'graded.Main'], version };
}

/** A program in Python, with packages from PyPI. */
export function withPackages(
  cache: string,
  packages: readonly string[],
  version: string,
  args: readonly string[],
): Had | string {
  if (!existsSync(cache)) {
    const pip = ['-m', 'pip', 'install', '--quiet', '--target', cache, ...packages];
    if (said('python3', pip, '.') === undefined)
      return 'there is no python3, or pip does not get it';
  }
  return { command: ['python3', ...args], version, env: { PYTHONPATH: cache } };
}

/** The sources in a folder where they may be built; what was built there before stays. */
export function copied(root: string, name: string, cache: string): string {
  cpSync(join(root, 'examples/graded', name), cache, { recursive: true });
  return cache;
}

/** That of a package.json. */
export function versionIn(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Undefined: it failed, or there is no such program. */
export function said(program: string, args: readonly string[], cwd: string): string | undefined {
  const run = spawnSync(program, args, { encoding: 'utf8', cwd });
  return run.status === 0 ? run.stdout : undefined;
}

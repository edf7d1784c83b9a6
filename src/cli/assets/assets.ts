/** `orrery assets`: folders for KUBEBUILDER_ASSETS. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { profileOf, releases, type Profile } from '#kinds';
import { exitCodes } from '../exit-codes.ts';
import { printData, printText } from '../output.ts';
import { releaseFor } from '../release.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { isAssetsFolder, makeFolder } from './folder.ts';
import { cacheFolder, folderName, minorWanted, platform } from './place.ts';

/** What the cluster of a suite is made of; absent: an API server alone, as envtest has it. */
export interface ClusterOptions {
  readonly controllers?: string;
  readonly nodes?: string;
  readonly clock?: string;
  readonly useServiceAccountCredentials?: boolean;
  /** Further options of `orrery serve`, as they are written. */
  readonly serve?: readonly string[];
}

export interface AssetsOptions extends ReleaseOptions, ClusterOptions {
  readonly print?: PrintForm;
  readonly output: 'text' | 'json';
  readonly list?: boolean;
  /** Where `use` and `list` keep folders, as setup-envtest lays them out: `k8s/1.34.4-linux-amd64`. */
  readonly binDir?: string;
}

/** What is printed about a folder. */
export type PrintForm = 'overview' | 'path' | 'env';

/** Makes a folder and prints its path; returns the exit code. @throws {UsageError} */
export function assets(folder: string | undefined, options: AssetsOptions): number {
  if (options.list === true) return list(options);
  return make(releaseFor(options), folder, options, options.print ?? 'path');
}

/** Makes one for a version as setup-envtest takes it. @throws {UsageError} */
export function use(version: string | undefined, options: AssetsOptions): number {
  const profile = version === undefined ? releaseFor(options) : profileOf(minorWanted(version));
  const { gitVersion } = releases.get(profile.minor)!;
  const { binDir } = options;
  const folder = binDir && join(storeIn(binDir), folderName(gitVersion, []));
  return make(profile, folder, options, options.print ?? 'overview');
}

function storeIn(binDir: string): string {
  return join(resolve(binDir), 'k8s');
}

/** Prints all releases, and which of them have a folder; returns the exit code. */
export function list({ output, binDir }: Pick<AssetsOptions, 'output' | 'binDir'>): number {
  const cache = binDir === undefined ? cacheFolder(process.env) : storeIn(binDir);
  const result = foldersIn(cache);
  const rows = [...releases.values()].reverse().map(({ gitVersion }) => {
    const found = result.filter((name) => name.startsWith(folderName(gitVersion, [])));
    return {
      version: gitVersion,
      platform: platform(),
      folders: found.map((one) => join(cache, one)),
    };
  });
  if (output === 'json') printData(`${JSON.stringify(rows, undefined, 2)}\n`);
  else {
    for (const { version, folders } of rows) {
      const state = folders.length > 0 ? '(installed)' : '(available)';
      printText(`${state}  ${version.padEnd(9)} ${platform()}\n`);
    }
  }
  return exitCodes.ok;
}

function foldersIn(cache: string): readonly string[] {
  try {
    return readdirSync(cache).filter((name) => isAssetsFolder(join(cache, name)));
  } catch {
    return [];
  }
}

function make(
  profile: Profile,
  expected: string | undefined,
  options: AssetsOptions,
  form: PrintForm,
): number {
  const { gitVersion: version } = releases.get(profile.minor)!;
  const cluster = clusterArguments(options);
  const folder =
    expected === undefined
      ? join(cacheFolder(process.env), folderName(version, cluster))
      : resolve(expected);
  const [, command] = process.argv;
  const started = {
    ...{ runtime: process.execPath, command: resolve(command!), version },
    fixed: ['--kubernetes', `1.${profile.minor}`, ...cluster],
  };
  const kubectl = makeFolder(folder, started, process.env['PATH'] ?? '');
  if (options.output === 'json') {
    const result = { path: folder, version, platform: platform(), kubectl: kubectl ?? null };
    printData(`${JSON.stringify(result, undefined, 2)}\n`);
  } else printData(texts[form](folder, version));
  return exitCodes.ok;
}

const texts: Readonly<Record<PrintForm, (folder: string, version: string) => string>> = {
  path: (folder) => `${folder}\n`,
  env: (folder) => `export KUBEBUILDER_ASSETS='${folder.replaceAll("'", String.raw`'\''`)}'\n`,
  overview: (folder, version) =>
    `Version: ${version.slice(1)}\nOS/Arch: ${platform()}\nPath: ${folder}\n`,
};

/** Returns them as the command line of serve has them. */
function clusterArguments(options: ClusterOptions): string[] {
  const { controllers, nodes, clock, serve = [] } = options;
  return [
    ...(controllers === undefined ? [] : ['--controllers', controllers]),
    ...(nodes === undefined ? [] : ['--nodes', nodes]),
    ...(clock === undefined ? [] : ['--clock', clock]),
    ...(options.useServiceAccountCredentials === true ? ['--use-service-account-credentials'] : []),
    ...serve,
  ];
}

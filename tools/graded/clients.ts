/** The clients that are graded: how each is had and started. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

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

/** The versions of the packages that are installed from PyPI. */
const pythonClient = '37.0.2';
const kopf = '1.45.2';

export const graded: readonly GradedClient[] = [
  ...['0.24.17', '0.37.2'].map(clientGo),
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
      const program = join(root, 'examples/graded/python/watch.py');
      return withPackages(cache, [`kubernetes==${pythonClient}`], pythonClient, [program]);
    },
  },
  {
    name: 'kopf',
    // It watches definitions and namespaces first, for itself.
    resource: 'configmaps',
    prepare(root, cache) {
      const program = join(root, 'examples/graded/kopf/watch.py');
      const args = ['-m', 'kopf', 'run', '--standalone', '--namespace', 'default', program];
      return withPackages(cache, [`kopf==${kopf}`, `kubernetes==${pythonClient}`], kopf, args);
    },
  },
  {
    name: 'kube-rs',
    prepare(root, cache) {
      const folder = copied(root, 'kube-rs', cache);
      if (said('cargo', ['build', '--locked', '--quiet'], folder) === undefined)
        return 'there is no cargo, or it does not build';
      const [, version = '?'] =
        /name = "kube"\nversion = "([^"]+)"/.exec(
          readFileSync(join(folder, 'Cargo.lock'), 'utf8'),
        ) ?? [];
      return { command: [join(folder, 'target/debug/graded')], version };
    },
  },
  { name: 'fabric8', prepare: (root, cache) => javaClient(root, cache, 'fabric8') },
  { name: 'client-java', prepare: (root, cache) => javaClient(root, cache, 'client-java') },
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

/** The same program with another version of its library. */
function clientGo(version: string): GradedClient {
  return {
    name: `client-go ${version}`,
    prepare(root, cache) {
      const folder = copied(root, 'client-go', cache);
      const modules = ['client-go', 'apimachinery', 'api'].map(
        (name) => `k8s.io/${name}@v${version}`,
      );
      for (const file of ['go.mod', 'go.sum']) rmSync(join(folder, file), { force: true });
      const steps = [
        ['mod', 'init', 'example.com/graded'],
        ['get', ...modules],
        ['mod', 'tidy'],
        ['build', '-o', 'graded', '.'],
      ];
      const isBuilt = steps.every((args) => said('go', args, folder) !== undefined);
      if (!isBuilt) return 'there is no go, or it does not build';
      return { command: [join(folder, 'graded')], version };
    },
  };
}

function javaClient(root: string, cache: string, name: string): Had | string {
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

function withPackages(
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
function copied(root: string, name: string, cache: string): string {
  cpSync(join(root, 'examples/graded', name), cache, { recursive: true });
  return cache;
}

function versionIn(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Undefined: it failed, or there is no such program. */
function said(program: string, args: readonly string[], cwd: string): string | undefined {
  const run = spawnSync(program, args, { encoding: 'utf8', cwd });
  return run.status === 0 ? run.stdout : undefined;
}

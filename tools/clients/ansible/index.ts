/** Ansible's kubernetes.core: a playbook. */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pythonPackages } from '../builds.ts';
import { read } from '../command.ts';
import { stepsOf } from '../programs.ts';
import type { Client } from '../suite.ts';

/** The collection comes in the package of all collections; the engine is one of its own. */
const collections = 'ansible==12.3.0';
const requirements = [
  'ansible-core==2.19.14',
  'kubernetes==35.0.0',
  'jsonpatch',
  'PyYAML',
  collections,
];
const collection = 'ansible_collections/kubernetes/core';
const downloadMs = 300_000;

/** The newest that runs on Python 3.11. */
export const ansible: Client = {
  name: 'ansible',
  version: '12.3',
  does: 'a playbook of kubernetes.core: apply, patch, scale, roll back, drain, a kind of its own, waiting',
  kubernetes: ['1.24', '1.37'],
  async prepare(cache) {
    const packages = await pythonPackages(
      cache,
      'ansible',
      requirements.slice(0, -1),
      addCollection,
    );
    const info = await read('python3', ['-c', askVersion], { env: named(process.env, packages) });
    return {
      version: `kubernetes.core ${info.trim()}`,
      run({ env, folder, sources, kubernetes }) {
        cpSync(join(sources, 'files'), folder, { recursive: true });
        const args = ['-m', 'ansible', 'playbook', 'play.yaml'];
        return stepsOf('python3', args, {
          cwd: folder,
          env: { ...named(env, packages), KUBERNETES: kubernetes },
          withinMs: 500_000,
        });
      },
    };
  },
};

const askVersion = `import json, ansible_collections, os
folder = os.path.join(list(ansible_collections.__path__)[0], 'kubernetes/core')
print(json.load(open(os.path.join(folder, 'MANIFEST.json')))['collection_info']['version'])`;

function named(
  env: Readonly<Record<string, string | undefined>>,
  packages: string,
): Readonly<Record<string, string | undefined>> {
  return { ...env, PYTHONPATH: packages };
}

/** Puts the collection alone where Ansible finds it: the package has 100 others, and half a gigabyte. */
async function addCollection(folder: string): Promise<void> {
  const work = join(folder, 'work');
  const options = { withinMs: downloadMs };
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', work, collections];
  await read('python3', pip, options);
  const wheel = readdirSync(work).find((name) => name.endsWith('.whl'))!;
  const unpack = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    wheel.extractall(sys.argv[2], [name for name in wheel.namelist() if name.startswith('${collection}/')])`;
  await read('python3', ['-c', unpack, join(work, wheel), folder], options);
  rmSync(work, { recursive: true });
}

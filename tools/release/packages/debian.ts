/** Makes a Debian package of a single executable. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { arOf, tarOf } from './archive.ts';
import type { Executable } from './executable.ts';

const architectures = { x64: 'amd64', arm64: 'arm64' } as const;

/**
 * Writes `kube-orrery_0.1.0_amd64.deb` beside the executable, and returns its path.
 * @throws {Error} for an executable that is not for Linux
 */
export async function makeDebianPackage(executable: Executable, root: string): Promise<string> {
  const { file, platform, arch, version } = executable;
  if (platform !== 'linux') throw new Error(`Debian has no use for an executable of ${platform}`);
  const architecture = architectures[arch];
  const content = readFileSync(file);
  const documents = './usr/share/doc/kube-orrery';
  const licences = ['LICENSE', 'dist/LICENSES.txt'].map((name) =>
    readFileSync(join(root, name), 'utf8'),
  );
  const data = await tarOf([
    { path: './usr/bin/orrery', content, mode: 0o755 },
    { path: `${documents}/copyright`, content: licences.join('\n\n') },
    { path: `${documents}/README.md`, content: readFileSync(join(root, 'README.md')) },
  ]);
  const kilobytes = Math.ceil(data.length / 1024);
  const control = await tarOf([
    { path: './control', content: controlOf({ version, architecture, kilobytes }) },
  ]);
  const members = new Map([
    ['debian-binary', Buffer.from('2.0\n')],
    ['control.tar.gz', gzipSync(control)],
    ['data.tar.gz', gzipSync(data)],
  ]);
  const made = join(dirname(file), `kube-orrery_${version}_${architecture}.deb`);
  writeFileSync(made, arOf(members));
  return made;
}

interface ControlFields {
  readonly version: string;
  readonly architecture: string;
  readonly kilobytes: number;
}

function controlOf({ version, architecture, kilobytes }: ControlFields): string {
  return [
    'Package: kube-orrery',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: The Orrery authors <orrery@localhost>',
    `Installed-Size: ${kilobytes}`,
    'Depends: libc6 (>= 2.28), libstdc++6 (>= 9), libgcc-s1 | libgcc1',
    'Section: devel',
    'Priority: optional',
    'Description: Kubernetes control plane on a clock that you can stop',
    ' An API server, controllers and a fake cluster on a virtual clock, for scenarios,',
    ' lessons and tests of programs that talk to Kubernetes. It needs no Node, Docker or etcd.',
    '',
  ].join('\n');
}

/** Makes a container image of a single executable: the program, the libraries that it needs, and nothing else. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { tarOf, type Entry } from './archive.ts';
import { digestOf } from './digest.ts';
import type { Executable } from './executable.ts';

const user = 65_532;
const caches = 'var/cache';
const types = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
};

interface Blob {
  readonly digest: string;
  readonly content: Buffer;
}

/**
 * Writes `orrery-0.1.0-linux-x64.image.tar` beside the executable: an OCI layout, which `docker load`, `podman load`
 * and registries' tools take, also those that know `manifest.json` alone. Returns its path.
 * @throws {Error} where the libraries cannot be known: it is made on the system that it is for
 */
export async function makeImage(executable: Executable): Promise<string> {
  const { file, platform, arch, version } = executable;
  if (platform !== process.platform || platform !== 'linux' || arch !== process.arch) {
    throw new Error(
      `an image of ${platform}/${arch} is made on such a machine: it has its libraries`,
    );
  }
  const tar = await tarOf(rootOf(executable));
  const layer = blobOf(gzipSync(tar));
  const architecture = arch === 'x64' ? 'amd64' : arch;
  const config = blobOf(json(configOf(architecture, version, `sha256:${digestOf(tar)}`)));
  const manifest = blobOf(
    json({
      ...{ schemaVersion: 2, mediaType: types.manifest },
      config: descriptorOf(types.config, config),
      layers: [descriptorOf(types.layer, layer)],
    }),
  );
  const tag = `kube-orrery:${version}`;
  const described = {
    ...descriptorOf(types.manifest, manifest),
    platform: { os: 'linux', architecture },
    annotations: {
      'io.containerd.image.name': `docker.io/library/${tag}`,
      'org.opencontainers.image.ref.name': version,
    },
  };
  const archive = await tarOf([
    { path: 'oci-layout', content: json({ imageLayoutVersion: '1.0.0' }) },
    {
      path: 'index.json',
      content: json({ schemaVersion: 2, mediaType: types.index, manifests: [described] }),
    },
    {
      path: 'manifest.json',
      content: json([{ Config: pathOf(config), RepoTags: [tag], Layers: [pathOf(layer)] }]),
    },
    ...[manifest, config, layer].map((blob) => ({ path: pathOf(blob), content: blob.content })),
  ]);
  const made = `${file}.image.tar`;
  writeFileSync(made, archive);
  return made;
}

/** Returns the files of the image. The program is unpacked already, so that it runs where nothing can be written. */
function rootOf({ file, program }: Executable): readonly Entry[] {
  const folder = `${caches}/orrery/programs/${program.name}`;
  return [
    { path: 'usr/bin/orrery', content: readFileSync(file), mode: 0o755 },
    ...librariesOf(file).map((path) => ({
      path: path.slice(1),
      content: readFileSync(path),
      mode: 0o755,
    })),
    ...[...program.sources].map(([path, source]) => ({
      path: `${folder}/${path}`,
      content: readFileSync(source),
    })),
    { path: 'etc/passwd', content: `orrery:x:${user}:${user}::/home/orrery:/sbin/nologin\n` },
    { path: 'home/orrery', owner: user },
    { path: 'tmp', mode: 0o1777 },
  ];
}

/** Returns the paths of the shared libraries, the loader included. */
function librariesOf(file: string): readonly string[] {
  const lines = execFileSync('ldd', [file], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => /(?:=> |^\s+)(\/\S+) \(/.exec(line)?.[1] ?? []);
}

function configOf(architecture: string, version: string, layer: string): object {
  return {
    ...{ os: 'linux', architecture },
    config: {
      User: `${user}:${user}`,
      Env: ['PATH=/usr/bin', 'HOME=/home/orrery', `XDG_CACHE_HOME=/${caches}`],
      Entrypoint: ['/usr/bin/orrery'],
      Cmd: ['serve', '--address', '0.0.0.0'],
      WorkingDir: '/home/orrery',
      ExposedPorts: { '6443/tcp': {} },
      Labels: { 'org.opencontainers.image.version': version },
    },
    rootfs: { type: 'layers', diff_ids: [layer] },
  };
}

function descriptorOf(mediaType: string, { digest, content }: Blob): object {
  return { mediaType, digest, size: content.length };
}

function blobOf(content: Buffer): Blob {
  return { digest: `sha256:${digestOf(content)}`, content };
}

function pathOf({ digest }: Blob): string {
  return `blobs/${digest.replace(':', '/')}`;
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

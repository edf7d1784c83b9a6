/** Makes a single executable: a Node binary that holds the program and starts it. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'postject';
import { build } from 'rolldown';
import { temporaryFolder } from '../../temporary-folder.ts';
import { fuse, nodeBinaryOf, type NodeBinary } from './node-binary.ts';
import { programIn, type Program } from './program.ts';

export interface Executable extends NodeBinary {
  readonly file: string;
  readonly version: string;
  readonly program: Program;
}

export interface ExecutableOptions {
  /** The checkout, built. */
  readonly root: string;
  /** A Node binary; the one that runs this by default. */
  readonly node?: string;
  /** The folder for it. */
  readonly out: string;
}

/**
 * Writes `orrery-0.1.0-linux-x64` and its like.
 * @throws {Error} for a file that is not Node of this version, and when the program is not found in what was written
 */
export async function makeExecutable(options: ExecutableOptions): Promise<Executable> {
  const { root, out, node = process.execPath } = options;
  const bytes = readFileSync(node);
  const binary = readable(node, bytes);
  const program = programIn(root);
  const { platform, arch } = binary;
  const suffix = platform === 'win32' ? '.exe' : '';
  const file = join(out, `orrery-${program.version}-${platform}-${arch}${suffix}`);
  const blob = await blobOf(root, program);
  mkdirSync(out, { recursive: true });
  writeFileSync(file, bytes);
  await inject(file, 'NODE_SEA_BLOB', blob, {
    sentinelFuse: fuse,
    ...(platform === 'darwin' && { machoSegmentName: 'NODE_SEA' }),
  });
  chmodSync(file, 0o755);
  const written = readFileSync(file);
  if (!written.includes(`${fuse}:1`) || !written.includes(blob)) {
    throw new Error(`${file} does not hold the program: this Node cannot be used`);
  }
  return { ...binary, file, version: program.version, program };
}

/** The version matters: a program is written in the form of the Node that writes it. */
function readable(node: string, bytes: Buffer): NodeBinary {
  let binary: NodeBinary;
  try {
    binary = nodeBinaryOf(bytes);
  } catch (error) {
    throw new Error(`${node}: ${(error as Error).message}`, { cause: error });
  }
  if (node !== process.execPath && binary.version !== process.version) {
    const its = binary.version ?? 'a version that it does not name';
    throw new Error(`${node} is of ${its}: it must be of ${process.version}, as this Node is`);
  }
  return binary;
}

/** Returns what Node reads from the executable: the start, and the files of the program. */
async function blobOf(root: string, { name, files, sources }: Program): Promise<Buffer> {
  const { path: folder, remove } = temporaryFolder('orrery-executable');
  try {
    const main = join(folder, 'start.cjs');
    await build({
      platform: 'node',
      input: join(root, 'tools/release/packages/start.ts'),
      output: { file: main, format: 'cjs' },
    });
    writeFileSync(join(folder, 'contents'), JSON.stringify({ name, files }));
    const settings = {
      main,
      output: join(folder, 'blob'),
      disableExperimentalSEAWarning: true,
      assets: { ...Object.fromEntries(sources), contents: join(folder, 'contents') },
    };
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
    execFileSync(process.execPath, ['--experimental-sea-config', join(folder, 'settings.json')], {
      stdio: 'pipe',
    });
    return readFileSync(settings.output);
  } finally {
    remove();
  }
}

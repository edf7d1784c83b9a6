/**
 * Which releases of Kubernetes wrote a folder. The file `release` names the last one, such as `1.34`. Where there were
 * others before, `releases` has a line for each, in their order: a later one with the last revision of the one before,
 * such as `1.35 5213`.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, unfinishedPath } from './folder.ts';

/** A release that wrote a folder. */
export interface WriterRelease {
  /** Such as `1.34`. */
  readonly name: string;
  /** The last revision of the release before; 0 for the first one. */
  readonly behind: number;
}

/** Returns them in their order; none where nothing says it. @throws {DataError} when a file cannot be read */
export function readReleases(folder: string): readonly WriterRelease[] {
  const last = linesOf(join(folder, 'release')).map((name) => ({ name, behind: 0 }));
  const all = linesOf(join(folder, 'releases')).map((line) => {
    const [name = '', behind] = line.split(' ');
    return { name, behind: Number(behind ?? 0) };
  });
  return all.at(-1)?.name === last.at(-1)?.name ? all : last;
}

/** Each file is whole, or it is the one of before. */
export function writeReleases(folder: string, releases: readonly WriterRelease[]): void {
  if (releases.length > 1) {
    const lines = releases.map(({ name, behind }) => (behind === 0 ? name : `${name} ${behind}`));
    write(join(folder, 'releases'), lines);
  }
  write(join(folder, 'release'), [releases.at(-1)!.name]);
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? bytesOf(path).toString('utf8').trim().split('\n') : [];
}

function write(path: string, lines: readonly string[]): void {
  const file = openSync(unfinishedPath(path), 'w', 0o600);
  try {
    writeSync(file, `${lines.join('\n')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinishedPath(path), path);
}

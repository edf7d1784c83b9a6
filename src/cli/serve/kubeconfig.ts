import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { kubeconfigText, type Access } from '#remote';
import { SettingsError } from './settings.ts';

/** A kubeconfig on disk. */
export interface Kubeconfig {
  readonly path: string;
  /** Removes it, unless the user chose its path. */
  remove(): void;
}

/**
 * Writes a kubeconfig that only its owner can read. Without a path in a new directory of its own.
 * @throws {SettingsError} when it cannot be written
 */
export function writeKubeconfig(access: Access, path: string | undefined): Kubeconfig {
  try {
    return written(access, path);
  } catch (error) {
    const { message } = error as Error;
    const what =
      path === undefined
        ? 'a private file in TMPDIR; set TMPDIR to a folder that can be written, or give --kubeconfig FILE'
        : `${path}; give another file by --kubeconfig`;
    throw new SettingsError(`cannot write the kubeconfig (${message}) to ${what}`);
  }
}

function written(access: Access, path: string | undefined): Kubeconfig {
  if (path !== undefined) {
    write(path, access);
    return { path, remove: () => undefined };
  }
  const file = join(mkdtempSync(join(tmpdir(), 'orrery-')), 'kubeconfig');
  write(file, access);
  return { path: file, remove: () => rmSync(dirname(file), { recursive: true, force: true }) };
}

function write(path: string, access: Access): void {
  const mode = 0o600;
  writeFileSync(path, kubeconfigText(access), { mode });
  // An existing file keeps its mode when written to.
  chmodSync(path, mode);
}

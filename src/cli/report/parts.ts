/** What pages are made of: packages bring it along, a checkout builds it on first use. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printError } from '../output.ts';
import { packageFolder } from '../package.ts';
import { UsageError } from '../usage-error.ts';
import type { PageParts } from './page.ts';

const BUILD = 'tools/build-page.js';
/** The last of the files that a build makes. */
const LAST = 'dist/page/editor.txt';

/** Returns whether there is a page, or what builds one. */
export function hasPage(folder = packageFolder()): boolean {
  return [LAST, BUILD].some((file) => existsSync(join(folder, file)));
}

/**
 * Returns the parts of a page. Where they are missing, they are built, which is said on stderr.
 * @throws {UsageError} where there is nothing to build them with, or the build fails
 */
export async function pageParts(folder = packageFolder()): Promise<PageParts> {
  if (!existsSync(join(folder, LAST))) await build(folder);
  const read = (name: string): string => readFileSync(join(folder, 'dist/page', name), 'utf8');
  return {
    ...{ script: read('page.js'), style: read('style.css') },
    ...{ engine: read('engine.txt'), editor: read('editor.txt') },
  };
}

async function build(folder: string): Promise<void> {
  if (!hasPage(folder)) {
    throw new UsageError(`${folder} has neither the page nor what builds it; install it again`);
  }
  printError('The page is built once; that takes a few seconds.\n');
  try {
    await promisify(execFile)(process.execPath, [join(folder, BUILD)], { cwd: folder });
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    const reason = [stderr?.trim(), message].find(Boolean);
    throw new UsageError(
      `the page cannot be built; \`npm ci\` installs what that needs\n${reason}`,
    );
  }
}

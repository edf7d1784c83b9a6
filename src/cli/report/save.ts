/** Saves the page of a run. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { recordText, type RunLog } from '#record';
import { packageFolder } from '../package.ts';
import { UsageError } from '../usage-error.ts';
import { runPage, type PageParts, type RunPage } from './page.ts';

/** Writes one file that opens from disk. @throws {UsageError} when it cannot be written */
export async function saveReport(file: string, log: RunLog): Promise<void> {
  const { html } = pageOf(log);
  try {
    await writeFile(file, html);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UsageError(`cannot save the report in ${file}: ${(error as Error).message}`);
  }
}

/** The page of a run. @throws {UsageError} where the page has not been built */
export function pageOf(log: RunLog): RunPage {
  const record = gzipSync([...recordText(log)].join(''));
  return runPage(pageParts(), log.head.scenario, record);
}

/** The page of a running server. @throws {UsageError} where the page has not been built */
export function livePageDocument(): RunPage {
  return runPage(pageParts(), 'orrery serve');
}

/** Packages have them; a checkout has them once they are built. @throws {UsageError} */
export function pageParts(): PageParts {
  const read = (name: string): string =>
    readFileSync(join(packageFolder(), 'dist/page', name), 'utf8');
  try {
    return {
      ...{ script: read('page.js'), style: read('style.css') },
      ...{ engine: read('engine.txt'), editor: read('editor.txt') },
    };
  } catch {
    throw new UsageError('the page is not built in this checkout; build it by: npm run build:page');
  }
}

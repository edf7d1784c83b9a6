/** Saves the page of a run. */
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { recordText, type RunLog } from '#record';
import { UsageError } from '../usage-error.ts';
import { runPage, type RunPage } from './page.ts';
import { pageParts } from './parts.ts';

/** Writes one file that opens from disk. @throws {UsageError} when it cannot be written */
export async function saveReport(file: string, log: RunLog): Promise<void> {
  await savePage(file, await pageOf(log));
}

/** @throws {UsageError} when it cannot be written */
export async function savePage(file: string, { html }: RunPage): Promise<void> {
  try {
    await writeFile(file, html);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UsageError(`cannot save the page in ${file}: ${(error as Error).message}`);
  }
}

/** Returns the page of a run. @throws {UsageError} where there is none, and none can be built */
export async function pageOf(log: RunLog): Promise<RunPage> {
  const record = gzipSync([...recordText(log)].join(''));
  return runPage(await pageParts(), log.head.scenario, { record });
}

/**
 * Returns the page of a running server. @throws {UsageError} where there is none, and none can be
 * built
 */
export async function livePageDocument(): Promise<RunPage> {
  return runPage(await pageParts(), 'orrery serve');
}

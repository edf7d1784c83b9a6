/** Saves the report of a run. */
import { writeFile } from 'node:fs/promises';
import type { RunLog } from '#record';
import { kindsIn } from '../past/kinds.ts';
import { UsageError } from '../usage-error.ts';
import { reportData } from './data.ts';
import { reportPage } from './page.ts';

/** Writes one file that opens from disk. @throws {UsageError} when it cannot be written */
export async function saveReport(file: string, log: RunLog): Promise<void> {
  try {
    await writeFile(file, reportPage(reportData(log, kindsIn(log.past))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UsageError(`cannot save the report in ${file}: ${(error as Error).message}`);
  }
}

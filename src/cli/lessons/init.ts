/** Writes a first lesson, and the scenario that it is about. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import { printText } from '../output.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { firstLesson, firstLessonScenario } from './first-lesson.ts';

/** Writes both files and says what to do with them. @throws {UsageError} when one is there already, or cannot be written */
export async function initLesson(
  file: string,
  { force = false }: { force?: boolean },
): Promise<number> {
  if (!file.endsWith('.md')) throw new UsageError(`${file}: a lesson is a file ending in .md`);
  const scenario = `${basename(file, '.md')}.yaml`;
  const beside = join(dirname(file), scenario);
  const taken = force ? undefined : [file, beside].find((each) => existsSync(each));
  if (taken !== undefined) {
    throw new UsageError(`${taken} exists already; give another name, or --force to replace it`);
  }
  await write(beside, firstLessonScenario);
  await write(file, firstLesson(scenario));
  const { bold, act } = styleFor(process.stdout, process.env);
  const lines = [
    `${bold(file)} and ${bold(beside)} are written. Next:`,
    `  ${act(`orrery lessons --check ${file}`)}    whether its answers hold`,
    `  ${act(`orrery open ${file}`)}               take it in a browser`,
    `  ${act(`orrery lessons ${file} --report ${basename(file, '.md')}.html`)}    the same as one file`,
  ];
  printText(`${lines.join('\n')}\n`);
  return exitCodes.ok;
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`);
  }
}

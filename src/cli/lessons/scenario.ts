/** The scenario of a lesson: one of the library, or a file beside the lesson. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nearest } from '#values';
import type { Lesson } from '#lesson';
import { FileError, readTextFile } from '#machine';
import { libraryFolder } from '../package.ts';
import { UsageError } from '../usage-error.ts';

export interface LessonScenario {
  readonly file: string;
  readonly text: string;
}

const MOST_BYTES = 1_048_576;

/**
 * Returns what `Scenario` names: with the ending of a file, a path relative to the lesson; else a
 * name of the library.
 * @param file of the lesson
 * @throws {UsageError} when there is none
 */
export function scenarioOf({ scenario }: Lesson, file: string): LessonScenario {
  const isFile = /\.ya?ml$/.test(scenario);
  const path = isFile ? join(dirname(file), scenario) : libraryPath(scenario, file);
  try {
    return { file: path, text: readTextFile(path, MOST_BYTES, 'scenario') };
  } catch (error) {
    if (error instanceof FileError) refuse(file, scenario, `${path}: ${error.message}`);
    throw error;
  }
}

function libraryPath(name: string, file: string): string {
  const path = join(libraryFolder(), `${name}.yaml`);
  if (/^[a-z0-9-]+(?:\/[a-z0-9-]+)?$/.test(name) && existsSync(path)) return path;
  const known = readdirSync(libraryFolder(), { recursive: true, encoding: 'utf8' })
    .filter((each) => each.endsWith('.yaml'))
    .map((each) => each.slice(0, -'.yaml'.length).replaceAll('\\', '/'));
  const near = nearest(name, known);
  const hint = near === undefined ? 'a file ends with .yaml' : `did you mean "${near}"?`;
  return refuse(file, name, `there is no such scenario in the library (${hint})`);
}

/** With the line, so that editors and terminals can jump there. */
function refuse(file: string, scenario: string, problem: string): never {
  const lines = readTextFile(file, MOST_BYTES, 'lesson').split('\n');
  const line = lines.findIndex((each) => each.startsWith('- Scenario:')) + 1;
  throw new UsageError(`${file}:${line}: Scenario ${scenario}: ${problem}`);
}
